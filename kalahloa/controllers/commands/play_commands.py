"""The commands by which one plays."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.orders import count
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place


def _can_undo(place: Place) -> bool:
    return place.undo_target is not None


def _can_redo(place: Place) -> bool:
    return place.redo_target is not None


PLAY_COMMANDS = CommandTable()


@PLAY_COMMANDS.declare(
    key="undo",
    title=QT_TRANSLATE_NOOP("Commands", "&Undo"),
    tip=QT_TRANSLATE_NOOP("Commands", "Take back the last move"),
    words=QT_TRANSLATE_NOOP("Commands", "take back, revert, oops"),
    menu="play",
    icon="undo",
    standard="Undo",
    possible=_can_undo,
    otherwise=QT_TRANSLATE_NOOP("Commands", "There is nothing to undo."),
    typed="undo",
    arguments="[N]",
)
def undo(app: AppContext, words: list[str]) -> str:
    """Take back one step, or the number of steps typed."""
    app.navigation.undo(count(words))
    return ""


@PLAY_COMMANDS.declare(
    key="redo",
    title=QT_TRANSLATE_NOOP("Commands", "&Redo"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go forward again"),
    words=QT_TRANSLATE_NOOP("Commands", "repeat move, undo the undo, put back"),
    menu="play",
    icon="redo",
    standard="Redo",
    shortcuts=("Ctrl+Shift+Z", "Ctrl+Y"),
    possible=_can_redo,
    otherwise=QT_TRANSLATE_NOOP("Commands", "There is nothing to redo."),
    typed="redo",
    arguments="[N]",
)
def redo(app: AppContext, words: list[str]) -> str:
    """Go forward one step, or the number of steps typed."""
    app.navigation.redo(count(words))
    return ""


PLAY_COMMANDS.declare(
    key="continue",
    title=QT_TRANSLATE_NOOP("Commands", "&Continue"),
    tip=QT_TRANSLATE_NOOP("Commands", "Let the computer move"),
    words=QT_TRANSLATE_NOOP("Commands", "go on, computer move, resume, your turn"),
    menu="play",
    group=1,
    icon="continue",
    shortcuts=("Space",),
    possible=lambda place: place.waits_for_continue,
    otherwise=QT_TRANSLATE_NOOP("Commands", "The computer is not waiting."),
    typed="continue",
    typed_aliases=("go",),
)(lambda app, _: app.turns.continue_play())
PLAY_COMMANDS.declare(
    key="pause",
    title=QT_TRANSLATE_NOOP("Commands", "&Pause"),
    tip=QT_TRANSLATE_NOOP("Commands", "Stop the computer's search and pause the game"),
    words=QT_TRANSLATE_NOOP("Commands", "stop, halt, wait"),
    menu="play",
    group=1,
    icon="pause",
    shortcuts=("Ctrl+P",),
    possible=lambda place: place.thinking,
    otherwise=QT_TRANSLATE_NOOP("Commands", "The computer is not thinking."),
    typed="pause",
    typed_answer=QT_TRANSLATE_NOOP("Commands", "The game is paused; type continue to resume."),
)(lambda app, _: app.turns.pause())
PLAY_COMMANDS.declare(
    key="withdraw-premove",
    title=QT_TRANSLATE_NOOP("Commands", "&Withdraw premove"),
    tip=QT_TRANSLATE_NOOP("Commands", "Cancel the reply you have chosen"),
    words=QT_TRANSLATE_NOOP("Commands", "cancel the premove, drop the premove, no reply"),
    menu="play",
    group=1,
    possible=lambda place: place.premove is not None,
    otherwise=QT_TRANSLATE_NOOP("Commands", "There is no premove."),
    typed="withdraw",
)(lambda app, _: app.premoves.cancel())
PLAY_COMMANDS.declare(
    key="first-player",
    title=QT_TRANSLATE_NOOP("Commands", "&First player…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Choose who plays the first side"),
    words=QT_TRANSLATE_NOOP("Commands", "opponent, level of the first side, computer first"),
    menu="play",
    group=2,
)
PLAY_COMMANDS.declare(
    key="second-player",
    title=QT_TRANSLATE_NOOP("Commands", "&Second player…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Choose who plays the second side"),
    words=QT_TRANSLATE_NOOP(
        "Commands", "difficulty, strength, level of the second side, computer second"
    ),
    menu="play",
    group=2,
)
