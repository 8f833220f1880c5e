"""Widgets side by side, in as many rows as they need."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

SPACING = 6


class FlowRow(QWidget):
    """Puts its widgets side by side, and goes on in another row where there is no room.

    It is no `QLayout`: the items of one that is written in Python outlive it.
    """

    def __init__(self, parent: QWidget | None = None, widgets: Iterable[QWidget] = ()) -> None:
        super().__init__(parent)
        self._widgets: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        for widget in widgets:
            self.add(widget)

    def add(self, widget: QWidget) -> None:
        """Put *widget* at the end."""
        widget.setParent(self)
        self._widgets.append(widget)
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """Be higher where there is less width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows at *width*."""
        return max((room.bottom() + 1 for _, room in self._rooms(width)), default=0)

    def sizeHint(self) -> QSize:
        """Return the size of one row."""
        sizes = [widget.sizeHint() for widget in self._seen()]
        width = sum(size.width() for size in sizes) + SPACING * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the largest widget."""
        sizes = [widget.sizeHint() for widget in self._seen()]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the widgets for the new width."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Arrange the widgets anew where one of them wants another size, or is hidden.

        While the row itself is hidden, nobody tells that: it is looked at when it is shown.
        """
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self.updateGeometry()
            self._arrange()
        return super().event(event)

    def _seen(self) -> list[QWidget]:
        return [widget for widget in self._widgets if widget.isVisibleTo(self)]

    def _rooms(self, width: int) -> list[tuple[QWidget, QRect]]:
        """Return where each widget stands in rows of *width*."""
        found = []
        x = y = row = 0
        for widget in self._seen():
            size = widget.sizeHint()
            if x and x + size.width() > width:
                x, y, row = 0, y + row + SPACING, 0
            found.append((widget, QRect(x, y, min(size.width(), max(1, width)), size.height())))
            x += size.width() + SPACING
            row = max(row, size.height())
        return found

    def _arrange(self) -> None:
        for widget, room in self._rooms(self.width()):
            if self.isRightToLeft():
                room.moveRight(self.width() - 1 - room.left())
            widget.setGeometry(room)
