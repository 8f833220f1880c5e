"""The stack of a search and the window where it is, as rows and marks to be shown.

Values are for MAX, the side to move at the root, or, in the negamax way of looking, for the side to
move at each node.
"""

from dataclasses import dataclass
from math import inf, isinf

from kalahloa.models.search.lecture.scale import is_decisive
from kalahloa.models.search.search_tree import TreeNode
from kalahloa.models.search.steps.pseudocode import Algorithm, Part, part_at
from kalahloa.models.search.steps.state import SearchState, StackLevel
from kalahloa.models.search.tree_lines import value_for

_NICE = (1.0, 2.0, 5.0)
_WON, _SPREAD = 1.2, 0.2
"""Where decided values lie on the scale, the ends of estimates being 1, and how far apart."""
END = 1.6
"""Where infinity lies on the scale."""


@dataclass(frozen=True, slots=True)
class StackRow:
    """A level of the stack: which move led there, who chooses, the window by now, the best so far.

    `alpha` and `beta` are None for searchers without a window, `best` before there is a value.
    """

    node: TreeNode
    side: int
    is_max: bool
    move: str
    alpha: float | None
    beta: float | None
    best: float | None
    best_move: str


@dataclass(frozen=True, slots=True)
class Window:
    """The window where the search is, and the values that have come in: None where there is none.

    All for one side, so that `low` ≤ `high` while the window is open.
    """

    low: float
    high: float
    best: float | None
    returned: float | None

    @property
    def is_open(self) -> bool:
        """Whether a value lies between."""
        return self.low < self.high


def viewing_side(node: TreeNode, root: TreeNode, negamax: bool) -> int:
    """Return the side for which values at *node* are shown."""
    return node.side if negamax else root.side


def stack_rows(state: SearchState, prunes: bool, negamax: bool) -> tuple[StackRow, ...]:
    """Return the rows of the stack of *state*, the root's first."""
    root = state.levels[0].node
    return tuple(_row(level, root, prunes, negamax) for level in state.levels)


def _row(level: StackLevel, root: TreeNode, prunes: bool, negamax: bool) -> StackRow:
    node = level.node
    view = viewing_side(node, root, negamax)
    low, high = _ends(level, view)
    best = None if level.value is None else _turned(level.value, node.side, view)
    return StackRow(
        node,
        node.side,
        node.side == root.side,
        node.text,
        low if prunes else None,
        high if prunes else None,
        best,
        "" if level.best is None else level.best.text,
    )


def _ends(level: StackLevel, view: int) -> tuple[float, float]:
    if level.node.side == view:
        return level.alpha, level.beta
    return 0.0 - level.beta, 0.0 - level.alpha


def _turned(value: float, side: int, view: int) -> float:
    return value if side == view else 0.0 - value


def state_window(state: SearchState, negamax: bool) -> Window:
    """Return the window where the search is at *state*."""
    level, node = state.here, state.node
    view = viewing_side(node, state.levels[0].node, negamax)
    best = None if level.value is None else _turned(level.value, node.side, view)
    returned = None if state.returned is None else value_for(state.returned, view)
    low, high = _ends(level, view)
    return Window(low, high, best, returned)


@dataclass(frozen=True, slots=True)
class Remark:
    """The numbers in the line that the search is at, from the algorithm's point of view.

    `sign` stands between two of them at a cut: ``≥`` or ``≤``; `is_window` is whether they are
    alpha and beta.
    """

    values: tuple[float, ...] = ()
    sign: str = ""
    is_window: bool = False


def remark_at(state: SearchState, algorithm: Algorithm) -> Remark:
    """Return the numbers in the line that the search is at, none where there are none."""
    part, node = part_at(state), state.node
    view = viewing_side(node, state.levels[0].node, algorithm.is_negamax)
    low, high = _ends(state.here, view)
    if part is Part.CUT:
        return Remark((low, high), "≥") if node.side == view else Remark((high, low), "≤")
    if part is Part.CALL:
        return Remark((low, high), is_window=True) if algorithm.prunes else Remark()
    came = node if state.returned is None or state.is_over else state.returned
    return Remark((value_for(came, view),))


# -- the number line -------------------------------------------------------------------------------


class Scale:
    """Places on a number line: estimates to scale, decided values beyond them, infinity at the end.

    `reach` is the round number at which the estimates end.
    """

    def __init__(self, values: list[float]) -> None:
        estimates = [abs(value) for value in values if not isinf(value) and not is_decisive(value)]
        self.reach = _round_up(max(estimates, default=0.0))
        won = {abs(value) for value in values if not isinf(value) and is_decisive(value)}
        self._won = sorted(won)

    def place(self, value: float) -> float:
        """Return where *value* lies, from -`END` to `END`; it must be one of the scale's."""
        sign = 1.0 if value > 0 else -1.0
        if isinf(value):
            return sign * END
        if not is_decisive(value):
            return max(-1.0, min(1.0, value / self.reach))
        rank = self._won.index(abs(value)) if abs(value) in self._won else 0
        return sign * (_WON + _SPREAD * rank / max(1, len(self._won)))


def _round_up(value: float) -> float:
    unit = 1.0
    while unit < inf:
        for digit in _NICE:
            if value <= digit * unit:
                return digit * unit
        unit *= 10
    raise ValueError("An estimate is finite.")
