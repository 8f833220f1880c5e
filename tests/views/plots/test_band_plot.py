"""Plots of a curve within a band, and of what a match and tuning weights come to."""

from math import inf

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsSimpleTextItem

from kalahloa.models.match.elo import Elo
from kalahloa.models.match.elo_series import CoursePoint, MatchPoints
from kalahloa.models.match.match import GamePlayed, PairPlayed
from kalahloa.models.tuning.regression import Iteration
from kalahloa.models.tuning.tuning import TunedWeight
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.plots.band_plot import Band, BandPlot
from kalahloa.views.plots.match_series import EloCurve, tuning_loss_series
from kalahloa.views.plots.series import Series, SeriesPoint
from kalahloa.views.plots.share_bar import ShareBar
from kalahloa.views.plots.weight_bars import WeightBars

SERIES = Series(
    tuple(SeriesPoint(x, y, f"at {x}", x) for x, y in ((0, 0), (10, 4), (20, 2))),
    low=-10,
    high=10,
    last=40,
)
BAND = Band(((-8, 8), (-2, 7), (0, 4)), end="+2")


def course(points: str) -> list[CoursePoint]:
    """Return the course of a match whose games end in *points*: two characters a pair."""
    games = [GamePlayed({"+": 1.0, "=": 0.5, "-": 0.0}[one], 9, False) for one in points]
    pairs = [PairPlayed((), (a, b)) for a, b in zip(games[::2], games[1::2], strict=True)]
    return MatchPoints(pairs).points


@pytest.fixture
def plot(qtbot) -> BandPlot:
    made = BandPlot(LIGHT)
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    qtbot.waitExposed(made)
    return made


def paths(plot: BandPlot) -> list[QGraphicsPathItem]:
    return [item for item in plot.scene().items() if isinstance(item, QGraphicsPathItem)]


def band_of(plot: BandPlot) -> QGraphicsPathItem:
    tinted = [path for path in paths(plot) if path.brush().style() != Qt.BrushStyle.NoBrush]
    (band,) = tinted
    return band


def texts(plot: BandPlot) -> list[str]:
    return [
        item.text() for item in plot.scene().items() if isinstance(item, QGraphicsSimpleTextItem)
    ]


# -- bands -----------------------------------------------------------------------------------------


def test_the_band_reaches_from_edge_to_edge_and_narrows(plot):
    plot.show_band(SERIES, BAND)

    shape = band_of(plot).path()
    for point, (low, high) in zip(SERIES.points, BAND.edges, strict=True):
        x = plot.place_of(point).x()
        column = [y for y in range(200) if shape.contains(type(plot.place_of(point))(x, float(y)))]
        if 0 < point.x < 20:
            top = plot.place_of(SeriesPoint(point.x, high, "", 0)).y()
            bottom = plot.place_of(SeriesPoint(point.x, low, "", 0)).y()
            assert min(column) == pytest.approx(top, abs=2)
            assert max(column) == pytest.approx(bottom, abs=2)
    assert "+2" in texts(plot)


def test_the_curve_goes_through_its_points(plot):
    plot.show_band(SERIES, BAND)

    curves = [path for path in paths(plot) if path.pen().color() == LIGHT.accent]
    corners = [
        (path.path().elementAt(i).x, path.path().elementAt(i).y)
        for path in curves
        for i in range(path.path().elementCount())
    ]
    for point in SERIES.points:
        at = plot.place_of(point)
        assert (pytest.approx(at.x()), pytest.approx(at.y())) in corners


def test_without_edges_there_is_no_band_but_a_second_curve(plot):
    plot.show_band(SERIES, Band(others=(SeriesPoint(0, 5, "", 0), SeriesPoint(20, 1, "", 1))))

    assert all(path.brush().style() == Qt.BrushStyle.NoBrush for path in paths(plot))
    assert Qt.PenStyle.DashLine in {path.pen().style() for path in paths(plot)}


def test_the_same_again_is_not_drawn_anew(plot):
    plot.show_band(SERIES, BAND)
    before = plot.scene().items()

    plot.show_band(SERIES, BAND)

    assert plot.scene().items() == before


def test_another_theme_draws_in_its_colours(plot):
    plot.show_band(SERIES, BAND)

    plot.set_theme(DARK)

    assert band_of(plot).brush().color().rgb() == DARK.accent.rgb()


def test_keys_go_from_point_to_point(announced, plot):
    plot.show_band(SERIES, BAND)
    chosen: list[int] = []
    plot.chosen.connect(chosen.append)
    plot.chosen.connect(plot.set_current)

    QTest.keyClick(plot, Qt.Key.Key_End)
    QTest.keyClick(plot, Qt.Key.Key_Left)

    assert chosen == [20, 10]
    assert announced == ["at 20", "at 10"]


def test_numbers_come_with_the_band(plot):
    plot.show_band(SERIES, BAND)

    lines = plot.to_csv().splitlines()

    assert lines[0].endswith(",low,high")
    assert lines[2] == "10,at 10,4,-2,7"


# -- a match ---------------------------------------------------------------------------------------


def test_the_curve_of_a_match_has_a_point_for_each_pair():
    points = course("+=+-++--==+-")

    series, band = EloCurve().series(points, 40)

    assert [point.x for point in series.points] == [2, 4, 6, 8, 10, 12]
    assert [point.y for point in series.points] == pytest.approx(
        [max(-1600, min(1600, one.elo.difference)) for one in points]
    )
    assert [high for _, high in band.edges] == pytest.approx(
        [min(1600, one.elo.high) for one in points]
    )
    assert series.last == 40
    assert series.low <= -100 and series.high >= 100
    assert series.points[-1].text.startswith("After 12 games: +")


def test_a_curve_grows_as_if_it_were_made_at_once():
    points = course("+=+-++--==+-")
    curve = EloCurve()
    for count in (1, 3, 4):
        curve.series(points[:count], 40)

    assert curve.series(points, 40) == EloCurve().series(points, 40)
    assert curve.series(points[:2], 40) == EloCurve().series(points[:2], 40)


def test_points_that_were_made_are_not_made_again():
    points = course("+=" * 50)
    curve = EloCurve()
    first, _ = curve.series(points[:49], 100)

    second, _ = curve.series(points, 100)

    assert all(a is b for a, b in zip(first.points, second.points, strict=False))


def test_of_many_points_some_are_shown_and_always_the_last():
    points = course("+=-+" * 700)

    series, band = EloCurve().series(points, 4000)

    assert 200 <= len(series.points) == len(band.edges) <= 241
    assert series.points[-1].x == 2800
    by_games = {one.games: one.elo for one in points}
    for point, edge in zip(series.points, band.edges, strict=True):
        assert point.y == pytest.approx(by_games[point.x].difference)
        assert edge == pytest.approx((by_games[point.x].low, by_games[point.x].high))


def test_differences_without_end_are_at_the_edge():
    points = [CoursePoint(2, 2, 0, 0, Elo(inf, -20.0, inf))]

    series, band = EloCurve().series(points, 10)

    assert series.high == 800
    assert series.points[0].y > series.high
    assert band.end == "+∞"


def test_without_games_there_is_nothing():
    assert EloCurve().series([], 10) == (Series(), Band())
    assert tuning_loss_series([]) == (Series(), Band())


# -- tuning ----------------------------------------------------------------------------------------


def test_the_loss_that_was_held_out_is_the_curve_and_the_other_is_dashed():
    iterations = [Iteration(0, 0.69, 0.7), Iteration(1, 0.6, 0.62), Iteration(2, 0.59, 0.61)]

    series, band = tuning_loss_series(iterations)

    assert [point.y for point in series.points] == [0.7, 0.62, 0.61]
    assert [point.y for point in band.others] == [0.69, 0.6, 0.59]
    assert series.low < 0.59 and series.high > 0.7
    assert series.points[1].text == "Iteration 1: loss 0.6000, held out 0.6200"
    assert band.end == "0.6100"


def test_without_games_held_out_there_is_one_curve():
    series, band = tuning_loss_series([Iteration(0, 0.69, None), Iteration(1, 0.6, None)])

    assert [point.y for point in series.points] == [0.69, 0.6]
    assert band.others == ()


WEIGHTS = (
    TunedWeight("TOGETHER", 1.0, 1.4, 1.1, 1.7),
    TunedWeight("MIDDLE", 1.5, -0.2, -0.4, 0.1, bent=True),
    TunedWeight("UNUSED", 0.25, 0.25, None, None),
)


@pytest.fixture
def bars(qtbot) -> WeightBars:
    made = WeightBars(LIGHT)
    qtbot.addWidget(made)
    made.resize(360, 200)
    made.show()
    qtbot.waitExposed(made)
    made.show_weights(WEIGHTS)
    return made


def test_each_weight_has_its_name_and_its_new_value(bars):
    written = [
        item.text() for item in bars.scene().items() if isinstance(item, QGraphicsSimpleTextItem)
    ]

    assert {"TOGETHER", "1.4", "MIDDLE", "−0.2", "UNUSED", "0.25"} == set(written)


def test_keys_go_from_weight_to_weight_and_tell_them(announced, bars):
    bars.setFocus()

    QTest.keyClick(bars, Qt.Key.Key_Down)
    QTest.keyClick(bars, Qt.Key.Key_Down)
    QTest.keyClick(bars, Qt.Key.Key_Down)

    assert announced[-1] == "UNUSED: 0.25 before, 0.25 now (not enough games yet)"
    QTest.keyClick(bars, Qt.Key.Key_Home)
    assert announced[-1] == "TOGETHER: 1 before, 1.4 now (95 %: 1.1 to 1.7)"


def test_a_weight_under_the_pointer_is_told(bars):
    said: list[str] = []
    bars.pointed.connect(said.append)
    room = bars._rows[1]

    QTest.mouseMove(bars.viewport(), bars.mapFromScene(room.center()))

    assert said[-1].startswith("MIDDLE: 1.5 before, −0.2 now (95 %: −0.4 to 0.1; not linear")


def test_fewer_weights_than_before_leave_a_current_one(bars):
    bars.setFocus()
    QTest.keyClick(bars, Qt.Key.Key_End)

    bars.show_weights(WEIGHTS[:1])

    assert bars.current == 0
    assert bars.accessibleDescription().startswith("1 weight; the largest change: TOGETHER")
    bars.show_weights(())
    assert bars.accessibleDescription() == ""


def test_a_bar_is_shared_by_what_was_won_drawn_and_lost(qtbot):
    bar = ShareBar(LIGHT)
    qtbot.addWidget(bar)
    bar.resize(200, 22)
    bar.show()
    qtbot.waitExposed(bar)

    bar.show_parts((3, 0, 1), "3 won, 0 drawn, 1 lost")

    widths = sorted(round(item.boundingRect().width()) for item in bar.scene().items())
    whole = bar.viewport().width()
    assert widths == pytest.approx([whole / 4, whole * 3 / 4], abs=2)
    assert bar.accessibleDescription() == "3 won, 0 drawn, 1 lost"
    bar.show_parts((0, 0, 0), "")
    assert bar.scene().items() == []
