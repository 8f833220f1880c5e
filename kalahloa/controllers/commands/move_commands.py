"""The commands by which one walks through the record."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import has_future, has_past
from kalahloa.controllers.core.navigation import neighbour_line

MOVE_COMMANDS = CommandTable()
MOVE_COMMANDS.declare(
    key="back",
    title=QT_TRANSLATE_NOOP("Commands", "Previous &move"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go back one ply"),
    words=QT_TRANSLATE_NOOP("Commands", "step back, one move back, earlier move"),
    menu="play",
    group=4,
    icon="previous",
    shortcuts=("Alt+Left",),
    possible=has_past,
    otherwise=QT_TRANSLATE_NOOP("Commands", "This is the start."),
    typed="back",
)(lambda app, _: app.navigation.back())
MOVE_COMMANDS.declare(
    key="forward",
    title=QT_TRANSLATE_NOOP("Commands", "Ne&xt move"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go forward one ply"),
    words=QT_TRANSLATE_NOOP("Commands", "step forward, one move on, later move"),
    menu="play",
    group=4,
    icon="next",
    shortcuts=("Alt+Right",),
    possible=has_future,
    otherwise=QT_TRANSLATE_NOOP("Commands", "This is the end of the line."),
    typed="forward",
)(lambda app, _: app.navigation.forward())
MOVE_COMMANDS.declare(
    key="start",
    title=QT_TRANSLATE_NOOP("Commands", "F&irst position"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the start"),
    words=QT_TRANSLATE_NOOP("Commands", "beginning, jump to the start, go to the first move"),
    menu="play",
    group=4,
    icon="first",
    shortcuts=("Alt+Home",),
    possible=has_past,
    otherwise=QT_TRANSLATE_NOOP("Commands", "This is the start."),
    typed="start",
)(lambda app, _: app.navigation.to_start())
MOVE_COMMANDS.declare(
    key="end",
    title=QT_TRANSLATE_NOOP("Commands", "Las&t position"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the end of this line"),
    words=QT_TRANSLATE_NOOP("Commands", "jump to the end, latest position, go to the last move"),
    menu="play",
    group=4,
    icon="last",
    shortcuts=("Alt+End",),
    possible=has_future,
    otherwise=QT_TRANSLATE_NOOP("Commands", "This is the end of the line."),
    typed="end",
)(lambda app, _: app.navigation.to_end())
MOVE_COMMANDS.declare(
    key="previous-variation",
    title=QT_TRANSLATE_NOOP("Commands", "Previous &variation"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the variation above, which starts with another move"),
    words=QT_TRANSLATE_NOOP("Commands", "line above, alternative before, sideline before"),
    menu="play",
    group=5,
    shortcuts=("Alt+Up",),
    possible=lambda place: neighbour_line(place.node, -1) is not None,
    otherwise=QT_TRANSLATE_NOOP("Commands", "There is no variation above this one."),
)(lambda app, _: app.navigation.to_next_line(-1))
MOVE_COMMANDS.declare(
    key="next-variation",
    title=QT_TRANSLATE_NOOP("Commands", "N&ext variation"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the variation below, which starts with another move"),
    words=QT_TRANSLATE_NOOP("Commands", "line below, alternative after, sideline after"),
    menu="play",
    group=5,
    shortcuts=("Alt+Down",),
    possible=lambda place: neighbour_line(place.node, 1) is not None,
    otherwise=QT_TRANSLATE_NOOP("Commands", "There is no variation below this one."),
)(lambda app, _: app.navigation.to_next_line(1))
