"""What a comparison of searchers shows as bars and as curves: frozen values with words."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.comparison.words import measured_words
from kalahloa.models.search.comparison import Comparison, ComparisonRow
from kalahloa.models.search.comparison_words import (
    cost_time,
    factor_text,
    nodes_text,
    short_title_of,
)

MAX_TICKS = 6


@dataclass(frozen=True, slots=True)
class CostBar:
    """A bar for the nodes of `searcher`: its title, its numbers, and all of it as a sentence.

    `is_bound` is whether there are more nodes than these, as the search was given up; without
    `nodes`, 0, there is no bar.
    """

    searcher: str
    title: str
    nodes: int
    is_bound: bool
    number: str
    time: str
    said: str


@dataclass(frozen=True, slots=True)
class GrowthCurve:
    """The nodes of `searcher` by depth, from 1 on, and its effective branching factor in words."""

    searcher: str
    title: str
    nodes: tuple[int, ...]
    factor: str
    said: tuple[str, ...]


def cost_bars(comparison: Comparison) -> tuple[CostBar, ...]:
    """Return a bar for each searcher at the depth that is compared."""
    return tuple(
        CostBar(
            row.searcher,
            in_words(short_title_of(row.searcher)),
            row.cost.nodes,
            row.cost.given_up > 0,
            nodes_text(row.cost) if row.cost.nodes else "–",
            cost_time(row.cost) if row.cost.nodes else "",
            measured_words(row),
        )
        for row in comparison.at(comparison.depth)
    )


def growth_curves(comparison: Comparison) -> tuple[GrowthCurve, ...]:
    """Return a curve for each searcher of which a depth is finished."""
    curves = []
    for name in comparison.plan.searchers:
        rows = comparison.growth(name)
        if rows:
            title = in_words(short_title_of(name))
            factor = comparison.branching(name)
            curves.append(
                GrowthCurve(
                    name,
                    title,
                    tuple(row.cost.nodes for row in rows),
                    factor_text(factor),
                    tuple(_point_text(title, row, factor) for row in rows),
                )
            )
    return tuple(curves)


def _point_text(title: str, row: ComparisonRow, factor: float | None) -> str:
    sentence = translate("Comparison", "{title}, depth {depth}: {nodes} nodes")
    text = fill(sentence, title=title, depth=row.depth, nodes=f"{row.cost.nodes:,}")
    if factor is None:
        return text
    more = translate("Comparison", "{text}; growth per extra ply: {factor}")
    return fill(more, text=text, factor=factor_text(factor))


def comparison_csv(comparison: Comparison) -> str:
    """Return all rows of *comparison* as comma-separated values, with a line of headings."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = ("nodes", "leaves", "cutoffs", "hits", "passes", "again", "repeated", "sorted_by")
    writer.writerow(("searcher", "depth", "positions", "given_up", "failed", *names, "seconds"))
    for row in comparison.rows:
        cost = row.cost
        numbers = (getattr(cost, name) if row.counted or name == "nodes" else "" for name in names)
        head = (row.searcher, row.depth, cost.searches, cost.given_up, cost.failed)
        writer.writerow((*head, *numbers, f"{cost.seconds:.6f}"))
    return out.getvalue()


# -- logarithmic axes ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LogScale:
    """A logarithmic scale from `low` to `high`, both above 0."""

    low: float
    high: float

    @classmethod
    def of(cls, numbers: Iterable[int]) -> "LogScale":
        """Return a scale from a power of ten below all *numbers* to the largest of them."""
        known = [number for number in numbers if number > 0] or [1]
        low = 10.0 ** floor(log10(min(known)))
        if low == min(known) and low > 1:
            low /= 10  # so that the shortest bar has a length
        return cls(low, max(float(max(known)), 10 * low))

    def share(self, number: float) -> float:
        """Return where *number* lies, from 0 at the low end to 1 at the high one."""
        if number <= self.low:
            return 0.0
        return min(1.0, log10(number / self.low) / log10(self.high / self.low))

    def ticks(self, most: int = MAX_TICKS) -> tuple[float, ...]:
        """Return at most *most* powers of ten on the scale, evenly spaced."""
        first, last = ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9)
        step = max(1, ceil((last - first + 1) / most))
        return tuple(10.0**power for power in range(first, last + 1, step))


def tick_text(number: float) -> str:
    """Return a power of ten in few characters: ``1,000``, ``10 M``."""
    if number < 1_000_000:
        return f"{number:,.0f}"
    return fill(translate("Comparison", "{number} M"), number=f"{number / 1e6:,.0f}")


def apart(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Return *places* moved such that they lie *least* apart, in their order, from *low* to *high*.

    Where there is no room for all of them, they are as far apart as there is.
    """
    if not places:
        return []
    order = sorted(range(len(places)), key=lambda index: places[index])
    gap = min(least, (high - low) / max(1, len(places) - 1))
    moved = [0.0] * len(places)
    floor_ = low
    for rank, index in enumerate(order):
        left = len(order) - 1 - rank
        moved[index] = min(max(places[index], floor_), high - gap * left)
        floor_ = moved[index] + gap
    return moved
