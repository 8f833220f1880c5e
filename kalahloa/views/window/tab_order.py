"""Tab goes from the board to the bar, and from panel to panel as they stand on the screen.

Qt goes by the order in which widgets were made, and panels are made when they are first shown.
"""

from itertools import chain, pairwise

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar, QWidget

from kalahloa.controllers.base.timers import single_shot

LATER_MS = 30
"""When the order is set: after the docks were painted at their new places."""
AGAIN_MS = 1500
"""When the order is looked at again if it could not be: after the next look for garbage."""


class TabOrder(QObject):
    """Keeps the order in which Tab goes through the docks of a window."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._docks: list[QDockWidget] = []
        # Once for all docks that are moved at the same time, and when they have their places.
        self._later = single_shot(self, self._set_order, LATER_MS)
        self._again = single_shot(self, self._set_order, AGAIN_MS)

    def follow(self, dock: QDockWidget) -> None:
        """Look at *dock*, too, whenever a dock is shown, hidden, or put elsewhere."""
        self._docks.append(dock)
        dock.dockLocationChanged.connect(self._later.start)
        dock.topLevelChanged.connect(self._later.start)
        dock.visibilityChanged.connect(self._later.start)

    def forget(self, dock: QDockWidget) -> None:
        """Look at *dock* no longer, which is going to be deleted."""
        self._docks.remove(dock)

    @Slot()
    def _set_order(self) -> None:
        central = self._window.centralWidget()
        placed = filter(_is_placed, self._docks)
        places = {dock: _place(dock, self._window) for dock in placed}
        own: dict[QWidget, list[QWidget]] = {
            dock: [] for dock in sorted(places, key=lambda dock: places[dock])
        }
        before: list[QWidget] = []
        bar: list[QWidget] = []
        ring = _ring(self._window)
        if ring is None:
            self._again.start()
            return
        for widget in ring:
            part = _part_of(widget, self._window)
            if part is central:
                before.append(widget)
            elif isinstance(part, QToolBar):
                bar.append(widget)
            elif part in own:
                own[part].append(widget)
        wanted = [*before[-1:], *bar, *chain(*own.values())]
        concerned = set(wanted)
        if wanted != [widget for widget in ring if widget in concerned]:
            for first, second in pairwise(wanted):
                QWidget.setTabOrder(first, second)


def _is_placed(dock: QDockWidget) -> bool:
    return dock.isVisible() and not dock.isFloating()


def _place(dock: QDockWidget, window: QMainWindow) -> tuple[int, int]:
    """Return how far the column of *dock* is from where one begins to read, and how far down."""
    area = dock.geometry()
    # Qt puts what is behind a tab far outside; it stands where the dock before it does.
    for other in window.tabifiedDockWidgets(dock) if area.right() < 0 else ():
        if other.geometry().right() >= 0:
            area = other.geometry()
    return (-area.right() if dock.isRightToLeft() else area.left()), area.top()


def _ring(window: QMainWindow) -> list[QWidget] | None:
    """Return what Tab may go to in *window*, in the order in which it does now.

    Returns None where PySide takes a widget of Qt's own for the item of a layout that was deleted
    and had its address; this passes when what was deleted is collected.
    """
    widgets: list[QWidget] = []
    last = window.previousInFocusChain()  # the window's own place in the chain is not asked for
    widget: object = window
    while widget is not last:
        assert isinstance(widget, QWidget)
        widget = widget.nextInFocusChain()
        if not isinstance(widget, QWidget):
            return None
        # PySide has made it a child of the one before, and would take it for deleted with that.
        # For Qt this changes nothing.
        widget.setParent(widget.parentWidget())
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
            widgets.append(widget)
    return widgets


def _part_of(widget: QWidget, window: QMainWindow) -> QWidget:
    """Return the child of *window* that *widget* is in, or is itself."""
    above = widget.parentWidget()
    while above is not window and above is not None:
        widget, above = above, above.parentWidget()
    return widget
