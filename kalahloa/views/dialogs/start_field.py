"""The field for the position that a game starts from, with the board that it describes."""

from random import choice as any_of
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from kalahloa.controllers.base.timers import single_shot
from kalahloa.models.game.game import Game
from kalahloa.models.text.errors import BadPosition
from kalahloa.views.look.plain_label import PlainLabel

FAIR_COMMENT = "A fair start: a proven draw."
"""The comment that a record from a fair start keeps; as all of a record, it has one language."""
TYPING_PAUSE_MS = 250
"""How long nothing is typed before the start is read."""
MAX_START = 1000
"""The most characters of a position string."""


class StartField(QWidget):
    """A line for a position string, buttons that set one up or put in fair starts, and the board.

    `read` is emitted with what is wrong with the start, or an empty text, after it was read.
    """

    read = Signal(str)
    wanted = Signal()
    """A position is to be set up on a board."""

    def __init__(self, game: Game, rules: Any, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._rules = rules
        self._fair_starts: tuple[str, ...] = ()
        self.line = QLineEdit(self)
        self.line.setMaxLength(MAX_START)
        self.line.setAccessibleName(self.tr("Start position"))
        self.line.setPlaceholderText(self.tr("Standard start"))
        self.line.setToolTip(self.tr("A position as text; leave empty for the standard start"))
        self.line.setAccessibleDescription(self.line.toolTip())
        # A position string is read from left to right in every language.
        self.line.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.fair = QPushButton(self.tr("Fair start"), self)
        self.fair.setToolTip(
            self.tr("Choose a start that is a proven draw; press again for another")
        )
        self.fair.setAccessibleDescription(self.fair.toolTip())
        self.fair.setAutoDefault(False)
        self.set_up = QPushButton(self.tr("Set up…"), self)
        self.set_up.setToolTip(self.tr("Set up the start position on a board"))
        self.set_up.setAccessibleDescription(self.set_up.toolTip())
        self.set_up.setAutoDefault(False)
        self.preview = PlainLabel(self, lines=True)
        self.preview.setObjectName("muted")
        self.preview.setAccessibleName(self.tr("The start as a board"))
        self.preview.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.preview.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.line, 1)
        row.addWidget(self.set_up)
        row.addWidget(self.fair)
        layout = QVBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(row)
        layout.addWidget(self.preview)
        self.setLayout(layout)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._pause = single_shot(self, self.check, TYPING_PAUSE_MS)
        self.line.textChanged.connect(self._typed)
        self.set_up.clicked.connect(self.wanted)
        self.fair.clicked.connect(self._put_in_fair_start)
        self.set_rules(game, rules)

    @property
    def start(self) -> str | None:
        """The position string, or None for the usual start."""
        return " ".join(self.line.text().split()) or None

    @property
    def comment(self) -> str:
        """A comment on the start, for the record."""
        return FAIR_COMMENT if self.start in self._fair_starts else ""

    def set_rules(self, game: Game, rules: Any) -> tuple[str, ...]:
        """Read the start by *rules* of *game*, and offer their fair starts.

        A fair start of other rules is cleared.  Returns notes on fair starts that cannot be read.
        """
        before = self._fair_starts
        self._game, self._rules = game, rules
        found = game.knowledge.fair_starts(rules)
        self._fair_starts = found.starts
        self.fair.setVisible(bool(self._fair_starts))
        if self.start in before and self.start not in self._fair_starts:
            self.line.clear()
        self.check()
        return found.notes

    @Slot()
    def check(self) -> str:
        """Read the start, and show its board; return what is wrong with it, or an empty text."""
        self._pause.stop()
        problem = board = ""
        if self.start is not None:
            try:
                board = self._game.read(self.start, self._rules).diagram()
            except BadPosition as error:
                problem = str(error)
        if board and self.comment:
            board += "\n\n" + self.tr("A fair start: a proven draw.")
        self.preview.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.preview.setText(board)
        self.preview.setVisible(bool(board))
        self.read.emit(problem)
        return problem

    @Slot()
    def _typed(self) -> None:
        if self.start is None or self.start in self._fair_starts:
            self.check()
        else:
            self._pause.start()

    @Slot()
    def _put_in_fair_start(self) -> None:
        """Fill the line with a fair start chosen at random."""
        others = [start for start in self._fair_starts if start != self.start]
        if others:
            self.line.setText(any_of(others))
