"""The board of Lines of Action with fewer than eight ranks, by mouse, keys and screen reader."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsSimpleTextItem

from kalahloa.models.games.loa.game import read_position, start_position
from kalahloa.models.games.loa.overlays import OVERLAYS
from kalahloa.models.games.loa.rules import LoaRules
from kalahloa.models.games.loa.squares import board_squares, square_name, square_number
from kalahloa.models.record.annotation import Drawing, Ink, Shape
from kalahloa.views.boards.board_view import BoardState
from kalahloa.views.boards.loa_board import PASS_CELL, LoaBoardView
from kalahloa.views.look.theme import LIGHT
from tests.views.boards.alone import show_alone
from tests.views.boards.test_loa_board import click, drag, move, pieces, point

SIZES = [4, 5, 6, 7]


@pytest.fixture
def board(qtbot):
    return show_alone(qtbot, LoaBoardView(LIGHT), 620, 620)


def show(board: LoaBoardView, size: int, **more: object) -> None:
    position = start_position(LoaRules(size=size))
    board.show_state(BoardState(position=position, playable=True, **more))


def letters(board: LoaBoardView) -> set[str]:
    items = board.scene().items()
    texts = {item.text() for item in items if isinstance(item, QGraphicsSimpleTextItem)}
    return {text for text in texts if len(text) == 1}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("flipped", [False, True])
def test_the_pieces_stand_on_the_squares_of_the_small_board(board, size: int, flipped: bool):
    show(board, size, flipped=flipped)

    assert board.shown_pieces() == pieces(board.position)
    assert sorted(board.cells()) == sorted(board_squares(size))
    first = "a1" if flipped else "a" + str(size)
    assert square_name(board.cells()[0]) == (square_name(size - 1) if flipped else first)
    assert letters(board) == {*"abcdefgh"[:size], *"12345678"[:size]}


@pytest.mark.parametrize("size", SIZES)
def test_the_squares_fill_the_view_and_each_is_found_where_it_is_drawn(board, size: int):
    show(board, size)

    for square in board_squares(size):
        assert board.cell_at(board.cell_rect(square).center()) == square
    assert board.cell_at(board.board_rect().topLeft()) == -1
    width = board.cell_rect(0).width() * board.transform().m11()
    assert width > 500 / size


def test_a_piece_is_moved_by_clicks_and_by_dragging(board):
    show(board, 6)

    click(board, "b1")
    click(board, "b3")
    drag(board, "c1", point(board, "a3"))

    assert board.played == [move("b1b3"), move("c1a3")]


def test_a_click_on_a_square_that_cannot_be_reached_is_refused_in_words(board):
    show(board, 6)

    click(board, "b1")
    click(board, "b4")

    assert board.said == ["Two pieces stand on the b-file, so b1 moves two squares along it (b3)."]


def test_the_arrow_keys_stay_on_the_small_board(board):
    show(board, 4)
    board.setFocus()
    board.set_focus_cell(square_number("d4"))

    for key in (Qt.Key.Key_Right, Qt.Key.Key_Up):
        QTest.keyClick(board, key)
        assert square_name(board.focus_cell) == "d4"
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Down):
        QTest.keyClick(board, key)

    assert square_name(board.focus_cell) == "c3"


def test_another_size_is_another_board_and_a_focus_beside_it_is_given_up(board):
    show(board, 8)
    board.set_focus_cell(square_number("h8"))

    show(board, 5)

    assert board.focus_cell == -1
    assert board.shown_pieces() == pieces(board.position)
    show(board, 8)
    assert len(board.cells()) == 64


def test_each_cell_has_its_name_and_what_stands_on_it(board):
    show(board, 5)

    names = [board.cell_name(cell) for cell in board.cells()]

    assert names[:3] == ["a5 empty", "b5 black", "c5 black"]
    assert names[-1] == "e1 empty"


def test_a_side_that_must_pass_finds_the_way_to_do_it(board):
    blocked = read_position("4bw/4bb/6/6/bb4/wb4 w", LoaRules(size=6))
    board.show_state(BoardState(position=blocked, playable=True))

    assert PASS_CELL in board.cells()
    QTest.mouseClick(
        board.viewport(),
        Qt.MouseButton.LeftButton,
        pos=board.mapFromScene(board.cell_rect(PASS_CELL).center()),
    )

    assert board.played == [0]


@pytest.mark.parametrize("size", SIZES)
def test_overlays_are_drawn_inside_the_small_board(board, size: int):
    show(board, size, overlays=frozenset(overlay.key for overlay in OVERLAYS))
    board.hover(square_number("b2"))
    shown = board.overlays_shown()

    assert board.board_rect().contains(board.cell_rect(square_number("b2")))
    middle = board.cell_rect(0).united(board.cell_rect(9 * (size - 1))).center()
    assert [there.toPoint() for there in shown.centres_shown()] == [middle.toPoint()] * 2
    assert len(shown.counts.shown()) == 8


def test_drawings_of_squares_beside_the_board_are_left_out(board):
    drawings = (
        Drawing(Shape.CIRCLE, "h8", ink=Ink.RED),
        Drawing(Shape.ARROW, "a1", to="h8"),
        Drawing(Shape.CIRCLE, "b2"),
    )

    show(board, 5, drawings=drawings)

    assert board.board_rect().contains(board.scene().itemsBoundingRect().center())


def test_a_move_slides_to_its_square(board, qtbot):
    before = start_position(LoaRules(size=6))
    after = before.copy()
    after.make(move("b1b3"))

    with qtbot.waitSignal(board.settled):
        board.show_state(BoardState(position=after, before=before, last_move=move("b1b3")))

    assert board.shown_pieces() == pieces(after)
