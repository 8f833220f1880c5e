"""The rules of a game learnt by doing: positions in which one move each is to be made."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from kalahloa.models.game.position import Position


@dataclass(frozen=True, slots=True)
class Illustration:
    """What is marked on a board to explain a rule, in cells of the game.

    `band` is a row of cells that is tinted as a whole, from its first cell to its last.  The cells
    `counted` have numbers from 1 on beside what stands in them.  `way` is where a move goes: its
    first cell, and then those that are numbered, the last one its end.
    """

    band: tuple[int, ...] = ()
    counted: tuple[int, ...] = ()
    way: tuple[int, ...] = ()


NO_ILLUSTRATION = Illustration()


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    """One row of an `Explanation`: what it is about, a `count`, and what comes of that.

    `slope` is the direction of a line on the board in degrees, counter-clockwise from a row of
    cells; None where the row is about no line.  `current` is whether the step is about this row.
    """

    name: str
    count: str
    effect: str
    slope: int | None = None
    current: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """A table of what the rule gives at one position, with a `title` and a sentence on it."""

    title: str
    note: str
    rows: tuple[ExplainedRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStep:
    """A rule that is learnt by making a move.

    `title` names the step in a list, `rule` is what is to be learnt, without a full stop, and
    `task` what is to be done.  The position is reached by `line`, moves from the usual start by the
    default rules.  `moves` are the right ones, the first of them the one that is shown; `praise`
    is said after any of them, and `answer` is the move of the other side that follows the first.
    `why_wrong` takes the position and any other legal move, and returns what it does instead.

    `marks` are on the board from the beginning, `shown` when the move is shown.  All texts are in
    the words of the player, who has the side to move.
    """

    title: str
    rule: str
    task: str
    line: tuple[str, ...]
    moves: tuple[str, ...]
    praise: str
    why_wrong: Callable[[Any, int], str]
    answer: str = ""
    marks: Illustration = NO_ILLUSTRATION
    shown: Illustration = NO_ILLUSTRATION
    explanation: Explanation | None = None


P = TypeVar("P", bound=Position)


def after_line(start: P, line: tuple[str, ...]) -> P:
    """Return the position after the moves of *line*, made from *start*, which stays as it is."""
    position = start.copy()
    for text in line:
        position.make(position.read_move(text))
    return position
