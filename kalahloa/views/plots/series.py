"""What a plot shows: frozen values that know nothing of widgets."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import ceil, floor

from kalahloa.models.record.annotation import Mark


class Style(Enum):
    """How the points of a series are joined."""

    LINE = "line"
    STEPS = "steps"
    """A value stays until the next one: for values that change only where somebody errs."""
    BARS = "bars"
    """Each point is a bar from zero."""


@dataclass(frozen=True, slots=True)
class SeriesPoint:
    """A point of a series: `x` is the ply, counted from 0 at the start, `y` the value there.

    `text` says in words what the point is, `key` is what a click on it chooses.  `mark` is shown
    as a dot with its symbol; `proven` tells whether the value is exact.
    """

    x: int
    y: float
    text: str
    key: int
    mark: Mark | None = None
    proven: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """A label of an axis at `at`."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Series:
    """Points by rising `x`, and what is written around them.

    `low` and `high` are the ends of the vertical axis, `ticks` its labels, `last` the right end of
    the horizontal one, whose labels are `numbers`.  `above` and `below` say in a few words what
    high and low values mean.  `names` are the headings of the columns of `to_csv`.
    """

    points: tuple[SeriesPoint, ...] = ()
    style: Style = Style.LINE
    low: float = -1.0
    high: float = 1.0
    last: int = 1
    ticks: tuple[Tick, ...] = ()
    numbers: tuple[Tick, ...] = ()
    above: str = ""
    below: str = ""
    names: tuple[str, str, str, str] = ("ply", "move", "value", "mark")

    def to_csv(self) -> str:
        """Return the points as a table of comma-separated values, with a line of headings."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.names)
        for point in self.points:
            mark = "" if point.mark is None else point.mark.value
            writer.writerow((point.x, harmless(point.text), f"{point.y:g}", mark))
        return out.getvalue()


def even_ticks(low: float, high: float, most: int = 5) -> tuple[float, ...]:
    """Return at most *most* round numbers from *low* to *high*, evenly spaced, zero among them.

    *low* must be 0 or less, *high* 0 or more, and not both 0.
    """
    step = _round_step((high - low) / max(1, most - 1))
    while floor(high / step) - ceil(low / step) + 1 > most:
        step = _round_step(step * 1.01)
    return tuple(step * index for index in range(ceil(low / step), floor(high / step) + 1))


def _round_step(least: float) -> float:
    """Return the smallest of 1, 2, 4, 5, 10, 20 ..., also below 1, that is at least *least*."""
    unit = 1.0
    while unit > least:
        unit /= 10
    while True:
        for factor in (1, 2, 4, 5):
            if unit * factor >= least * (1 - 1e-9):
                return unit * factor
        unit *= 10


def thinned(points: Sequence[SeriesPoint], most: int) -> list[SeriesPoint]:
    """Return at most about *most* of the *points*, such that the curve looks the same.

    Of each stretch the lowest and the highest point are kept, and all points with marks.
    """
    if len(points) <= most:
        return list(points)
    size = ceil(2 * len(points) / most)
    kept: list[SeriesPoint] = []
    for start in range(0, len(points), size):
        stretch = points[start : start + size]
        wanted = {min(stretch, key=_height).x, max(stretch, key=_height).x}
        kept += [one for one in stretch if one.x in wanted or one.mark is not None]
    return kept


def _height(point: SeriesPoint) -> float:
    return point.y


def harmless(text: str) -> str:
    """Return *text* such that a spreadsheet does not take it for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
