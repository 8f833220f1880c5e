"""The desktop's settings for colours, motion and fonts, combined with the user's choices."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.base.timers import single_shot
from kalahloa.models.drawing.palette import CONTRAST
from kalahloa.views.look.theme import Theme, prefer_board, theme_of
from kalahloa.views.window.desktop_portal import DesktopPortal

_FONT = "desktopFont"
"""The property of the application that keeps the font of the desktop."""


class Desktop(QObject):
    """The palette of the desktop, and its font: what the application had before any window."""

    changed = Signal()
    """The desktop's colour scheme, contrast or motion setting has changed."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._palette = QApplication.palette()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        if application.property(_FONT) is None:
            application.setProperty(_FONT, QApplication.font())
        self._font = QFont(application.property(_FONT))
        self._percent = 100 if QApplication.font() == self._font else 0
        self._hints = QGuiApplication.styleHints()  # without a reference, what it owns is deleted
        self._hints.colorSchemeChanged.connect(self.changed)
        if hasattr(self._hints, "accessibility"):  # since Qt 6.10
            self._hints.accessibility().contrastPreferenceChanged.connect(self.changed)
        self._portal = DesktopPortal(self)
        self._portal.changed.connect(self.changed)
        # When the window is shown, since it takes some milliseconds.
        self._following = single_shot(self, self._portal.follow, 0)
        self._following.start()

    def theme(self, scheme: str, board: str) -> Theme:
        """Return the theme of *scheme*, one of those of `Preferences`; ``system`` is the desktop's.

        Its boards, and all others from now on, are made of *board* (see `prefer_board`), except in
        high contrast.
        """
        follows = scheme == "system"
        high = self._wants_contrast() if follows else scheme.startswith("contrast")
        prefer_board(CONTRAST if high else board)
        return theme_of(self._is_dark() if follows else scheme.endswith("dark"))

    def speed(self, chosen: float) -> float:
        """Return the animation speed: *chosen*, or for `SYSTEM_SPEED` that of the desktop."""
        if chosen >= 0:
            return chosen
        return 0.0 if self._portal.asks_for_less_motion else 1.0

    def _is_dark(self) -> bool:
        desktop = QGuiApplication.styleHints().colorScheme()
        if desktop is Qt.ColorScheme.Unknown:
            return self._palette.color(QPalette.ColorRole.Window).lightness() < 128
        return desktop is Qt.ColorScheme.Dark

    def _wants_contrast(self) -> bool:
        hints = QGuiApplication.styleHints()
        if self._portal.asks_for_contrast or not hasattr(hints, "accessibility"):
            return self._portal.asks_for_contrast
        return hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast

    def set_letters(self, percent: int) -> bool:
        """Write everything in *percent* of the desktop's size; return whether that is new."""
        if percent == self._percent:
            return False
        self._percent = percent
        font = QFont(self._font)
        font.setPointSizeF(self._font.pointSizeF() * percent / 100)
        QApplication.setFont(font)
        return True
