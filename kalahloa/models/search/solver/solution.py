"""What exact searches tell: proven bounds of a value, of a position or of every move in it."""

from dataclasses import dataclass, field


def margin_text(margin: int) -> str:
    """Return a certain *margin* as it is written everywhere: ``+8``, ``-8``, and ``0``."""
    return f"{margin:+d}" if margin else "0"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between which scores a value is proven to lie, for the side to move."""

    low: int
    high: int

    @property
    def proven(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    @property
    def value(self) -> int | None:
        """The value where it is known."""
        return self.low if self.proven else None

    @property
    def text(self) -> str:
        """The bounds in a few characters: ``+8``, ``0``, ``-2 to +4``."""
        low, high = margin_text(self.low), margin_text(self.high)
        return low if self.proven else f"{low} to {high}"


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position is worth to the side to move, as far as it is known.

    `line` is one of the best for both sides to the end of the game where the value is proven;
    `nodes` and `seconds` tell what it took.
    """

    bounds: Bounds
    line: tuple[int, ...]
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class MoveValues:
    """What each legal move of a position is worth to the one who makes it, the best first.

    `lines` has the best play of both sides from each proven move on, as far as it is known.
    """

    moves: dict[int, Bounds]
    nodes: int
    seconds: float
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def proven(self) -> bool:
        """Whether every move's value is known."""
        return all(bounds.proven for bounds in self.moves.values())
