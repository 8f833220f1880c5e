"""A small board that nobody can touch: it shows a position, or plays a game by itself."""

from dataclasses import replace

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from kalahloa.controllers.base.timers import single_shot
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme

PAUSE_MS = 2600
"""Milliseconds between two moves."""
FIRST_PLIES = 9
"""A game that is shown begins after so many moves, with something to see."""
_SLOW = 0.6
"""The speed of its animations."""


class LiveBoard(QFrame):
    """Shows a position of a game, or plays the game's showcase while it is visible.

    Under reduced motion it stands still.
    """

    def __init__(self, game: Game, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.game = game
        self._moves = tuple(game.showcase.split())
        self._number = 0
        self._position: Position | None = None
        BOARDS.changed.connect(self._go_on)
        self._timer = single_shot(self, self._play_on, PAUSE_MS)
        self._theme = theme
        self.board: BoardView | None = None
        """The board, made with the first position; None in a game without one."""
        self._text = PlainLabel(self, lines=True)
        self._text.setObjectName("diagram")
        self._text.hide()

    def show_position(self, position: Position, last_move: int | None = None) -> None:
        """Show *position*, and play no longer."""
        self._moves = ()
        self._timer.stop()
        self._show(position, None, last_move)

    def play_showcase(self) -> None:
        """Play the game's showcase from where something is to be seen."""
        if self._position is None:
            self._begin()
        self._go_on()

    @property
    def is_playing(self) -> bool:
        """Whether another move comes in a moment."""
        return self._timer.isActive()

    def set_theme(self, theme: Theme) -> None:
        """Draw the board in *theme*."""
        self._theme = theme
        if self.board is not None:
            self.board.set_theme(_on_card(theme))

    def _begin(self) -> None:
        position = self.game.start(self.game.rulebook.default)
        self._number, last = 0, None
        while self._number < min(FIRST_PLIES, len(self._moves)):
            last = position.read_move(self._moves[self._number])
            position.make(last)
            self._number += 1
        self._show(position, None, last)

    @Slot()
    def _go_on(self) -> None:
        is_begun = self._position is not None
        if BOARDS.moving and is_begun and self._moves and self.isVisible():
            self._timer.start()
        else:
            self._timer.stop()

    @Slot()
    def _play_on(self) -> None:
        """Make the next move, or begin again."""
        assert self._position is not None
        if not self.isVisible():
            return
        if self._number >= len(self._moves):
            self._begin()
        elif self.window().isActiveWindow():
            before, position = self._position, self._position.copy()
            move = position.read_move(self._moves[self._number])
            position.make(move)
            self._number += 1
            self._show(position, before, move)
        self._go_on()

    def _show(self, position: Position, before: Position | None, move: int | None) -> None:
        if self._position is None:
            self._make_board()
        self._position = position
        if self.board is None:
            self._text.setText(position.diagram())
            return
        self.board.speed = _SLOW if before is not None else 0.0
        self.board.show_state(BoardState(position, last_move=move, before=before))
        self._lay_out()

    def _make_board(self) -> None:
        made = board_class(self.game.key)
        self._text.setVisible(made is None)
        if made is None:
            return
        self.board = board = made(_on_card(self._theme), self)
        board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        board.setMinimumSize(60, 40)
        board.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        board.show()

    @property
    def ratio(self) -> float:
        """How wide the board is for its height."""
        return 1.0 if self.board is None else self.board.ratio

    def _lay_out(self) -> None:
        self._text.setGeometry(self.rect())
        if self.board is None:
            return
        width = min(self.width(), round(self.height() * self.board.ratio))
        height = min(self.height(), round(width / self.board.ratio))
        left, top = (self.width() - width) // 2, (self.height() - height) // 2
        self.board.setGeometry(left, top, width, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the board's form."""
        super().resizeEvent(event)
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        """Play on."""
        super().showEvent(event)
        self._go_on()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stand still."""
        self._timer.stop()
        if self.board is not None:
            self.board.stop_animation()
        super().hideEvent(event)


def _on_card(theme: Theme) -> Theme:
    """Return *theme* for a board that stands on a card, and not on the ground of the window."""
    return replace(theme, window=theme.panel)
