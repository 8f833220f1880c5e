"""The commands by which one plays."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands import command_actions as act
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.core.place import Place


def _can_undo(place: Place) -> bool:
    return place.undo_target is not None


def _can_redo(place: Place) -> bool:
    return place.redo_target is not None


PLAY_COMMANDS: tuple[Command, ...] = (
    Command(
        key="undo",
        title=QT_TRANSLATE_NOOP("Commands", "&Undo"),
        tip=QT_TRANSLATE_NOOP("Commands", "Take back the last move"),
        menu="play",
        icon="undo",
        standard="Undo",
        possible=_can_undo,
        otherwise=QT_TRANSLATE_NOOP("Commands", "There is nothing to undo."),
        run=act.undo,
        typed="undo",
        arguments="[N]",
    ),
    Command(
        key="redo",
        title=QT_TRANSLATE_NOOP("Commands", "&Redo"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go forward again"),
        menu="play",
        icon="redo",
        standard="Redo",
        shortcuts=("Ctrl+Shift+Z",),
        possible=_can_redo,
        otherwise=QT_TRANSLATE_NOOP("Commands", "There is nothing to redo."),
        run=act.redo,
        typed="redo",
        arguments="[N]",
    ),
    Command(
        key="continue",
        title=QT_TRANSLATE_NOOP("Commands", "&Continue"),
        tip=QT_TRANSLATE_NOOP("Commands", "Let the computer move"),
        menu="play",
        group=1,
        icon="continue",
        shortcuts=("Space",),
        possible=lambda place: place.waits_for_continue,
        otherwise=QT_TRANSLATE_NOOP("Commands", "The computer is not waiting."),
        run=lambda app, _: app.turns.continue_play(),
        typed="go",
    ),
    Command(
        key="pause",
        title=QT_TRANSLATE_NOOP("Commands", "&Pause"),
        tip=QT_TRANSLATE_NOOP("Commands", "Stop the computer and pause the game"),
        menu="play",
        group=1,
        icon="pause",
        shortcuts=("Ctrl+P",),
        possible=lambda place: place.thinking,
        otherwise=QT_TRANSLATE_NOOP("Commands", "The computer is not thinking."),
        run=lambda app, _: app.turns.pause(),
        typed="pause",
        typed_answer=QT_TRANSLATE_NOOP("Commands", "The game is paused; type go to continue."),
    ),
    Command(
        key="first-player",
        title=QT_TRANSLATE_NOOP("Commands", "&First player…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Choose who plays the first side"),
        menu="play",
        group=2,
    ),
    Command(
        key="second-player",
        title=QT_TRANSLATE_NOOP("Commands", "&Second player…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Choose who plays the second side"),
        menu="play",
        group=2,
    ),
)
