"""The keys of a board: they move the cursor, choose cells, type moves, and describe the game."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from kalahloa.models.game.set_up import SetUp
from kalahloa.models.text.folding import fold
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.nearest import nearest_cell

_COMMAND = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_NUMBERS = tuple("123456789")
_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_TELLING = {"l": "last-move", "s": "score", "t": "threat", "r": "say-again"}
"""The commands that describe the game, by their letters."""
_TELLING_OF_CELL = {"w": "look-at", "x": "lines-at"}
"""The commands that describe the cell under the cursor, by their letters."""


class KeyedBoard(Protocol):
    """The interface of a board that `BoardKeys` uses; see `BoardView`."""

    state: BoardState | None
    focus_cell: int

    @property
    def set_up(self) -> SetUp | None: ...
    def window(self) -> QWidget: ...
    def cells(self) -> Sequence[int]: ...
    def cell_rect(self, cell: int, /) -> QRectF: ...
    def cell_label(self, cell: int, /) -> str: ...
    def cell_of(self, name: str, /) -> int: ...
    def numbered_cell(self, number: int, /) -> int: ...
    def first_focus(self) -> int: ...
    def set_focus_cell(self, cell: int, /) -> None: ...
    def choose_number(self, number: int, /) -> None: ...
    def press(self, cell: int, /) -> None: ...
    def stop_animation(self) -> None: ...
    def withdraw(self) -> None: ...


class BoardKeys(QObject):
    """The keyboard of one board.

    A digit chooses a numbered cell.  Where cells have names such as ``b1``, typing two names makes
    a move.
    """

    asked = Signal(str, object)
    """The key of a command and its words."""

    def __init__(self, board: KeyedBoard, parent: QObject) -> None:
        super().__init__(parent)
        self._board = board
        self._typed = ""

    def press(self, event: QKeyEvent) -> bool:
        """Handle the key of *event*; return whether it means something here."""
        board, key, text = self._board, event.key(), fold(event.text())
        if board.state is None or event.modifiers() & _COMMAND:
            return False
        if board.set_up is None and self._type(text):
            return True
        if text in _NUMBERS:
            # On some keyboards, French ones for instance, figures are typed with Shift; on others
            # they are those of another script.
            board.choose_number(_NUMBERS.index(text) + 1)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return False
        elif key in _STEPS:
            self.step(*_STEPS[Qt.Key(key)])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            board.stop_animation()
            if board.focus_cell >= 0:
                board.press(board.focus_cell)
        elif key == Qt.Key.Key_Escape:
            board.withdraw()
            event.setAccepted(not board.window().isFullScreen())  # which the window leaves then
        elif board.set_up is None and text in _TELLING:
            self.asked.emit(_TELLING[text], [])
        elif board.set_up is None and text in _TELLING_OF_CELL:
            if board.focus_cell < 0:
                board.set_focus_cell(board.first_focus())
            self.asked.emit(_TELLING_OF_CELL[text], [board.cell_label(board.focus_cell)])
        else:
            return False
        return True

    def step(self, right: int, down: int) -> None:
        """Move the focus to the nearest cell in a direction; each argument is -1, 0 or 1."""
        board = self._board
        if board.focus_cell < 0:
            board.set_focus_cell(board.first_focus())
            return
        nearest = nearest_cell(board.cells(), board.cell_rect, board.focus_cell, right, down)
        if nearest >= 0:
            board.set_focus_cell(nearest)

    def _type(self, text: str) -> bool:
        """Add a character to a typed name; choose the cell once its name is complete."""
        board, before, self._typed = self._board, self._typed, ""
        if not text or board.numbered_cell(1) >= 0:
            return False
        names = {label.lower(): cell for cell in board.cells() if (label := board.cell_label(cell))}
        for typed in (before + text, text):
            if typed in names:
                board.stop_animation()
                board.set_focus_cell(names[typed])
                board.press(names[typed])
                return True
            if any(name.startswith(typed) for name in names):
                self._typed = typed
                return True
        return False
