"""The window's actions: one table of names, shortcuts, icons and sentences."""

from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.theme import Theme


@dataclass(frozen=True, slots=True)
class _Entry:
    text: str
    shortcuts: tuple[str, ...]
    tip: str
    icon: str = ""
    checkable: bool = False


_TABLE = {
    "new": _Entry("&New", ("Ctrl+N",), "Start another game; this one is saved", "new"),
    "open": _Entry("&Open…", ("Ctrl+O",), "Open a saved game"),
    "save": _Entry("&Save a copy…", ("Ctrl+S",), "Save the game to a file of your choice"),
    "quit": _Entry("&Quit", ("Ctrl+Q",), "Quit; the game is saved"),
    "undo": _Entry("&Undo", ("Ctrl+Z",), "Take back the last move", "undo"),
    "redo": _Entry("&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Go forward again", "redo"),
    "back": _Entry("&Previous move", ("Alt+Left",), "Go back one ply"),
    "forward": _Entry("Ne&xt move", ("Alt+Right",), "Go forward one ply"),
    "start": _Entry("&First position", ("Alt+Home",), "Go to the start", "first"),
    "end": _Entry("&Last position", ("Alt+End",), "Go to the end of this line", "last"),
    "hint": _Entry("&Hint", ("Ctrl+H",), "Show the move that the computer would play", "hint"),
    "continue": _Entry("&Continue", ("Space",), "Let the computer continue", "continue"),
    "pause": _Entry("&Pause", ("Ctrl+P",), "Stop the computer and pause the game", "pause"),
    "switch": _Entry("&Switch view", ("F2",), "Switch between the graphical and the text view"),
    "graphical": _Entry("&Graphical", (), "The board as a picture", "", True),
    "text": _Entry("&Text", (), "The board in characters, and a line to type into", "", True),
    "flip": _Entry("&Flip board", ("Ctrl+L",), "Show the board from the other side", "flip", True),
    "values": _Entry(
        "Show &values", ("Ctrl+E",), "Show the value of each move, proven or estimated", "", True
    ),
    "preferences": _Entry("P&references…", ("Ctrl+,",), "Colours, speed, sizes and the tablebase"),
    "help": _Entry("&Help", ("F1",), "How to play, and the rules"),
    "rules": _Entry("&Rules of this game", (), "The rules with figures"),
    "about": _Entry("&About Kalahloa", (), "Version, and whether the rules run compiled"),
}


class Actions(dict[str, QAction]):
    """All actions by name; they do nothing until the window connects them."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        for name, entry in _TABLE.items():
            action = QAction(entry.text, window)
            action.setObjectName(name)
            action.setShortcuts([QKeySequence(keys) for keys in entry.shortcuts])
            keys = f" ({entry.shortcuts[0]})" if entry.shortcuts else ""
            action.setToolTip(entry.tip + keys)
            action.setStatusTip(entry.tip)
            action.setCheckable(entry.checkable)
            self[name] = action
            window.addAction(action)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of *theme*."""
        for name, entry in _TABLE.items():
            if entry.icon:
                self[name].setIcon(themed_icon(entry.icon, theme.text, theme.muted))
