"""What bars of several kinds share: rows that keys and the mouse go to, and choose."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsSimpleTextItem, QWidget

from kalahloa.views.accessibility import announce
from kalahloa.views.look.plain_label import plain_tool_tip
from kalahloa.views.look.theme import Theme
from kalahloa.views.plots.chart_view import ChartView

HEIGHT = 80
"""The least height, in pixels."""
_KEYS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Home: -(1 << 20),
    Qt.Key.Key_End: 1 << 20,
}


class RowsView(ChartView):
    """A view whose `_draw` puts the place of each row into `_rows`, and whose `said` tells it."""

    chosen = Signal(int)
    """The number of the row that was clicked, or at which Enter was pressed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.current = 0
        """The row that the keys have gone to."""
        self._frame: QGraphicsRectItem | None = None
        self._rows: list[QRectF] = []
        self._pointed = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(HEIGHT)

    def sizeHint(self) -> QSize:
        """Return a size at which a few bars have room."""
        return QSize(320, 2 * HEIGHT)

    def said(self, row: int) -> str:
        """Return what *row* says, in words."""
        raise NotImplementedError

    # -- drawing -------------------------------------------------------------------------------

    def _clear(self) -> None:
        """Remove all items and rows."""
        self.scene().clear()
        self._frame = None
        self._rows = []

    def _end(self, height: float) -> None:
        """Make the scene as high as what is drawn, which is *height* pixels high."""
        room = self.viewport().size()
        self.scene().setSceneRect(0, 0, room.width(), max(height, room.height() - 1.0))
        self._show_focus()

    def _text(
        self,
        text: str,
        font: QFont,
        metrics: QFontMetricsF,
        colour: QColor,
        at: QPointF,
        most: float,
    ) -> QGraphicsSimpleTextItem:
        """Write *text* at a place, cut off where it is wider than *most*."""
        item = self.scene().addSimpleText(
            metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, most)), font
        )
        item.setBrush(colour)
        item.setPos(at)
        return item

    def _show_focus(self) -> None:
        """Frame the current row while the keyboard is here."""
        if self._frame is not None:
            self.scene().removeItem(self._frame)
            self._frame = None
        if not self._rows:
            return
        room = self._rows[self.current]
        if self.hasFocus():
            self._frame = self.scene().addRect(
                room.adjusted(1, 1, -1, -1), QPen(self.theme.accent, 2)
            )
            self.ensureVisible(room, 0, 0)

    # -- keys and mouse ------------------------------------------------------------------------

    def row_at(self, y: float) -> int:
        """Return the number of the row at *y*, in pixels of the viewport; -1 if there is none."""
        place = self.mapToScene(0, round(y))
        return next((n for n, room in enumerate(self._rows) if room.contains(place)), -1)

    def middle_of(self, row: int) -> QPointF:
        """Return the middle of *row*, in pixels of the viewport."""
        return QPointF(self.mapFromScene(self._rows[row].center()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is under the pointer."""
        self._point_at(self.row_at(event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        """Take back what was said."""
        self._point_at(-1)
        super().leaveEvent(event)

    def _point_at(self, row: int) -> None:
        if row != self._pointed:
            self._pointed = row
            said = "" if row < 0 else self.said(row)
            self.pointed.emit(said)
            self.setToolTip(plain_tool_tip(said))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the row under the pointer."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        row = self.row_at(event.position().y())
        if row >= 0:
            self.choose_row(row)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do nothing more: the press has chosen."""
        event.accept()

    def _go_to(self, row: int) -> None:
        self.current = row
        self._show_focus()

    def choose_row(self, row: int) -> None:
        """Choose *row*."""
        self._go_to(row)
        self.chosen.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from bar to bar, or choose one."""
        key = Qt.Key(event.key())
        modified = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modified or not self._rows:
            event.ignore()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.current)
        elif key in _KEYS:
            self._go_to(min(max(self.current + _KEYS[key], 0), len(self._rows) - 1))
            announce(self, self.said(self.current))
        else:
            event.ignore()


def widest(metrics: QFontMetricsF, texts: Iterable[str], most: float) -> float:
    """Return the width in pixels of the widest of *texts*, at most *most*."""
    return min(most, max((metrics.horizontalAdvance(text) + 2 for text in texts), default=0.0))
