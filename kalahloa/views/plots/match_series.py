"""The course of a match, and of tuning weights, as series."""

from collections.abc import Sequence
from math import copysign, inf
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.features.match.words import course_point_text, elo_text
from kalahloa.controllers.features.tuning.words import iteration_text, loss_text
from kalahloa.views.plots.band_plot import Band
from kalahloa.views.plots.series import Series, SeriesPoint, Style, Tick, even_ticks

if TYPE_CHECKING:
    from kalahloa.models.match.elo_series import CoursePoint
    from kalahloa.models.tuning.regression import Iteration

MAX_ELO = 800.0
"""Greater differences are drawn at the edge."""
MIN_REACH = 100.0
MAX_POINTS = 240
_ROOM = 1.4
"""How much more than the interval is seen of the axis."""


class EloCurve:
    """The series of a match, to which points are added: what was made before stays."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[SeriesPoint, tuple[float, float]]] = {}
        self._count = 0

    def clear(self) -> None:
        """Forget all points."""
        self._made = {}
        self._count = 0

    def series(self, course: "Sequence[CoursePoint]", wanted: int) -> tuple[Series, Band]:
        """Return how a match of *wanted* games has gone; *course* has grown since the last call.

        Of many points `MAX_POINTS` are shown, evenly chosen, and always the last one.
        """
        if len(course) < self._count:
            self.clear()
        self._count = len(course)
        if not course:
            return Series(), Band()
        step = -(-len(course) // MAX_POINTS)
        shown = [*range(step - 1, len(course) - 1, step), len(course) - 1]
        self._made = {index: self._made.get(index) or _made(course[index]) for index in shown}
        points, edges = zip(*self._made.values(), strict=True)
        low, high = edges[-1]
        low = max(-MAX_ELO, min(-MIN_REACH, _ROOM * low))
        high = min(MAX_ELO, max(MIN_REACH, _ROOM * high))
        series = Series(
            points,
            Style.LINE,
            low,
            high,
            max(1, wanted),
            tuple(Tick(at, elo_text(at)) for at in even_ticks(low, high)),
            tuple(Tick(at, f"{at:g}") for at in even_ticks(0, max(1, wanted))),
            names=(
                translate("Plots", "games"),
                translate("Plots", "standing"),
                translate("Plots", "Elo"),
                "",
            ),
            shown=_elo_shown,
        )
        return series, Band(edges, end=elo_text(course[-1].elo.difference))


def _made(point: "CoursePoint") -> tuple[SeriesPoint, tuple[float, float]]:
    """Return the point of the curve for *point*, and the edges of the band there."""
    elo = point.elo
    made = SeriesPoint(point.games, _within(elo.difference), course_point_text(point), point.games)
    return made, (_within(elo.low), _within(elo.high))


def _elo_shown(elo: float) -> str:
    return elo_text(elo if abs(elo) < 2 * MAX_ELO else copysign(inf, elo))


def _within(elo: float) -> float:
    return min(max(elo, -2 * MAX_ELO), 2 * MAX_ELO)


def tuning_loss_series(iterations: "Sequence[Iteration]") -> tuple[Series, Band]:
    """Return the loss after each iteration: of positions held out, and dashed, of the others."""
    if not iterations:
        return Series(), Band()
    shown = [one.loss if one.held_out is None else one.held_out for one in iterations]
    points = tuple(
        SeriesPoint(one.number, loss, iteration_text(one), one.number)
        for one, loss in zip(iterations, shown, strict=True)
    )
    others = tuple(
        SeriesPoint(one.number, one.loss, iteration_text(one), one.number)
        for one in iterations
        if one.held_out is not None
    )
    values = [*shown, *(one.loss for one in iterations)]
    low, high = min(values), max(values)
    room = max(0.15 * (high - low), 1e-4)
    low, high = low - room, high + room
    last = max(1, iterations[-1].number)
    series = Series(
        points,
        Style.LINE,
        low,
        high,
        last,
        tuple(Tick(at, loss_text(at)) for at in (low + room, high - room)),
        tuple(Tick(at, f"{at:g}") for at in even_ticks(0, last, most=6) if at == int(at)),
        names=(
            translate("Plots", "iteration"),
            translate("Plots", "losses"),
            translate("Plots", "loss"),
            "",
        ),
        shown=loss_text,
    )
    other_name = translate("Plots", "training loss")
    return series, Band(others=others, other_name=other_name, end=loss_text(shown[-1]))
