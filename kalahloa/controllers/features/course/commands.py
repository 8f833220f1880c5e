"""The commands of the course."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command, translated
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.course.lesson_place import LessonPlace
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.course import actions as act

_NO_LESSON = QT_TRANSLATE_NOOP("Commands", "No lesson is open; type lesson and its name.")
_NO_EXERCISE = QT_TRANSLATE_NOOP("Commands", "There is no exercise on this page.")
_NO_SEARCH = QT_TRANSLATE_NOOP("Commands", "No search is shown on this page.")


def _is_open(place: Place) -> bool:
    return place[LessonPlace].is_open


def _has_exercise(place: Place) -> bool:
    return place[LessonPlace].has_exercise


def _has_search(place: Place) -> bool:
    return place[LessonPlace].has_search


def _can_search_here(place: Place) -> bool:
    return place[LessonPlace].has_search and (place[LessonPlace].is_own or place.outcome is None)


def _why_not_here(place: Place) -> str:
    return translated(GAME_OVER) if place[LessonPlace].has_search else _why_no_search(place)


def _why_no_search(place: Place) -> str:
    return translated(_NO_SEARCH if place[LessonPlace].is_open else _NO_LESSON)


def _why_no_exercise(place: Place) -> str:
    return translated(_NO_EXERCISE if place[LessonPlace].is_open else _NO_LESSON)


COURSE_COMMANDS: tuple[Command, ...] = (
    Command(
        key="lesson",
        title=QT_TRANSLATE_NOOP("Commands", "The &course"),
        tip=QT_TRANSLATE_NOOP("Commands", "Read the course on searching, and do its exercises"),
        menu="search",
        run=act.lesson,
        typed="lesson",
        arguments="[NAME [PAGE]|list]",
    ),
    Command(
        key="page",
        tip=QT_TRANSLATE_NOOP("Commands", "Show the page of the lesson, or turn to another"),
        possible=_is_open,
        otherwise=_NO_LESSON,
        run=act.page,
        typed="page",
        arguments="[N|next|previous]",
    ),
    Command(
        key="answer-exercise",
        tip=QT_TRANSLATE_NOOP("Commands", "Answer the exercise on the page of the lesson"),
        possible=_has_exercise,
        otherwise=_why_no_exercise,
        run=act.answer,
        typed="solve",
        arguments="WORDS",
    ),
    Command(
        key="another-exercise",
        tip=QT_TRANSLATE_NOOP("Commands", "Ask the exercise about another position"),
        possible=_has_exercise,
        otherwise=_why_no_exercise,
        run=act.another,
        typed="another",
    ),
    Command(
        key="figure-depth",
        tip=QT_TRANSLATE_NOOP("Commands", "Search the figure of the lesson to another depth"),
        possible=_has_search,
        otherwise=_why_no_search,
        run=act.depth,
        typed="figuredepth",
        arguments="N",
    ),
    Command(
        key="figure-here",
        tip=QT_TRANSLATE_NOOP("Commands", "Search the figure at your position, or back"),
        possible=_can_search_here,
        otherwise=_why_not_here,
        reveals=True,
        run=act.here,
        typed="figurehere",
    ),
    Command(
        key="figure-tree",
        tip=QT_TRANSLATE_NOOP("Commands", "Show the figure of the lesson in the search tree"),
        possible=_has_search,
        otherwise=_why_no_search,
        run=act.show_tree,
        typed="figuretree",
    ),
)
"""The commands of the course, in the order of the menu."""
