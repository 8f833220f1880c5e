"""Tab goes from the board to the bar, and from panel to panel as they stand on the screen.

Qt goes by the order in which widgets were made, but boards and panels are made when they are first
shown.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget


def move_focus(parts: Sequence[QWidget], forward: bool) -> bool:
    """Give the focus to the next widget of *parts*, or to the one before; return whether it moved.

    Within each part, widgets follow one another as they do in the tree of its children.
    """
    window = parts[0].window()
    stops = [stop for part in parts for stop in _stops(part)]
    here = _place_of(window.focusWidget(), stops)
    if here is None:
        here = -1 if forward else len(stops)
    for step in range(1, len(stops) + 1):
        stop = stops[(here + (step if forward else -step)) % len(stops)]
        if stop is not window.focusWidget():
            reason = Qt.FocusReason
            stop.setFocus(reason.TabFocusReason if forward else reason.BacktabFocusReason)
            _scroll_to(stop)
            return True
    return False


def _scroll_to(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()


def _stops(part: QWidget) -> Iterator[QWidget]:
    """Return *part* and what is in it, as far as Tab goes there."""
    window = part.window()
    for widget in (part, *part.findChildren(QWidget)):
        # PySide may take a widget of Qt's own for the item of a layout that had its address.
        if not isinstance(widget, QWidget) or widget.window() is not window:
            continue
        takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        if takes_tab and widget.isVisible() and widget.isEnabled():
            yield widget


def _place_of(widget: QWidget | None, stops: Sequence[QWidget]) -> int | None:
    """Return which of *stops* is *widget*, or has it as a part."""
    while widget is not None:
        if widget in stops:
            return stops.index(widget)
        widget = widget.parentWidget()
    return None
