"""Pictures drawn without Qt name their cells, and place them, as the boards do."""

import pytest
from PySide6.QtCore import QRectF

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.views.boards.board_preferences import BOARDS


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_cells_of_a_picture_are_those_of_the_board(open_window, game, flipped, mirrored):
    hands = open_window(game)
    BOARDS.choose(mirrored=mirrored)
    for _ in range(1 if flipped else 2):
        hands.window.actions_by_name["flip"].trigger()
    board, place = hands.board, hands.place
    assert (board.state.flipped, board.state.mirrored) == (flipped, mirrored)

    cells = place.game.cells(place.rules, BoardLook(flipped=flipped, mirrored=mirrored))

    labels = {cell: label for cell in board.cells() if (label := board.cell_label(cell))}
    assert {number: cell.label for number, cell in cells.items()} == labels
    for number, cell in cells.items():
        assert QRectF(*cell.rect) == board.cell_rect(number)
