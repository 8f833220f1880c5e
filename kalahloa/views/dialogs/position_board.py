"""The board of the position editor, with the position as text below it."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.models.game.draft import Draft
from kalahloa.models.game.game import Game
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_view import BoardState, BoardView
from kalahloa.views.boards.position_editor import PositionEditor
from kalahloa.views.dialogs.fields import FieldLabel
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme

MAX_TYPED = 1000
"""The most characters of a position string."""


class PositionBoard(QWidget):
    """Shows a draft as a board, in characters where the game has none, and as text."""

    edited = Signal(object, object)
    """The new set-up on the board, and the key of the step (see `PositionEditor.edited`)."""
    typed = Signal(str)
    """The text was changed by the user."""
    refused = Signal(str)
    """Why nothing has changed, as a sentence."""

    def __init__(self, parent: QWidget | None = None, *, flipped: bool = False) -> None:
        """*flipped* is how the board is shown (see `BoardState`)."""
        super().__init__(parent)
        self._flipped = flipped
        self._game: Game | None = None
        self._draft: Draft | None = None
        self.board: BoardView | None = None
        self.diagram = PlainLabel(self, lines=True)
        self.diagram.setAccessibleName(self.tr("The position as a board"))
        self.diagram.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.diagram.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.line = QLineEdit(self)
        self.line.setMaxLength(MAX_TYPED)
        self.line.setAccessibleName(self.tr("Position"))
        self.line.setToolTip(self.tr("The position as text: copy it, type it or paste another"))
        self.line.setAccessibleDescription(self.line.toolTip())
        # A position string is read from left to right in every language.
        self.line.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.line.textEdited.connect(self.typed)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(FieldLabel(self.tr("Position"), self.line))
        row.addWidget(self.line, 1)
        self._layout = QVBoxLayout()
        self._layout.setContentsMargins(20, 18, 14, 0)
        self._layout.setSpacing(8)
        self._layout.addWidget(self.diagram, 1)
        self._layout.addLayout(row)
        self.setLayout(self._layout)

    def show_draft(self, draft: Draft) -> None:
        """Show *draft* on the board and in the line."""
        self._draft = draft
        if draft.game is not self._game:
            self._game = draft.game
            self._make_board(draft.game)
        if self.line.text() != draft.text:
            self.line.setText(draft.text)
            self.line.setCursorPosition(0)
        self._show_board(draft)

    @Slot()
    def flip(self) -> None:
        """Show the board from the other side."""
        self._flipped = not self._flipped
        if self._draft is not None:
            self._show_board(self._draft)

    def _make_board(self, game: Game) -> None:
        if self.board is not None:
            self._layout.removeWidget(self.board)
            self.board.hide()
            self.board.deleteLater()
            self.board = None
        made = board_class(game.key)
        self.diagram.setVisible(made is None)
        if made is None:
            return
        self.board = board = made(Theme.current(), self)
        board.setAccessibleName(fill(self.tr("{game} board"), game=game.title))
        board.speed = 0.0
        editor = PositionEditor(board)
        editor.edited.connect(self.edited)
        editor.refused.connect(self.refused)
        self._layout.insertWidget(0, board, 1)

    def _show_board(self, draft: Draft) -> None:
        board, position = self.board, draft.position
        if board is None:
            if position is not None:
                font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
                self.diagram.setFont(font)
                self.diagram.setText(position.diagram(self._flipped))
            return
        set_up = draft.set_up if board.can_set_up else None
        if set_up is None and position is None and board.state is not None:
            # What was read last stays on the board while one types.
            position = board.position
        side = draft.game.sides[draft.side]
        board.show_state(
            BoardState(
                position=position or draft.game.start(draft.rules),
                title=fill(self.tr("{side} to move"), side=side),
                set_up=set_up,
                flipped=self._flipped,
            )
        )

    def changeEvent(self, event: QEvent) -> None:
        """Draw the board in the colours of the desktop, also when these change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.board is not None:
            self.board.set_theme(Theme.current())
