"""Small boards that play out lines, beside what points at them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QWidget

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.reviews.story import TurningPoint
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.study.explanation import moves_of
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.look.arrangement import column_of
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

STEP_MS = 260
"""The time between two moves that are played out."""
WIDTH = 240
MAX_SHOWN = 6
"""How many moves of the lines at a turning point are played out at most."""
_GAP = 10


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """The `moves` of a line that is to be played out, and what it is called, if anything."""

    moves: Sequence[int]
    title: str = ""


class _LineBoard(QWidget):
    """A board on which one line is played out, below the line's title."""

    def __init__(self, made: type[BoardView], game: Game, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = PlainLabel(self)
        self.title.setObjectName("muted")
        self.board = made(theme, self)
        self.board.speed = 0.0
        self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._name = fill(self.tr("{game} board, preview of a line"), game=game.title)
        self.setLayout(column_of(self.title, (self.board, 1), spacing=2, margins=(0, 0, 0, 0)))
        self._states: list[BoardState] = []

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = theme
        self.board.set_theme(theme)
        self.board.setBackgroundBrush(theme.panel)

    def play_out(self, line: PreviewLine, states: list[BoardState], *, goes_on: bool) -> None:
        """Show *states* of *line* one after the other, the first one now.

        Where fewer or more of the same moves are shown already and it *goes_on*, only the rest is.
        """
        self.title.setText(line.title)
        self.title.setVisible(bool(line.title))
        self.board.setAccessibleName(f"{self._name} {line.title}".strip())
        shown = self.board.state
        text = "" if shown is None else shown.position.position_string()
        goes_on = goes_on and shown is not None and shown.flipped == states[0].flipped
        done = [state.position.position_string() for state in states[:-1]]
        at = done.index(text) if goes_on and text in done else -1
        self._states = states[at + 1 :] if at >= 0 else states[1:]
        self.step()

    def step(self) -> bool:
        """Show the next position; return whether there are more."""
        if self._states:
            self.board.show_state(self._states.pop(0))
            self.board.setBackgroundBrush(self._theme.panel)
        return bool(self._states)


class LinePreview(QFrame):
    """A pop-up that takes neither the mouse nor the keyboard, with a board for each line."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self.tr("The position after the move"))
        self._theme = theme
        self.boards: list[_LineBoard] = []
        self._place = QHBoxLayout(self)
        self._place.setContentsMargins(4, 4, 4, 4)
        self._timer = QTimer(self)
        self._timer.setInterval(STEP_MS)
        self._timer.timeout.connect(self._step)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = theme
        for one in self.boards:
            one.set_theme(theme)

    @property
    def board(self) -> BoardView | None:
        """The first board; None in a game without one, or if nothing was played out yet."""
        return self.boards[0].board if self.boards else None

    def play_out(
        self,
        place: Place,
        position: Position,
        lines: Sequence[PreviewLine],
        beside: QRect,
    ) -> None:
        """Play *lines* out from *position*, side by side, left of *beside* (global).

        Where fewer or more of the same moves are shown already, only the rest is played.
        """
        if not self._make_boards(place, len(lines)):
            return
        goes_on = self.isVisible()
        for board, line in zip(self.boards, lines, strict=True):
            states = _states(position, line.moves, place.flipped)
            board.play_out(line, states, goes_on=goes_on)
        self._put(beside)
        self._timer.start()

    def stop(self) -> None:
        """Go away."""
        self._timer.stop()
        self.hide()

    @Slot()
    def _step(self) -> None:
        are_done = [not board.step() for board in self.boards]
        if all(are_done):
            self._timer.stop()

    def _make_boards(self, place: Place, count: int) -> bool:
        """Have *count* boards of the game; return whether it has any."""
        made = board_class(place.game.key)
        if made is None:
            self.stop()
            return False
        fitting = [one for one in self.boards if type(one.board) is made][:count]
        for one in self.boards:
            if one not in fitting:
                self._place.removeWidget(one)
                one.hide()
                one.deleteLater()
        while len(fitting) < count:
            fitting.append(_LineBoard(made, place.game, self._theme, self))
            self._place.addWidget(fitting[-1])
        self.boards = fitting
        return True

    def _put(self, beside: QRect) -> None:
        """Stand left of *beside*, or right of it where there is no room, within the screen."""
        assert self.board is not None
        rect = self.board.board_rect()
        title = self.boards[0].title
        above = 0 if title.isHidden() else title.sizeHint().height()
        height = max(120, round((WIDTH - 20) * rect.height() / rect.width()) + 20) + above
        size = QSize(WIDTH * len(self.boards), height)
        self.resize(size)
        screen = QGuiApplication.screenAt(beside.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        left = beside.left() - _GAP - size.width()
        if left < room.left():
            left = beside.right() + _GAP
        top = min(max(room.top(), beside.center().y() - size.height() // 2), room.bottom())
        self.move(QPoint(left, min(top, room.bottom() - size.height())))
        self.show()


class LinePreviewPanel(Panel):
    """A panel that plays lines out on a small board, beside what is pointed at in a list."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.preview: LinePreview | None = None
        """The board on which a line is played out, None if it was never needed."""

    def play_out(
        self, position: Position, moves: Sequence[int], view: QWidget, place: QRect
    ) -> None:
        """Play *moves* out from *position*, beside what is at *place* in *view* or its viewport."""
        self.play_lines_out(position, (PreviewLine(moves),), view, place)

    def play_lines_out(
        self, position: Position, lines: Sequence[PreviewLine], view: QWidget, place: QRect
    ) -> None:
        """Play *lines* out from *position* side by side; the rest is as in `play_out`."""
        if self.place is None:
            return
        if self.preview is None:
            self.preview = LinePreview(self.theme, self)
        viewport = view.viewport() if isinstance(view, QAbstractItemView) else view
        corner = viewport.mapToGlobal(QPoint(0, place.top()))
        beside = QRect(corner.x(), corner.y(), viewport.width(), place.height())
        self.preview.play_out(self.place, position, lines, beside)

    def stop_preview(self) -> None:
        """Play out no longer."""
        if self.preview is not None:
            self.preview.stop()

    def show_change(self, change: Change) -> None:
        """Play out no longer where the document has gone elsewhere."""
        if change.moved:
            self.stop_preview()
        super().show_change(change)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        if self.preview is not None:
            self.preview.set_theme(theme)

    def hideEvent(self, event: QHideEvent) -> None:
        """Play out no longer."""
        self.stop_preview()
        super().hideEvent(event)


def _states(position: Position, moves: Sequence[int], flipped: bool) -> list[BoardState]:
    """Return what the board shows at *position* and after each of *moves*."""
    position = position.copy()
    states = [BoardState(position.copy(), flipped=flipped)]
    for move in moves:
        position.make(move)
        states.append(replace(states[0], position=position.copy(), last_move=move))
    return states


def lines_of(point: TurningPoint) -> tuple[PreviewLine, PreviewLine]:
    """Return what was played at *point* with what it led to, and what was better."""
    ply = point.ply
    played, better = (
        moves_of(point.position, texts[:MAX_SHOWN])
        for texts in ((ply.text, *ply.refutation), ply.line or (ply.best_text,))
    )
    return (
        PreviewLine(played, fill(translate("Story", "Played: {move}"), move=ply.text)),
        PreviewLine(better, fill(translate("Story", "Better: {move}"), move=ply.best_text)),
    )
