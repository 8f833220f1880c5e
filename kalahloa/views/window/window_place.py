"""Sets the size and position of a window, within the available screen."""

from contextlib import suppress

from PySide6.QtCore import QByteArray, QPoint, QSize, Qt
from PySide6.QtWidgets import QMainWindow

from kalahloa.models.storage.file_lock import FileLock
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.text.errors import KalahloaError

USUAL_SIZE = QSize(1180, 780)
SHARE_OF_SCREEN = 0.92
"""The maximum share (0 to 1) of the screen's width and height for a new window."""
CASCADE = QPoint(32, 32)
"""How far a window lies from the one that was opened before, in pixels."""
MAX_WINDOWS = 8
"""How many windows that are open at a time have places of their own."""
_MAGIC, _MIN_BYTES = bytes.fromhex("01d9d0cb"), 46
"""The first bytes of what `QWidget.saveGeometry` returns, and its minimum length."""


class WindowNumber:
    """The number of a window among those that are open, of all processes: 0 for the first.

    It is the smallest one that is free, and held until `release`, or the end of the process.
    """

    def __init__(self) -> None:
        self.number = 0
        self._lock: FileLock | None = None
        with suppress(OSError, KalahloaError):  # where nothing can be written, all are the first
            folder = data_folder()
            for number in range(MAX_WINDOWS):
                try:
                    self._lock = FileLock(folder / f"window-{number}")
                except BlockingIOError:
                    continue
                self.number = number
                break

    def release(self) -> None:
        """Leave the number to other windows."""
        if self._lock is not None:
            self._lock.release()


def place_window(window: QMainWindow, geometry: QByteArray | None, number: int = 0) -> bool:
    """Give *window* the place that `saveGeometry` has described, or its first one.

    It never exceeds the screen.  If *number* windows are open already, which may have the same
    place, it lies beside them.  Returns False if *geometry* is damaged.
    """
    screen = window.screen().availableSize()
    width, height = (round(SHARE_OF_SCREEN * one) for one in screen.toTuple())
    window.resize(USUAL_SIZE.boundedTo(QSize(width, height)))
    # Qt also refuses a sound one from a screen of quite another size.
    is_sound = geometry is None or window.restoreGeometry(geometry) or _is_geometry(geometry)
    _fit_on_screen(window)
    if number:
        _cascade(window, number)
    return is_sound


def _cascade(window: QMainWindow, number: int) -> None:
    """Move *window* away from *number* others, to the lower right or else the upper left."""
    states = Qt.WindowState
    if window.windowState() & (states.WindowMaximized | states.WindowFullScreen):
        return
    screen, place = window.screen().availableGeometry(), window.frameGeometry()
    for step in (CASCADE * number, -CASCADE * number):
        if screen.contains(place.translated(step)):
            window.move(place.topLeft() + step)
            return


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
