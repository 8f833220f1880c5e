"""Setting up a board by mouse and keys."""

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.text.folding import fold
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.boards.wheel import WheelNotches

_COMMAND = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_BUTTONS = {Qt.MouseButton.LeftButton: 1, Qt.MouseButton.RightButton: -1}
"""By how much a click with each button changes a cell."""


class PositionEditor(QObject):
    """Turns what is done on a board into changes of the set-up that the board shows.

    The board itself hears only of the arrow keys.  Where it shows no set-up, nothing can be
    changed, and each attempt is refused.
    """

    edited = Signal(object, object)
    """The new `SetUp`, and a key: changes with the same one, unless None, are one step."""
    refused = Signal(str)
    """Why nothing has changed, as a sentence."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._board = board
        self._origin = -1
        self._button = Qt.MouseButton.NoButton
        self._press = QPointF()
        self._carrying = False
        self._wheel = WheelNotches()
        self._cell = -1
        self._number = 0
        self._typing = 0
        self._is_typing = False
        board.installEventFilter(self)
        board.viewport().installEventFilter(self)
        board.cell_pressed.connect(self._add)
        board.focus_moved.connect(self._focus_moved)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        board = self._board
        if board.state is None:
            return False
        if watched is board:
            return self._filter_keys(event)
        return self._filter_mouse(event)

    def _filter_keys(self, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.FocusIn:
            self._board.set_focus_cell(self._known_cell())
        elif kind == QEvent.Type.FocusOut:
            self._is_typing = False
            self._board.set_focus_cell(-1)
        elif kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._on_key(event)
        return False

    def _filter_mouse(self, event: QEvent) -> bool:
        kind = event.type()
        if isinstance(event, QWheelEvent):
            self._on_wheel(event)
        elif kind == QEvent.Type.ContextMenu:
            event.accept()
        elif not isinstance(event, QMouseEvent):
            return False
        elif kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            self._on_press(event)
        elif kind == QEvent.Type.MouseMove:
            self._on_move(event)
        elif kind == QEvent.Type.MouseButtonRelease:
            self._on_release(event)
        else:
            return False
        return True

    # -- mouse ---------------------------------------------------------------------------------

    def _point(self, event: QMouseEvent | QWheelEvent) -> QPointF:
        return self._board.mapToScene(event.position().toPoint())

    def _on_press(self, event: QMouseEvent) -> None:
        if self._button != Qt.MouseButton.NoButton or event.button() not in _BUTTONS:
            return
        self._origin = self._board.cell_at(self._point(event))
        self._button = event.button()
        self._press = event.position()
        if self._origin >= 0:
            self._go_to(self._origin)

    def _on_move(self, event: QMouseEvent) -> None:
        board = self._board
        cell = board.cell_at(self._point(event))
        set_up = board.set_up
        if set_up is None:
            return
        far = (event.position() - self._press).manhattanLength() >= QApplication.startDragDistance()
        held = self._button == Qt.MouseButton.LeftButton and self._origin >= 0
        if held and far and set_up.contents[self._origin]:
            self._carrying = True
        if self._carrying:
            board.carry(self._origin, self._point(event))
            board.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif cell >= 0:
            board.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            board.viewport().unsetCursor()

    def _on_release(self, event: QMouseEvent) -> None:
        if event.button() != self._button:
            return
        origin, by, carrying = self._origin, _BUTTONS[self._button], self._carrying
        self._origin, self._button, self._carrying = -1, Qt.MouseButton.NoButton, False
        target = self._board.cell_at(self._point(event))
        if carrying:
            self._drop(origin, target)
        elif origin >= 0 and target == origin:
            self._change(origin, by)

    def _drop(self, origin: int, target: int) -> None:
        """End a drag from *origin* over *target*, -1 for beside the board."""
        board, set_up = self._board, self._board.set_up
        board.viewport().unsetCursor()
        if set_up is None:
            return
        board.place_set_up(set_up)
        if target >= 0 and target != origin:
            self._go_to(target)
            self.edited.emit(set_up.carry(origin, target), None)
        elif target < 0 and not set_up.counts:
            self.edited.emit(set_up.put(origin, 0), None)

    def _on_wheel(self, event: QWheelEvent) -> None:
        event.accept()
        set_up = self._board.set_up
        cell = self._board.cell_at(self._point(event))
        if set_up is None or not set_up.counts or cell < 0 or event.modifiers():
            return
        notches = self._wheel.turned(event.angleDelta().y())
        if notches:
            self._go_to(cell)
            self._change(cell, notches)

    # -- keys ----------------------------------------------------------------------------------

    def _on_key(self, event: QKeyEvent) -> bool:
        """Do what a key asks for; return whether the board is not to hear of it."""
        key, text, set_up = event.key(), fold(event.text()), self._board.set_up
        arrows = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
        if key == Qt.Key.Key_Escape:
            event.setAccepted(self._give_up())
            return True
        if event.modifiers() & _COMMAND or key in arrows or not (text or key == Qt.Key.Key_Delete):
            return False
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            return False
        event.accept()
        if set_up is None:
            self._refuse_all()
            return True
        cell = self._known_cell()
        self._go_to(cell)
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._change(cell, -1 if shifted else 1)
        elif text in ("+", "-"):
            self._change(cell, 1 if text == "+" else -1)
        elif key == Qt.Key.Key_Backspace and self._is_typing:
            self._put_number(cell, self._number // 10)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._put(cell, 0)
        elif text in set_up.keys:
            self._put(cell, set_up.keys[text])
        elif text in tuple("0123456789"):
            self._on_digit(set_up, cell, int(text))
        else:
            self.refused.emit(in_words(set_up.hint))
        return True

    def _on_digit(self, set_up: SetUp, cell: int, digit: int) -> None:
        """Type a number into *cell*, or go to the cell that has the number *digit*."""
        if set_up.counts:
            number = 10 * self._number + digit if self._is_typing else digit
            if number > set_up.most:
                sentence = self.tr("A cell holds at most {most}.")
                self.refused.emit(fill(sentence, most=set_up.most))
                return
            self._put_number(cell, number)
            return
        numbered = self._board.numbered_cell(digit) if digit else -1
        if numbered >= 0:
            self._go_to(numbered)
        else:
            self.refused.emit(in_words(set_up.hint))

    def _put_number(self, cell: int, number: int) -> None:
        """Have *number* in *cell*, to which the next digit is added."""
        if not self._is_typing:
            self._typing += 1
        set_up = self._board.set_up
        assert set_up is not None
        self._is_typing, self._number = True, number
        self.edited.emit(set_up.put(cell, number), ("number", cell, self._typing))

    def _give_up(self) -> bool:
        """End a drag without a change; return whether there was one."""
        carrying, self._carrying = self._carrying, False
        self._origin = -1
        if carrying and self._board.set_up is not None:
            self._board.viewport().unsetCursor()
            self._board.place_set_up(self._board.set_up)
        return carrying

    # -- what changes --------------------------------------------------------------------------

    def _known_cell(self) -> int:
        """Return the cell that has the focus, had it last, or gets it first."""
        for cell in (self._board.focus_cell, self._cell):
            if cell in self._board.cells():
                return cell
        return self._board.first_focus()

    def _go_to(self, cell: int) -> None:
        """Put the focus on *cell*."""
        if cell != self._board.focus_cell:
            self._board.set_focus_cell(cell)

    @Slot(int)
    def _focus_moved(self, cell: int) -> None:
        self._is_typing &= cell == self._cell
        self._cell = cell

    @Slot(int)
    def _add(self, cell: int) -> None:
        """Change *cell* as a click does."""
        self._change(cell, 1)

    def _change(self, cell: int, by: int) -> None:
        set_up = self._board.set_up
        if set_up is None:
            self._refuse_all()
            return
        self._take(set_up.step(cell, by), cell)

    def _put(self, cell: int, content: int) -> None:
        set_up = self._board.set_up
        if set_up is not None:
            self._take(set_up.put(cell, content), cell)

    def _take(self, changed: SetUp, cell: int) -> None:
        """Tell of the *changed* set-up, or that *cell* is as it was."""
        self._is_typing = False
        if changed == self._board.set_up:
            sentence = self.tr("Nothing changes: {cell}.")
            self.refused.emit(fill(sentence, cell=self._board.cell_name(cell)))
        else:
            self.edited.emit(changed, None)

    def _refuse_all(self) -> None:
        self.refused.emit(
            self.tr("Set up this board by typing the position as text, not with mouse or keys.")
        )
