"""What a dock shows of a panel: all of it, or as much as there is room for, and the rest scrolls.

So the least size of a window hardly depends on its panels, and no panel is ever cut off.
"""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy

from kalahloa.views.panels.panel import Panel

LEAST = QSize(320, 56)
"""The size in pixels to which any panel can be made smaller."""


class PanelArea(QScrollArea):
    """Shows a panel, which is scrolled where it has less room than it needs."""

    def __init__(self, panel: Panel) -> None:
        super().__init__()
        self._panel = panel
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.set_limited(True)
        self.viewport().setAutoFillBackground(False)
        self.setWidget(panel)
        panel.setAutoFillBackground(False)  # it has round corners

    def set_limited(self, limited: bool) -> None:
        """Be no higher than the panel may be, or as high as what stands beside it."""
        policy = self._panel.sizePolicy()
        if not limited:
            policy.setVerticalPolicy(QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)

    @property
    def needed(self) -> int:
        """The height in pixels below which the panel is scrolled."""
        return self._panel.minimumSizeHint().height()

    @property
    def unscrolled(self) -> int:
        """The height in pixels below which the panel is scrolled, or something inside it."""
        return self._panel.unscrolled_height()

    def sizeHint(self) -> QSize:
        """Return the size that the panel would have."""
        return self._panel.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the panel's least size, or that at which it is scrolled."""
        needed = self._panel.minimumSizeHint().expandedTo(self._panel.minimumSize())
        if not self._panel.can_scroll:
            return QSize(min(needed.width(), LEAST.width()), needed.height())
        if needed.height() > LEAST.height():
            needed.setWidth(needed.width() + self.verticalScrollBar().sizeHint().width())
        return needed.boundedTo(LEAST)

    def event(self, event: QEvent) -> bool:
        """Update the dock's size constraints when those of the panel have changed."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return done
