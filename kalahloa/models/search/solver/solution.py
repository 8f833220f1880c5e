"""The results of exact searches: proven bounds of the value of a position, or of its moves."""

from dataclasses import dataclass, field

from kalahloa.models.text.numbers import signed
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True)
class Bounds:
    """The proven lower and upper bound of a value, for the side to move."""

    low: int
    high: int

    @property
    def proven(self) -> bool:
        """Whether the bounds are equal, so that the value is proven."""
        return self.low == self.high

    @property
    def value(self) -> int | None:
        """The value if it is proven, else None."""
        return self.low if self.proven else None

    def says_at_least(self, value: int) -> bool | None:
        """Return whether what lies between the bounds is at least *value*; None if open."""
        if self.low >= value:
            return True
        return False if self.high < value else None

    @property
    def text(self) -> str:
        """The bounds in a few characters: ``+8``, ``0``, ``−2 to +4``."""
        low, high = signed(self.low), signed(self.high)
        if self.proven:
            return low
        return QT_TRANSLATE_NOOP("Models", "{low} to {high}").format(low=low, high=high)


@dataclass(frozen=True, slots=True)
class Solution:
    """The bounds of a position's value for the side to move.

    If the value is proven, `line` is a principal variation.  `nodes` and `seconds` are those of the
    search.
    """

    bounds: Bounds
    line: tuple[int, ...]
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class MoveValues:
    """The bounds of each legal move's value for the side that makes it, the best move first.

    `lines` has a principal variation of each proven move, as far as it is known.
    """

    moves: dict[int, Bounds]
    nodes: int
    seconds: float
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def proven(self) -> bool:
        """Whether the value of every move is proven."""
        return all(bounds.proven for bounds in self.moves.values())
