"""The board of Connect Four: an upright plate with holes, behind which the discs fall."""

from collections.abc import Sequence
from math import sqrt

from PySide6.QtCore import (
    QAbstractAnimation,
    QEasingCurve,
    QPointF,
    QRectF,
    Qt,
    QVariantAnimation,
    Slot,
)
from PySide6.QtGui import QFont, QKeyEvent, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsSimpleTextItem, QWidget

from connect_four.items import CELL, HOLE, Disc, plate, strike
from connect_four.position import SIDES, ConnectFour
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.boards.pill import Pill
from kalahloa.views.look.colours import with_alpha
from kalahloa.views.look.theme import Theme

_EDGE = 14.0
_CHUTE = 88.0
_FOOT = 34.0
_FALL_MS = 300.0
"""How long a disc takes to fall by one cell and come to rest."""


class ConnectFourBoard(BoardView):
    """The board of Connect Four: a click anywhere in a column, or its number, drops a disc there.

    Cells are those of the position (see `connect_four.geometry`).
    """

    position: ConnectFour

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._hovered = -1
        self._discs: dict[int, Disc] = {}
        self._falling: tuple[Disc, QPointF, QPointF] | None = None

    # -- geometry ------------------------------------------------------------------------------

    @property
    def _columns(self) -> int:
        return self.position.rules.columns

    @property
    def _rows(self) -> int:
        return self.position.rules.rows

    def _plate_rect(self) -> QRectF:
        return QRectF(
            0, _CHUTE, self._columns * CELL + 2 * _EDGE, self._rows * CELL + _EDGE + _FOOT
        )

    def board_rect(self) -> QRectF:
        return self._plate_rect().adjusted(0, -_CHUTE, 0, 0)

    def cells(self) -> Sequence[int]:
        columns = range(self._columns)[:: -1 if self.flipped else 1]
        return [
            self.position.cell(column, row)
            for row in reversed(range(self._rows))
            for column in columns
        ]

    def cell_rect(self, cell: int) -> QRectF:
        column, row = divmod(cell, self._rows + 1)
        if self.flipped:
            column = self._columns - 1 - column
        top = _CHUTE + _EDGE + (self._rows - 1 - row) * CELL
        return QRectF(_EDGE + column * CELL, top, CELL, CELL)

    def cell_at(self, point: QPointF) -> int:
        if not self.board_rect().contains(point):
            return -1
        # Above the plate and below the holes a column's number is what counts.
        plate_top, plate_bottom = _CHUTE + _EDGE, _CHUTE + _EDGE + self._rows * CELL
        height = min(max(point.y(), plate_top), plate_bottom - 1)
        return super().cell_at(QPointF(point.x(), height))

    def _centre(self, cell: int) -> QPointF:
        return self.cell_rect(cell).center()

    def _chute(self, cell: int) -> QPointF:
        """Return where a disc waits above the column of *cell*."""
        return QPointF(self._centre(cell).x(), _CHUTE / 2)

    def _move(self, cell: int) -> int:
        return cell // (self._rows + 1) + 1

    # -- what is on the board ------------------------------------------------------------------

    def build(self) -> None:
        theme, scene = self.theme, self.scene()
        self._discs = {}
        self._falling = None
        for item in plate(self._plate_rect(), [*map(self._centre, self.cells())], theme.dark):
            scene.addItem(item)
        font = QFont(self.font())
        font.setPixelSize(16)
        font.setWeight(QFont.Weight.DemiBold)
        for column in range(self._columns):
            number = QGraphicsSimpleTextItem(str(column + 1))
            number.setFont(font)
            number.setBrush(with_alpha(theme.board_text, 0.85))
            number.setZValue(13)
            size = number.boundingRect()
            bottom = self._plate_rect().bottom()
            x = self._centre(self.position.cell(column, 0)).x()
            number.setPos(x - size.width() / 2, bottom - (_FOOT + size.height()) / 2)
            scene.addItem(number)
        self._ghosts = [Disc(side, theme.dark) for side in (0, 1)]
        for ghost in self._ghosts:
            ghost.setOpacity(0.85)
            ghost.hide()
            scene.addItem(ghost)
        dashed = QPen(with_alpha(theme.board_text, 0.75), 3, Qt.PenStyle.DotLine)
        dashed.setCapStyle(Qt.PenCapStyle.RoundCap)
        self._landing = self._mark_item(dashed, 20)
        self._last = self._mark_item(QPen(theme.board_text, 3), 20)
        self._strike_edge = self._mark_item(QPen(with_alpha(theme.frame, 0.85), 12), 30)
        self._strike = self._mark_item(QPen(theme.board_text, 6), 31)
        self._hint = self._mark_item(QPen(theme.accent, 6), 32)
        dots = QPen(theme.accent, 6)
        dots.setDashPattern([0.01, 2.2])
        self._hint_way = self._mark_item(dots, 32)
        self._hint_pill = Pill(theme.accent, theme.on_accent, self.font())
        self._hint_pill.setZValue(40)
        self._hint_pill.hide()
        scene.addItem(self._hint_pill)

    def _mark_item(self, pen: QPen, depth: float) -> QGraphicsPathItem:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        item = QGraphicsPathItem()
        item.setPen(pen)
        item.setZValue(depth)
        self.scene().addItem(item)
        return item

    def place(self, position: ConnectFour) -> None:
        self._falling = None
        for cell in self.cells():
            side = position.owner(cell)
            disc = self._discs.get(cell)
            if disc is not None and disc.side != side:
                self.scene().removeItem(self._discs.pop(cell))
                disc = None
            if side is not None:
                self._disc(cell, side).setPos(self._centre(cell))

    def _disc(self, cell: int, side: int) -> Disc:
        """Return the disc in *cell*, made where there is none."""
        if cell not in self._discs:
            self._discs[cell] = Disc(side, self.theme.dark)
            self.scene().addItem(self._discs[cell])
        return self._discs[cell]

    def shown_discs(self) -> dict[int, int]:
        """Return the side of each disc that lies behind a hole, by the cell of the hole."""
        return {
            cell: disc.side
            for cell, disc in self._discs.items()
            if (disc.pos() - self._centre(cell)).manhattanLength() < 1
        }

    # -- a move that happens -------------------------------------------------------------------

    def animate(self, before: ConnectFour, move: int) -> QAbstractAnimation | None:
        (step,) = before.transition(move)
        start, end = self._chute(step.target), self._centre(step.target)
        self._falling = self._disc(step.target, step.side), start, end
        self._show_fall(0.0)
        bounce = QEasingCurve(QEasingCurve.Type.OutBounce)
        bounce.setAmplitude(0.5)
        animation = QVariantAnimation()
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.setEasingCurve(bounce)
        # Whatever falls, falls the square of the time.
        cells = (end.y() - start.y()) / CELL
        animation.setDuration(max(1, round(_FALL_MS * sqrt(cells) / self.speed)))
        animation.valueChanged.connect(self._show_fall)
        return animation

    @Slot(object)
    def _show_fall(self, share: float) -> None:
        if self._falling is not None:
            disc, start, end = self._falling
            disc.setPos(start + (end - start) * share)

    # -- marks ---------------------------------------------------------------------------------

    def mark(self) -> None:
        assert self.state is not None
        last, lines = QPainterPath(), []
        if not self.animating:
            lines = self.position.winning_lines()
            if self.state.last_move is not None and not lines:
                top = self.position.landing(self.state.last_move) - 1
                last.addEllipse(self._centre(top), HOLE, HOLE)
        self._last.setPath(last)
        path = strike([[self._centre(cell) for cell in line] for line in lines])
        self._strike_edge.setPath(path)
        self._strike.setPath(path)
        self._mark_hint()
        self._mark_hovered()

    def _mark_hint(self) -> None:
        assert self.state is not None
        ring, way, hint = QPainterPath(), QPainterPath(), self.state.hint
        self._hint_pill.hide()
        if hint is not None and not self.animating:
            cell = self.position.landing(hint)
            ring.addEllipse(self._centre(cell), HOLE, HOLE)
            way.moveTo(self._chute(cell) + QPointF(0, 24))
            way.lineTo(self._centre(cell) - QPointF(0, HOLE + 8))
            text = self.state.hint_label or f"Column {hint}"
            self._hint_pill.say(text, self._chute(cell), self.board_rect())
        self._hint.setPath(ring)
        self._hint_way.setPath(way)

    def _mark_hovered(self) -> None:
        """Show the disc that waits above the column with the mouse or the focus."""
        path = QPainterPath()
        for ghost in self._ghosts:
            ghost.hide()
        if self.playable and self._hovered >= 0:
            move = self._move(self._hovered)
            if move in self.position.legal_moves():
                cell = self.position.landing(move)
                path.addEllipse(self._centre(cell), HOLE - 4, HOLE - 4)
                ghost = self._ghosts[self.position.side]
                ghost.setPos(self._chute(cell))
                ghost.setVisible(self.state is None or move != self.state.hint)
        self._landing.setPath(path)

    # -- names ---------------------------------------------------------------------------------

    def cell_name(self, cell: int) -> str:
        column, row = divmod(cell, self._rows + 1)
        owner = self.position.owner(cell)
        contents = "empty" if owner is None else SIDES[owner].lower()
        return f"column {column + 1}, row {row + 1}, {contents}"

    def first_focus(self) -> int:
        legal = self.position.legal_moves()
        middle = (self._columns + 1) / 2
        if not legal:
            return self.position.cell(self._columns // 2, 0)
        return self.position.landing(min(legal, key=lambda move: abs(move - middle)))

    # -- what the player does ------------------------------------------------------------------

    def choose(self, cell: int) -> None:
        outcome = self.position.outcome()
        move = self._move(cell)
        if outcome is not None:
            self.refused.emit(f"The game is over: {outcome.reason}")
        elif not self.playable:
            self.refused.emit(f"It is not your turn: {SIDES[self.position.side]} is to move.")
        elif move in self.position.legal_moves():
            self.move_chosen.emit(move)
        else:
            self.refused.emit(self.position.why_illegal(move))

    def hover(self, cell: int) -> None:
        self._hovered = cell
        self._mark_hovered()
        self.viewport().unsetCursor()
        sentence = ""
        if self.playable and cell >= 0 and not self.position.is_over():
            move = self._move(cell)
            if move in self.position.legal_moves():
                self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
                sentence = self.position.describe(move)
            else:
                sentence = self.position.why_illegal(move)
        self.remark.emit(sentence)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The number of a column is enough to play there.
        text = event.text()
        if self.state is not None and not self.animating and text in [*"123456789"]:
            if int(text) <= self._columns:
                self.choose(self.position.cell(int(text) - 1, 0))
            else:
                self.refused.emit(self.position.why_illegal(int(text)))
        else:
            super().keyPressEvent(event)
