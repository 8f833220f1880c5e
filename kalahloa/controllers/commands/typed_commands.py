"""The commands that are only typed, or that panels ask for."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands import command_actions as act
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import (
    NO_MOVE_PLAYED,
    has_future,
    has_moves,
    has_past,
    why_no_move,
)
from kalahloa.controllers.commands.overlay_commands import NAMED_OVERLAY
from kalahloa.controllers.commands.preference_actions import use_preference

TYPED_COMMANDS: tuple[Command, ...] = (
    NAMED_OVERLAY,
    Command(
        key="board",
        tip=QT_TRANSLATE_NOOP("Commands", "Show the board again"),
        run=act.board,
        typed="board",
    ),
    Command(
        key="player",
        tip=QT_TRANSLATE_NOOP("Commands", "Set the player of a side"),
        run=act.player,
        typed="player",
        arguments="SIDE human|computer [LEVEL]|SEARCHER [DEPTH]",
    ),
    Command(
        key="set",
        tip=QT_TRANSLATE_NOOP("Commands", "Change a preference, or list them all"),
        run=use_preference,
        typed="set",
        arguments="[NAME [VALUE]]",
    ),
    Command(
        key="players",
        tip=QT_TRANSLATE_NOOP("Commands", "Show the players"),
        run=act.players,
        typed="players",
    ),
    Command(
        key="record",
        tip=QT_TRANSLATE_NOOP("Commands", "List the moves played, and the variations"),
        run=act.record,
        typed="record",
    ),
    Command(
        key="goto",
        tip=QT_TRANSLATE_NOOP("Commands", "Go to the position after N plies of this line"),
        possible=lambda place: has_past(place) or has_future(place),
        otherwise=NO_MOVE_PLAYED,
        run=act.goto,
        typed="goto",
        arguments="N",
    ),
    Command(
        key="position",
        tip=QT_TRANSLATE_NOOP("Commands", "Show the position in one line"),
        run=act.position,
        typed="position",
    ),
    Command(
        key="play",
        tip=QT_TRANSLATE_NOOP("Commands", "Make a move, also one named like a command"),
        possible=lambda place: place.human_may_move,
        otherwise=why_no_move,
        run=act.play,
        typed="play",
        arguments="MOVE",
    ),
    Command(
        key="goto-node",
        possible=has_moves,
        otherwise=NO_MOVE_PLAYED,
        run=act.goto_node,
        arguments="NUMBER",
    ),
)
