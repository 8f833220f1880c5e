"""What the user prefers of all boards, in the window, in dialogs, previews and pictures."""

from PySide6.QtCore import QObject, Signal


class BoardPreferences(QObject):
    """What is preferred; boards that are shown follow by themselves."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.mirrored = False
        """Whether boards that can be mirrored are."""
        self.moving = True
        """Whether moves are animated; boards that play by themselves stand still otherwise."""
        self.large_print = False
        """Whether numbers and letters on boards are as large as there is room for them."""

    def choose(
        self,
        *,
        mirrored: bool | None = None,
        moving: bool | None = None,
        large_print: bool | None = None,
    ) -> None:
        """Set what is given; None leaves it as it was."""
        before = (self.mirrored, self.moving, self.large_print)
        if mirrored is not None:
            self.mirrored = mirrored
        if moving is not None:
            self.moving = moving
        if large_print is not None:
            self.large_print = large_print
        if (self.mirrored, self.moving, self.large_print) != before:
            self.changed.emit()


BOARDS = BoardPreferences()
"""Those of the user; whoever draws a board asks here."""


def is_mirrored() -> bool:
    """Return whether boards that can be mirrored are."""
    return BOARDS.mirrored
