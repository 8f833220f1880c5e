"""A small board that plays out a line, beside what points at it."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QVBoxLayout, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Change, Place
from kalahloa.models.game.position import Position
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

STEP_MS = 260
"""The time between two moves that are played out."""
WIDTH = 240
_GAP = 10


class LinePreview(QFrame):
    """A pop-up that takes neither the mouse nor the keyboard."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self.tr("The position after the move"))
        self._theme = theme
        self.board: BoardView | None = None
        self._place = QVBoxLayout(self)
        self._place.setContentsMargins(4, 4, 4, 4)
        self._states: list[BoardState] = []
        self._timer = QTimer(self)
        self._timer.setInterval(STEP_MS)
        self._timer.timeout.connect(self._step)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = theme
        if self.board is not None:
            self.board.set_theme(theme)
            self.board.setBackgroundBrush(theme.panel)

    def play_out(
        self,
        place: Place,
        position: Position,
        moves: Sequence[int],
        beside: QRect,
    ) -> None:
        """Show *moves*, played from *position*, one after the other, left of *beside* (global).

        Where fewer or more of the same moves are shown already, only the rest is played.
        """
        if not self._make_board(place):
            return
        states = _states(position, moves, place.flipped)
        shown = None if self.board is None else self.board.state
        goes_on = self.isVisible() and shown is not None and shown.flipped == place.flipped
        text = "" if shown is None else shown.position.position_string()
        done = [state.position.position_string() for state in states[:-1]]
        at = done.index(text) if goes_on and text in done else -1
        self._states = states[at + 1 :] if at >= 0 else states[1:]
        self._step()
        self._put(beside)
        if self._states:
            self._timer.start()

    def stop(self) -> None:
        """Go away."""
        self._timer.stop()
        self.hide()

    @Slot()
    def _step(self) -> None:
        if self._states and self.board is not None:
            self.board.show_state(self._states.pop(0))
            self.board.setBackgroundBrush(self._theme.panel)
        if not self._states:
            self._timer.stop()

    def _make_board(self, place: Place) -> bool:
        made = board_class(place.game.key)
        if made is None:
            self.stop()
            return False
        if self.board is None or type(self.board) is not made:
            if self.board is not None:
                self._place.removeWidget(self.board)
                self.board.deleteLater()
            self.board = made(self._theme, self)
            self.board.speed = 0.0
            self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            name = fill(self.tr("{game} board, preview of a line"), game=place.game.title)
            self.board.setAccessibleName(name)
            self._place.addWidget(self.board)
        return True

    def _put(self, beside: QRect) -> None:
        """Stand left of *beside*, or right of it where there is no room, within the screen."""
        assert self.board is not None
        rect = self.board.board_rect()
        size = self.size()
        size.setWidth(WIDTH)
        size.setHeight(max(120, round((WIDTH - 20) * rect.height() / rect.width()) + 20))
        self.resize(size)
        screen = QGuiApplication.screenAt(beside.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        left = beside.left() - _GAP - size.width()
        if left < room.left():
            left = beside.right() + _GAP
        top = min(max(room.top(), beside.center().y() - size.height() // 2), room.bottom())
        self.move(QPoint(left, min(top, room.bottom() - size.height())))
        self.show()


class LinePreviewPanel(Panel):
    """A panel that plays lines out on a small board, beside what is pointed at in a list."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.preview: LinePreview | None = None
        """The board on which a line is played out, None if it was never needed."""

    def play_out(
        self, position: Position, moves: Sequence[int], view: QWidget, place: QRect
    ) -> None:
        """Play *moves* out from *position*, beside what is at *place* in *view* or its viewport."""
        if self.place is None:
            return
        if self.preview is None:
            self.preview = LinePreview(self.theme, self)
        viewport = view.viewport() if isinstance(view, QAbstractItemView) else view
        corner = viewport.mapToGlobal(QPoint(0, place.top()))
        beside = QRect(corner.x(), corner.y(), viewport.width(), place.height())
        self.preview.play_out(self.place, position, moves, beside)

    def stop_preview(self) -> None:
        """Play out no longer."""
        if self.preview is not None:
            self.preview.stop()

    def show_change(self, change: Change) -> None:
        """Play out no longer where the document has gone elsewhere."""
        if change.moved:
            self.stop_preview()
        super().show_change(change)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        if self.preview is not None:
            self.preview.set_theme(theme)

    def hideEvent(self, event: QHideEvent) -> None:
        """Play out no longer."""
        self.stop_preview()
        super().hideEvent(event)


def _states(position: Position, moves: Sequence[int], flipped: bool) -> list[BoardState]:
    """Return what the board shows at *position* and after each of *moves*."""
    position = position.copy()
    states = [BoardState(position.copy(), flipped=flipped)]
    for move in moves:
        position.make(move)
        states.append(replace(states[0], position=position.copy(), last_move=move))
    return states
