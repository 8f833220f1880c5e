"""A game of the library is looked at, stepped through, opened and deleted without the board."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Notes
from tests.models.study.pages.page_reader import ReadPage
from tests.views.panels.test_games import DRAWN, LEFT, X_WINS, Shelf, add, record_of


@pytest.fixture
def shelf(open_window, qtbot) -> Shelf:
    hands = open_window("kalah")
    hands.window.resize(1180, 780)
    return Shelf(hands, qtbot)


def shown(shelf: Shelf) -> str:
    """Return the position on the small board."""
    board = shelf.preview.board
    assert board is not None
    return board.position.position_string()


def preview(shelf: Shelf, row: int) -> None:
    """Click a row, and wait for its game."""
    with shelf.qtbot.waitSignal(shelf.hands.window.library.previewed):
        shelf.click(row)


def test_the_selected_game_is_shown_at_its_end_with_its_facts(shelf, qtbot):
    record = record_of(X_WINS)
    record.annotate(record.root, Notes("A comment"))
    add(shelf.hands, record, tags=("good",))

    shelf.go()
    qtbot.waitUntil(lambda: shelf.preview.record is not None)

    assert shown(shelf) == record.position.position_string()
    assert shelf.preview.players.whole == "Anna – Bert"
    assert shelf.preview.result.whole == "Tic-tac-toe · Classic · X won"
    assert shelf.preview.where.whole == "after 3"

    def facts() -> list[str]:
        return [value.whole for _, value in shelf.preview._labels if value.isVisible()]

    qtbot.waitUntil(lambda: facts()[1:] == ["1", "good"])


def test_buttons_and_keys_step_through_the_game_and_leave_the_board_alone(shelf, qtbot):
    record = record_of(X_WINS)
    add(shelf.hands, record)
    shelf.go()
    qtbot.waitUntil(lambda: shelf.preview.record is not None)
    before = shelf.hands.place.position.position_string()
    steps = shelf.preview.steps
    assert not steps["forward"].isEnabled() and not steps["end"].isEnabled()

    QTest.mouseClick(steps["start"], LEFT)
    start = shown(shelf)
    QTest.mouseClick(steps["forward"], LEFT)
    assert shelf.preview.where.whole == "after 1"
    shelf.preview.setFocus()
    shelf.hands.press(Qt.Key.Key_Right)
    assert shelf.preview.where.whole == "after 4"
    shelf.hands.press(Qt.Key.Key_End)
    assert shelf.preview.where.whole == "after 3"
    shelf.hands.press(Qt.Key.Key_Left)
    assert shelf.preview.where.whole == "after 5"
    shelf.hands.press(Qt.Key.Key_Home)

    assert shown(shelf) == start
    assert not steps["back"].isEnabled() and not steps["start"].isEnabled()
    assert shelf.hands.place.position.position_string() == before
    assert shelf.hands.place.game.key == "kalah"


def test_another_row_shows_another_game_also_of_another_game(shelf, qtbot):
    add(shelf.hands, record_of("1 2", game="kalah"), record_of(DRAWN))
    shelf.go()
    qtbot.waitUntil(lambda: shelf.preview.record is not None)

    preview(shelf, 1)

    assert shelf.preview.record is not None
    assert shelf.preview.record.game.key == "kalah"
    assert "Kalah" in shelf.preview.result.whole
    assert shown(shelf) == shelf.preview.record.position.position_string()
    assert shelf.table.hasFocus()


def test_its_buttons_open_and_delete_the_game(shelf, qtbot):
    add(shelf.hands, record_of(X_WINS), record_of(DRAWN))
    shelf.go()
    qtbot.waitUntil(lambda: shelf.preview.record is not None)

    shelf.listed(lambda: QTest.mouseClick(shelf.preview.delete_button, LEFT))
    assert [row[3] for row in shelf.rows()] == ["X won"]
    qtbot.waitUntil(lambda: shelf.preview.result.whole.endswith("X won"))
    with qtbot.waitSignal(shelf.hands.keeper.opened):
        QTest.mouseClick(shelf.preview.open_button, LEFT)

    assert shelf.hands.texts() == X_WINS.split()


def test_a_game_that_cannot_be_read_says_why(shelf, qtbot):
    add(shelf.hands, record_of(X_WINS))
    with Library.open(shelf.hands.disk.path) as library:
        library._database.execute("UPDATE nodes SET text = '99' WHERE number = 2")
    shelf.go()

    qtbot.waitUntil(lambda: "cannot be read" in shelf.preview.note.text())

    assert shelf.preview.note.isVisible()
    assert not shelf.preview.open_button.isEnabled()
    assert shelf.preview.delete_button.isEnabled()


def test_games_are_exported_to_a_file(shelf, qtbot, tmp_path):
    ids = add(shelf.hands, record_of(X_WINS), record_of(DRAWN))
    shelf.go()
    path = tmp_path / "out.sgf"

    with qtbot.waitSignal(shelf.hands.window.library.message) as told:
        shelf.panel.asked.emit("export-games", [str(path), *map(str, ids)])

    assert "Saved 2 games in" in told.args[0]
    assert path.read_bytes().count(b"(;") == 2


def test_games_are_exported_as_the_chapters_of_a_web_page(shelf, qtbot, tmp_path):
    ids = add(shelf.hands, record_of(X_WINS), record_of(DRAWN))
    shelf.go()
    path = tmp_path / "out.html"

    with qtbot.waitSignal(shelf.hands.window.library.message):
        shelf.panel.asked.emit("export-games", [str(path), *map(str, ids)])

    moves = [len(chapter.light) - 1 for chapter in ReadPage(path.read_bytes()).chapters]
    assert moves == [len(X_WINS.split()), len(DRAWN.split())]


def test_the_board_and_the_moves_of_another_game_come_after_its_names(shelf, qtbot):
    add(shelf.hands, record_of("1 2", game="kalah"), record_of(X_WINS))
    shelf.go()
    qtbot.waitUntil(lambda: shelf.preview.record is not None)
    first = shelf.preview.board
    assert first is not None
    found: list[tuple[bool, int]] = []
    shelf.hands.window.library.previewed.connect(
        lambda _: found.append((first.isVisible(), shelf.preview.tree.rowCount()))
    )
    rows = shelf.preview.tree.rowCount()

    preview(shelf, 1)

    assert shelf.preview.result.whole.startswith("Kalah")
    assert found == [(True, rows)]
    qtbot.waitUntil(first.isHidden)
    board = shelf.preview.board
    assert board is not None and board.isVisible()
    assert shelf.preview.tree.rowCount() != rows


def test_what_is_left_to_be_shown_of_a_game_is_not_shown_once_there_is_none(shelf, qtbot):
    add(shelf.hands, record_of(X_WINS))
    shelf.go()

    qtbot.waitUntil(lambda: shelf.preview.record is not None)
    shelf.preview._show_place(is_new=True)

    shelf.preview._show_nothing("Nothing")

    assert shelf.preview.board is None
    assert shelf.preview.note.isVisible()


def test_each_kind_of_board_and_the_labels_of_facts_are_made_once(shelf, qtbot):
    add(shelf.hands, record_of("1 2", game="kalah"), record_of(X_WINS), record_of(DRAWN))
    shelf.go()
    qtbot.waitUntil(lambda: shelf.preview.record is not None)
    labels, boards = [], []

    for row in (0, 2, 1):
        if row != shelf.table.currentIndex().row():
            preview(shelf, row)
        boards.append(shelf.preview.board)
        labels.append(shelf.preview._labels[0][1])

    assert boards[0] is boards[2] is not boards[1]
    assert len(set(labels)) == 1


def test_a_game_is_told_at_its_end(shelf, qtbot):
    left_at_start = record_of(X_WINS)
    left_at_start.jump(0)
    (game,) = add(shelf.hands, left_at_start)
    library = LibraryView(shelf.hands.keeper)

    with qtbot.waitSignal(library.previewed) as told:
        library.preview(game)
    library.shut_down()

    record = told.args[0].record
    assert record.current is record.nodes[-1]
