"""Puzzles and the files they are kept in: JSON lines, a head and then a puzzle a line."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.storage.json_file import read_bytes, shown_path
from kalahloa.models.storage.json_text import TooMuch, decode_json
from kalahloa.models.text.errors import BadFile, KalahloaError
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

FORMAT = "kalahloa puzzles"
VERSION = 1
SUFFIX = ".puzzles"
MAX_PUZZLES = 20_000
"""Maximum number of puzzles in a file."""
MAX_LINE_BYTES = 20_000
"""Maximum length of a line of a file."""
MAX_POSITION_TEXT = 2_000
MAX_MOVE_TEXT = 40
MAX_MOVES = 200
"""Maximum number of moves of a solution, and of what follows it."""
MAX_SOURCE_TEXT = 200
MAX_NUMBER = 1_000_000_000
MAX_RATING = 10
_ID = re.compile(r"[a-z0-9-]{1,60}", re.ASCII)


class Goal(Enum):
    """What the solver is to do."""

    WIN = "win"
    """Win by force, within `Puzzle.plies` plies."""
    KEEP = "keep"
    """Keep the value of the position, which all other moves lose."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which exactly one move is right; the side to move there is the solver.

    * `id`: the same for the same position of a game, symmetric positions included.
    * `game`, `rules`: the game's key, and its rules (a frozen dataclass of the game).
    * `position`: a position string.
    * `solution`: the moves that the solver must find, in notation, with the answers of the other
      side between them.  Each move of the solver is the only right one; it begins and ends with
      one.
    * `rest`: how the game can go on after that; for a win, to its end.
    * `goal`, `plies`: what is wanted; a win is within `plies` plies from `position` on.
    * `value`, `next_best`: of a value to be kept, the exact final score for the solver with the
      right move and with the best other one; None for a win.
    * `bound`: of a win, the number of plies (>= `plies`) within which no other first move wins, as
      trying all moves shows; beyond it, no other win was found (see `finding`).  0 if every other
      first move is proven not to win at all.
    * `rating`: the lowest level of the engine, 1 to `MAX_RATING`, from which on all levels find the
      solution (see `rating`); 0 if nobody has looked.
    * `source`: where it is from, in a few words.
    """

    id: str
    game: str
    rules: Any
    position: str
    solution: tuple[str, ...]
    goal: Goal
    rest: tuple[str, ...] = ()
    plies: int = 0
    value: int | None = None
    next_best: int | None = None
    bound: int = 0
    rating: int = 0
    source: str = ""

    def start(self) -> Position:
        """Return the position, without any moves before it."""
        return find_game(self.game).read(self.position, self.rules)

    @property
    def moves_to_find(self) -> int:
        """How many moves the solver has to find; several sowings of a turn are several."""
        position = self.start()
        solver, count = position.side, 0
        for text in self.solution:
            count += position.side == solver
            position.make(position.read_move(text))
        return count

    @property
    def margin(self) -> int | None:
        """How much less the best other move is worth, or None for a win."""
        if self.value is None or self.next_best is None:
            return None
        return self.value - self.next_best


def puzzle_id(game: Game, position: Position) -> str:
    """Return the id of the puzzle at *position*; symmetric positions have the same."""
    texts = {position.position_string()}
    if game.symmetric is not None:
        texts.update(game.symmetric(position))
    rules = json.dumps(game.rulebook.as_mapping(position.rules), sort_keys=True)
    digest = sha256(f"{rules}\n{min(texts)}".encode()).hexdigest()
    return f"{game.key}-{digest[:12]}"


def is_id(text: Any) -> bool:
    """Return whether *text* can be the id of a puzzle."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


# -- files -------------------------------------------------------------------------------------


def write_puzzles(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Yield the lines of a file with *puzzles*, each with its line feed.

    There is a head with game and rules before the puzzles that have them.
    """
    for (key, rules), group in groupby(puzzles, key=lambda puzzle: (puzzle.game, puzzle.rules)):
        head = {
            "format": FORMAT,
            "version": VERSION,
            "game": key,
            "rules": find_game(key).rulebook.as_mapping(rules),
        }
        yield json.dumps(head) + "\n"
        for puzzle in group:
            yield json.dumps(puzzle_to_json(puzzle)) + "\n"


def puzzle_to_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return *puzzle* as JSON-compatible values, without game and rules."""
    data: dict[str, Any] = {
        "id": puzzle.id,
        "position": puzzle.position,
        "goal": puzzle.goal.value,
        "solution": list(puzzle.solution),
        "rest": list(puzzle.rest),
    }
    if puzzle.goal is Goal.WIN:
        data |= {"plies": puzzle.plies, "bound": puzzle.bound}
    else:
        data |= {"value": puzzle.value, "next_best": puzzle.next_best}
    return data | {"rating": puzzle.rating, "source": puzzle.source}


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles in the file at *path*; raise `BadFile` unless all are well formed.

    Every move is checked for legality; whether the solutions are right is not (see `verify`).
    """
    return parse_puzzles(read_bytes(path), shown_path(path))


def parse_puzzles(content: bytes, name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles in *content*, that of the file called *name*; raise `BadFile`."""
    found: dict[str, Puzzle] = {}
    head: tuple[Game, Any] | None = None
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            data = _parse_line(line)
            if "format" in data:
                head = _read_head(data)
                continue
            if head is None:
                raise BadFile(
                    QT_TRANSLATE_NOOP("Models", "it does not start with a puzzle header.")
                )
            puzzle = puzzle_from_json(data, *head)
            if puzzle.id in found:
                raise BadFile(QT_TRANSLATE_NOOP("Models", "the file has this puzzle twice."))
        except KalahloaError as error:
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Models", "{path} cannot be read as puzzles, line {number}: {reason}"
                ).format(path=name, number=number, reason=shorten(error))
            ) from error
        found[puzzle.id] = puzzle
        if len(found) > MAX_PUZZLES:
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Models", "{path} has too many puzzles; at most {most:,} are allowed."
                ).format(path=name, most=MAX_PUZZLES)
            )
    if head is None:
        raise BadFile(QT_TRANSLATE_NOOP("Models", "{path} is not a puzzle file.").format(path=name))
    return tuple(found.values())


def puzzle_from_json(data: Any, game: Game, rules: Any) -> Puzzle:
    """Return the puzzle that `puzzle_to_json` describes as *data*; raise `BadFile`."""
    try:
        return _read_puzzle(data, game, rules)
    except BadFile:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadFile(_MALFORMED) from error
    except KalahloaError as error:
        raise BadFile(str(shorten(error))) from error


def _parse_line(line: bytes) -> Any:
    if len(line) > MAX_LINE_BYTES:
        raise BadFile(QT_TRANSLATE_NOOP("Models", "the line is too long."))
    try:
        data = decode_json(line)
    except (TooMuch, ValueError, RecursionError) as error:
        raise BadFile(_MALFORMED) from error
    if not isinstance(data, dict):
        raise BadFile(_MALFORMED)
    return data


def _read_head(data: Any) -> tuple[Game, Any]:
    if data["format"] != FORMAT:
        raise BadFile(QT_TRANSLATE_NOOP("Models", "it contains no puzzles."))
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "this version of the program cannot read these puzzles.")
        )
    key, rules = data.get("game"), data.get("rules")
    if not isinstance(key, str) or not isinstance(rules, dict):
        raise BadFile(_MALFORMED)
    game = find_game(key)
    return game, game.rulebook.read(None, rules)


def _read_puzzle(data: Any, game: Game, rules: Any) -> Puzzle:
    identity = _text(data["id"], 60)
    if not is_id(identity):
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "'{id}' is not the name of a puzzle.").format(
                id=quote(identity)
            )
        )
    goal = Goal(data["goal"])
    position = game.read(_text(data["position"], MAX_POSITION_TEXT), rules)
    text, solver = position.position_string(), position.side
    solution = _played(position, data["solution"])
    if not solution or _mover_of_last(position) != solver:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "the solution does not end with a move of the solver.")
        )
    rest = _played(position, data.get("rest", []))
    plies = bound = 0
    value = next_best = None
    if goal is Goal.WIN:
        plies = _number(data["plies"], 1, MAX_MOVES)
        bound = _number(data["bound"], 0, MAX_MOVES)
        if bound and bound < plies:
            raise BadFile(_MALFORMED)
    else:
        value = _number(data["value"], -MAX_NUMBER, MAX_NUMBER)
        next_best = _number(data["next_best"], -MAX_NUMBER, value - 1)
    return Puzzle(
        id=identity,
        game=game.key,
        rules=rules,
        position=text,
        solution=solution,
        goal=goal,
        rest=rest,
        plies=plies,
        value=value,
        next_best=next_best,
        bound=bound,
        rating=_number(data.get("rating", 0), 0, MAX_RATING),
        source=_text(data.get("source", ""), MAX_SOURCE_TEXT),
    )


def _played(position: Position, moves: Any) -> tuple[str, ...]:
    """Make *moves*, texts from a file, on *position*, and return them in notation."""
    if not isinstance(moves, list) or len(moves) > MAX_MOVES:
        raise BadFile(_MALFORMED)
    found = []
    for text in moves:
        move = position.read_move(_text(text, MAX_MOVE_TEXT))
        found.append(position.format_move(move))
        position.make(move)
    return tuple(found)


def _mover_of_last(position: Position) -> int:
    """Return the side that made the last move of *position*."""
    last = position.move_stack()[-1]
    position.unmake()
    side = position.side
    position.make(last)
    return side


def _text(value: Any, most: int) -> str:
    if not isinstance(value, str):
        raise BadFile(_MALFORMED)
    if len(value) > most:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "a text has {length:,} characters; at most {most:,} are allowed."
            ).format(length=len(value), most=most)
        )
    return value


def _number(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "'{value}' is not a number from {low:,} to {high:,}."
            ).format(value=quote(value), low=low, high=high)
        )
    return value


_MALFORMED = QT_TRANSLATE_NOOP("Models", "it is not a puzzle, or it is damaged.")
