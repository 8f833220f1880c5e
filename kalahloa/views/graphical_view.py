"""The graphical view: the board of the current game, in sync with the controller."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from kalahloa.controllers.analysis import Analysis
from kalahloa.controllers.turn_controller import Cause, Hint, TurnController
from kalahloa.models.errors import KalahloaError
from kalahloa.models.position import Position
from kalahloa.views.accessibility import announce
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_view import BoardState, BoardView
from kalahloa.views.captions import captions, result_sentence
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme


class GraphicalView(QFrame):
    """Contains the board view of the controller's game, and shows the current node on it."""

    remark = Signal(str)
    """A sentence about what the mouse or the focus is on."""
    refused = Signal(str)
    """Why what the player tried is not possible."""

    def __init__(
        self,
        controller: TurnController,
        theme: Theme,
        analysis: Analysis,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._valuation = analysis
        self._theme = theme
        self._speed = 1.0
        self._flipped: dict[str, bool] = {}
        self._game_key = ""
        self.board: BoardView | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._absent = PlainLabel(self, "This game has no graphical board; F2 shows it as text.")
        self._absent.setWordWrap(True)
        self._absent.hide()
        self._layout.addWidget(self._absent)
        controller.changed.connect(self._on_changed)
        controller.state_changed.connect(self._refresh)
        controller.hinted.connect(self._refresh)
        analysis.changed.connect(self._refresh)
        self._on_changed(Cause.NEW)

    # -- what the window sets ------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw the board in *theme*."""
        self._theme = theme
        if self.board is not None:
            self.board.set_theme(theme)

    def set_speed(self, speed: float) -> None:
        """Set the speed of animations: 1 is normal, 2 twice as fast, 0 disables them."""
        self._speed = speed
        if self.board is not None:
            self.board.speed = speed

    @property
    def flipped(self) -> bool:
        """Whether the board of the game now played is seen from the other side."""
        return self._flipped.get(self._game_key, False)

    def set_flipped(self, flipped: bool) -> None:
        """See the board of the game now played from the other side, or mirrored."""
        self._flipped[self._game_key] = flipped
        if self.board is not None and self.board.flipped != flipped:
            self.board.set_flipped(flipped)

    # -- what the controller says --------------------------------------------------------------

    @Slot(object)
    def _on_changed(self, cause: Cause) -> None:
        if self._controller.game.key != self._game_key:
            self._make_board()
        board = self.board
        if board is None:
            return
        record = self._controller.record
        before = None
        if cause is Cause.MOVE and self.isVisible() and board.speed > 0:
            before = record.position_before()
        board.show_state(self._state(before))
        self._controller.set_presenting(board.animating)
        if cause is Cause.MOVE and record.current.parent is not None:
            side = record.game.sides[record.current.side]
            announce(board, f"{side}: {record.current.text}. {result_sentence(self._controller)}")

    @Slot()
    def _refresh(self, _hint: Hint | None = None) -> None:
        if self.board is not None:
            self.board.refresh_state(self._state(None))

    def _state(self, before: Position | None) -> BoardState:
        controller = self._controller
        title, subtitle = captions(controller)
        hint = controller.hint
        return BoardState(
            position=controller.position.copy(),
            last_move=controller.record.current.move,
            before=before,
            playable=controller.human_may_move,
            title=title,
            subtitle=subtitle,
            hint=None if hint is None else hint.move,
            hint_text="" if hint is None else hint.label,
            values=self._valuation.values if self._valuation.wanted else {},
        )

    # -- the board -----------------------------------------------------------------------------

    def _make_board(self) -> None:
        if self.board is not None:
            self.board.stop_animation()
            self._layout.removeWidget(self.board)
            self.board.hide()
            self.board.deleteLater()
            self.board = None
            self._controller.set_presenting(False)
        self._game_key = self._controller.game.key
        made = board_class(self._game_key)
        self._absent.setVisible(made is None)
        if made is None:
            return
        board = made(self._theme, self)
        board.setAccessibleName(f"{self._controller.game.title} board")
        board.speed = self._speed
        board.flipped = self.flipped
        board.move_chosen.connect(self._play)
        board.remark.connect(self.remark)
        board.refused.connect(self.refused)
        board.settled.connect(self._on_settled)
        self._layout.addWidget(board)
        self.setFocusProxy(board)
        self.board = board

    @Slot(int)
    def _play(self, move: int) -> None:
        try:
            self._controller.play(move)
        except KalahloaError as error:
            self.refused.emit(str(error))

    @Slot()
    def _on_settled(self) -> None:
        self._controller.set_presenting(False)
        self._refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        # End an animation that is hidden, so that the computer need not wait for it.
        if self.board is not None:
            self.board.stop_animation()
        super().hideEvent(event)
