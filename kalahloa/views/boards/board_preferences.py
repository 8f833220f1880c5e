"""What the user prefers of all boards, in the window, in dialogs, previews and pictures."""

from PySide6.QtCore import QObject, Signal


class BoardPreferences(QObject):
    """Whether boards that can be mirrored are; boards that are shown follow by themselves."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.mirrored = False
        self.moving = True
        """Whether moves are animated; boards that play by themselves stand still otherwise."""

    def set_mirrored(self, mirrored: bool) -> None:
        """Set whether boards that can be mirrored are."""
        if mirrored != self.mirrored:
            self.mirrored = mirrored
            self.changed.emit()


BOARDS = BoardPreferences()
"""Those of the user; whoever draws a board asks here."""


def is_mirrored() -> bool:
    """Return whether boards that can be mirrored are."""
    return BOARDS.mirrored
