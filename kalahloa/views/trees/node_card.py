"""What is known of one node of a search tree: its position on a board, and sentences."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.features.trees.search_words import NodeWords
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.look.turns import TurnQueue

BOARD_HEIGHT = 110
"""The least height of the board, in pixels."""
_WIDTH = 150
_WITH_BUTTON = 110
"""From this height on, in pixels, there is room for the button."""
_LINES = 36
"""The least height of what is said, in pixels."""


class NodeCard(QWidget):
    """The larger board for the node under the mouse or the keyboard, and what is said of it."""

    to_board = Signal()
    """The node's position is wanted on the board of the game."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._game: Game | None = None
        self._later = TurnQueue(self, lambda _: 0)
        self.board: BoardView | None = None
        self.diagram = PlainLabel(self, lines=True)
        self.diagram.setObjectName("diagram")
        self.diagram.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.diagram.hide()
        self.way = self._label("cardTitle")
        self.mover = self._label("muted")
        self.value = self._label("")
        self.window_words = self._label("")
        self.remarks = self._label("")
        self.compared = self._label("muted")
        self.button = QPushButton(self.tr("To this position"), self)
        self.button.setToolTip(
            self.tr("Show the position on the board; its moves become a variation")
        )
        self.button.clicked.connect(self.to_board)
        self.button.setEnabled(False)
        self._place = QVBoxLayout(self)
        self._place.setContentsMargins(8, 0, 0, 0)
        self._place.setSpacing(4)
        texts = QWidget(self)
        rows = QVBoxLayout(texts)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(3)
        for label in (
            *(self.way, self.mover, self.value),
            *(self.window_words, self.remarks, self.compared),
        ):
            rows.addWidget(label)
        rows.addStretch(1)
        self.scroll_area = QScrollArea(self)
        self.scroll_area.setWidget(texts)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setMinimumHeight(_LINES)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll_area.viewport().setAutoFillBackground(False)
        texts.setAutoFillBackground(False)
        self._place.addWidget(self.diagram, 2)
        self._place.addWidget(self.scroll_area, 3)
        self._place.addWidget(self.button)
        self.setMinimumWidth(_WIDTH)

    def _label(self, name: str) -> PlainLabel:
        label = PlainLabel(self)
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        label.hide()
        return label

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = theme
        if self.board is not None:
            self.board.set_theme(theme)
            self.board.setBackgroundBrush(theme.panel)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the button out where the words need its room; the node's menu has it, too."""
        super().resizeEvent(event)
        self.button.setVisible(event.size().height() >= _WITH_BUTTON)

    @property
    def game(self) -> Game | None:
        """The game of which positions can be shown at once."""
        return self._game

    @property
    def is_drawn(self) -> bool:
        """Whether all is said that is to be said."""
        return self._later.is_empty

    # -- showing -------------------------------------------------------------------------------

    def show_game(self, game: Game) -> None:
        """Create the board of *game*; without one, positions are shown as text."""
        if game is self._game:
            return
        self._game = game
        made = board_class(game.key)
        if self.board is not None and type(self.board) is not made:
            self._place.removeWidget(self.board)
            self.board.deleteLater()
            self.board = None
        if self.board is None and made is not None:
            self.board = made(self._theme, self)
            self.board.speed = 0.0
            self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.board.setMinimumSize(_WIDTH, BOARD_HEIGHT)
            name = fill(self.tr("{game} board, a node of the search tree"), game=game.title)
            self.board.setAccessibleName(name)
            self._place.insertWidget(0, self.board, 2)
            self.board.hide()
        self.diagram.setVisible(False)

    def show_position(self, position: Position, last_move: int | None, *, flipped: bool) -> None:
        """Show *position*, to which *last_move* has led."""
        if self.board is None:
            self.diagram.setText(position.diagram(flipped))
            self.diagram.show()
            return
        state = BoardState(position, last_move, flipped=flipped)
        self.board.show()
        self.board.show_state(state)
        self.board.setBackgroundBrush(self._theme.panel)

    def show_words_soon(self, words: NodeWords | None, compared: str = "") -> None:
        """Say *words*, and what the other searcher says, in another turn of the event loop."""
        self._later.add("words", partial(self.show_words, words, compared))

    def show_words(self, words: NodeWords | None, compared: str = "") -> None:
        """Say *words*, and what the other searcher says."""
        self._later.drop("words")
        texts = (
            ("", "", "", "", "")
            if words is None
            else (words.way, words.mover, words.value, words.window, "\n".join(words.remarks))
        )
        labels = (self.way, self.mover, self.value, self.window_words, self.remarks)
        for label, text in zip((*labels, self.compared), (*texts, compared), strict=True):
            label.setText(text)
            label.setVisible(bool(text))

    def clear(self) -> None:
        """Show nothing."""
        self.show_words(None)
        self.diagram.hide()
        self.button.setEnabled(False)
        if self.board is not None:
            self.board.hide()
