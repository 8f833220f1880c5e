"""Large print: the numbers and letters on a board are as large as there is room for them."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QGraphicsSimpleTextItem

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.boards.board_view import BoardState, BoardView
from kalahloa.views.boards.kalah_board import KalahBoardView
from kalahloa.views.look.theme import LIGHT
from tests.views.boards.alone import show_alone


def letters(board: BoardView) -> list[QGraphicsSimpleTextItem]:
    """Return the numbers and words that are seen on *board*."""
    items = [one for one in board.scene().items() if isinstance(one, QGraphicsSimpleTextItem)]
    return [one for one in items if one.isVisible() and one.text()]


def heights(board: BoardView) -> list[float]:
    return sorted(item.sceneBoundingRect().height() for item in letters(board))


@pytest.mark.parametrize("key", ["kalah", "loa"])
def test_it_enlarges_what_is_written_on_a_board_that_is_shown(qtbot, key):
    game = find_game(key)
    board = show_alone(qtbot, board_class(key)(LIGHT), 900, 620)
    board.show_state(BoardState(game.start(game.rulebook.default)))
    usual = heights(board)
    assert len(usual) >= 16

    BOARDS.choose(large_print=True)

    assert all(large > 1.3 * small for small, large in zip(usual, heights(board), strict=True))
    BOARDS.choose(large_print=False)
    assert heights(board) == usual


@pytest.mark.parametrize(("pits", "stones"), [(6, 4), (12, 12), (1, 1)])
@pytest.mark.parametrize("size", [(900, 620), (300, 200)], ids=str)
def test_nothing_is_written_over_anything_else(qtbot, size, pits, stones):
    BOARDS.choose(large_print=True)
    board = show_alone(qtbot, KalahBoardView(LIGHT), *size)

    board.show_state(
        BoardState(start_position(KalahRules(pits=pits, stones=stones)), names=("You", "Computer"))
    )

    # The line of a text has room above and below its letters.
    areas = [item.sceneBoundingRect() for item in letters(board)]
    areas = [area.adjusted(0, 0.2 * area.height(), 0, -0.2 * area.height()) for area in areas]
    cells = [board.cell_rect(cell) for cell in board.cells()]
    assert len(areas) == len(cells) + 2 * pits + 2
    for number, area in enumerate(areas):
        assert board.board_rect().contains(area)
        assert not any(area.intersects(other) for other in areas[:number] + cells)


def test_it_is_chosen_in_the_preferences(open_window, qtbot):
    hands = open_window("kalah")
    usual = heights(hands.board)

    hands.window.set_preferences(replace(hands.window.preferences, large_print=True))

    assert heights(hands.board) > usual
    qtbot.waitUntil(lambda: hands.kept_preferences().large_print)
