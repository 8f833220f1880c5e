"""Rows of cells: what they show, tick and cannot do; and that Python makes no item for Qt."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

import kalahloa
from kalahloa.views.items.flat_rows import HEADING, TICKED, FlatCell, FlatRows
from kalahloa.views.items.table import FIT

ROLE = Qt.ItemDataRole
_ITEM = re.compile(r"\bQ(Standard|TreeWidget|ListWidget|TableWidget)Item\b")


@pytest.fixture
def rows(qtbot) -> FlatRows:
    """Return an empty model of two columns, which Qt watches."""
    model = FlatRows((FIT, FIT))
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, model
    )
    assert tester.parent() is model
    return model


def texts(rows: FlatRows) -> list[list[str]]:
    return [
        [rows.index(row, column).data() for column in range(rows.columnCount())]
        for row in range(rows.rowCount())
    ]


def test_rows_take_the_place_of_those_before(rows):
    rows.set_rows([(FlatCell("a"), FlatCell("1")), (FlatCell("b"), FlatCell("2"))])
    rows.set_rows([(FlatCell("c"), FlatCell("3"))])

    assert texts(rows) == [["c", "3"]]


def test_a_cell_has_what_it_was_given_and_nothing_else(rows):
    rows.set_rows([(FlatCell("a", {ROLE.ToolTipRole: "tip", ROLE.UserRole: 7}), FlatCell("1"))])
    first = rows.index(0, 0)

    assert (first.data(ROLE.ToolTipRole), first.data(ROLE.UserRole)) == ("tip", 7)
    assert first.data(ROLE.AccessibleTextRole) is None
    assert rows.index(0, 1).data(ROLE.ToolTipRole) is None


def test_a_heading_can_neither_be_chosen_nor_ticked(rows):
    rows.set_rows([(FlatCell("a", flags=HEADING), FlatCell("1"))])

    assert rows.flags(rows.index(0, 0)) == Qt.ItemFlag.NoItemFlags
    assert rows.flags(rows.index(0, 1)) & Qt.ItemFlag.ItemIsSelectable


def test_one_cell_is_changed_and_told(rows, qtbot):
    rows.set_rows([(FlatCell("a"), FlatCell("1")), (FlatCell("b"), FlatCell("2"))])

    with qtbot.waitSignal(rows.dataChanged) as told:
        rows.set_cell(1, 1, FlatCell("3"))

    assert texts(rows) == [["a", "1"], ["b", "3"]]
    place = told.args[0]
    assert (place.row(), place.column()) == (1, 1)


def test_what_is_ticked_is_known_by_its_row(rows):
    box = {ROLE.CheckStateRole: Qt.CheckState.Unchecked}
    rows.set_rows([(FlatCell(text, box, TICKED), FlatCell("")) for text in "abc"])
    assert rows.ticked() == []

    for number in (2, 0):
        assert rows.setData(rows.index(number, 0), Qt.CheckState.Checked, ROLE.CheckStateRole)
    assert rows.ticked() == [0, 2]
    rows.setData(rows.index(2, 0), Qt.CheckState.Unchecked.value, ROLE.CheckStateRole)

    assert rows.ticked() == [0]
    assert texts(rows) == [["a", ""], ["b", ""], ["c", ""]]


def test_texts_cannot_be_edited(rows):
    rows.set_rows([(FlatCell("a"), FlatCell("1"))])

    assert not rows.setData(rows.index(0, 0), "other", ROLE.EditRole)
    assert not rows.flags(rows.index(0, 0)) & Qt.ItemFlag.ItemIsEditable
    assert texts(rows) == [["a", "1"]]


def test_no_item_that_qt_deletes_is_made_in_python():
    views = Path(kalahloa.__file__).parent / "views"

    found = [
        path.name
        for path in views.rglob("*.py")
        if _ITEM.search(path.read_text(encoding="utf-8").replace("QStandardItemModel", ""))
    ]

    assert found == []


def test_no_layout_deletes_rows_or_is_asked_for_an_item_that_it_may_delete():
    views = Path(kalahloa.__file__).parent / "views"

    found = [
        path.name
        for path in views.rglob("*.py")
        if re.search(r"\.(itemAt|itemAtPosition|removeRow)\(", path.read_text(encoding="utf-8"))
    ]

    assert found == []  # see `views.dialogs.fields.Form`
