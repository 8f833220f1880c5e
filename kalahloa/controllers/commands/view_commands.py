"""The commands about what is shown, and how."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.overlay_commands import OVERLAY_COMMANDS
from kalahloa.controllers.core.app_context import AppContext

VIEW_COMMANDS = CommandTable()
VIEW_COMMANDS.declare(
    key="graphical",
    title=QT_TRANSLATE_NOOP("Commands", "&Board"),
    tip=QT_TRANSLATE_NOOP("Commands", "The board as a picture"),
    words=QT_TRANSLATE_NOOP("Commands", "graphics, picture of the board, no text"),
    menu="view",
    checkable=True,
)
VIEW_COMMANDS.declare(
    key="text",
    title=QT_TRANSLATE_NOOP("Commands", "&Text"),
    tip=QT_TRANSLATE_NOOP("Commands", "The board as text, with a command line"),
    words=QT_TRANSLATE_NOOP("Commands", "ascii, terminal, console, screen reader"),
    menu="view",
    checkable=True,
)
VIEW_COMMANDS.declare(
    key="switch-view",
    title=QT_TRANSLATE_NOOP("Commands", "&Switch view"),
    tip=QT_TRANSLATE_NOOP("Commands", "Switch between the graphical and the text view"),
    words=QT_TRANSLATE_NOOP("Commands", "toggle view, other view, picture or text"),
    menu="view",
    shortcuts=("F2",),
    typed="view",
)
VIEW_COMMANDS.declare(
    key="split-view",
    title=QT_TRANSLATE_NOOP("Commands", "Spl&it view"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the board and the text together"),
    words=QT_TRANSLATE_NOOP("Commands", "both views, side by side, board and text"),
    menu="view",
    shortcuts=("Ctrl+F2",),
    typed="split",
    checkable=True,
)
VIEW_COMMANDS.declare(
    key="flip",
    title=QT_TRANSLATE_NOOP("Commands", "&Flip board"),
    tip=QT_TRANSLATE_NOOP("Commands", "Turn the board round"),
    words=QT_TRANSLATE_NOOP("Commands", "turn the board, rotate, other side"),
    menu="view",
    group=1,
    icon="flip",
    shortcuts=("Ctrl+L",),
    typed="flip",
)(lambda app, _: app.document.turn_board())
VIEW_COMMANDS.extend(OVERLAY_COMMANDS)
VIEW_COMMANDS.declare(
    key="evaluation-bar",
    title=QT_TRANSLATE_NOOP("Commands", "Eva&luation bar"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show who is ahead, beside the board"),
    words=QT_TRANSLATE_NOOP("Commands", "eval bar, advantage, who is winning"),
    menu="view",
    group=1,
    checkable=True,
)
VIEW_COMMANDS.declare(
    key="best-arrows",
    title=QT_TRANSLATE_NOOP("Commands", "&Arrows to the best moves"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the best moves as arrows on the board"),
    words=QT_TRANSLATE_NOOP("Commands", "arrows, point out moves, show best move"),
    menu="view",
    group=1,
    checkable=True,
)


@VIEW_COMMANDS.declare(
    key="list-comments",
    title=QT_TRANSLATE_NOOP("Commands", "Co&mments in the list of moves"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show each comment below its move"),
    words=QT_TRANSLATE_NOOP("Commands", "notes in the list, show comments, hide comments"),
    menu="view",
    group=1,
    checked=lambda place: place.comments_listed,
    typed="listcomments",
)
def list_comments(app: AppContext, words: list[str]) -> str:
    """Show the comments in the list of moves, or hide them."""
    app.study.list_comments(not app.study.comments_listed)
    if app.study.comments_listed:
        return translate("Commands", "Comments shown in the list of moves.")
    return translate("Commands", "Comments hidden in the list of moves.")


VIEW_COMMANDS.declare(
    key="figure-table",
    title=QT_TRANSLATE_NOOP("Commands", "Show &data as a table"),
    tip=QT_TRANSLATE_NOOP("Commands", "Read a graph, tree or chart as a sentence and a table"),
    words=QT_TRANSLATE_NOOP("Commands", "figure, numbers, plot, describe the chart, screen reader"),
    menu="view",
    group=1,
    shortcuts=("Ctrl+T",),
)
VIEW_COMMANDS.declare(
    key="full-screen",
    title=QT_TRANSLATE_NOOP("Commands", "F&ull screen"),
    tip=QT_TRANSLATE_NOOP("Commands", "Fill the screen; Escape leaves"),
    words=QT_TRANSLATE_NOOP("Commands", "screen, maximise, whole screen"),
    menu="view",
    group=2,
    standard="FullScreen",
    shortcuts=("F11",),
    checkable=True,
)
VIEW_COMMANDS.declare(
    key="next-panel",
    title=QT_TRANSLATE_NOOP("Commands", "Go to ne&xt panel"),
    tip=QT_TRANSLATE_NOOP("Commands", "Move the keyboard to the next panel; Escape, to the board"),
    words=QT_TRANSLATE_NOOP("Commands", "other panel, next pane, move the keyboard focus"),
    menu="view",
    group=2,
    shortcuts=("F6",),
)
VIEW_COMMANDS.declare(
    key="previous-panel",
    title=QT_TRANSLATE_NOOP("Commands", "&Go to previous panel"),
    tip=QT_TRANSLATE_NOOP("Commands", "Move the keyboard to the previous panel"),
    words=QT_TRANSLATE_NOOP("Commands", "panel before, last pane, keyboard focus back"),
    menu="view",
    group=2,
    shortcuts=("Shift+F6",),
)
VIEW_COMMANDS.declare(
    key="reset-layout",
    title=QT_TRANSLATE_NOOP("Commands", "&Reset layout"),
    tip=QT_TRANSLATE_NOOP("Commands", "Move all panels back to their usual places"),
    words=QT_TRANSLATE_NOOP("Commands", "restore panels, default layout, lost panel"),
    menu="view",
    group=2,
)
VIEW_COMMANDS.declare(
    key="palette",
    icon="find",
    title=QT_TRANSLATE_NOOP("Commands", "Find a &command…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Find any command by typing"),
    menu="view",
    group=3,
    shortcuts=("Ctrl+K",),
)
VIEW_COMMANDS.declare(
    key="preferences",
    title=QT_TRANSLATE_NOOP("Commands", "Pr&eferences…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Colours, speed, sizes and the tablebase"),
    words=QT_TRANSLATE_NOOP("Commands", "settings, options, configuration"),
    menu="view",
    group=3,
    standard="Preferences",
    shortcuts=("Ctrl+,",),
)
