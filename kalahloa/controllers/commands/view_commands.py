"""The commands about what is shown, and how."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands import study_actions as study
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.overlay_commands import OVERLAY_COMMANDS

VIEW_COMMANDS: tuple[Command, ...] = (
    Command(
        key="graphical",
        title=QT_TRANSLATE_NOOP("Commands", "&Graphical"),
        tip=QT_TRANSLATE_NOOP("Commands", "The board as a picture"),
        menu="view",
        checkable=True,
    ),
    Command(
        key="text",
        title=QT_TRANSLATE_NOOP("Commands", "&Text"),
        tip=QT_TRANSLATE_NOOP("Commands", "The board in characters, and a line to type into"),
        menu="view",
        checkable=True,
    ),
    Command(
        key="switch-view",
        title=QT_TRANSLATE_NOOP("Commands", "&Switch view"),
        tip=QT_TRANSLATE_NOOP("Commands", "Switch between the graphical and the text view"),
        menu="view",
        shortcuts=("F2",),
        typed="view",
    ),
    Command(
        key="flip",
        title=QT_TRANSLATE_NOOP("Commands", "&Flip board"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the board from the other side"),
        menu="view",
        group=1,
        icon="flip",
        shortcuts=("Ctrl+L",),
        run=lambda app, _: app.document.turn_board(),
        typed="flip",
    ),
    *OVERLAY_COMMANDS,
    Command(
        key="evaluation-bar",
        title=QT_TRANSLATE_NOOP("Commands", "Evaluation &bar"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show beside the board which side stands better"),
        menu="view",
        group=1,
        checkable=True,
    ),
    Command(
        key="best-arrows",
        title=QT_TRANSLATE_NOOP("Commands", "&Arrows to the best moves"),
        tip=QT_TRANSLATE_NOOP("Commands", "Point out the best moves where the board has arrows"),
        menu="view",
        group=1,
        checkable=True,
    ),
    Command(
        key="list-comments",
        title=QT_TRANSLATE_NOOP("Commands", "Co&mments in the list of moves"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show each comment below its move"),
        menu="view",
        group=1,
        checked=lambda place: place.comments_listed,
        run=study.list_comments,
        typed="listcomments",
    ),
    Command(
        key="full-screen",
        title=QT_TRANSLATE_NOOP("Commands", "F&ull screen"),
        tip=QT_TRANSLATE_NOOP("Commands", "Use the whole screen; Escape comes back"),
        menu="view",
        group=2,
        standard="FullScreen",
        shortcuts=("F11",),
        checkable=True,
    ),
    Command(
        key="reset-layout",
        title=QT_TRANSLATE_NOOP("Commands", "&Reset layout"),
        tip=QT_TRANSLATE_NOOP("Commands", "Put all panels back where they belong"),
        menu="view",
        group=2,
    ),
    Command(
        key="palette",
        title=QT_TRANSLATE_NOOP("Commands", "Find a &command…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Type to find any command"),
        menu="view",
        group=3,
        shortcuts=("Ctrl+K",),
    ),
    Command(
        key="preferences",
        title=QT_TRANSLATE_NOOP("Commands", "Pr&eferences…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Colours, speed, sizes and the tablebase"),
        menu="view",
        group=3,
        standard="Preferences",
        shortcuts=("Ctrl+,",),
    ),
)
