"""What one pass of a search has cost, in numbers that are counted without keeping its tree."""

from dataclasses import astuple, dataclass
from math import inf, isfinite

_TOO_LARGE = 1 << 62
JsonNumbers = list[float | int | None]


@dataclass(frozen=True, slots=True)
class PassCounts:
    """The counts of one pass: a search to `depth` within the window from `alpha` to `beta`.

    `value` is what it has returned, for the side to move at the root; outside of the window it is
    no more than a bound, and the pass is repeated.  Of its `nodes`, `leaves` were valued by the
    heuristic or by the game's result, `hits` by a table, the others by their moves.

    At `cutoffs` nodes the value reached beta, at `first_cutoffs` of them by the first move;
    `pruned` moves were left out there.  `again` nodes were searched a second time with another
    window; `repeated` nodes had been visited the first time.  `sorted_by` positions were evaluated
    to put moves into order, which does not count as nodes.
    """

    depth: int
    alpha: float
    beta: float
    value: float
    nodes: int
    leaves: int
    hits: int
    cutoffs: int
    first_cutoffs: int
    pruned: int
    again: int
    repeated: int
    sorted_by: int

    @property
    def has_window(self) -> bool:
        """Whether the pass had a limit that its value might lie beyond."""
        return isfinite(self.alpha) or isfinite(self.beta)

    @property
    def failed_high(self) -> bool:
        """Whether the value lies at or above the window, so that it had to be searched again."""
        return self.value >= self.beta

    @property
    def failed_low(self) -> bool:
        """Whether the value lies at or below the window, so that it had to be searched again."""
        return self.value <= self.alpha

    def to_json(self) -> JsonNumbers:
        """Return the counts as numbers for JSON, in the order of the fields; None is no limit."""
        return [number if isfinite(number) else None for number in astuple(self)]

    @classmethod
    def from_json(cls, data: JsonNumbers) -> "PassCounts":
        """Return what `to_json` was made of; raises `TypeError` or `ValueError` for others."""
        depth, alpha, beta, value, *rest = data
        if len(rest) != 9 or not all(
            type(one) is int and 0 <= one < _TOO_LARGE for one in (depth, *rest)
        ):
            raise ValueError("These are no counts of a pass.")
        if type(value) not in (int, float) or not all(
            one is None or (type(one) in (int, float) and abs(one) < _TOO_LARGE)
            for one in (alpha, beta, value)
        ):
            raise ValueError("A pass has a value and limits.")
        return cls(
            depth,  # type: ignore[arg-type]
            -inf if alpha is None else float(alpha),
            inf if beta is None else float(beta),
            float(value),  # type: ignore[arg-type]
            *rest,  # type: ignore[arg-type]
        )
