"""What Tab goes to, and how much of it looks different while it has the keyboard."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from kalahloa.views.look.contrast import MARK, contrast

MAX_STOPS = 120
MIN_PIXELS = 48


class Stop(NamedTuple):
    """A widget that Tab has gone to, and how many of its pixels that has changed visibly."""

    widget: QWidget
    changed: int

    @property
    def is_seen(self) -> bool:
        """Whether the change is as much as a frame round a small button, or a cell of a board."""
        return self.changed >= MIN_PIXELS

    def __str__(self) -> str:
        widget = self.widget
        name = widget.accessibleName() or getattr(widget, "text", str)()
        return f"{type(widget).__name__} {widget.objectName()} {name!r}: {self.changed} pixels"


def stops(window: QWidget) -> Iterator[Stop]:
    """Press Tab until it comes back to where it was, and yield each widget that has been left."""
    seen: list[QWidget] = []
    widget = _next(window)
    while widget not in seen:
        seen.append(widget)
        assert len(seen) < MAX_STOPS
        with_focus = _picture(window, widget)
        after = _next(window)
        if after is not widget:
            yield Stop(widget, _changed(with_focus, _picture(window, widget)))
        widget = after


def _next(window: QWidget) -> QWidget:
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def _picture(window: QWidget, widget: QWidget) -> QImage:
    """Return *widget* as it is seen in *window*."""
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    return window.grab(place).toImage().convertToFormat(QImage.Format.Format_RGB32)


def _changed(one: QImage, other: QImage) -> int:
    """Return how many pixels differ so much that the change is seen."""
    pixels = [memoryview(image.constBits()).cast("I") for image in (one, other)]
    pairs = Counter(pair for pair in zip(*pixels, strict=False) if pair[0] != pair[1])
    return sum(count for pair, count in pairs.items() if _contrast(*pair) >= MARK)


@cache
def _contrast(one: int, other: int) -> float:
    return contrast(QColor(one), QColor(other))
