"""What the root of a game says about its start: the game, its rules and the first position."""

import json
from dataclasses import dataclass
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.notation.sgf.charsets import Charset
from kalahloa.models.notation.sgf.games import (
    COLOURS,
    SgfSetup,
    find_sgf_game,
    sgf_game,
    stone_points,
)
from kalahloa.models.notation.sgf.scanner import RawGame
from kalahloa.models.notation.sgf.writer import GAME, RULES, START
from kalahloa.models.record.json_record import MAX_START_TEXT
from kalahloa.models.text.errors import BadPosition, BadRules, IllegalMove, KalahloaError
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_MOVES = ("B", "W", "P0", "P1")
_OF_RULES = ("SZ", "RU", RULES, START)
_SAID = frozenset({GAME, "GM", *_OF_RULES})
_LETTERS = {"b": 0, "black": 0, "1": 0, "w": 1, "white": 1, "2": 1}
_SEARCHED = 20
"""In how many nodes without a move a set-up may stand."""


@dataclass(frozen=True)
class SgfStart:
    """The start of a game; `position` is a position string, or None for the usual one.

    `numbers` are the nodes of the file that belong to it, the root among them.
    """

    game: Game
    rules: Any
    position: str | None
    numbers: frozenset[int]


def read_start(raw: RawGame, charset: Charset, hint: Game | None) -> SgfStart:
    """Return the start of *raw*; raise `KalahloaError` if it cannot be played here."""
    said = {
        name: charset.simple_text(values[0][: 4 * MAX_START_TEXT])
        for name, values in reversed(raw.nodes[0])
        if values and name in _SAID
    }
    game = find_sgf_game(said.get(GAME), said.get("GM"))
    if game is None:
        game = find_game(_guess(raw, hint))
    numbers = _nodes_of_start(raw)
    setup, first_mover = SgfSetup(), None
    if sgf_game(game).has_setup:
        setup = _read_setup(raw, numbers, charset)
        first_mover = _first_mover(raw)
    key = (game.key, setup, first_mover, *map(said.get, _OF_RULES))
    known = _starts.get(key)
    if known is None or known.game is not game:
        known = _known_start(game, said, setup, first_mover)
        if len(_starts) >= _STARTS_KEPT:
            _starts.clear()
        _starts[key] = known
    return SgfStart(game, known.rules, known.position, numbers)


@dataclass(frozen=True, slots=True)
class _KnownStart:
    """What a start means that stands in many games: see `SgfStart`."""

    game: Game
    rules: Any
    position: str | None


_starts: dict[tuple[Any, ...], _KnownStart] = {}
_STARTS_KEPT = 100


def _known_start(
    game: Game, said: dict[str, str], setup: SgfSetup, first_mover: int | None
) -> _KnownStart:
    """Return the start that *setup* and what is *said* at the root mean; raise `KalahloaError`.

    *first_mover* is the side of the first move, None if there is none near the root.
    """
    sgf = sgf_game(game)
    rules = _read_rules(game, said)
    if "SZ" in said and (sized := sgf.rules_of_size(said["SZ"])):
        rules = game.rulebook.read(None, {**game.rulebook.as_mapping(rules), **sized})
    if setup:
        rules = game.rulebook.read(
            None, {**game.rulebook.as_mapping(rules), **sgf.rules_of_setup(setup)}
        )
    position = sgf.start_of_setup(game, rules, setup)
    # The usual start with the side to move that moves first, if it is not the usual one.
    if position is None and setup.to_move is None and first_mover and START not in said:
        position = sgf.start_of_setup(game, rules, SgfSetup(to_move=first_mover))
    own = said.get(START)
    if own is not None and len(own) <= MAX_START_TEXT:
        rules = game.fitting_rules(own, rules)
        if not setup or _agrees(game, rules, own, position):
            position = own
    return _KnownStart(game, rules, position)


def _agrees(game: Game, rules: Any, own: str, position: str | None) -> bool:
    """Whether *own*, our position string, is the *position* of the standard properties as well."""
    try:
        found = game.read(own, rules).position_string()
    except BadPosition:
        return False
    return found == (position or game.start(rules).position_string())


def _read_rules(game: Game, said: dict[str, str]) -> Any:
    """Return our options of the rules, or what RU names among the presets, or the default."""
    book = game.rulebook
    words = said.get("RU", "")
    if RULES in said:
        try:
            rules = book.read(None, json.loads(said[RULES]))
        except (BadRules, ValueError, TypeError, AttributeError, RecursionError):
            pass
        else:
            return rules
    try:
        return book.read(words.split(",")[0])
    except BadRules:
        return book.default


def _nodes_of_start(raw: RawGame) -> frozenset[int]:
    """Return the root and the nodes without a move after it, before lines part."""
    numbers = [0]
    parents = raw.parents[: _SEARCHED + 2]
    for number in range(1, min(len(raw.nodes), _SEARCHED)):
        if (
            raw.parents[number] != numbers[-1]
            or parents.count(number - 1) > 1
            or any(name in _MOVES for name, _ in raw.nodes[numbers[-1]])
            or any(name in _MOVES for name, _ in raw.nodes[number])
        ):
            break
        numbers.append(number)
    return frozenset(numbers)


def _read_setup(raw: RawGame, numbers: frozenset[int], charset: Charset) -> SgfSetup:
    name: str | None = None
    to_move: int | None = None
    stones: dict[str, str] = {}
    for number in sorted(numbers):
        for given, values in raw.nodes[number]:
            if not values:
                continue
            if given in ("AB", "AW", "AE"):
                for value in dict.fromkeys(values):
                    stones.update(dict.fromkeys(stone_points(charset.simple_text(value)), given))
            elif given == "PL":
                to_move = _LETTERS.get(charset.simple_text(values[0]).strip().lower())
            elif given == "SU" and number == 0:
                name = charset.simple_text(values[0]).strip().lower()
    black, white, empty = (
        tuple(point for point, given in stones.items() if given == wanted)
        for wanted in ("AB", "AW", "AE")
    )
    return SgfSetup(name, (black, white), empty, to_move)


def _first_mover(raw: RawGame) -> int | None:
    """Return the side of the first move, None if there is none near the root."""
    for properties in raw.nodes[:_SEARCHED]:
        for name, values in properties:
            if name in COLOURS and values:
                return COLOURS.index(name)
    return None


def _guess(raw: RawGame, hint: Game | None) -> str:
    """Return the key of the game whose moves stand in a file that does not say which it is.

    It is that of *hint* unless its moves are not written so.
    """
    for properties in raw.nodes[:_SEARCHED]:
        for name, values in properties:
            if name not in _MOVES or not values:
                continue
            text = values[0][:40].decode("ascii", "replace")
            if hint is not None and _reads(hint, text):
                return hint.key
            if _reads(find_game("loa"), text):
                return "loa"
    if hint is not None and any(raw.nodes):  # or brackets and semicolons would be a game
        return hint.key
    raise KalahloaError(
        QT_TRANSLATE_NOOP("Models", "The file does not name its game: it has no GM property.")
    )


def _reads(game: Game, text: str) -> bool:
    """Whether *text* is a move in the notation of *game*."""
    try:
        sgf_game(game).read_moves(game.start(game.rulebook.default), text)
    except IllegalMove:
        return False
    return bool(text.strip())
