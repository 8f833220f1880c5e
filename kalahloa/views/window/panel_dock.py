"""A dock of the window that holds a panel, and the handle by which it is dragged."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QWidget

from kalahloa.views.look.pace import PACE
from kalahloa.views.look.theme import Theme

_UPDATE_REQUEST = QEvent.Type.UpdateRequest
TITLE_WIDTH, TITLE_HEIGHT = 40, 12


class PanelDock(QDockWidget):
    """A dock that has its panel made before it is first shown, so that the layout knows its size.

    *fill* returns whether there is a panel.
    """

    resized = Signal()

    def __init__(self, title: str, fill: Callable[[], bool], window: QMainWindow) -> None:
        super().__init__(title, window)
        self._fill = fill

    def setVisible(self, visible: bool) -> None:
        """Show or hide the dock; without a panel it stays hidden."""
        super().setVisible(visible and (self.widget() is not None or self._fill()))

    def event(self, event: QEvent) -> bool:
        """Leave it to the window to paint the dock once that is put back into it.

        What was asked for while it had a window of its own would paint the other window at once.
        """
        if event.type() is not _UPDATE_REQUEST:
            return super().event(event)
        if not self.isWindow():
            return True
        done = super().event(event)
        PACE.end(painted=True)
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Emit `resized`."""
        super().resizeEvent(event)
        self.resized.emit()


class DockTitle(QWidget):
    """A slim handle by which a dock is dragged; a right click offers what can be done with it."""

    def __init__(self, dock: QDockWidget, theme: Theme) -> None:
        super().__init__(dock)
        self.theme = theme
        self.setFixedHeight(TITLE_HEIGHT)
        # Not by a method: the window's layout asks for the size thousands of times.  The dock puts
        # the panel below this height, and takes clicks above it; a fixed height it does not ask.
        size = QHBoxLayout(self)
        size.setContentsMargins(0, 0, 0, 0)
        size.addSpacing(TITLE_WIDTH)
        size.addStrut(TITLE_HEIGHT)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setToolTip(self.tr("Drag to move; double-click to take it out of the window"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw three dots."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.muted)
        middle = self.rect().center()
        for step in (-8, 0, 8):
            painter.drawEllipse(QPoint(middle.x() + step, middle.y() + 1), 1, 1)
