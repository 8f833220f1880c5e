"""Premoves with real clicks, drags and keys: chosen, drawn, told, cancelled and played."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.models.games.loa.squares import square_name
from kalahloa.views.window.status_line import Rank
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands

COMPUTER = Player(Level(depth=1))
FIRST = {"loa": "b1-b3", "kalah": "2", "tictactoe": "5"}
PREMOVE = {"loa": "f1-f3", "kalah": "5", "tictactoe": "9"}
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture(params=FIRST)
def thinking(open_window, searcher, qtbot, request) -> Hands:
    """A window of a game in which the computer thinks about its answer until it is let."""
    return begun(open_window, searcher, request.param)


def begun(open_window, searcher, game: str, speed: float = 0.0) -> Hands:
    hands = open_window(game, (HUMAN, COMPUTER), speed=speed)
    hands.window.set_preferences(replace(hands.window.preferences, premoves=True))
    searcher.shut()
    hands.app.turns.play_text(FIRST[game])
    assert hands.place.thinking
    hands.board.stop_animation()
    return hands


def premove_of(hands: Hands) -> int:
    return hands.document.position.parse_move(PREMOVE[hands.document.game.key])


def cells_of(hands: Hands) -> tuple[int, ...]:
    """Return the cells that are clicked for the premove: in Kalah, of the human's own pits."""
    move = premove_of(hands)
    return (move - 1,) if hands.document.game.key == "kalah" else hands.cells_of(move)


def click_premove(hands: Hands) -> None:
    for cell in cells_of(hands):
        hands.click_cell(cell)


def headline(hands: Hands) -> str:
    return " ".join(hands.window.graphical.headline.texts())


def test_clicks_choose_it_and_it_is_drawn_told_and_played(thinking, searcher, qtbot, monkeypatch):
    spoken: list[str] = []
    monkeypatch.setattr(
        "kalahloa.views.window.sentences.announce", lambda _, text: spoken.append(text)
    )
    text = PREMOVE[thinking.document.game.key]

    click_premove(thinking)

    assert thinking.place.premove == premove_of(thinking)
    pointed = thinking.board.pointers.premove
    assert pointed.cells == cells_of(thinking)
    assert pointed.label.text() == "Premove"
    assert f"Premove: {text} (Escape withdraws it)" in headline(thinking)
    assert spoken == [f"Premove: {text} (Escape withdraws it)"]
    board_shows_record(thinking)
    searcher.open()
    qtbot.waitUntil(lambda: len(thinking.texts()) == 4)
    assert thinking.texts()[2] == text
    assert pointed.cells == ()
    board_shows_record(thinking)


def test_with_the_preference_off_a_click_is_refused_as_ever(thinking, searcher, qtbot):
    hands = thinking
    hands.window.set_preferences(replace(hands.window.preferences, premoves=False))

    click_premove(hands)

    assert hands.place.premove is None
    assert "It is not your turn" in headline(hands)


def test_it_is_off_unless_the_user_wants_it(open_window):
    assert not open_window("loa").window.preferences.premoves


@pytest.mark.parametrize("how", ["Escape", "right", "same", "outside", "command"])
def test_it_can_be_cancelled(thinking, searcher, qtbot, how):
    hands = thinking
    click_premove(hands)
    board = hands.board

    if how == "Escape":
        QTest.keyClick(board, Qt.Key.Key_Escape)
    elif how == "right":
        where = hands.place_of(cells_of(hands)[0])
        QTest.mousePress(board.viewport(), RIGHT, pos=where)
        menu = QContextMenuEvent(
            QContextMenuEvent.Reason.Mouse, where, board.viewport().mapToGlobal(where)
        )
        QApplication.sendEvent(board.viewport(), menu)
        QTest.mouseRelease(board.viewport(), RIGHT, pos=where)
        assert not [one for one in hands.window.findChildren(QMenu) if one.isVisible()]
    elif how == "same":
        hands.click_cell(cells_of(hands)[-1])
    elif how == "outside":
        QTest.mouseClick(board.viewport(), LEFT, pos=board.viewport().rect().topLeft())
    else:
        hands.type_line("withdraw")

    assert hands.place.premove is None
    assert "Premove" not in headline(hands)
    board_shows_record(hands)
    searcher.open()
    qtbot.waitUntil(lambda: not hands.app.is_busy)
    assert len(hands.texts()) == 2


@pytest.mark.parametrize("game", ["kalah", "tictactoe"])
def test_a_double_click_chooses_it_once_and_does_not_cancel_it(open_window, searcher, game):
    hands = begun(open_window, searcher, game)

    click_premove(hands)
    QTest.mouseDClick(hands.board.viewport(), LEFT, pos=hands.place_of(cells_of(hands)[0]))

    assert hands.place.premove == premove_of(hands)


def test_the_second_half_of_a_double_click_on_a_move_is_no_premove(open_window, searcher):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    hands.window.set_preferences(replace(hands.window.preferences, premoves=True))
    searcher.shut()

    hands.click_cell(1)
    QTest.mouseDClick(hands.board.viewport(), LEFT, pos=hands.place_of(1))

    assert hands.texts() == ["2"]
    assert hands.place.thinking
    assert hands.place.premove is None


def test_keys_choose_it(thinking):
    hands, board = thinking, thinking.board
    board.setFocus()
    for cell in cells_of(hands):
        board.set_focus_cell(cell)
        QTest.keyClick(board, Qt.Key.Key_Return)

    assert hands.place.premove == premove_of(hands)


def test_figures_choose_it_and_another_figure_another(open_window, searcher):
    hands = begun(open_window, searcher, "kalah")
    QTest.keyClick(hands.board, Qt.Key.Key_4)
    QTest.keyClick(hands.board, Qt.Key.Key_5)
    assert hands.place.premove == 5
    QTest.keyClick(hands.board, Qt.Key.Key_7)  # no pit has this number
    assert hands.place.premove == 5
    QTest.keyClick(hands.board, Qt.Key.Key_5)
    assert hands.place.premove is None


def test_a_piece_is_dragged_and_goes_back_to_where_it_stands(open_window, searcher, qtbot):
    hands = begun(open_window, searcher, "loa")
    viewport, (start, end) = hands.board.viewport(), map(hands.place_of, cells_of(hands))
    pieces = hands.board.shown_pieces()
    QTest.mousePress(viewport, LEFT, pos=start)
    QTest.mouseMove(viewport, start + (end - start) / 2)
    QTest.mouseMove(viewport, end)
    QTest.mouseRelease(viewport, LEFT, pos=end)

    assert hands.place.premove == premove_of(hands)
    assert hands.board.shown_pieces() == pieces
    searcher.open()
    qtbot.waitUntil(lambda: len(hands.texts()) == 4)


def test_what_cannot_be_a_premove_is_refused_in_a_sentence(open_window, searcher):
    hands = begun(open_window, searcher, "loa")
    hands.click_cell(2)
    hands.click_cell(63)
    assert (
        hands.window.status.sentence_of(Rank.NOTICE)
        == "Whatever White plays, you cannot play c1-h8."
    )
    QTest.keyClick(hands.board, Qt.Key.Key_Escape)
    hands.click_cell(8)  # a white piece
    assert "It is not your turn: White is to move." in headline(hands)
    assert hands.place.premove is None
    kalah = begun(open_window, searcher, "kalah")
    kalah.click_cell(7)
    assert "It is not your turn: North is to move." in headline(kalah)
    kalah.click_cell(6)
    assert "Stones in a kalah stay there." in headline(kalah)


def test_while_the_computers_move_is_shown_it_waits_and_can_be_cancelled(
    open_window, searcher, qtbot
):
    hands = begun(open_window, searcher, "kalah", speed=1.0)
    click_premove(hands)
    searcher.open()
    qtbot.waitUntil(lambda: hands.board.animating)
    assert len(hands.texts()) == 2
    assert hands.place.premove == 5

    QTest.keyClick(hands.board, Qt.Key.Key_Escape)

    assert not hands.board.animating
    qtbot.waitUntil(lambda: not hands.app.is_busy)
    assert len(hands.texts()) == 2
    assert hands.place.human_may_move


def test_a_click_on_another_pit_while_the_move_is_shown_plays_that_one(
    open_window, searcher, qtbot
):
    hands = begun(open_window, searcher, "kalah", speed=1.0)
    click_premove(hands)
    searcher.open()
    qtbot.waitUntil(lambda: hands.board.animating)
    searcher.shut()

    hands.click_cell(3)

    qtbot.waitUntil(lambda: len(hands.texts()) == 3)
    assert hands.texts()[2] == "4"
    assert hands.place.premove is None


def test_when_the_move_has_been_shown_it_is_played(open_window, searcher, qtbot):
    hands = begun(open_window, searcher, "loa", speed=10.0)
    click_premove(hands)
    counts = []
    hands.window.graphical.settled.connect(lambda: counts.append(len(hands.texts())))
    searcher.open()

    qtbot.waitUntil(lambda: len(hands.texts()) == 4 and not hands.board.animating)

    assert counts[:2] == [2, 3]


@pytest.mark.parametrize("page", ["study", "teach", "home"])
def test_another_room_drops_it(thinking, searcher, qtbot, page):
    click_premove(thinking)

    thinking.window.rooms.open_page(page)

    assert thinking.place.premove is None
    thinking.window.rooms.open_page("play")
    assert thinking.board.pointers.premove.cells == ()


def test_it_is_typed_in_the_text_view_and_said_there(thinking, searcher, qtbot):
    hands = thinking
    hands.window.show_view(text=True)
    text = PREMOVE[hands.document.game.key]

    hands.type_line(text)

    assert f"Premove: {text} (Escape withdraws it)" in hands.window.text.messages.toPlainText()
    hands.window.show_view(text=False)
    assert hands.board.pointers.premove.cells == cells_of(hands)
    searcher.open()
    qtbot.waitUntil(lambda: len(hands.texts()) == 4)
    assert hands.texts()[2] == text


def test_the_squares_that_a_piece_may_reach_are_shown_beforehand(open_window, searcher):
    hands = begun(open_window, searcher, "loa")
    hands.click_cell(2)

    reached = {
        square_name(cell)
        for cell in hands.board.cells()
        if "can move here" in hands.board.cell_name(cell)
    }

    assert reached == {square_name(move >> 6) for move in hands.place.premoves if move & 63 == 2}
    assert "c3" in reached
