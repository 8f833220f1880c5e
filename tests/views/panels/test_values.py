"""The panel of values: the best move first, and a double click plays one."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.document import Document
from kalahloa.controllers.place import Cause, Change, Place
from kalahloa.models.registry import find_game
from kalahloa.models.search.move_values import MoveValue
from kalahloa.views.items.move_values import MOVE, TRUST, VALUE
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.values import ValuesPanel

PROVEN, ESTIMATED = MoveValue(8.0, True, "+8"), MoveValue(9.5, False, "+9.5")


@pytest.fixture
def place(qapp) -> Place:
    return Document(find_game("kalah")).place


@pytest.fixture
def panel(qtbot, place) -> ValuesPanel:
    made = ValuesPanel(LIGHT)
    qtbot.addWidget(made)
    made.resize(300, 300)
    made.show()
    made.show_change(Change.everything(place))
    return made


def _tell(panel: ValuesPanel, place: Place, **fields: object) -> None:
    panel.show_change(Change(frozenset({Cause.FINDINGS}), replace(place, **fields)))


def _rows(panel: ValuesPanel) -> list[tuple[str, ...]]:
    model = panel.model
    return [
        tuple(model.index(row, column).data() for column in (VALUE, MOVE, TRUST))
        for row in range(model.rowCount())
    ]


def test_the_best_move_comes_first(panel, place):
    _tell(panel, place, values_wanted=True, values={1: ESTIMATED, 3: PROVEN})

    assert _rows(panel) == [("+9.5", "1", "estimated"), ("+8", "3", "proven")]
    assert panel.list.isVisible()


def test_values_that_are_not_wanted_are_offered(qtbot, panel, place):
    assert panel.button.isVisible()
    assert not panel.list.isVisible()

    with qtbot.waitSignal(panel.asked) as asked:
        QTest.mouseClick(panel.button, Qt.MouseButton.LeftButton)

    assert asked.args == ["values", []]


def test_a_double_click_and_enter_play_the_move(qtbot, panel, place):
    _tell(panel, place, values_wanted=True, values={1: ESTIMATED, 3: PROVEN})
    spot = panel.list.visualRect(panel.model.index(1, MOVE)).center()
    view = panel.list.viewport()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)

    with qtbot.waitSignal(panel.asked) as asked:
        QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=spot)
    assert asked.args == ["play", ["3"]]

    with qtbot.waitSignal(panel.asked) as asked:
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert asked.args == ["play", ["3"]]


@pytest.mark.parametrize(
    ("fields", "facts"),
    [
        ({"values_wanted": False}, ""),
        ({"values_wanted": True}, "Searching…"),
        ({"values_wanted": True, "values": {3: PROVEN}}, "proven"),
        ({"values_wanted": True, "values": {3: ESTIMATED}}, "estimated, searching…"),
        ({"values_wanted": True, "values": {3: ESTIMATED}, "values_final": True}, "estimated"),
    ],
)
def test_the_header_says_how_far_values_are_known(panel, place, fields, facts):
    _tell(panel, place, **fields)

    assert panel.facts.text() == facts


def test_a_selected_move_stays_selected_while_values_improve(panel, place):
    _tell(panel, place, values_wanted=True, values={1: ESTIMATED, 3: PROVEN})
    panel.list.setCurrentIndex(panel.model.index(1, MOVE))

    _tell(panel, place, values_wanted=True, values={1: PROVEN, 3: PROVEN})

    assert panel.list.currentIndex().row() == 1
    assert _rows(panel)[0][TRUST] == "proven"


def test_another_place_has_other_values_and_none_of_the_last(panel, place):
    _tell(panel, place, values_wanted=True, values={1: ESTIMATED, 3: PROVEN})

    _tell(panel, place, values_wanted=True, values={})

    assert _rows(panel) == []


def test_a_screen_reader_hears_move_value_and_trust(panel, place):
    _tell(panel, place, values_wanted=True, values={3: PROVEN})

    spoken = panel.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)

    assert spoken == "3: +8, proven"
