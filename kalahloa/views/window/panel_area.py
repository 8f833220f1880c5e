"""What a card shows of a panel: all of it, or as much as there is room for, and the rest scrolls.

So the minimum size of a window hardly depends on its panels, and no panel is ever cut off.
"""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.scroll import scroll_beyond

MIN_SIZE = QSize(320, 56)
"""The size in pixels to which any panel can be made smaller."""


class PanelArea(QScrollArea):
    """Shows a panel, which is scrolled where it has less room than it needs."""

    def __init__(self, panel: Panel, parent: QWidget) -> None:
        super().__init__(parent)
        self.panel = panel
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self.setWidget(panel)
        panel.setAutoFillBackground(False)  # it has round corners

    @property
    def needed(self) -> int:
        """The height in pixels below which the panel is scrolled."""
        return self.needed_at(max(self.width(), MIN_SIZE.width()))

    def needed_at(self, width: int) -> int:
        """Return the height below which the panel is scrolled where it is *width* wide."""
        height = self.panel.heightForWidth(width)
        return self.panel.minimumSizeHint().height() if height < 0 else height

    @property
    def unscrolled(self) -> int:
        """The height in pixels below which the panel is scrolled, or something inside it."""
        return self.panel.unscrolled_height()

    def sizeHint(self) -> QSize:
        """Return the size that the panel would have."""
        return self.panel.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the panel's least size, or that at which it is scrolled."""
        needed = self.panel.minimumSizeHint().expandedTo(self.panel.minimumSize())
        if not self.panel.can_scroll:
            return QSize(min(needed.width(), MIN_SIZE.width()), needed.height())
        if needed.height() > MIN_SIZE.height():
            needed.setWidth(needed.width() + self.verticalScrollBar().sizeHint().width())
        return needed.boundedTo(MIN_SIZE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll only what does not fit."""
        scroll_beyond(self, self.needed)
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Have the page arranged anew when the panel needs another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            scroll_beyond(self, self.needed)
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return done
