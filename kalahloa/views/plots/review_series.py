"""The review of a line as series: how the value went, and what each side gave away."""

from math import ceil

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.models.game.win_probability import WinProbability
from kalahloa.models.record.node import Node
from kalahloa.models.search.score import Score
from kalahloa.models.study.review.judgement import FAULTS, scale_for
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.turn_numbers import turn_numbers
from kalahloa.models.text.numbers import signed, with_minus
from kalahloa.views.plots.series import Series, SeriesPoint, Style, Tick, even_ticks

SHOWN_NUMBERS = 12
"""The most numbers of moves along the horizontal axis."""
_MIN_MARGIN = 4
_MIN_POINTS = 20.0


def value_series(reviewed: Reviewed, place: Place) -> Series:
    """Return the value of each position of the line, for the first side.

    Where margins count it is the margin in the game's unit, otherwise the win probability, from -1
    (the second side wins) to 1.
    """
    scale = scale_for(place.game, place.position)
    points: list[SeriesPoint] = []
    for before, node, ply, label in _plies(reviewed):
        if not points or points[-1].x != before.ply:
            start = translate("Plots", "Before {move}: {value}")
            points.append(
                SeriesPoint(
                    before.ply,
                    _height(ply.best_value, scale),
                    fill(start, move=ply.text, value=_for_whom(ply.best_value, place)),
                    before.number,
                    proven=ply.best_value.proven,
                    label=fill(translate("Plots", "before {move}"), move=f"{label} {ply.text}"),
                )
            )
        points.append(
            SeriesPoint(
                node.ply,
                _height(ply.value, scale),
                point_text(label, ply, place),
                node.number,
                ply.mark if ply.mark in FAULTS else None,
                ply.value.proven,
                f"{label} {ply.text}",
            )
        )
    first, second = place.game.sides
    above = fill(translate("Plots", "{side} better"), side=first)
    below = fill(translate("Plots", "{side} better"), side=second)
    names = (
        translate("Plots", "ply"),
        translate("Plots", "move"),
        fill(translate("Plots", "value for {side}"), side=first),
        translate("Plots", "mark"),
    )
    last = len(reviewed.line) - 1
    numbers = _numbers(reviewed.line)
    if scale is not None:
        return Series(
            *(tuple(points), Style.LINE, -1.0, 1.0, last, (), numbers, above, below, names),
            shown=_percent_of_height,
        )
    high = max([_MIN_MARGIN, *(ceil(point.y) for point in points)])
    low = min([-_MIN_MARGIN // 2, *(-ceil(-point.y) for point in points)])
    ticks = tuple(Tick(at, with_minus(f"{at:+g}") if at else "0") for at in even_ticks(low, high))
    style = Style.STEPS
    return Series(
        *(tuple(points), style, low, high, last, ticks, numbers, above, below, names), shown=signed
    )


def loss_series(reviewed: Reviewed, place: Place) -> Series:
    """Return what each ply gave away: bars upwards for the first side, downwards for the second."""
    points = tuple(
        SeriesPoint(
            node.ply,
            ply.loss if ply.side == 0 else -ply.loss,
            point_text(label, ply, place),
            node.number,
            ply.mark if ply.mark in FAULTS else None,
            ply.proven,
            f"{label} {ply.text}",
        )
        for _, node, ply, label in _plies(reviewed)
    )
    by_margin = reviewed.review.by_margin
    least = float(_MIN_MARGIN) if by_margin else _MIN_POINTS
    most = max([least, *(abs(point.y) for point in points)])
    unit = "" if by_margin else " %"
    ticks = tuple(Tick(at, f"{abs(at):g}{unit}") for at in even_ticks(-most, most))
    gave = translate("Plots", "{side} lost")
    first, second = place.game.sides
    names = (
        translate("Plots", "ply"),
        translate("Plots", "move"),
        translate("Plots", "loss"),
        translate("Plots", "mark"),
    )
    return Series(
        points,
        Style.BARS,
        -most,
        most,
        len(reviewed.line) - 1,
        ticks,
        _numbers(reviewed.line),
        fill(gave, side=first),
        fill(gave, side=second),
        names,
        shown=_margin_of_height if by_margin else _loss_percent,
    )


def point_text(label: str, ply: ReviewedPly, place: Place) -> str:
    """Return what *ply*, whose move is numbered *label*, was worth, in words."""
    mark = "" if ply.mark is None else f" {ply.mark.value}"
    move = f"{label} {ply.text}{mark}"
    value = _for_whom(ply.value, place)
    if ply.kept:
        return fill(translate("Plots", "{move}: {value}"), move=move, value=value)
    return fill(
        translate("Plots", "{move}: {value}; {best} was worth {better}"),
        move=move,
        value=value,
        best=ply.best_text,
        better=in_words(ply.best_value.short),
    )


def _for_whom(value: Score, place: Place) -> str:
    return fill(
        translate("Plots", "{value} for {side}, {trust}"),
        value=in_words(value.short),
        side=place.game.sides[value.side],
        trust=in_words(value.trust),
    )


def _plies(reviewed: Reviewed) -> list[tuple[Node, Node, ReviewedPly, str]]:
    """Return each reviewed ply of the line with the nodes before and after it, and its number."""
    by_number = {ply.number: ply for ply in reviewed.review.plies}
    line, numbers = reviewed.line, turn_numbers(reviewed.line)
    return [
        (
            before,
            node,
            by_number[node.number],
            f"{number}." if node.side == 0 else f"{number}…",
        )
        for before, node, number in zip(line, line[1:], numbers[1:], strict=False)
        if node.number in by_number
    ]


def _height(value: Score, scale: WinProbability | None) -> float:
    """Return *value* for the first side, in the plot's unit."""
    height = value.number if scale is None else 2 * scale.of(value) - 1
    return height if value.side == 0 else -height


def _percent_of_height(height: float) -> str:
    return f"{50 + 50 * height:.0f} %"


def _margin_of_height(height: float) -> str:
    return f"{abs(height):g}"


def _loss_percent(height: float) -> str:
    return f"{abs(height):.0f} %"


def _numbers(line: tuple[Node, ...]) -> tuple[Tick, ...]:
    """Return the numbers along the axis: each one, or each 2nd, 5th, 10th ..."""
    numbers = turn_numbers(line)
    step = next(
        step * unit
        for unit in (1, 10, 100, 1000, 10_000, 100_000)
        for step in (1, 2, 5)
        if numbers[-1] / (step * unit) <= SHOWN_NUMBERS
    )
    ticks = []
    shown = 0
    for node, number in zip(line, numbers, strict=True):
        if number != shown and (number == 1 or number % step == 0):
            ticks.append(Tick(node.ply, str(number)))
            shown = number
    return tuple(ticks)
