"""What a plot shows: frozen values that know nothing of widgets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import ceil, floor

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.models.record.annotation import Mark
from kalahloa.views.plots.figure_data import FigureColumn, FigureTable, plain_number


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
    as a dot with its symbol; `proven` tells whether the value is exact.  `label` is what the place
    is called, such as ``3. b1-b3``, where that is not its number.
    """

    x: int
    y: float
    text: str
    key: int
    mark: Mark | None = None
    proven: bool = False
    label: str = ""


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
    high and low values mean.  `names` are the titles of the columns of `as_table`, and `shown`
    returns the text of a value.
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
    shown: Callable[[float], str] = plain_number

    def as_table(self) -> FigureTable:
        """Return the points, a row each; without a name, marks have no column."""
        place, text, value, mark = self.names
        columns = [FigureColumn(place), FigureColumn(text), FigureColumn(value, self.shown)]
        rows = [(point.x, point.text, point.y) for point in self.points]
        if not mark:
            return FigureTable(tuple(columns), tuple(rows))
        marks = ("" if point.mark is None else point.mark.value for point in self.points)
        marked = tuple((*row, one) for row, one in zip(rows, marks, strict=True))
        return FigureTable((*columns, FigureColumn(mark)), marked)

    def summary(self) -> str:
        """Return a sentence: where the values begin and end, and where they change most."""
        points = self.points
        if not points:
            return ""
        if self.style is Style.BARS:
            most = max(points, key=lambda point: abs(point.y))
            if not most.y:
                return fill(translate("Plots", "{name}: none."), name=self.names[2])
            sentence = translate("Plots", "{name}: the largest, {value}, at {place}.")
            return fill(sentence, name=self.names[2], value=self.shown(most.y), place=_place(most))
        first, last = points[0], points[-1]
        before, after = max(
            pairwise(points), key=lambda pair: abs(pair[1].y - pair[0].y), default=(first, first)
        )
        if before.y == after.y:
            sentence = translate("Plots", "{name}: always {first}.")
        elif last.y > first.y:
            sentence = translate(
                "Plots",
                "{name}: rises from {first} to {last}; the largest change is from {before} to "
                "{after} at {place}.",
            )
        elif last.y < first.y:
            sentence = translate(
                "Plots",
                "{name}: falls from {first} to {last}; the largest change is from {before} to "
                "{after} at {place}.",
            )
        else:
            sentence = translate(
                "Plots",
                "{name}: {first} at the start and at the end; the largest change is from {before} "
                "to {after} at {place}.",
            )
        return fill(
            sentence,
            name=self.names[2],
            first=self.shown(first.y),
            last=self.shown(last.y),
            before=self.shown(before.y),
            after=self.shown(after.y),
            place=_place(after),
        )


def _place(point: SeriesPoint) -> str:
    return point.label or str(point.x)


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
