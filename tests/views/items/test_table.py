"""Tables of declared columns: what a model shows and emits, and how rows are chosen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication

from kalahloa.views.items.table import (
    AT_END,
    AT_START,
    STRETCH,
    TableColumn,
    TableModel,
    TableView,
    bold,
)

ROLE = Qt.ItemDataRole
HORIZONTAL = Qt.Orientation.Horizontal
COLUMNS = (
    TableColumn("Name", lambda row: row[0], lambda row: f"tip of {row[0]}", lambda row: str(row)),
    TableColumn(
        *("Number", lambda row: str(row[1])),
        align=AT_END,
        width=STRETCH,
        title_tip="counted",
        more={ROLE.UserRole: lambda row: row[1]},
    ),
)
ROWS = (("a", 1), ("b", 2), ("c", 3))


@pytest.fixture
def table(qtbot) -> TableView:
    """A view of three rows, whose model Qt watches."""
    model = TableModel()
    model.set_columns(COLUMNS)
    model.set_rows(ROWS)
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    assert QAbstractItemModelTester(model, mode, model).parent() is model
    view = TableView(None, model)
    qtbot.addWidget(view)
    return view


def texts(model: TableModel) -> list[list[str]]:
    columns = range(model.columnCount())
    return [
        [model.index(row, column).data() for column in columns] for row in range(model.rowCount())
    ]


def test_a_cell_has_what_its_column_declares_and_nothing_else(table):
    model = table.cells
    first, second = model.index(1, 0), model.index(1, 1)

    assert texts(model) == [["a", "1"], ["b", "2"], ["c", "3"]]
    assert first.data(ROLE.ToolTipRole) == "tip of b"
    assert first.data(ROLE.AccessibleTextRole) == "('b', 2)"
    assert (first.data(ROLE.UserRole), second.data(ROLE.UserRole)) == (None, 2)
    assert second.data(ROLE.ToolTipRole) is second.data(ROLE.AccessibleTextRole) is None
    assert [one.data(ROLE.TextAlignmentRole) for one in (first, second)] == [AT_START, AT_END]


def test_a_title_is_aligned_as_its_cells_and_has_a_tip(table):
    model = table.cells

    assert [model.headerData(number, HORIZONTAL) for number in range(3)] == ["Name", "Number", None]
    assert model.headerData(1, HORIZONTAL, ROLE.TextAlignmentRole) == AT_END
    assert model.headerData(1, HORIZONTAL, ROLE.ToolTipRole) == "counted"
    assert model.headerData(0, HORIZONTAL, ROLE.ToolTipRole) is None
    assert model.headerData(0, Qt.Orientation.Vertical) is None


@pytest.mark.parametrize("rows", [ROWS[:1], (*ROWS, ("d", 4)), (ROWS[0], ("x", 9)), (), ROWS])
def test_other_rows_leave_the_current_one_where_it_is(table, rows):
    table.set_current(1)

    is_other = table.cells.set_rows(rows)

    assert is_other == (rows != ROWS)
    assert texts(table.cells) == [[name, str(number)] for name, number in rows]
    assert table.currentIndex().row() == min(1, len(rows) - 1)


def test_only_rows_that_differ_are_drawn_anew(table, qtbot):
    with qtbot.waitSignal(table.cells.dataChanged) as signal:
        table.cells.set_rows((ROWS[0], ("x", 9), ROWS[2]))

    first, last = signal.args[:2]
    assert (first.row(), first.column(), last.row(), last.column()) == (1, 0, 1, 1)


def test_rows_about_something_else_have_no_current_one(table):
    table.set_current(1)

    assert table.cells.set_rows(ROWS, anew=True)

    assert not table.currentIndex().isValid()


def test_new_columns_have_the_widths_that_they_declare(table):
    assert table.horizontalHeader().sectionResizeMode(1) == STRETCH

    table.cells.set_columns((TableColumn("One", str, width=70), TableColumn("Two", str)))

    assert table.columnWidth(0) == 70
    assert table.cells.rowCount() == 0


def test_enter_and_a_double_click_choose_a_row(table):
    chosen: list[int] = []
    table.chosen.connect(chosen.append)
    table.show()
    left, viewport = Qt.MouseButton.LeftButton, table.viewport()

    table.set_current(1)
    QTest.keyClick(table, Qt.Key.Key_Return)
    place = table.visualRect(table.cells.index(2, 0)).center()
    QTest.mouseClick(viewport, left, pos=place)
    assert chosen == [1]
    QTest.mouseDClick(viewport, left, pos=place)

    assert chosen == [1, 2]


def test_where_one_click_chooses_the_second_of_a_double_click_does_nothing(qtbot):
    view = TableView(None, by_click=True)
    qtbot.addWidget(view)
    view.cells.set_columns(COLUMNS)
    view.cells.set_rows(ROWS)
    view.show()
    chosen: list[int] = []
    view.chosen.connect(chosen.append)
    place = view.visualRect(view.cells.index(1, 0)).center()

    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert chosen == [1]


def test_bold_letters_are_those_of_the_font_given_or_of_the_program(qapp):
    given = QFont("monospace", 31)

    assert (bold(given).family(), bold(given).pointSize()) == ("monospace", 31)
    assert bold().family() == QApplication.font().family()
    assert bold(given).weight() == bold().weight() == QFont.Weight.DemiBold
    assert given.weight() == QFont.Weight.Normal


def test_a_table_that_wraps_shows_every_line_of_its_sentences_at_any_width(qtbot):
    model = TableModel()
    model.set_columns(COLUMNS)
    sentence = "The stones of the side that single sowings of the opponent would capture."
    model.set_rows((("at_risk(side)", sentence), ("b", "short")))
    view = TableView(None, model, wraps=True)
    qtbot.addWidget(view)
    view.resize(260, 300)
    view.show()
    qtbot.waitUntil(lambda: view.rowHeight(0) > 3 * view.fontMetrics().lineSpacing())

    assert view.rowHeight(1) < 2 * view.fontMetrics().lineSpacing()

    view.resize(900, 300)

    qtbot.waitUntil(lambda: view.rowHeight(0) < 2 * view.fontMetrics().lineSpacing())


def test_an_empty_cell_is_called_empty_by_a_screen_reader(qapp):
    model = TableModel()
    model.set_columns([TableColumn("Note", lambda row: row)])
    model.set_rows(["", "late"])

    said = [model.index(row, 0).data(ROLE.AccessibleTextRole) for row in range(2)]

    assert said == ["empty", None]
