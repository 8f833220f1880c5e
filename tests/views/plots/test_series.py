"""What plots show: ticks, thinning, and the table of numbers."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.record.annotation import Mark
from kalahloa.views.plots.series import Series, SeriesPoint, even_ticks, thinned


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (-4, 8, (-4, 0, 4, 8)),
        (0, 4, (0, 1, 2, 3, 4)),
        (-48, 2, (-40, -20, 0)),
        (-1, 1, (-1, -0.5, 0, 0.5, 1)),
    ],
)
def test_ticks_are_round_and_zero_is_among_them(low, high, ticks):
    assert even_ticks(low, high) == ticks


@given(st.integers(-10_000, 0), st.integers(0, 10_000))
def test_there_are_never_too_many_ticks_nor_too_few(low, high):
    if low == high:
        return
    ticks = even_ticks(low, high)

    assert 0 in ticks
    assert 2 <= len(ticks) <= 5
    assert all(low <= tick <= high for tick in ticks)


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=600), st.integers(4, 100))
def test_a_thinned_curve_keeps_its_ends_and_its_marks(heights, most):
    points = [
        SeriesPoint(x, y, "", x, Mark.BLUNDER if x % 97 == 5 else None)
        for x, y in enumerate(heights)
    ]

    kept = thinned(points, most)

    assert {max(heights), min(heights)} <= {point.y for point in kept}
    assert [point for point in kept if point.mark] == [point for point in points if point.mark]
    assert len(kept) <= most + 2 + sum(point.mark is not None for point in points)
    assert [point.x for point in kept] == sorted(point.x for point in kept)


def test_the_table_has_a_line_for_each_point():
    points = (
        SeriesPoint(0, 0.5, "start", 0),
        SeriesPoint(1, -2, 'says "hm", c1-e3', 4, Mark.MISTAKE),
    )

    rows = list(csv.reader(io.StringIO(Series(points).as_table().to_csv())))

    assert rows == [
        ["ply", "move", "value", "mark"],
        ["0", "start", "0.5", ""],
        ["1", 'says "hm", c1-e3', "-2", "?"],
    ]


def test_no_text_becomes_a_formula_in_a_spreadsheet():
    assert "'=1+1" in Series((SeriesPoint(0, 0, "=1+1", 0),)).as_table().to_csv()
