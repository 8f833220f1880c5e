"""Keyboard navigation in the window: Tab, F6, Escape, and Enter on buttons."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget

from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.window.board_and_text import BoardAndText
from kalahloa.views.window.room_view import RoomView

_PRESSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
_BY_KEY = Qt.FocusReason.ShortcutFocusReason


class FocusMover(QObject):
    """Moves the focus among the views, the bar and the panels of a window.

    Tab goes from the views to the bar, and from panel to panel as they stand on the screen: Qt
    goes by the order in which widgets were made, but boards and panels are made when they are
    first shown.  F6 goes from panel to panel, and Escape to the views.
    """

    def __init__(self, window: QWidget, views: BoardAndText, bar: QWidget, rooms: RoomView) -> None:
        super().__init__(window)
        self._window = window
        self._views = views
        self._bar = bar
        self._rooms = rooms
        self._reached = ""
        window.installEventFilter(self)

    def step(self, *, forward: bool) -> bool:
        """Move the focus to the next widget, or to the one before; return whether it moved.

        Within each part, widgets follow one another as they do in the tree of its children.
        """
        focused = self._window.focusWidget()
        parts = (self._views, self._bar, *self._rooms.seen_areas())
        stops = [stop for part in parts for stop in _stops(part)]
        here = _place_of(focused, stops)
        if here is None:
            here = -1 if forward else len(stops)
        for distance in range(1, len(stops) + 1):
            stop = stops[(here + (distance if forward else -distance)) % len(stops)]
            if stop is not focused:
                reason = Qt.FocusReason
                _focus(stop, reason.TabFocusReason if forward else reason.BacktabFocusReason)
                return True
        return False

    def step_panel(self, *, forward: bool) -> None:
        """Move the focus to the next or previous panel of the page; the views count as one.

        A panel behind a tab comes to the front.
        """
        keys = self._rooms.keys_in_order()
        if self._rooms.page.has_board:
            keys.insert(0, "")
        focused = QApplication.focusWidget()
        here = next((key for key in keys if key and self._rooms.has_focus(key)), "")
        if not here and focused is not None and not self._views.isAncestorOf(focused):
            here = self._reached  # a panel that cannot take the focus
        at = keys.index(here) if here in keys else -1 if forward else 0
        if keys:
            self._reached = keys[(at + (1 if forward else -1)) % len(keys)]
            if self._reached:
                self._rooms.focus(self._reached)
            else:
                self.to_views()

    def to_views(self) -> None:
        """Give the focus to the board or to the text view, whichever is current."""
        view = self._views.currentWidget()
        _focus(view.focusProxy() or view, _BY_KEY)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle keys that no widget in the window accepts."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.modifiers() not in _PLAIN:
            return False
        if event.key() == Qt.Key.Key_Escape:
            return self._leave()
        focused = self._window.focusWidget()
        if event.key() in _PRESSING and isinstance(focused, QAbstractButton):
            if focused.isEnabled() and not event.isAutoRepeat():
                focused.click()
            return True
        return False

    def _leave(self) -> bool:
        """Focus the board or text view; if it has the focus already, leave full screen."""
        focused = self._window.focusWidget()
        is_there = focused is not None and self._views.isAncestorOf(focused)
        if self._rooms.page.has_board and not is_there:
            self.to_views()
        elif self._window.isFullScreen():
            self._window.showNormal()
        else:
            return False
        return True


def _focus(widget: QWidget, reason: Qt.FocusReason) -> None:
    """Focus *widget*, scroll it into view, and show the cursor of a board."""
    widget.setFocus(reason)
    if isinstance(widget, BoardView) and widget.focus_cell < 0 and widget.state is not None:
        widget.set_focus_cell(widget.first_focus())
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()


def _stops(part: QWidget) -> Iterator[QWidget]:
    """Yield the widgets in *part* that accept the focus by Tab."""
    window = part.window()
    for widget in (part, *part.findChildren(QWidget)):
        # PySide may take a widget of Qt's own for the item of a layout that had its address.
        if not isinstance(widget, QWidget) or widget.window() is not window:
            continue
        takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        if takes_tab and widget.isVisible() and widget.isEnabled():
            yield widget


def _place_of(widget: QWidget | None, stops: Sequence[QWidget]) -> int | None:
    """Return the index of the stop that is *widget* or contains it; None without one."""
    while widget is not None:
        if widget in stops:
            return stops.index(widget)
        widget = widget.parentWidget()
    return None
