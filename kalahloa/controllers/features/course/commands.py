"""The commands of the course."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import Command, CommandTable, translated
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.commands.orders import count
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.course.lesson_place import LessonPlace
from kalahloa.controllers.features.trees.search_commands import start_search
from kalahloa.controllers.features.trees.search_state import (
    MAX_DEPTH,
    MIN_DEPTH,
    TreeOrder,
)
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.record.record import Record
from kalahloa.models.search.default_searchers import FOR_TREES
from kalahloa.models.text.errors import BadCommand, KalahloaError
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.controllers.features.course import words as lesson_words

LIST = "list"
"""What is typed for the chapters."""
_NO_LESSON = QT_TRANSLATE_NOOP("Commands", "No lesson is open; type lesson and a name.")
_NO_EXERCISE = QT_TRANSLATE_NOOP("Commands", "There is no exercise on this page.")
_NO_SEARCH = QT_TRANSLATE_NOOP("Commands", "This page shows no search.")


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


COURSE_COMMANDS = CommandTable()
"""The commands of the course, in the order of the menu."""


@COURSE_COMMANDS.declare(
    key="lesson",
    title=QT_TRANSLATE_NOOP("Commands", "The &course"),
    tip=QT_TRANSLATE_NOOP("Commands", "Learn how computers search, with exercises"),
    words=QT_TRANSLATE_NOOP("Commands", "course, lecture, learn algorithms, chapters, alpha-beta"),
    menu="algorithms",
    typed="lesson",
    arguments="[NAME [PAGE]|list]",
    following=lambda app: [LIST, *(one.name for one in app[Course].state.headings)],
)
def lesson(app: AppContext, words: list[str]) -> str:
    """Open the chapter that is named, at a page if a number follows; or list the chapters."""
    if words and words[0].lower() != LIST:
        page = count(words[1:], 1)
        app[Course].open(words[0], page - 1, announce=True)
        return ""
    if not app[Course].state.headings:
        app[Course].list_chapters()
        return ""
    return lesson_words.contents_text(app[Course].state)


COURSE_COMMANDS.append(
    Command(
        key="lecture-mode",
        title=QT_TRANSLATE_NOOP("Commands", "Lect&ure mode"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the course in large letters on the whole screen"),
        words=QT_TRANSLATE_NOOP("Commands", "projector, presentation, big letters"),
        menu="algorithms",
        shortcuts=("Shift+F11",),
    )
)
COURSE_COMMANDS.append(
    Command(
        key="print-handout",
        title=QT_TRANSLATE_NOOP("Commands", "Print the &handout…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Print the chapter, with room for answers, as PDF"),
        words=QT_TRANSLATE_NOOP("Commands", "worksheet, exercise sheet, paper"),
        menu="algorithms",
        possible=_is_open,
        otherwise=_NO_LESSON,
    )
)


@COURSE_COMMANDS.declare(
    key="page",
    tip=QT_TRANSLATE_NOOP("Commands", "Show a page of the lesson"),
    possible=_is_open,
    otherwise=_NO_LESSON,
    typed="page",
    arguments="[N|next|previous]",
)
def page(app: AppContext, words: list[str]) -> str:
    """Show the page again, or turn to the one with a number, to the next or the previous."""
    course = app[Course]
    if not words:
        return lesson_words.page_text(course.state)
    word = words[0].lower()
    if len(words) == 1 and word in ("next", "previous"):
        course.turn(course.state.page + (1 if word == "next" else -1), announce=True)
        return ""
    number = count(words)
    lesson = course.state.lesson
    if lesson is not None and number > len(lesson.pages):
        text = translate("Commands", "There is no page {number}.")
        raise BadCommand(fill(text, number=quote(words[0])))
    course.turn(number - 1, announce=True)
    return ""


@COURSE_COMMANDS.declare(
    key="answer-exercise",
    tip=QT_TRANSLATE_NOOP("Commands", "Answer the exercise on this page"),
    possible=_has_exercise,
    otherwise=_why_no_exercise,
    typed="solve",
    arguments="WORDS",
)
def answer_exercise(app: AppContext, words: list[str]) -> str:
    """Check an answer to the exercise on the page."""
    try:
        return in_words(app[Course].answer(words))
    except KalahloaError as error:
        raise BadCommand(in_words(error)) from error


@COURSE_COMMANDS.declare(
    key="another-exercise",
    tip=QT_TRANSLATE_NOOP("Commands", "Repeat the exercise with another position"),
    possible=_has_exercise,
    otherwise=_why_no_exercise,
    typed="another",
)
def another(app: AppContext, words: list[str]) -> str:
    """Ask the same exercise about another position."""
    app[Course].another(announce=True)
    return ""


@COURSE_COMMANDS.declare(
    key="figure-depth",
    tip=QT_TRANSLATE_NOOP("Commands", "Search the figure on this page to another depth"),
    possible=_has_search,
    otherwise=_why_no_search,
    typed="figuredepth",
    arguments="N",
)
def depth(app: AppContext, words: list[str]) -> str:
    """Search the figure of the page to another depth."""
    app[Course].search_to(count(words), announce=True)
    return ""


@COURSE_COMMANDS.declare(
    key="figure-here",
    tip=QT_TRANSLATE_NOOP("Commands", "Search the figure from your position, or back"),
    possible=_can_search_here,
    otherwise=_why_not_here,
    reveals=True,
    typed="figurehere",
)
def here(app: AppContext, words: list[str]) -> str:
    """Search the figure at the position of the game, or at its own again."""
    app[Course].search_here(announce=True)
    return ""


@COURSE_COMMANDS.declare(
    key="figure-tree",
    tip=QT_TRANSLATE_NOOP("Commands", "Show the figure on this page in the search tree"),
    possible=_has_search,
    otherwise=_why_no_search,
    typed="figuretree",
)
def show_figure_tree(app: AppContext, words: list[str]) -> str:
    """Search the figure in the panel of search trees, with its position on the board."""
    figure = app[Course].figure
    if figure is None or not figure.is_searched:
        raise BadCommand(translate("Commands", "This page shows no search."))
    ground, document = figure.ground, app.document
    start = ground.position().position_string()
    is_there = document.game is ground.game and document.record.rules == ground.rules
    if not is_there or document.position.position_string() != start:
        document.open_exercise(Record(ground.game, ground.rules, ground.start or None))
    depth = figure.depths[-1] if figure.depths else figure.depth
    order = TreeOrder(
        figure.searcher or (figure.searchers or (FOR_TREES,))[-1],
        max(MIN_DEPTH, min(depth, MAX_DEPTH)),
        ground.heuristic or "",
    )
    return start_search(app, order)
