"""Sets the size and position of a window, within the available screen."""

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtWidgets import QMainWindow

USUAL_SIZE = QSize(1180, 780)
SHARE_OF_SCREEN = 0.92
"""The maximum share (0 to 1) of the screen's width and height for a new window."""
_MAGIC, _MIN_BYTES = bytes.fromhex("01d9d0cb"), 46
"""The first bytes of what `QWidget.saveGeometry` returns, and its minimum length."""


def place_window(window: QMainWindow, geometry: QByteArray | None) -> bool:
    """Give *window* the place that `saveGeometry` has described, or its first one.

    It never exceeds the screen.  Returns False if *geometry* is damaged.
    """
    screen = window.screen().availableSize()
    width, height = (round(SHARE_OF_SCREEN * one) for one in screen.toTuple())
    window.resize(USUAL_SIZE.boundedTo(QSize(width, height)))
    # Qt also refuses a sound one from a screen of quite another size.
    is_sound = geometry is None or window.restoreGeometry(geometry) or _is_geometry(geometry)
    _fit_on_screen(window)
    return is_sound


def _fit_on_screen(window: QMainWindow) -> None:
    """Shrink and move *window* so that it fits the screen it is on now."""
    states = Qt.WindowState
    if window.windowState() & (states.WindowMaximized | states.WindowFullScreen):
        return
    screen, frame = window.screen().availableGeometry(), window.frameGeometry()
    if screen.contains(frame):
        return
    window.resize(window.size().boundedTo(screen.size() - (frame.size() - window.size())))
    frame = window.frameGeometry()
    window.move(
        max(screen.left(), min(frame.left(), screen.right() + 1 - frame.width())),
        max(screen.top(), min(frame.top(), screen.bottom() + 1 - frame.height())),
    )


def _is_geometry(data: QByteArray) -> bool:
    """Return whether *data* starts like the result of `QWidget.saveGeometry`."""
    return data.startsWith(_MAGIC) and data.size() >= _MIN_BYTES
