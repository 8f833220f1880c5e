"""What people met in the window: stale sentences, rows that jump, windows over one another."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.models.game.registry import find_game
from kalahloa.models.storage.user_data import data_folder
from kalahloa.views.panels.players import PlayersPanel
from kalahloa.views.window.status_line import Rank
from kalahloa.views.window.window_place import CASCADE, WindowNumber, place_window
from tests.views.checker import board_shows_record

COMPUTER = Player(Level(depth=1))
LEFT = Qt.MouseButton.LeftButton


# -- the keyboard stays on the board ---------------------------------------------------------------


def test_after_a_click_on_any_button_of_a_panel_keys_go_to_the_board(open_window, qtbot):
    hands = open_window("kalah")
    hands.window.rooms.open_page("study")
    panels = hands.window.panel_host
    analyse = panels.panel("engine").analyse_button
    hands.board.setFocus()

    QTest.mouseClick(analyse, LEFT)

    assert QApplication.focusWidget() is hands.board
    hands.press(Qt.Key.Key_3)
    assert hands.texts() == ["3"]
    for panel in panels.panels.values():
        if panel.is_seen:
            for button in panel.findChildren(QAbstractButton):
                assert not button.focusPolicy() & Qt.FocusPolicy.ClickFocus, button.text()


def test_it_does_not_leave_a_field_or_a_table_that_one_is_in(open_window, qtbot):
    hands = open_window("kalah")
    hands.window.rooms.open_page("study")
    hands.app.turns.play_text("3")
    comment = hands.window.panel_host.panel("comment")
    hands.window.rooms.focus("comment")
    field = QApplication.focusWidget()
    assert comment.isAncestorOf(field)
    analyse = hands.window.panel_host.panel("engine").analyse_button

    QTest.mouseClick(analyse, LEFT)

    assert QApplication.focusWidget() is field


def test_the_focus_of_the_keys_goes_where_the_mouse_takes_the_keyboard_elsewhere(open_window):
    hands = open_window("loa")
    hands.board.setFocus()
    hands.press(Qt.Key.Key_Up)
    assert hands.board.focus_cell >= 0
    moves = hands.window.panel_host.panel("moves")
    hands.app.turns.play_text("b1-b3")
    view = moves.view

    view.setFocus(Qt.FocusReason.MouseFocusReason)

    assert hands.board.focus_cell == -1
    hands.board.setFocus(Qt.FocusReason.TabFocusReason)
    hands.press(Qt.Key.Key_Up)
    hands.window.text.line.setFocus(Qt.FocusReason.TabFocusReason)
    assert hands.board.focus_cell >= 0


# -- what is told when -----------------------------------------------------------------------------


def test_no_refusal_stays_over_a_win(open_window, searcher, qtbot):
    hands = open_window("tictactoe", (HUMAN, COMPUTER))
    searcher.shut()
    searcher.answer = lambda position: 3
    hands.document.new_game(find_game("tictactoe"), None, (HUMAN, COMPUTER), "OO./XX./... X")
    hands.app.turns.play_text("9")
    hands.click_cell(5)
    assert "It is not your turn" in hands.window.status.sentence_of(Rank.NOTICE)
    searcher.open()

    qtbot.waitUntil(lambda: hands.place.outcome is not None)

    assert hands.window.status.sentence_of(Rank.NOTICE) == ""
    assert hands.window.status.sentence.whole.startswith("O wins")
    assert not any("not your turn" in text for text in hands.window.graphical.headline.texts())


def test_a_notice_that_is_no_refusal_stays_through_a_move(open_window):
    hands = open_window("kalah")
    hands.window.say("Saved.")

    hands.app.turns.play_text("3")

    assert hands.window.status.sentence_of(Rank.NOTICE) == "Saved."


def test_it_is_your_turn_when_the_stones_have_come_to_rest(open_window, searcher, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER), speed=1.0)
    searcher.answer = lambda position: 1
    searcher.shut()
    hands.app.turns.play_text("1")
    hands.board.stop_animation()
    searcher.open()
    qtbot.waitUntil(lambda: hands.board.animating and hands.place.human_may_move)
    status = hands.window.status

    assert hands.window.graphical.headline.texts()[0] == "North is thinking"
    assert status.sentence_of(Rank.STANDING).startswith("North is thinking")
    hands.board.stop_animation()

    assert hands.window.graphical.headline.texts()[0] == "Your turn"
    assert status.sentence_of(Rank.STANDING).startswith("Your turn")
    board_shows_record(hands)


def test_ones_own_extra_turn_is_told_when_the_stones_have_come_to_rest(open_window):
    hands = open_window("kalah", (HUMAN, COMPUTER), speed=0.5)
    hands.click_move(3)
    assert hands.board.animating
    assert "moves again" not in " ".join(hands.window.graphical.headline.texts())

    hands.board.stop_animation()

    assert hands.place.human_may_move
    assert hands.window.graphical.headline.texts()[0] == "Your turn"


# -- rows and windows ------------------------------------------------------------------------------


def test_the_rows_of_players_do_not_jump_at_ten_stones(open_window):
    hands = open_window("kalah")
    panel = hands.window.panel_host.panel("players")
    assert isinstance(panel, PlayersPanel)
    row = panel.rows[0]
    for width in range(180, 420):
        row.resize(width, row.height())
        needs = set()
        for stones in (0, 9, 10, 48):
            row.show_player("Human", f"South · {stones} in the kalah", "to move")
            needs.add(row.needs_stack)
        assert len(needs) == 1, width


@pytest.fixture
def folder():
    data_folder().mkdir(parents=True, exist_ok=True)
    return data_folder()


def test_each_of_the_windows_that_are_open_has_a_number_of_its_own(folder):
    first, second = WindowNumber(), WindowNumber()
    assert (first.number, second.number) == (0, 1)
    first.release()

    third = WindowNumber()

    assert third.number == 0
    third.release()
    second.release()


def test_a_second_window_is_not_exactly_over_the_first(open_window, folder, qtbot):
    first = open_window("kalah")
    first.window.resize(500, 400)
    first.window.move(QPoint(40, 30))
    geometry = first.window.saveGeometry()
    second = open_window("loa").window

    assert place_window(second, geometry, 1)
    assert second.pos() == first.window.pos() + CASCADE
    first.window.move(first.window.screen().availableGeometry().bottomRight() - QPoint(500, 400))
    assert place_window(second, first.window.saveGeometry(), 1)
    moved = first.window.pos() - second.pos()
    assert min(moved.toTuple()) >= CASCADE.x()
    assert place_window(second, geometry, 0)
    assert second.size() == first.window.size()


@pytest.mark.parametrize("number", [0, 1])
def test_a_window_of_a_larger_screen_fits_into_a_smaller_one(open_window, qtbot, number):
    window = open_window("kalah").window
    room = window.screen().availableGeometry()
    window.resize(2 * room.width(), 2 * room.height())
    window.move(room.width(), room.height())
    geometry = window.saveGeometry()
    window.resize(500, 400)

    assert place_window(window, geometry, number)

    assert room.contains(window.frameGeometry())
    assert window.width() > 500


def test_a_window_that_is_closed_leaves_its_number(open_window, folder):
    hands = open_window("kalah")
    taken = WindowNumber()
    assert taken.number == 1
    taken.release()

    hands.window.close()

    free = WindowNumber()
    assert free.number == 0
    free.release()


def test_the_arrow_of_a_table_points_down_where_the_greatest_comes_first(open_window, qtbot):
    hands = open_window("kalah")
    hands.app.turns.play_text("3")
    hands.window.rooms.open_page("library")
    table = hands.window.panel_host.panel("games").table
    header = table.horizontalHeader()
    column = header.sortIndicatorSection()

    def widths(order: Qt.SortOrder) -> list[int]:
        """Return how wide the arrow is in each of its rows of pixels, from the top."""
        header.setSortIndicator(column, order)
        image = header.viewport().grab().toImage()
        right = header.sectionViewportPosition(column) + header.sectionSize(column)
        ground = image.pixelColor(right - 25, 3)
        rows = []
        for y in range(3, header.height() - 3):
            inked = [
                x
                for x in range(right - 22, right)
                if abs(image.pixelColor(x, y).lightness() - ground.lightness()) > 40
            ]
            if inked:
                rows.append(max(inked) - min(inked))
        return rows

    down = widths(Qt.SortOrder.DescendingOrder)
    up = widths(Qt.SortOrder.AscendingOrder)

    assert down[0] > down[-1]
    assert up[0] < up[-1]
