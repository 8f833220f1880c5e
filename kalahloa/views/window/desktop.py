"""What the desktop says of colours and letters, and what a user chooses instead."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from kalahloa.views.look.theme import Theme, prefer_board, theme_of

_FONT = "desktopFont"
"""The property of the application that keeps the font of the desktop."""


class Desktop:
    """The palette of the desktop, and its font: what the application had before any window."""

    def __init__(self) -> None:
        self._palette = QApplication.palette()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        if application.property(_FONT) is None:
            application.setProperty(_FONT, QApplication.font())
        self._font = QFont(application.property(_FONT))
        self._percent = 100 if QApplication.font() == self._font else 0

    def theme(self, scheme: str, board: str) -> Theme:
        """Return the theme of *scheme*: ``light``, ``dark``, or ``system`` for the desktop's.

        Its boards, and all others from now on, are made of *board* (see `prefer_board`).
        """
        prefer_board(board)
        if scheme != "system":
            return theme_of(scheme == "dark")
        desktop = QGuiApplication.styleHints().colorScheme()
        if desktop is Qt.ColorScheme.Unknown:
            window = self._palette.color(QPalette.ColorRole.Window)
            return theme_of(window.lightness() < 128)
        return theme_of(desktop is Qt.ColorScheme.Dark)

    def set_letters(self, percent: int) -> bool:
        """Write everything in *percent* of the desktop's size; return whether that is new."""
        if percent == self._percent:
            return False
        self._percent = percent
        font = QFont(self._font)
        font.setPointSizeF(self._font.pointSizeF() * percent / 100)
        QApplication.setFont(font)
        return True
