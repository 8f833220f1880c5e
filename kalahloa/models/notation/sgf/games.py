"""How each game is written in SGF: its number, its points and moves, and its set-up."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import BadPosition, UnknownName
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

COLOURS = "BW"
"""The names of the properties of moves, by side."""


class SgfWord(Enum):
    """What stands in the place of a move, and is none."""

    RESIGNATION = auto()
    TIME = auto()
    """The side has won as the other one's time is over."""
    DRAW = auto()
    NOTHING = auto()


_WORDS = {
    "resign": SgfWord.RESIGNATION,
    "resigns": SgfWord.RESIGNATION,
    "resigned": SgfWord.RESIGNATION,
    "forfeit": SgfWord.RESIGNATION,
    "forfeits": SgfWord.RESIGNATION,
    "winontime": SgfWord.TIME,
    "acceptdraw": SgfWord.DRAW,
    "draw": SgfWord.DRAW,
    "offerdraw": SgfWord.NOTHING,
    "declinedraw": SgfWord.NOTHING,
    "done": SgfWord.NOTHING,
    "edit": SgfWord.NOTHING,
    "select": SgfWord.NOTHING,
    "start": SgfWord.NOTHING,
}
_WORD = re.compile(r"(?:\d{1,6}\s+)?([a-z]+)\b")
_INDEX = re.compile(r"\d{1,6}\s*[.:)]\s*|\d{1,6}\s+(?=\S)")


@dataclass(frozen=True)
class SgfSetup:
    """The set-up in a game's root: the stones of either side, what is emptied, who is to move.

    `name` is the value of SU, in lower case; `to_move` is a side, or None.
    """

    name: str | None = None
    stones: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    empty: tuple[str, ...] = ()
    to_move: int | None = None

    def __bool__(self) -> bool:
        return bool(
            self.name or self.stones[0] or self.stones[1] or self.empty or self.to_move is not None
        )


class SgfGame:
    """How a game is written without a number and points of its own: everything as it is here."""

    number = 0
    """The value of GM.  No game has 0; without GM the game would be taken for Go."""
    reads_anywhere = False
    """Whether the move that a text stands for depends on nothing of the position but `board_of`."""
    has_setup = False
    """Whether stones are set up by AB, AW, AE and PL."""

    def board_of(self, rules: Any) -> object:
        """Return what of *rules* the meaning of a text depends on: the size of the board."""
        return None

    def rules_of_size(self, size: str) -> Mapping[str, Any]:
        """Return the options of the rules that the value *size* of SZ implies, by name.

        Raises `BadPosition`.
        """
        return {}

    def size_of_rules(self, rules: Any) -> str:
        """Return the value of SZ, empty where none is written."""
        return ""

    def read_cell(self, text: str) -> str:
        """Return the name of the cell written as *text*; raise `ValueError` if there is none."""
        if not text or not text.isprintable():
            raise ValueError
        return text

    def read_word(self, text: str) -> SgfWord | None:
        """Return what *text* says instead of a move, or None."""
        word = _WORD.match(text.strip().lower())
        return None if word is None else _WORDS.get(word[1])

    def read_moves(self, position: Position, text: str) -> list[int]:
        """Return the moves of one turn written as *text*; they may be illegal.

        Raises `IllegalMove` if there is none.
        """
        return [position.parse_move(text.strip())]

    def write_move(self, text: str) -> str:
        """Return the move with the notation *text* as SGF has it."""
        return text

    def rules_of_setup(self, setup: SgfSetup) -> Mapping[str, Any]:
        """Return the options of the rules that *setup* implies, by name; raise `BadPosition`."""
        return {}

    def start_of_setup(self, game: Game, rules: Any, setup: SgfSetup) -> str | None:
        """Return the position string of *setup*, or None if it is the usual start.

        Raises `BadPosition`.
        """
        return None

    def setup_of_start(self, game: Game, rules: Any, start: str) -> SgfSetup:
        """Return the set-up of the position string *start*."""
        return SgfSetup()


class _Sowing(SgfGame):
    """Turns may be written as one move each."""

    def read_moves(self, position: Position, text: str) -> list[int]:
        plain = text.strip()
        return position.read_turn(plain) if "-" in plain else [position.parse_move(plain)]


_POINTS = re.compile(r"([a-h][1-8])(?:\s*:\s*([a-h][1-8]))?", re.IGNORECASE)
_LINES_MOVE = re.compile(
    r"(?:\d{1,6}\s*[.:)]\s*|\d{1,6}\s+)?(?:move\s+|[bw]\s+)?"
    r"(?:([a-h])\s*([1-8])\s*[-:x×–—>*,/]{0,3}\s*([a-h])\s*([1-8])|([a-h]{4}))\s*[-+!?#x*×.\s]*",
    re.IGNORECASE,
)
_LINES_STARTS = {
    "standard": "standard",
    "loa": "standard",
    "": "standard",
    "scrambled-eggs": "scrambled-eggs",
    "scrambled eggs": "scrambled-eggs",
}
_SETUP_NAMES = {"standard": "Standard", "scrambled-eggs": "Scrambled-Eggs"}
_CUSTOM = "custom"
_USUAL_SIZE = 8


class _Lines(SgfGame):
    """Lines of Action, as its page of the specification has it, and as boardspace writes it."""

    number = 9
    reads_anywhere = True
    has_setup = True

    def board_of(self, rules: Any) -> object:
        return rules.size

    def rules_of_size(self, size: str) -> Mapping[str, Any]:
        sizes = size.strip().split(":")
        if len(set(sizes)) == 1 and len(sizes) <= 2 and sizes[0] in tuple("45678"):
            return {"size": sizes[0]}
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models", "The board size is '{size}'; only 4 to 8 ranks are supported."
            ).format(size=quote(size))
        )

    def size_of_rules(self, rules: Any) -> str:
        # Without SZ a board has eight ranks.
        return "" if rules.size == _USUAL_SIZE else str(rules.size)

    def read_cell(self, text: str) -> str:
        plain = text.strip().lower()
        if len(plain) != 2 or _POINTS.fullmatch(plain) is None:
            raise ValueError
        return plain

    def read_moves(self, position: Position, text: str) -> list[int]:
        plain = text.strip()
        if plain in ("", "tt"):
            plain = "pass"
        found = _LINES_MOVE.fullmatch(plain)
        if found is not None:
            size = getattr(position.rules, "size", _USUAL_SIZE)
            plain = "".join(found.group(1, 2, 3, 4)) if found[1] else _from_letters(found[5], size)
        else:
            plain = _INDEX.sub("", plain, count=1)
        return [position.parse_move(plain.lower())]

    def write_move(self, text: str) -> str:
        return text.replace("x", ":")

    def rules_of_setup(self, setup: SgfSetup) -> Mapping[str, Any]:
        if setup.name is None or setup.name == _CUSTOM:
            return {}
        if setup.name not in _LINES_STARTS:
            raise BadPosition(
                QT_TRANSLATE_NOOP("Models", "The set-up '{name}' is not supported.").format(
                    name=quote(setup.name)
                )
            )
        return {"start": _LINES_STARTS[setup.name]}

    def start_of_setup(self, game: Game, rules: Any, setup: SgfSetup) -> str | None:
        if not any((*setup.stones, setup.empty, setup.to_move is not None, setup.name == _CUSTOM)):
            return None
        usual = game.start(rules).position_string()
        stones: dict[str, str] = {}
        if setup.name != _CUSTOM:
            stones = dict(_pieces(usual))
        for letter, points in zip("bw", setup.stones, strict=True):
            stones.update(dict.fromkeys(points, letter))
        for point in setup.empty:
            stones.pop(point, None)
        files, numbers = "abcdefgh"[: rules.size], "12345678"[: rules.size]
        for point in stones:
            if point[0] not in files or point[1] not in numbers:
                raise BadPosition(
                    QT_TRANSLATE_NOOP(
                        "Models", "The set-up has a piece on {point}, which is not on the board."
                    ).format(point=point)
                )
        ranks = []
        for rank in reversed(numbers):
            cells = "".join(stones.get(file + rank, "1") for file in files)
            ranks.append(re.sub("1+", lambda empty: str(len(empty[0])), cells))
        side = "bw"[setup.to_move] if setup.to_move is not None else usual[-1]
        start = "/".join(ranks) + " " + side
        return game.read(start, rules).position_string()

    def setup_of_start(self, game: Game, rules: Any, start: str) -> SgfSetup:
        usual = game.start(rules).position_string()
        if start == usual:
            return SgfSetup(_SETUP_NAMES[rules.start])
        black, white = (
            tuple(sorted(point for point, found in _pieces(start) if found == letter))
            for letter in "bw"
        )
        return SgfSetup("Custom", (black, white), (), "bw".index(start[-1]))


def _pieces(position: str) -> list[tuple[str, str]]:
    """Return the squares that are taken in a position string, each with its letter."""
    pieces = []
    rows = position.split()[0].split("/")
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        cells = re.sub("[1-8]", lambda empty: "1" * int(empty[0]), row)
        pieces += [
            (f"{file}{rank}", sign)
            for file, sign in zip("abcdefgh", cells, strict=False)
            if sign != "1"
        ]
    return pieces


def _from_letters(text: str, size: int) -> str:
    """Return the squares of a move whose rows are letters from the top, as in Go.

    On a board of *size* 8, ``ca`` is c8.
    """
    ranks = {"abcdefgh"[row]: str(max(0, size - row)) for row in range(8)}
    small = text.lower()
    return small[0] + ranks[small[1]] + small[2] + ranks[small[3]]


@lru_cache(maxsize=4096)
def stone_points(text: str) -> tuple[str, ...]:
    """Return the points in a value of a list of stones: one, several, or a rectangle."""
    points: list[str] = []
    for first, last in dict.fromkeys(_POINTS.findall(text)):
        first, last = first.lower(), last.lower() or first.lower()
        files = sorted((first[0], last[0]))
        ranks = sorted((first[1], last[1]))
        points += [
            chr(file) + chr(rank)
            for rank in range(ord(ranks[0]), ord(ranks[1]) + 1)
            for file in range(ord(files[0]), ord(files[1]) + 1)
        ]
    return tuple(points)


_GAMES: Mapping[str, SgfGame] = {"loa": _Lines(), "kalah": _Sowing(), "tictactoe": SgfGame()}
_OTHER = SgfGame()
_NAMES = {"9": "loa", "loa": "loa", "lines of action": "loa", "linesofaction": "loa"}


def sgf_game(game: Game) -> SgfGame:
    """Return how *game* is written."""
    return _GAMES.get(game.key, _OTHER)


def find_sgf_game(name: str | None, number: str | None) -> Game | None:
    """Return the game with the given KG or, failing that, GM; None if the file does not say.

    Raises `UnknownName` for a game that is not played here.
    """
    if name:
        return find_game(name)
    if number is None or number.strip() in ("", "0"):
        return None
    plain = number.strip().lower()
    if plain.isdigit():
        plain = str(int(plain[:6]))
    if plain in _NAMES:
        return find_game(_NAMES[plain])
    try:
        return find_game(plain)
    except UnknownName:
        raise UnknownName(
            QT_TRANSLATE_NOOP(
                "Models", "SGF game number '{number}' is not a game of this program."
            ).format(number=quote(number))
        ) from None
