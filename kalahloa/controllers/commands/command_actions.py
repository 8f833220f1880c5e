"""What commands do: functions of an `AppContext` and the words typed after the command's name.

Each returns the text that a typed line answers, which may be empty, and raises a `KalahloaError`,
having changed nothing, where its words cannot be read.  Where the command has no arguments, there
are no words: `Command.perform` refuses them.
"""

from collections.abc import Callable
from dataclasses import replace

from kalahloa.controllers.base.player import DEFAULT_STRENGTH, HUMAN, Level, Player
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.reports import (
    current_line,
    players_report,
    record_report,
    rules_report,
)
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.heuristics.own_names import OWN
from kalahloa.models.search.searchers import searchers
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote, shorten

with lazy_imports():
    from kalahloa.models.heuristics import naming

Action = Callable[[AppContext, list[str]], str]
"""What a command does with the words typed after its name; returns the answer."""
MAX_DIGITS = 9
"""Longer numbers of nodes are not read."""


# -- games -----------------------------------------------------------------------------------------


def new_game(app: AppContext, words: list[str]) -> str:
    """Start the game and the rules named by *words*, by default those of the current game."""
    game, rules = app.document.game, app.document.record.rules
    rest = list(words)
    if rest and rest[0].lower() in game_keys():
        game = find_game(rest.pop(0))
        rules = game.rulebook.default
    if rest:
        rules = game.rulebook.read(rest.pop(0))
    if rest:
        sentence = translate("Commands", "'{word}' is too much: new takes a game and a preset.")
        raise BadCommand(fill(sentence, word=quote(rest[0])))
    app.document.new_game(game, rules)
    return ""


def rematch(app: AppContext, words: list[str]) -> str:
    """Start the same game again, from the same position; or the same puzzle."""
    if app.start_again():
        return ""
    record = app.document.record
    app.document.new_game(
        record.game, record.rules, start=record.start, comment=record.root.comment
    )
    return ""


def swap_sides(app: AppContext, words: list[str]) -> str:
    """Exchange the players."""
    first, second = app.document.players
    app.document.set_players((second, first))
    sides = zip(app.document.game.sides, app.document.players, strict=True)
    return " ".join(f"{in_words(side)}: {in_words(player.title)}." for side, player in sides)


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
            "Write player {first} or {second}, then human, computer or a searcher: {searchers}.",
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
        if word.startswith(OWN):
            name = " ".join(words[number:])
            naming.read_own(name, app.document.game)
            return words[:number], name
    return words, None


# -- moves and walks -------------------------------------------------------------------------------


def play(app: AppContext, words: list[str]) -> str:
    """Make the moves of one turn."""
    app.turns.play_text(" ".join(words))
    return ""


def undo(app: AppContext, words: list[str]) -> str:
    """Take back one step, or the number of steps typed."""
    app.walks.undo(count(words))
    return ""


def redo(app: AppContext, words: list[str]) -> str:
    """Go forward one step, or the number of steps typed."""
    app.walks.redo(count(words))
    return ""


def goto(app: AppContext, words: list[str]) -> str:
    """Go to the position after a number of plies of the current line."""
    line = [app.document.record.root, *current_line(app.document.place)]
    ply = count(words, default=-1, least=0)
    if not 0 <= ply < len(line):
        sentence = translate("Commands", "This line has positions 0 to {last}.")
        raise BadCommand(fill(sentence, last=len(line) - 1))
    app.document.walk(line[ply])
    return ""


def goto_node(app: AppContext, words: list[str]) -> str:
    """Go to the node with a number."""
    is_number = len(words) == 1 and words[0].isdecimal() and len(words[0]) <= MAX_DIGITS
    number = int(words[0]) if is_number else -1
    try:
        app.document.jump(number)
    except IndexError as error:
        sentence = translate("Commands", "The record has no node '{number}'.")
        raise BadCommand(fill(sentence, number=quote(" ".join(words)))) from error
    return ""


# -- what is asked ---------------------------------------------------------------------------------


def board(app: AppContext, words: list[str]) -> str:
    """Return the board in characters."""
    return app.document.place.diagram


def players(app: AppContext, words: list[str]) -> str:
    """List the players."""
    return players_report(app.document.place)


def record(app: AppContext, words: list[str]) -> str:
    """List the moves of the current line."""
    return record_report(app.document.place)


def rules(app: AppContext, words: list[str]) -> str:
    """Describe the rules in force."""
    return rules_report(app.document.place)


def position(app: AppContext, words: list[str]) -> str:
    """Return the position in one line."""
    return app.document.position.position_string()


# -- the clipboard ---------------------------------------------------------------------------------


def copied(answer: Action) -> Action:
    """Return what puts on the clipboard what *answer*, another of these functions, answers."""

    def copy(app: AppContext, words: list[str]) -> str:
        if app.copy is None:
            raise BadCommand(translate("Commands", "There is no clipboard here."))
        text = answer(app, words)
        app.copy(text)
        return fill(translate("Commands", "Copied: {text}"), text=shorten(text))

    return copy


def paste(app: AppContext, words: list[str]) -> str:
    """Go on from what is in the clipboard: a position, a game in SGF, a list of moves."""
    if app.paste is None or app.open_text is None:
        raise BadCommand(translate("Commands", "There is no clipboard here."))
    text = app.paste()
    if not text.strip():
        raise BadCommand(translate("Commands", "There is no text in the clipboard."))
    app.open_text(text)
    return ""


# -- words -----------------------------------------------------------------------------------------


def count(words: list[str], default: int = 1, least: int = 1) -> int:
    """Return the only word of *words* as an int, or *default* if *words* is empty.

    Raises `BadCommand` if it is not an int from *least* to 9999, or there are several words.
    """
    if not words:
        return default
    if len(words) > 1 or not words[0].isascii() or not words[0].isdigit() or len(words[0]) > 4:
        sentence = translate("Commands", "'{words}' is not a number.")
        raise BadCommand(fill(sentence, words=quote(" ".join(words))))
    if int(words[0]) < least:
        raise BadCommand(fill(translate("Commands", "{number} is too small."), number=words[0]))
    return int(words[0])
