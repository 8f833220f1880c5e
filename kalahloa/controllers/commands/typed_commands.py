"""The commands that are only typed, or that panels ask for."""

from dataclasses import replace
from typing import Any, cast

from kalahloa.controllers.base.player import DEFAULT_STRENGTH, HUMAN, Level, Player
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import (
    NO_MOVE_PLAYED,
    has_future,
    has_moves,
    has_past,
    why_no_move,
)
from kalahloa.controllers.commands.orders import MAX_DIGITS, count, named_moves, named_sides
from kalahloa.controllers.commands.overlay_commands import NAMED_OVERLAY
from kalahloa.controllers.commands.reports import (
    current_line,
    players_report,
    record_report,
)
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.heuristics.file_names import FILE_PREFIX
from kalahloa.models.search.searchers import searchers
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.models.heuristics import naming

TYPED_COMMANDS = CommandTable()
TYPED_COMMANDS.append(NAMED_OVERLAY)


@TYPED_COMMANDS.declare(
    key="board",
    tip=QT_TRANSLATE_NOOP("Commands", "Show the board"),
    typed="board",
)
def board(app: AppContext, words: list[str]) -> str:
    """Return the board in characters."""
    return app.document.place.diagram


@TYPED_COMMANDS.declare(
    key="player",
    tip=QT_TRANSLATE_NOOP("Commands", "Choose who plays a side"),
    typed="player",
    arguments="SIDE human|computer [LEVEL]|SEARCHER [DEPTH]",
    following=named_sides,
)
def player(app: AppContext, words: list[str]) -> str:
    """Set the player of a side: human, computer with a level, or a searcher with a depth.

    A heuristic of the user's may follow, as ``file:NAME``.
    """
    words, heuristic = _own_heuristic(app, words)
    sides = app.document.game.sides
    names = [side.lower() for side in sides]
    if len(words) < 2 or words[0].lower() not in names:
        sentence = translate(
            "Commands",
            "Type player {first} or {second}, then human, computer or a searcher: {searchers}.",
        )
        known = ", ".join(searcher.name for searcher in searchers())
        first, second = names
        raise BadCommand(fill(sentence, first=first, second=second, searchers=known))
    name = words[1].lower()
    if name == "human":
        if words[2:] or heuristic is not None:
            raise BadCommand(translate("Commands", "A human has no level."))
        chosen = HUMAN
    elif name == "computer":
        level = Level.of_engine(count(words[2:], default=DEFAULT_STRENGTH))
        chosen = Player(replace(level, heuristic=heuristic))
    else:
        depth = count(words[2:], default=4)
        chosen = Player(Level(searcher=name, depth=depth, heuristic=heuristic))
    app.document.set_player(names.index(words[0].lower()), chosen)
    return players_report(app.document.place)


def _own_heuristic(app: AppContext, words: list[str]) -> tuple[list[str], str | None]:
    """Return *words* without the user's heuristic at their end, and its name if it may run."""
    for number, word in enumerate(words):
        if word.startswith(FILE_PREFIX):
            name = " ".join(words[number:])
            naming.read_own(name, app.document.game)
            return words[:number], name
    return words, None


@TYPED_COMMANDS.declare(
    key="set",
    tip=QT_TRANSLATE_NOOP("Commands", "Change a preference, or list all"),
    typed="set",
    arguments="[NAME [VALUE]]",
)
def use_preference(app: AppContext, words: list[str]) -> str:
    """Return all preferences with their values, or the one named; a word after it changes it."""
    if app.preferences is None or app.set_preferences is None:
        raise BadCommand(translate("Commands", "This needs the graphical window."))
    chosen = app.preferences()
    declared = chosen.settings()

    def line(name: str) -> str:
        return f"{name} {declared[name].word(getattr(chosen, name))}"

    if not words:
        return "\n".join(map(line, declared))
    name, word = words[0].lower(), " ".join(words[1:])
    if name not in declared:
        sentence = translate("Commands", "There is no preference '{name}'; type set to list all.")
        raise BadCommand(fill(sentence, name=quote(words[0])))
    if not word:
        return line(name)
    try:
        value = declared[name].from_word(word)
    except ValueError as error:
        sentence = translate("Commands", "{name} cannot be '{word}': choose {values}.")
        raise BadCommand(fill(sentence, word=quote(word), name=name, values=error)) from error
    chosen = replace(cast("Any", chosen), **{name: value})
    app.set_preferences(chosen)
    return line(name)


@TYPED_COMMANDS.declare(
    key="players",
    tip=QT_TRANSLATE_NOOP("Commands", "Show the players"),
    typed="players",
)
def list_players(app: AppContext, words: list[str]) -> str:
    """List the players."""
    return players_report(app.document.place)


@TYPED_COMMANDS.declare(
    key="record",
    tip=QT_TRANSLATE_NOOP("Commands", "List the moves played, and the variations"),
    typed="record",
)
def record(app: AppContext, words: list[str]) -> str:
    """List the moves of the current line."""
    return record_report(app.document.place)


@TYPED_COMMANDS.declare(
    key="goto",
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the position after N plies on this line"),
    possible=lambda place: has_past(place) or has_future(place),
    otherwise=NO_MOVE_PLAYED,
    typed="goto",
    arguments="N",
)
def goto(app: AppContext, words: list[str]) -> str:
    """Go to the position after a number of plies of the current line."""
    line = [app.document.record.root, *current_line(app.document.place)]
    ply = count(words, default=-1, least=0)
    if not 0 <= ply < len(line):
        sentence = translate("Commands", "This line has positions 0 to {last}.")
        raise BadCommand(fill(sentence, last=len(line) - 1))
    app.document.go_to(line[ply])
    return ""


@TYPED_COMMANDS.declare(
    key="position",
    tip=QT_TRANSLATE_NOOP("Commands", "Show the position in one line"),
    typed="position",
)
def position(app: AppContext, words: list[str]) -> str:
    """Return the position in one line."""
    return app.document.position.position_string()


@TYPED_COMMANDS.declare(
    key="play",
    tip=QT_TRANSLATE_NOOP("Commands", "Play a move, even one named like a command"),
    possible=lambda place: place.human_may_move,
    otherwise=why_no_move,
    typed="play",
    arguments="MOVE",
    following=named_moves,
)
def play_turn(app: AppContext, words: list[str]) -> str:
    """Make the moves of one turn."""
    app.turns.play_text(" ".join(words))
    return ""


@TYPED_COMMANDS.declare(
    key="goto-node",
    possible=has_moves,
    otherwise=NO_MOVE_PLAYED,
    arguments="NUMBER",
)
def goto_node(app: AppContext, words: list[str]) -> str:
    """Go to the node with a number."""
    is_number = len(words) == 1 and words[0].isdecimal() and len(words[0]) <= MAX_DIGITS
    number = int(words[0]) if is_number else -1
    try:
        app.document.jump(number)
    except IndexError as error:
        sentence = translate("Commands", "The game has no node '{number}'.")
        raise BadCommand(fill(sentence, number=quote(" ".join(words)))) from error
    return ""
