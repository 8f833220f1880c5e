"""Bars: what is drawn how long, and how rows are pointed at and chosen."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsSimpleTextItem

from kalahloa.models.library.charts import RESULT_PARTS, Chart, ChartBar
from kalahloa.models.record.annotation import Mark
from kalahloa.views.look.inks import chart_colour
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.plots.bars import Bars

CHART = Chart(
    "level",
    "Results by opponent",
    RESULT_PARTS,
    (
        ChartBar("Humans", (4, 2, 2), "8 games", "Humans: 4 won", None),
        ChartBar("=Engine", (1, 0, 3), "4 games", "Engine: 1 won", None),
    ),
)
MARKED = Chart("mark", "Mistakes", ("?!", "?", "??"), (ChartBar("All", (1, 1, 1), "3", "3", None),))


@pytest.fixture
def bars(qtbot) -> Bars:
    made = Bars(LIGHT)
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    made.show_chart(CHART)
    return made


def drawn(bars: Bars, row: int) -> list[QGraphicsRectItem]:
    """Return the parts of *row* from left to right."""
    middle = bars.mapToScene(bars.middle_of(row).toPoint()).y()
    found = [
        item
        for item in bars.scene().items()
        if isinstance(item, QGraphicsRectItem)
        and item is not bars._frame
        and item.rect().top() < middle < item.rect().bottom()
    ]
    return sorted(found, key=lambda item: item.rect().left())


def texts(bars: Bars) -> set[str]:
    return {
        item.text() for item in bars.scene().items() if isinstance(item, QGraphicsSimpleTextItem)
    }


def test_parts_are_as_long_as_what_they_count(bars):
    first, second = drawn(bars, 0), drawn(bars, 1)

    widths = [item.rect().width() for item in first]
    assert widths[0] == pytest.approx(2 * widths[1]) == pytest.approx(2 * widths[2])
    assert len(second) == 2
    assert second[1].rect().width() == pytest.approx(3 * second[0].rect().width())
    assert first[0].rect().left() == pytest.approx(second[0].rect().left())
    assert texts(bars) == {
        *("won", "drawn", "lost", "Humans", "=Engine", "8 games", "4 games"),
    }


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_parts_are_told_apart_without_their_colours(bars, theme):
    bars.set_theme(theme)

    brushes = [item.brush() for item in drawn(bars, 0)]

    assert brushes[2].style() is Qt.BrushStyle.BDiagPattern
    assert abs(brushes[0].color().lightness() - brushes[1].color().lightness()) > 60


def test_marks_have_their_own_colours(bars):
    bars.show_chart(MARKED)

    colours = [item.brush().color() for item in drawn(bars, 0)]

    marks = (Mark.DUBIOUS, Mark.MISTAKE, Mark.BLUNDER)
    assert colours == [chart_colour(mark, LIGHT.dark) for mark in marks]
    symbols = [
        item.text() for item in bars.scene().items() if isinstance(item, QGraphicsSimpleTextItem)
    ]
    assert [symbols.count(mark.value) for mark in marks] == [2, 2, 2]  # legend and bar


def test_what_is_under_the_pointer_is_said(bars, qtbot):
    with qtbot.waitSignal(bars.pointed) as said:
        QTest.mouseMove(bars.viewport(), bars.middle_of(1).toPoint())
    assert said.args == ["Engine: 1 won (4 games)"]

    with qtbot.waitSignal(bars.pointed) as said:
        QTest.mouseMove(bars.viewport(), QPoint(20, 190))
    assert said.args == [""]


def test_a_click_beside_the_bars_chooses_nothing(bars, qtbot):
    with qtbot.assertNotEmitted(bars.chosen):
        QTest.mouseClick(bars.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 190))
    with qtbot.waitSignal(bars.chosen) as chosen:
        QTest.mouseClick(
            bars.viewport(), Qt.MouseButton.LeftButton, pos=bars.middle_of(1).toPoint()
        )
    assert chosen.args == [1]


def test_keys_stay_within_the_bars(bars):
    for key, row in (
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 1),
    ):
        QTest.keyClick(bars, key)
        assert bars.current == row
    bars.show_chart(replace(CHART, rows=CHART.rows[:1]))
    assert bars.current == 0


def test_more_bars_than_fit_can_be_reached(bars):
    rows = tuple(replace(CHART.rows[0], label=f"Level {n}") for n in range(40))
    bars.show_chart(replace(CHART, rows=rows))
    bars.setFocus()

    QTest.keyClick(bars, Qt.Key.Key_End)

    assert bars.viewport().rect().contains(bars.middle_of(39).toPoint())


def test_a_spreadsheet_takes_no_label_for_a_formula(bars):
    assert bars.to_csv().splitlines() == [
        "Results by opponent,won,drawn,lost,in all",
        "Humans,4,2,2,8 games",
        "'=Engine,1,0,3,4 games",
    ]
