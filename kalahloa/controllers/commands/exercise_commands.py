"""The commands that every exercise has: the answer, again, and the next one.

A hint is asked for by the command of hints.
"""

from collections.abc import Callable

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.exercises import Exercise, ExerciseHere, Help
from kalahloa.controllers.core.place import Place
from kalahloa.models.text.errors import BadCommand

_NO_EXERCISE = QT_TRANSLATE_NOOP("Commands", "There is no exercise on the board; see Train.")
_NOT_NOW = QT_TRANSLATE_NOOP("Commands", "Wait until it is your turn.")
_NOTHING_TO_SHOW = QT_TRANSLATE_NOOP("Commands", "There is no move to find now.")


def offers(help_: Help) -> Callable[[Place], bool]:
    """Return whether the exercise at a place offers *help_*."""

    def is_offered(place: Place) -> bool:
        here = place.get(ExerciseHere)
        return here is not None and help_ in here.offers

    return is_offered


def _why_not(place: Place) -> str:
    here = place.get(ExerciseHere)
    if here is None:
        return translate("Commands", _NO_EXERCISE)
    if Help.NEXT in here.offers and not place.secret:
        return translate("Commands", _NOTHING_TO_SHOW)
    return translate("Commands", _NOT_NOW)


def exercise_on_board(app: AppContext) -> Exercise:
    """Return the exercise on the board; raise `BadCommand` where there is none."""
    current = app.exercises.current
    if current is None:
        raise BadCommand(translate("Commands", _NO_EXERCISE))
    return current


EXERCISE_COMMANDS = CommandTable()


@EXERCISE_COMMANDS.declare(
    key="exercise-show",
    after="hint",
    title=QT_TRANSLATE_NOOP("Commands", "Show the answe&r"),
    tip=QT_TRANSLATE_NOOP("Commands", "Give up, and show the answer to the exercise"),
    words=QT_TRANSLATE_NOOP("Commands", "solution, give up, reveal, right move, solve puzzle"),
    menu="train",
    shortcuts=("Ctrl+Shift+F8",),
    possible=offers(Help.SHOW),
    otherwise=_why_not,
    typed="solution",
    typed_aliases=("answer", "giveup", "learnshow"),
)
def show_answer(app: AppContext, words: list[str]) -> str:
    """Show the answer to the exercise on the board."""
    return exercise_on_board(app).show_answer()


@EXERCISE_COMMANDS.declare(
    key="exercise-again",
    title=QT_TRANSLATE_NOOP("Commands", "Start &again"),
    tip=QT_TRANSLATE_NOOP("Commands", "Start the same exercise again"),
    words=QT_TRANSLATE_NOOP("Commands", "retry, repeat puzzle, restart exercise, once more"),
    menu="train",
    shortcuts=("Ctrl+Alt+F8",),
    possible=offers(Help.AGAIN),
    otherwise=_why_not,
    typed="retry",
    typed_aliases=("puzzleagain",),
)
def again(app: AppContext, words: list[str]) -> str:
    """Begin the exercise on the board anew."""
    return exercise_on_board(app).again()


@EXERCISE_COMMANDS.declare(
    key="exercise-next",
    title=QT_TRANSLATE_NOOP("Commands", "N&ext exercise"),
    tip=QT_TRANSLATE_NOOP("Commands", "Start the next exercise of this kind"),
    words=QT_TRANSLATE_NOOP("Commands", "go on, another one, skip exercise"),
    menu="train",
    shortcuts=("Shift+F8",),
    possible=offers(Help.NEXT),
    otherwise=_why_not,
    typed="next",
    typed_aliases=("learnskip",),
)
def go_on(app: AppContext, words: list[str]) -> str:
    """Begin the next exercise of the kind that is on the board."""
    return exercise_on_board(app).go_on()
