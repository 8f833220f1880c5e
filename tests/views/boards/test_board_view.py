"""What all boards share: size, one drawing for one state, wheel, keys and menus."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.models.game.registry import find_game
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_view import MARGIN, BoardState, BoardView
from kalahloa.views.look.theme import LIGHT
from tests.scores import exact

GAMES = ("kalah", "loa", "tictactoe")


@pytest.fixture(params=GAMES)
def board(qtbot, request) -> BoardView:
    return shown_board(qtbot, request.param)


def shown_board(qtbot, key: str) -> BoardView:
    game = find_game(key)
    made = board_class(key)(LIGHT)
    qtbot.addWidget(made)
    made.resize(800, 700)
    made.show()
    qtbot.waitExposed(made)
    made.speed = 0.0
    made.drawings = []
    made.show_state(BoardState(game.start(game.rulebook.default), playable=True, title="Your turn"))
    place, mark = made.place, made.mark
    made.place = lambda position: (made.drawings.append("place"), place(position))
    made.mark = lambda: (made.drawings.append("mark"), mark())
    return made


def drawn_size(board: BoardView) -> tuple[float, float]:
    drawn = board.mapFromScene(board.board_rect()).boundingRect()
    return drawn.width(), drawn.height()


# -- size ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(800, 700), (700, 800), (300, 300), (1600, 500), (200, 150)])
def test_the_board_fills_the_view_but_for_a_few_pixels_and_stays_inside(board, size):
    board.resize(*size)

    width, height = drawn_size(board)
    assert width >= size[0] - 2 * MARGIN - 2 or height >= size[1] - 2 * MARGIN - 2
    inside = board.viewport().rect()
    assert inside.contains(board.mapFromScene(board.board_rect()).boundingRect())


def test_lines_of_action_takes_85_hundredths_of_a_windows_height(qtbot):
    board = shown_board(qtbot, "loa")

    board.resize(830, 700)  # what bars leave of a window of 1180 x 780

    assert drawn_size(board)[1] >= 0.85 * 780


def test_a_board_fits_a_small_window(board):
    assert board.minimumSize().width() <= 200
    assert board.minimumSize().height() <= 160


# -- the focus of the keys ------------------------------------------------------------------------


def test_a_mouse_that_moves_takes_away_the_focus_of_the_keys(board):
    viewport = board.viewport()
    QTest.mouseMove(viewport, QPoint(300, 300))
    QTest.keyClick(board, Qt.Key.Key_Right)
    assert board.focus_cell >= 0

    QTest.mouseMove(viewport, QPoint(320, 310))

    assert board.focus_cell == -1


# -- one state, one drawing ----------------------------------------------------------------------


def test_a_state_is_drawn_once(board):
    board.show_state(replace(board.state, title="Wait"))

    assert board.drawings == ["place", "mark"]


def test_turning_the_board_draws_it_once(board):
    board.refresh_state(replace(board.state, flipped=True))

    assert board.flipped
    assert board.drawings == ["place", "mark"]


def test_what_has_not_changed_is_not_drawn_again(board):
    board.refresh_state(replace(board.state))

    assert board.drawings == []


def test_new_values_move_no_piece(board):
    board.refresh_state(replace(board.state, values={1: exact(1.0)}))

    assert board.drawings == ["mark"]


def test_only_boards_that_can_be_mirrored_are(board):
    board.show_state(replace(board.state, mirrored=True))

    assert board.mirrored == board.can_mirror
    assert board.can_mirror == (board.position.rules.__class__.__name__ == "KalahRules")


def test_where_one_reads_from_the_right_the_board_is_the_same(qtbot, board):
    rects = {cell: board.cell_rect(cell) for cell in board.cells()}
    before = board.grab().toImage()
    QApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        board.show_state(replace(board.state, playable=True))
        after = board.grab().toImage()
    finally:
        QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    assert after == before
    assert {cell: board.cell_rect(cell) for cell in board.cells()} == rects


def test_the_position_is_never_changed(board):
    position = board.position.copy()
    move = position.legal_moves()[0]
    position.make(move)
    before = (position.position_string(), position.move_stack())

    board.show_state(replace(board.state, position=position, last_move=move))
    for cell in board.cells():
        board.hover(cell)
        board.cell_name(cell)
        board.cell_description(cell)

    assert (position.position_string(), position.move_stack()) == before


# -- wheel, menus --------------------------------------------------------------------------------


def turn_wheel(board: BoardView, turned: int, phase=Qt.ScrollPhase.NoScrollPhase, keys=None):
    middle = QPointF(board.viewport().rect().center())
    event = QWheelEvent(
        middle,
        QPointF(board.viewport().mapToGlobal(middle.toPoint())),
        QPoint(),
        QPoint(0, turned),
        Qt.MouseButton.NoButton,
        keys or Qt.KeyboardModifier.NoModifier,
        phase,
        False,
    )
    QApplication.sendEvent(board.viewport(), event)


def test_each_notch_of_the_wheel_is_a_step(board):
    steps = []
    board.stepped.connect(steps.append)
    before = board.transform(), board.mapToScene(QPoint(0, 0))

    turn_wheel(board, 120)
    turn_wheel(board, -240)

    assert steps == [-1, 1, 1]
    assert (board.transform(), board.mapToScene(QPoint(0, 0))) == before


def test_small_turns_add_up_to_a_notch_and_turning_back_starts_anew(board):
    steps = []
    board.stepped.connect(steps.append)

    for turned in (-50, -50, -50):
        turn_wheel(board, turned)
    assert steps == [1]
    turn_wheel(board, 100)
    assert steps == [1]
    turn_wheel(board, 20)

    assert steps == [1, -1]


def test_a_touchpad_that_rolls_on_and_a_wheel_with_control_do_not_step(board):
    steps = []
    board.stepped.connect(steps.append)

    turn_wheel(board, -480, Qt.ScrollPhase.ScrollMomentum)
    turn_wheel(board, -120, keys=Qt.KeyboardModifier.ControlModifier)

    assert steps == []


def test_a_right_click_asks_for_a_menu_there_and_plays_nothing(board):
    asked, played = [], []
    board.context_requested.connect(asked.append)
    board.move_chosen.connect(played.append)
    place = board.mapFromScene(board.cell_rect(board.cells()[-1]).center())
    there = board.viewport().mapToGlobal(place)

    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, there)
    QApplication.sendEvent(board.viewport(), event)

    assert (asked, played) == ([there], [])


def test_the_menu_key_asks_for_a_menu_at_the_focused_cell(board):
    asked = []
    board.context_requested.connect(asked.append)
    cell = board.cells()[2]
    board.set_focus_cell(cell)

    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(1, 1))
    QApplication.sendEvent(board.viewport(), event)

    middle = board.mapFromScene(board.cell_rect(cell).center())
    assert asked == [board.viewport().mapToGlobal(middle)]


# -- hints and values ----------------------------------------------------------------------------


def test_a_hint_never_contradicts_the_value_beside_it(board):
    move = board.position.legal_moves()[0]
    text = board.position.format_move(move)
    state = replace(board.state, hint=move, hint_text=f"{text}  +10.36")

    assert state.hint_label == f"{text}  +10.36"
    valued = replace(state, values={move: exact(8.0)})
    assert valued.hint_label == f"{text}  +8"


@pytest.mark.parametrize("event", [QEvent.Type.Leave])
def test_leaving_the_board_says_nothing_more(board, event):
    remarks = []
    board.remark.connect(remarks.append)
    board.hover(board.cells()[0])

    QApplication.sendEvent(board, QEvent(event))

    assert remarks[-1] == ""


# -- keys ------------------------------------------------------------------------------------------

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


@pytest.mark.parametrize("key", ARROWS, ids=lambda key: key.name)
def test_an_arrow_takes_the_focus_its_way_as_far_as_there_are_cells(board, key):
    right, down = ARROWS[key]
    QTest.keyClick(board, key)
    for _ in range(12):
        before = board.focus_cell
        QTest.keyClick(board, key)
        way = board.cell_rect(board.focus_cell).center() - board.cell_rect(before).center()
        assert board.focus_cell == before or way.x() * right + way.y() * down > 0

    assert board.focus_cell == before


@pytest.mark.parametrize("key", [Qt.Key.Key_3, Qt.Key.Key_Right, Qt.Key.Key_Return])
@pytest.mark.parametrize("modifier", ["ControlModifier", "AltModifier"])
def test_keys_of_commands_are_left_to_the_window(board, key, modifier):
    played = []
    board.move_chosen.connect(played.append)
    board.set_focus_cell(board.first_focus())
    before = board.focus_cell
    event = QKeyEvent(QEvent.Type.KeyPress, key, getattr(Qt.KeyboardModifier, modifier), "3")

    board.keyPressEvent(event)

    assert board.focus_cell == before
    assert not played
