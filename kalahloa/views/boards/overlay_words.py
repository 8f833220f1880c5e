"""What the overlays of a board say of a cell, in words: for screen readers and the status line."""

from kalahloa.controllers.base.translation import in_words
from kalahloa.views.boards.board_view import BoardView


def overlay_words(board: BoardView, cell: int) -> str:
    """Return what the overlays that *board* shows say of *cell*; empty where that is nothing."""
    state = board.state
    if state is None or state.set_up is not None or board.animating:
        return ""
    said = [
        in_words(overlay.tell_cell(state.position, cell))
        for overlay in board.overlays
        if overlay.key in state.overlays
    ]
    return ", ".join(words for words in said if words)
