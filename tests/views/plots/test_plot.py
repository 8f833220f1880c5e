"""Plots: what is drawn where, and how points are chosen by mouse and keys."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsEllipseItem, QGraphicsPathItem, QGraphicsSimpleTextItem

from kalahloa.models.record.annotation import Mark
from kalahloa.models.text.errors import BadFile
from kalahloa.views.look.inks import chart_colour
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.pictures.plot_picture import write_plot
from kalahloa.views.plots.plot import Plot
from kalahloa.views.plots.series import Series, SeriesPoint, Style, Tick

SERIES = Series(
    (
        SeriesPoint(0, 2, "start", 100),
        SeriesPoint(1, 4, "one", 101),
        SeriesPoint(2, -3, "two", 102, Mark.BLUNDER),
        SeriesPoint(4, 1, "four", 104, Mark.DUBIOUS),
    ),
    low=-4,
    high=4,
    last=4,
    ticks=(Tick(-4, "-4"), Tick(0, "0"), Tick(4, "+4")),
    numbers=(Tick(1, "1"), Tick(3, "2")),
    above="Black better",
    below="White better",
)


@pytest.fixture
def plot(qtbot) -> Plot:
    made = Plot(LIGHT)
    qtbot.addWidget(made)
    made.resize(400, 200)
    with qtbot.waitExposed(made):
        made.show()
    made.show_series(SERIES)
    return made


def texts(plot: Plot) -> list[str]:
    return [
        item.text() for item in plot.scene().items() if isinstance(item, QGraphicsSimpleTextItem)
    ]


def at(plot: Plot, index: int) -> QPoint:
    return plot.place_of(plot.series.points[index]).toPoint()


def test_points_lie_where_their_ply_and_value_are(plot):
    places = [plot.place_of(point) for point in SERIES.points]

    assert [place.x() for place in places] == sorted(place.x() for place in places)
    assert places[1].y() < places[0].y() < places[3].y() < places[2].y()
    middle = (places[0].x() + places[3].x()) / 2
    assert places[2].x() == pytest.approx(middle)


def test_marks_are_dots_with_their_symbols_in_their_colours(plot):
    dots = [item for item in plot.scene().items() if isinstance(item, QGraphicsEllipseItem)]

    assert {dot.brush().color().name() for dot in dots} == {
        chart_colour(Mark.BLUNDER, False).name(),
        chart_colour(Mark.DUBIOUS, False).name(),
    }
    assert {"??", "?!"} <= set(texts(plot))
    centres = {dot.sceneBoundingRect().center().toPoint().toTuple() for dot in dots}
    assert centres == {at(plot, 2).toTuple(), at(plot, 3).toTuple()}


def test_axes_and_sides_are_labelled(plot):
    assert {"-4", "0", "+4", "1", "2", "Black better", "White better"} <= set(texts(plot))


def test_in_a_low_plot_the_ticks_are_enough(plot):
    plot.resize(400, 60)

    assert {"-4", "0", "+4"} <= set(texts(plot))
    assert "Black better" not in texts(plot)


def test_without_ticks_the_sides_are_always_named(plot):
    plot.show_series(replace(SERIES, ticks=()))
    plot.resize(400, 60)

    assert {"Black better", "White better"} <= set(texts(plot))


@pytest.mark.parametrize("style", list(Style))
def test_all_styles_draw_what_is_where(plot, style):
    plot.show_series(replace(SERIES, style=style))

    bounds = [
        item.sceneBoundingRect()
        for item in plot.scene().items()
        if isinstance(item, QGraphicsPathItem) and item.isVisible()
    ]
    assert bounds
    assert all(plot.sceneRect().adjusted(-1, -1, 1, 1).contains(rect) for rect in bounds)


def test_values_beyond_the_axis_stay_in_the_plot(plot):
    plot.show_series(
        Series((SeriesPoint(0, -99, "", 1), SeriesPoint(1, 99, "", 2)), low=-1, high=1, last=1)
    )

    assert all(plot.sceneRect().contains(plot.place_of(point)) for point in plot.series.points)


def test_a_click_chooses_the_nearest_point(qtbot, plot):
    with qtbot.waitSignal(plot.chosen) as chosen:
        QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=at(plot, 2) + QPoint(9, 4))

    assert chosen.args == [102]


def test_a_click_on_the_current_point_asks_for_nothing(qtbot, plot):
    plot.set_current(2)

    with qtbot.assertNotEmitted(plot.chosen):
        QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=at(plot, 2))


def test_the_pointer_is_told_what_is_under_it_and_taken_back_when_it_leaves(qtbot, plot):
    told: list[str] = []
    plot.pointed.connect(told.append)

    QTest.mouseMove(plot.viewport(), at(plot, 1))
    QTest.mouseMove(plot.viewport(), at(plot, 2))
    plot.show_series(Series())

    assert told == ["one", "two", ""]


@pytest.mark.parametrize(
    ("start", "key", "chosen"),
    [
        (1, Qt.Key.Key_Right, 102),
        (2, Qt.Key.Key_Right, 104),
        (2, Qt.Key.Key_Left, 101),
        (4, Qt.Key.Key_Home, 100),
        (0, Qt.Key.Key_End, 104),
    ],
)
def test_keys_go_along_the_curve(qtbot, plot, start, key, chosen):
    plot.set_current(start)

    with qtbot.waitSignal(plot.chosen) as signal:
        QTest.keyClick(plot, key)

    assert signal.args == [chosen]


@pytest.mark.parametrize(("start", "key"), [(0, Qt.Key.Key_Left), (4, Qt.Key.Key_Right)])
def test_keys_stop_at_the_ends(qtbot, plot, start, key):
    plot.set_current(start)

    with qtbot.assertNotEmitted(plot.chosen):
        QTest.keyClick(plot, key)


def test_keys_do_nothing_where_there_is_nothing(qtbot, plot):
    plot.show_series(Series())

    with qtbot.assertNotEmitted(plot.chosen):
        QTest.keyClick(plot, Qt.Key.Key_Right)


def test_the_line_stands_at_the_current_ply(plot):
    plot.set_current(2)

    assert plot._cursor is not None and plot._cursor.isVisible()
    assert plot._cursor.line().x1() == pytest.approx(plot.place_of(SERIES.points[2]).x())

    plot.set_current(None)

    assert not plot._cursor.isVisible()


def test_the_line_stays_at_its_ply_when_the_plot_is_resized_or_redrawn(plot):
    plot.set_current(4)
    plot.resize(700, 300)
    plot.set_theme(DARK)

    assert plot._cursor is not None
    assert plot._cursor.line().x1() == pytest.approx(plot.place_of(SERIES.points[3]).x())
    assert plot._cursor.pen().color() == DARK.accent


def test_a_plot_is_saved_as_a_picture_vectors_and_numbers(plot, tmp_path):
    for name in ("graph.png", "graph.svg", "graph.csv"):
        write_plot(plot, tmp_path / name)

    image = QImage(str(tmp_path / "graph.png"))
    assert (image.width(), image.height()) == (800, 400)
    assert len({image.pixel(x, 200) for x in range(800)}) > 5
    assert "<path" in (tmp_path / "graph.svg").read_text()
    assert (tmp_path / "graph.csv").read_text() == SERIES.as_table().to_csv()


def test_another_suffix_is_refused_and_nothing_is_written(plot, tmp_path):
    with pytest.raises(BadFile, match=r"\.png, \.svg, \.csv"):
        write_plot(plot, tmp_path / "graph.exe")

    assert not list(tmp_path.iterdir())
