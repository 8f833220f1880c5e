"""The window's actions: one table of names, shortcuts, icons and sentences."""

from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from kalahloa.views.icons import themed_icon
from kalahloa.views.theme import Theme


@dataclass(frozen=True, slots=True)
class _Entry:
    text: str
    shortcuts: tuple[str, ...]
    tip: str
    icon: str = ""
    checkable: bool = False


_TABLE = {
    "new": _Entry("&New", ("Ctrl+N",), "Begin another game; this one is kept", "new"),
    "open": _Entry("&Open…", ("Ctrl+O",), "Go on with a game that was kept"),
    "save": _Entry("&Save a copy…", ("Ctrl+S",), "Write the game to a file of your choice"),
    "quit": _Entry("&Quit", ("Ctrl+Q",), "Leave; the game is kept"),
    "undo": _Entry("&Undo", ("Ctrl+Z",), "Take back", "undo"),
    "redo": _Entry("&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Forward again", "redo"),
    "back": _Entry("&Previous move", ("Alt+Left",), "One ply back"),
    "forward": _Entry("Ne&xt move", ("Alt+Right",), "One ply forward"),
    "start": _Entry("&First position", ("Alt+Home",), "To the start", "first"),
    "end": _Entry("&Last position", ("Alt+End",), "To the end of this line", "last"),
    "hint": _Entry("&Hint", ("Ctrl+H",), "Have the computer propose a move", "hint"),
    "continue": _Entry("&Continue", ("Space",), "Let the computer go on", "continue"),
    "pause": _Entry("&Pause", ("Ctrl+P",), "Stop the computer and hold play", "pause"),
    "switch": _Entry("&Switch view", ("F2",), "Graphical or text"),
    "graphical": _Entry("&Graphical", (), "The board as a picture", "", True),
    "text": _Entry("&Text", (), "The board in characters, and a line to type into", "", True),
    "flip": _Entry("&Flip board", ("Ctrl+L",), "See the board from the other side", "flip", True),
    "values": _Entry(
        "Show &values", ("Ctrl+E",), "Show what each move is worth, and what is proven", "", True
    ),
    "preferences": _Entry("P&references…", ("Ctrl+,",), "Colours, speed and sizes"),
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
