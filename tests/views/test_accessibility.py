"""Boards as a screen reader finds them."""

import gc
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import QDialog, QMenu
from shiboken6 import isValid

from kalahloa.models.games.loa.game import read_position, start_position
from kalahloa.models.games.loa.rules import LoaRules
from kalahloa.models.games.loa.squares import square_number
from kalahloa.models.games.tictactoe.game import start_position as empty_grid
from kalahloa.models.games.tictactoe.rules import TicTacToeRules
from kalahloa.models.record.annotation import Drawing, Ink, Shape
from kalahloa.views import accessibility
from kalahloa.views.boards.board_view import BoardState
from kalahloa.views.boards.loa_board import LoaBoardView
from kalahloa.views.boards.tictactoe_board import TicTacToeBoardView
from kalahloa.views.look.elided_label import ElidedLabel
from kalahloa.views.look.theme import LIGHT
from tests.scores import exact

NAME = QAccessible.Text.Name
PRESS = QAccessibleActionInterface.pressAction()


@pytest.fixture
def board(qtbot):
    accessibility.install_accessibility()
    board = LoaBoardView(LIGHT)
    qtbot.addWidget(board)
    board.resize(700, 760)
    board.show()
    qtbot.waitExposed(board)
    board.show_state(BoardState(start_position(LoaRules()), playable=True, title="Black to move"))
    return board


@pytest.fixture
def listening(qapp):
    """A screen reader is running, as far as Qt knows."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def interface_of(board):
    return QAccessible.queryAccessibleInterface(board)


def child_named(board, start: str):
    interface = interface_of(board)
    children = [interface.child(index) for index in range(interface.childCount())]
    return next(child for child in children if child.text(NAME).startswith(start))


def test_every_square_is_a_child_with_a_name(board):
    interface = interface_of(board)

    names = [interface.child(index).text(NAME) for index in range(interface.childCount())]

    assert names == [board.cell_name(cell) for cell in board.cells()]
    assert names[:2] == ["a8 empty", "b8 black"]


def test_children_know_their_parent_and_their_place_in_it(board):
    interface = interface_of(board)

    for index in range(interface.childCount()):
        child = interface.child(index)

        assert child.parent() is interface
        assert interface.indexOfChild(child) == index
        assert child.role() == QAccessible.Role.Button
        assert child.isValid()


def test_a_child_is_found_on_the_screen_where_it_says_it_is(board):
    interface = interface_of(board)

    for index in range(interface.childCount()):
        child = interface.child(index)
        middle = child.rect().center()

        assert interface.childAt(middle.x(), middle.y()) is child
        assert interface.rect().contains(middle)


def test_pressing_children_plays_a_move(board):
    played = []
    board.move_chosen.connect(played.append)

    child_named(board, "b1").actionInterface().doAction(PRESS)
    named = child_named(board, "b3").text(NAME)
    child_named(board, "b3").actionInterface().doAction(PRESS)

    assert named == "b3 empty, can move here"
    assert played == [square_number("b1") | square_number("b3") << 6]


def test_what_is_pressed_during_an_animation_ends_it_and_is_done(board):
    before = start_position(LoaRules())
    position = before.copy()
    move = position.read_move("b1-b3")
    position.make(move)
    board.speed = 0.1
    board.show_state(BoardState(position, last_move=move, before=before, playable=True))
    assert board.animating

    child_named(board, "a4 white").actionInterface().doAction(PRESS)

    assert not board.animating
    assert board.selected == square_number("a4")


def test_a_child_is_described_by_what_its_move_is_worth(board):
    position = start_position(LoaRules())
    values = {position.read_move("b1-b3"): exact(8.0)}
    board.show_state(BoardState(position, playable=True, values=values))

    described = child_named(board, "b1").text(QAccessible.Text.Description)

    assert described == "best to b3, worth +8, proven"
    assert child_named(board, "b8").text(QAccessible.Text.Description) == ""


def test_a_child_is_described_by_what_is_drawn_there(board):
    drawings = (
        Drawing(Shape.ARROW, "b8", "b6", Ink.RED),
        Drawing(Shape.CELL, "b6"),
        Drawing(Shape.LABEL, "c8", text="A"),
    )
    board.refresh_state(replace(board.state, drawings=drawings))

    said = {
        cell: child_named(board, cell).text(QAccessible.Text.Description)
        for cell in ("b8", "b6", "c8", "d8")
    }

    assert said == {
        "b8": "red arrow to b6",
        "b6": "red arrow from b8, coloured blue",
        "c8": "label A",
        "d8": "",
    }


def test_cells_on_which_something_is_drawn_are_told(board, qtbot):
    with qtbot.waitSignal(board.cells_changed):
        board.refresh_state(replace(board.state, drawings=(Drawing(Shape.CELL, "b6"),)))


def test_a_child_can_be_asked_for_what_it_has_not(board):
    child = child_named(board, "b1")

    assert child.valueInterface() is None
    assert child.textInterface() is None
    assert child.tableCellInterface() is None
    assert child.actionInterface().localizedActionName(PRESS) == PRESS


def test_the_cell_with_the_keyboard_focus_is_told(board, qtbot):
    board.activateWindow()
    board.setFocus()
    qtbot.waitUntil(board.hasFocus)

    child_named(board, "c8").actionInterface().doAction(QAccessibleActionInterface.setFocusAction())

    assert board.focus_cell == square_number("c8")
    assert interface_of(board).focusChild().text(NAME) == "c8 black"
    assert child_named(board, "c8").state().focused
    assert not child_named(board, "d8").state().focused


def test_the_board_tells_whose_turn_it_is(board):
    assert interface_of(board).text(QAccessible.Text.Description) == "Black to move"


def test_the_children_follow_a_board_that_is_flipped(board):
    first = interface_of(board).child(0).text(NAME)

    board.show_state(replace(board.state, flipped=True))

    assert first == "a8 empty"
    assert interface_of(board).child(0).text(NAME) == "h1 empty"


def test_a_pass_is_a_child_while_it_is_the_one_move(board):
    board.show_state(
        BoardState(read_position("6bw/6bb/8/8/8/8/bb6/wb6 w", LoaRules()), playable=True)
    )
    offered = child_named(board, "Pass")

    board.show_state(BoardState(start_position(LoaRules()), playable=True))

    assert interface_of(board).childCount() == 64
    assert not offered.isValid()


def test_boards_of_other_games_have_children_too(qtbot):
    accessibility.install_accessibility()
    board = TicTacToeBoardView(LIGHT)
    qtbot.addWidget(board)
    empty = interface_of(board).childCount()

    board.show_state(BoardState(empty_grid(TicTacToeRules()), playable=True))

    assert empty == 0
    assert interface_of(board).child(4).text(NAME) == "5, centre, empty"


def sent_to(monkeypatch) -> list[tuple[object, int]]:
    events: list[tuple[object, int]] = []

    class Recorder:
        Event = QAccessible.Event

        @staticmethod
        def isActive() -> bool:
            return True

        @staticmethod
        def updateAccessibility(event) -> None:
            events.append((event.type(), event.child()))

    monkeypatch.setattr(accessibility, "QAccessible", Recorder)
    return events


def test_a_focus_that_moves_is_told_of_the_child(board, monkeypatch):
    interface_of(board)
    events = sent_to(monkeypatch)

    board.set_focus_cell(square_number("b8"))

    assert events == [(QAccessible.Event.Focus, 1)]


def test_cells_that_get_another_name_are_told(board, monkeypatch):
    interface_of(board)
    events = sent_to(monkeypatch)
    board.show_state(BoardState(start_position(LoaRules()), playable=True))

    board.choose(square_number("b1"))

    changed = {board.cells()[child] for _, child in events}
    assert changed == {square_number(name) for name in ("b1", "b3", "d3", "h1")}


def test_a_sentence_can_be_announced(board, monkeypatch):
    events = sent_to(monkeypatch)

    accessibility.announce(board, "White moves a6 to d3.")
    accessibility.announce(board, "")

    assert events == [(QAccessible.Event.Announcement, -1)]


def test_dialogs_are_made_without_events(listening, qtbot):
    class Quiet(QDialog, metaclass=accessibility.MadeWithoutEvents):
        def __init__(self) -> None:
            super().__init__()
            self.was_active = QAccessible.isActive()

    dialog = Quiet()
    qtbot.addWidget(dialog)

    assert not dialog.was_active
    assert QAccessible.isActive()


@pytest.mark.parametrize("make", [QDialog, QMenu])
def test_what_is_closed_is_deleted_at_once(make, qtbot):
    window = make()
    accessibility.delete_when_closed(window)
    window.show()

    window.close()

    qtbot.waitUntil(lambda: not isValid(window))


@pytest.mark.parametrize("make", [QDialog, QMenu])
def test_what_is_closed_stays_while_a_screen_reader_may_ask_about_it(
    make, listening, monkeypatch, qtbot
):
    monkeypatch.setattr(accessibility, "MAX_QUESTIONS_MS", 1_000_000)
    window = make()
    accessibility.delete_when_closed(window)
    window.show()

    window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    assert isValid(window)
    monkeypatch.setattr(accessibility, "MAX_QUESTIONS_MS", 0)
    accessibility.discard(window)
    qtbot.waitUntil(lambda: not isValid(window))


def test_dialogs_are_modal_where_they_are(qtbot):
    accessibility.install_accessibility()
    shown, opened = QDialog(), QDialog()
    qtbot.addWidget(shown)
    qtbot.addWidget(opened)

    shown.show()
    opened.open()

    assert [interface_of(one).state().modal for one in (shown, opened)] == [0, 1]


def test_a_label_that_is_cut_off_has_its_whole_text_as_its_name(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(60, 20)
    label.show()
    label.setText("South wins by 25 to 23.")
    inner = interface_of(label).child(0)

    assert label.text() != label.whole
    assert inner.text(NAME) == label.whole


def test_deleted_boards_leave_nothing_behind(listening, qapp):
    accessibility.install_accessibility()
    before = len(accessibility._held)
    gc.collect()
    gc.freeze()  # not looked through 20 times: all that earlier tests have left
    for round_number in range(20):
        board = LoaBoardView(LIGHT)
        board.show_state(BoardState(start_position(LoaRules()), playable=True))
        interface = interface_of(board)
        children = [interface.child(index) for index in range(interface.childCount())]
        board.set_focus_cell(square_number("b8"))
        if round_number % 2:
            board.deleteLater()
            QCoreApplication.sendPostedEvents(board, QEvent.Type.DeferredDelete)
        del board
        gc.collect()

        assert not isValid(interface)
        assert not any(isValid(child) for child in children)
    assert len(accessibility._held) == before
