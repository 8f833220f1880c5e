"""The form of a window, by which its panels are arranged."""

from enum import Enum

from PySide6.QtCore import QSize


class WindowShape(Enum):
    """The form of a window, which decides how its panels are arranged."""

    WIDE = "wide"
    LOW = "low"
    """As wide, but with fewer panels above one another."""
    SMALL = "small"
    PORTRAIT = "portrait"

    @classmethod
    def of(cls, size: QSize) -> "WindowShape":
        """Return the shape of a window of *size*."""
        if size.height() > size.width():
            return cls.PORTRAIT
        if size.width() < 900 or size.height() < 560:
            return cls.SMALL
        return cls.WIDE if size.height() >= 740 else cls.LOW

    @property
    def is_wide(self) -> bool:
        """Whether panels have room on all sides of the board."""
        return self in (WindowShape.WIDE, WindowShape.LOW)
