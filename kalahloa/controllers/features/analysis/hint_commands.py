"""The commands of hints and of the values of moves."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis import hint_actions as act


def _why_no_hint(place: Place) -> str:
    if place.outcome is not None:
        return translate("Commands", GAME_OVER)
    if place.hinting:
        return translate("Commands", "A hint is being looked for.")
    return translate("Commands", "Wait until it is your turn.")


HINT_COMMANDS: tuple[Command, ...] = (
    Command(
        key="hint",
        after="redo",
        title=QT_TRANSLATE_NOOP("Commands", "&Hint"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show where to look; again: the move; again: why"),
        menu="learn",
        icon="hint",
        shortcuts=("Ctrl+H",),
        possible=lambda place: place.can_hint,
        otherwise=_why_no_hint,
        reveals=True,
        run=act.hint,
        typed="hint",
        arguments="[STEP]",
    ),
    Command(
        key="values",
        after="flip",
        title=QT_TRANSLATE_NOOP("Commands", "Show &values"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the value of each move, proven or estimated"),
        menu="view",
        group=1,
        shortcuts=("Ctrl+E",),
        checked=lambda place: place.values_wanted,
        run=act.show_values,
    ),
    Command(
        key="moves",
        after="about",
        tip=QT_TRANSLATE_NOOP("Commands", "List the legal moves, with their values if known"),
        run=act.moves,
        typed="moves",
    ),
    Command(
        key="list-values",
        tip=QT_TRANSLATE_NOOP("Commands", "List the value of each move, proven or estimated"),
        reveals=True,
        run=act.list_values,
        typed="values",
    ),
)
