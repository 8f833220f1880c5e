"""A board that is shown by itself, with lists of what it tells."""

from kalahloa.views.boards.board_view import BoardView


def show_alone(qtbot, board: BoardView, width: int, height: int) -> BoardView:
    """Show *board* and return it; `said`, `played`, `remarks` list its refusals, moves, remarks."""
    qtbot.addWidget(board)
    board.resize(width, height)
    board.show()
    qtbot.waitExposed(board)
    board.said = []
    board.played = []
    board.remarks = []
    board.refused.connect(board.said.append)
    board.move_chosen.connect(board.played.append)
    board.remark.connect(board.remarks.append)
    return board
