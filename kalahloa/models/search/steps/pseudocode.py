"""The lecture's algorithms in a few lines, and the line that a step of the search is at."""

from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.search_tree import NodeKind
from kalahloa.models.search.steps.state import SearchState


class Part(Enum):
    """What a line of an algorithm does."""

    CALL = auto()
    """A position is to be searched."""
    OVER = auto()
    """The game is over."""
    HORIZON = auto()
    """The heuristic values the position."""
    TABLE = auto()
    """The table knows the position."""
    VALUE = auto()
    """A move's value has come back, and is no better."""
    AGAIN = auto()
    """A move is searched again, with an open window."""
    BETTER = auto()
    """A move's value is the best so far."""
    CUT = auto()
    """The remaining moves are not looked at."""
    END = auto()
    """The value goes back."""
    REPEAT = auto()
    """The whole search is repeated, with an open window."""


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of an algorithm, indented, and what it does, if a step can be at it."""

    text: str
    part: Part | None = None


Code = tuple[CodeLine, ...]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """An algorithm as it is taught.

    `at_max` and `at_min` are its lines for a node of MAX and one of MIN, the same where one
    function does for both sides; `again_at_max` and `again_at_min` are those for a move after which
    the same side moves again.  `prunes` is whether it has a window.
    """

    at_max: Code
    at_min: Code
    again_at_max: Code
    again_at_min: Code
    prunes: bool = True

    @property
    def is_negamax(self) -> bool:
        """Whether one function does for both sides, with values for the side to move."""
        return self.at_max == self.at_min

    def lines(self, state: SearchState) -> Code:
        """Return the lines for the node and the move that the search is at.

        The move is the one that has come back; before there is one, it is the node's first.
        """
        node = state.node
        maximises = node.side == state.levels[0].node.side
        after = state.returned
        if after is None or state.is_over:
            after = next(iter(node.children), None)
        if after is not None and after.side == node.side:
            return self.again_at_max if maximises else self.again_at_min
        return self.at_max if maximises else self.at_min

    def line_at(self, state: SearchState) -> int:
        """Return the index of the line that the search is at."""
        part = part_at(state)
        lines = self.lines(state)
        for wanted in (part, _INSTEAD.get(part), Part.CALL):
            for index, line in enumerate(lines):
                if line.part is wanted and wanted is not None:
                    return index
        raise AssertionError("An algorithm has a line that is called.")


_INSTEAD = {Part.REPEAT: Part.END, Part.TABLE: Part.HORIZON}
_LEAVES = {
    NodeKind.ESTIMATED: Part.HORIZON,
    NodeKind.FINISHED: Part.OVER,
    NodeKind.TABLE: Part.TABLE,
    NodeKind.INNER: Part.CALL,
}


def part_at(state: SearchState) -> Part:
    """Return what the algorithm does at *state*."""
    node = state.node
    if state.is_over:
        outside = node.value <= node.alpha or node.value >= node.beta
        return Part.REPEAT if outside else Part.END
    if state.returned is None:
        return _LEAVES[node.kind]
    if state.is_cut:
        return Part.CUT
    if state.is_to_come_again:
        return Part.AGAIN
    return Part.BETTER if state.is_better else Part.VALUE


@cache
def algorithm_of(searcher: LectureSearcher) -> Algorithm:
    """Return the algorithm of *searcher* as it is taught."""
    return (_one if searcher.negates else _both)(searcher.pseudocode, searcher.prunes)


_PARTS = {
    "def": Part.CALL,
    "over": Part.OVER,
    "horizon": Part.HORIZON,
    "table": Part.TABLE,
    "value": Part.VALUE,
    "again": Part.AGAIN,
    "better": Part.BETTER,
    "cut": Part.CUT,
    "end": Part.END,
    "repeat": Part.REPEAT,
}


def _read(text: str, **words: str) -> tuple[CodeLine, ...]:
    """Return the lines of *text*, in which ``#`` and a name at the end say what a line does."""
    for word, other in words.items():
        text = text.replace(word, other)
    lines = []
    for row in text.strip("\n").splitlines():
        code, _, name = row.partition("#")
        lines.append(CodeLine(code.rstrip(), _PARTS[name.strip()] if name else None))
    return tuple(lines)


def _both(text: str, prunes: bool) -> Algorithm:
    """Return the algorithm with a function for each side, whose lines for MAX are *text*."""
    lowered = text.replace("α = BEST(α, best)", "β = BEST(β, best)")
    lowered = lowered.replace("if α ≥ β", "if β ≤ α")

    def at_max(after: str) -> Code:
        return _read(text, OURS="maximum", AFTER=after, LEAST="-∞", BEST="max")

    def at_min(after: str) -> Code:
        return _read(lowered, OURS="minimum", AFTER=after, LEAST="+∞", BEST="min")

    return Algorithm(
        at_max("minimum"), at_min("maximum"), at_max("maximum"), at_min("minimum"), prunes
    )


def _one(text: str, prunes: bool) -> Algorithm:
    """Return the algorithm with one function for both sides.

    Where the same side moves again, its value and its window keep their signs.
    """
    lines = _read(text)
    same = text.replace("-negamax(", "negamax(").replace("-negascout(", "negascout(")
    same = same.replace("-edge, -α", "α, edge").replace("-β, -α", "α, β")
    again = _read(same)
    return Algorithm(lines, lines, again, again, prunes)
