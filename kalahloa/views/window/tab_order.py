"""Tab goes from the board to the bar, and from panel to panel as they stand on the screen.

Qt goes by the order in which widgets were made, and panels are made when they are first shown.
"""

from collections.abc import Callable, Sequence
from itertools import chain, pairwise

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QToolBar, QWidget

from kalahloa.controllers.base.timers import single_shot

LATER_MS = 30
"""Milliseconds to wait, so that the panels are painted first."""
AGAIN_MS = 1500
"""When the order is looked at again if it could not be: after the next look for garbage."""


class TabOrder(QObject):
    """Keeps the Tab order: board, bar, then the panels in reading order."""

    def __init__(
        self, window: QWidget, board: QWidget, areas: Callable[[], Sequence[QWidget]]
    ) -> None:
        """*areas* returns what is seen of the panels, in the order in which one reads it."""
        super().__init__(window)
        self._window = window
        self._board = board
        self._areas = areas
        # Once for all panels that are moved at the same time, and when they have their places.
        self._later = single_shot(self, self._set_order, LATER_MS)
        self._again = single_shot(self, self._set_order, AGAIN_MS)

    def set_later(self) -> None:
        """Schedule an update, after panels were shown, hidden or moved."""
        self._later.start()

    @Slot()
    def _set_order(self) -> None:
        own: dict[QWidget, list[QWidget]] = {area: [] for area in self._areas()}
        before: list[QWidget] = []
        bar: list[QWidget] = []
        ring = _ring(self._window)
        if ring is None:
            self._again.start()
            return
        for widget in ring:
            if self._board.isAncestorOf(widget):
                before.append(widget)
                continue
            part = next((area for area in own if area.isAncestorOf(widget)), None)
            if part is not None:
                own[part].append(widget)
            elif isinstance(_part_of(widget, self._window), QToolBar):
                bar.append(widget)
        wanted = [*before[-1:], *bar, *chain(*own.values())]
        concerned = set(wanted)
        if wanted != [widget for widget in ring if widget in concerned]:
            for first, second in pairwise(wanted):
                QWidget.setTabOrder(first, second)


def _ring(window: QWidget) -> list[QWidget] | None:
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


def _part_of(widget: QWidget, window: QWidget) -> QWidget:
    """Return the child of *window* that *widget* is in, or is itself."""
    above = widget.parentWidget()
    while above is not window and above is not None:
        widget, above = above, above.parentWidget()
    return widget
