"""What of a panel is scrolled where the panel is too low for it."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scroll_beyond(area: QScrollArea, needed: int) -> None:
    """Have no scroll bar in *area* from the height *needed* on, in which all fits without one.

    Qt would keep one that was needed before, as long as all the lines do not fit beside it.
    """
    fits, policy = needed <= area.height(), Qt.ScrollBarPolicy
    area.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded)


class Scroll(QScrollArea):
    """Scrolls `inside` up and down, without a frame or a ground of its own."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.inside = QWidget(self)
        self.inside.setObjectName("plain")
        self.inside.setAutoFillBackground(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self.setWidget(self.inside)

    def unscrolled_height(self) -> int:
        """Return the height from which on nothing is scrolled."""
        if self.inside.hasHeightForWidth():
            return self.inside.heightForWidth(self.width())
        return self.inside.minimumSizeHint().height()

    def minimumSizeHint(self) -> QSize:
        """Return the width of what is inside, which is scrolled up and down only."""
        wide = self.inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(wide, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll only what does not fit."""
        scroll_beyond(self, self.unscrolled_height())
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Have the panel arranged anew when what is inside needs another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            scroll_beyond(self, self.unscrolled_height())
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return done
