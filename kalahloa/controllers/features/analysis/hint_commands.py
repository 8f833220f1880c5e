"""The commands of hints and of the values of moves."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.commands.exercise_commands import exercise_on_board, offers
from kalahloa.controllers.commands.reports import moves_report
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.exercises import Help
from kalahloa.controllers.core.place import HintStep, Place
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.hint_words import hint_sentence, seeking_sentence
from kalahloa.models.text.errors import BadCommand


def _why_no_hint(place: Place) -> str:
    if place.outcome is not None and not place.secret:
        return translate("Commands", GAME_OVER)
    if place.hinting:
        return translate("Commands", "Still looking for a hint.")
    return translate("Commands", "Wait until it is your turn.")


_in_exercise = offers(Help.HINT)


def _can_hint(place: Place) -> bool:
    return place.can_hint or _in_exercise(place)


HINT_COMMANDS = CommandTable()


@HINT_COMMANDS.declare(
    key="hint",
    after="redo",
    title=QT_TRANSLATE_NOOP("Commands", "&Hint"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show where to look, then the move, then why"),
    words=QT_TRANSLATE_NOOP("Commands", "help me, tip, what should I play"),
    menu="train",
    icon="hint",
    shortcuts=("Ctrl+H",),
    possible=_can_hint,
    otherwise=_why_no_hint,
    typed="hint",
    typed_aliases=("puzzlehint",),
    arguments="[STEP]",
    following=lambda app: [step.name.lower() for step in HintStep],
)
def show_hint(app: AppContext, words: list[str]) -> str:
    """Show the next step of a hint, or the step that is typed; in an exercise its next hint."""
    if _in_exercise(app.document.place):
        return exercise_on_board(app).give_hint()
    steps = {step.name.lower(): step for step in HintStep}
    if words and (len(words) > 1 or words[0].lower() not in steps):
        sentence = translate("Commands", "hint takes at most one argument: {words}.")
        raise BadCommand(fill(sentence, words=", ".join(steps)))
    before = app.document.place.hint
    app[Analysis].request_hint(steps[words[0].lower()] if words else HintStep.WHERE)
    place = app.document.place
    if place.hinting:
        return seeking_sentence(place)
    if place.hint is not None and before is not None and place.hint.news == before.news:
        return hint_sentence(place)  # which nobody is told of again
    return ""


@HINT_COMMANDS.declare(
    key="values",
    after="flip",
    title=QT_TRANSLATE_NOOP("Commands", "Show &values"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the value of each move, proven or estimated"),
    words=QT_TRANSLATE_NOOP("Commands", "move values, numbers on the board, scores"),
    menu="view",
    group=1,
    shortcuts=("Ctrl+E",),
    checked=lambda place: place.values_wanted,
)
def show_values(app: AppContext, words: list[str]) -> str:
    """Show the values of the moves, or stop showing them."""
    wanted = not app.document.place.values_wanted
    app[Analysis].set_wanted(wanted)
    return translate("Hints", "Values on.") if wanted else translate("Hints", "Values off.")


@HINT_COMMANDS.declare(
    key="moves",
    after="about",
    tip=QT_TRANSLATE_NOOP("Commands", "List the legal moves, with their values if known"),
    typed="moves",
)
def moves(app: AppContext, words: list[str]) -> str:
    """List the legal moves."""
    values = app[Analysis].text()
    place = app.document.place
    complete = place.outcome is None and len(values.splitlines()) == len(
        place.position.legal_moves()
    )
    return values if complete else moves_report(place)


@HINT_COMMANDS.declare(
    key="list-values",
    tip=QT_TRANSLATE_NOOP("Commands", "List the proven or estimated value of each move"),
    reveals=True,
    typed="values",
)
def list_values(app: AppContext, words: list[str]) -> str:
    """List the values of the moves, at once or as soon as they are known."""
    return app[Analysis].ask()
