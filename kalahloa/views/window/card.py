"""A card: the ground of panels that stand in one place, and the tabs by which one is chosen."""

from collections.abc import Sequence
from contextlib import nullcontext

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QTabBar, QWidget

from kalahloa.views.accessibility import without_events
from kalahloa.views.window.page_layout import TABS_HEIGHT, Handle

_EDGE = 1
FRAME = 2 * _EDGE
"""The pixels of a card's height that its panels do not have."""
_TABS_INSET = 6


class PanelCard(QFrame):
    """A rounded rectangle under one panel or several, with tabs where they share the place."""

    chosen = Signal(str)
    """The key of the box whose tab was clicked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.tabs = QTabBar(self)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)  # rather whole titles, and arrows
        self.tabs.setUsesScrollButtons(True)
        self.tabs.currentChanged.connect(self._choose)
        self.keys: tuple[str, ...] = ()
        """The keys of the boxes that have this place."""

    def show_boxes(self, keys: Sequence[str], titles: Sequence[str], front: str) -> None:
        """Have tabs for boxes called *keys* and *titles*, with *front* in front."""
        # A screen reader would speak each tab that is selected on the way.
        with nullcontext() if self.tabs.hasFocus() else without_events():
            self._fill_tabs(keys, titles, front)
        self.tabs.setVisible(len(keys) > 1)

    def _fill_tabs(self, keys: Sequence[str], titles: Sequence[str], front: str) -> None:
        self.tabs.blockSignals(True)
        if (self.keys, [self.tabs.tabText(at) for at in range(self.tabs.count())]) != (
            tuple(keys),
            [title.replace("&", "&&") for title in titles],
        ):
            while self.tabs.count():
                self.tabs.removeTab(0)
            for title in titles:
                self.tabs.addTab(title.replace("&", "&&"))
            self.keys = tuple(keys)
        self.tabs.setCurrentIndex(self.keys.index(front))
        self.tabs.blockSignals(False)

    def _choose(self, number: int) -> None:
        if 0 <= number < len(self.keys):
            self.chosen.emit(self.keys[number])

    def place(self, rect: QRect) -> QRect:
        """Take the place *rect* of the parent; return what it leaves to the panels."""
        self.setGeometry(rect)
        inner = rect.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        if len(self.keys) > 1:
            height = TABS_HEIGHT - 4
            self.tabs.setGeometry(_TABS_INSET, 2, rect.width() - 2 * _TABS_INSET, height)
            inner.setTop(inner.top() + height)
        return inner


class Edge(QWidget):
    """An edge between two places, by which they are made larger and smaller."""

    dragged = Signal(str, float)
    """The key of the handle, and the share that it is to have."""
    released = Signal(str)
    """The key of a handle that was double-clicked: the edge goes back to its usual place."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.handle: Handle | None = None
        self._is_turned = False

    def show_handle(self, handle: Handle, rect: QRect, *, turned: bool) -> None:
        """Be the edge *handle* at *rect*; *turned* is whether left and right are exchanged."""
        self.handle, self._is_turned = handle, turned
        shapes = Qt.CursorShape
        across = handle.way is Qt.Orientation.Horizontal
        self.setCursor(shapes.SplitHCursor if across else shapes.SplitVCursor)
        self.setGeometry(rect)
        self.show()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Emit `dragged`."""
        handle = self.handle
        if handle is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        at = self.mapToParent(event.position().toPoint())
        if handle.way is Qt.Orientation.Horizontal:
            parent = self.parentWidget()
            assert parent is not None
            x = parent.width() - at.x() if self._is_turned else at.x()
            share = (x - handle.whole.left()) / max(1, handle.whole.width())
        else:
            share = (at.y() - handle.whole.top()) / max(1, handle.whole.height())
        self.dragged.emit(handle.key, 1.0 - share if handle.after else share)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit `released`."""
        if self.handle is not None:
            self.released.emit(self.handle.key)


class PanelWindow(QWidget):
    """A window of its own for one panel, which goes back when it is closed."""

    closed = Signal()

    def __init__(self, title: str, content: QWidget, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(title)
        self.setObjectName("panelWindow")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._content = content
        content.setParent(self)
        content.show()

    def resizeEvent(self, event: object) -> None:
        """Give the panel all the room."""
        self._content.setGeometry(self.rect())

    def closeEvent(self, event: object) -> None:
        """Emit `closed`."""
        self.closed.emit()
