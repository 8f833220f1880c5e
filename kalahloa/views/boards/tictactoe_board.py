"""The board view of tic-tac-toe."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractAnimation,
    QEasingCurve,
    QPointF,
    QRectF,
    Qt,
    QVariantAnimation,
    Slot,
)
from PySide6.QtGui import QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QWidget

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words
from kalahloa.models.game.position import Position
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.games.tictactoe.layout import (
    BOARD,
    CELL,
    GRID,
    MARK_WIDTH,
    NOUGHT_RADIUS,
    REACH,
    STRIKE_BEYOND,
    cell_rect,
    mark_colour,
    winning_row,
)
from kalahloa.models.games.tictactoe.position import SIDES, TicTacToe
from kalahloa.views.boards.board_sentences import (
    move_value_words,
    not_your_turn_sentence,
    over_sentence,
    with_move_value,
)
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.boards.path_item import add_path, rounded_pen
from kalahloa.views.boards.pill import Pill
from kalahloa.views.boards.value_label import ValueLabel
from kalahloa.views.look.colours import with_alpha
from kalahloa.views.look.theme import Theme

_BOARD, _GRID = QRectF(*BOARD), QRectF(*GRID)
_NAMES = (
    QT_TRANSLATE_NOOP("TicTacToeBoardView", "{number}, top left, {contents}"),
    QT_TRANSLATE_NOOP("TicTacToeBoardView", "{number}, top centre, {contents}"),
    QT_TRANSLATE_NOOP("TicTacToeBoardView", "{number}, top right, {contents}"),
    QT_TRANSLATE_NOOP("TicTacToeBoardView", "{number}, middle left, {contents}"),
    QT_TRANSLATE_NOOP("TicTacToeBoardView", "{number}, centre, {contents}"),
    QT_TRANSLATE_NOOP("TicTacToeBoardView", "{number}, middle right, {contents}"),
    QT_TRANSLATE_NOOP("TicTacToeBoardView", "{number}, bottom left, {contents}"),
    QT_TRANSLATE_NOOP("TicTacToeBoardView", "{number}, bottom centre, {contents}"),
    QT_TRANSLATE_NOOP("TicTacToeBoardView", "{number}, bottom right, {contents}"),
)
_VALUE_SIZE = 22
_GHOST = [0.01, 2.0]
"""The dots of a mark that is not made yet, in widths of its stroke."""
_STROKE = 260.0
_STRIKE = 320.0


def mark_path(side: int, share: float = 1.0) -> QPainterPath:
    """Return *share* (0 to 1) of a mark round the origin: a cross for side 0, else a nought."""
    path = QPainterPath()
    if side == 0:
        # The second stroke begins where the first has ended.
        for begin, way in (
            (QPointF(-REACH, -REACH), QPointF(2, 2)),
            (QPointF(REACH, -REACH), QPointF(-2, 2)),
        ):
            part = min(1.0, 2 * share)
            if part > 0:
                path.moveTo(begin)
                path.lineTo(begin + way * (REACH * part))
            share -= 0.5
    elif share > 0:
        radius = NOUGHT_RADIUS
        circle = QRectF(-radius, -radius, 2 * radius, 2 * radius)
        path.arcMoveTo(circle, 70)
        path.arcTo(circle, 70, 360 * min(1.0, share))
    return path


class TicTacToeMark(QGraphicsPathItem):
    """A cross or a nought, drawn round its position."""

    def __init__(self, side: int, colour: QColor) -> None:
        super().__init__()
        self.side = side
        self.setPen(rounded_pen(colour, MARK_WIDTH))
        self.setZValue(10)
        self.draw(1.0)

    def draw(self, share: float) -> None:
        """Show *share* (0 to 1) of the stroke."""
        self.setPath(mark_path(self.side, share))


class TicTacToeBoardView(BoardView):
    """The board of tic-tac-toe; cells are 0 to 8, row by row from the top left."""

    can_set_up = True
    margin_scale = 1.0
    """The margin at which an evaluation bar is full."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._hovered = -1
        self._marks: dict[int, TicTacToeMark] = {}
        self._drawn: TicTacToeMark | None = None
        self._row: tuple[QPointF, QPointF] | None = None
        self._stroke_share = 1.0

    # -- geometry ------------------------------------------------------------------------------

    @classmethod
    def side_colours(cls, theme: Theme) -> tuple[tuple[QColor, QColor], tuple[QColor, QColor]]:
        """Return the colours of the marks."""
        return (_ink(theme, 0), theme.outline), (_ink(theme, 1), theme.outline)

    def board_rect(self) -> QRectF:
        return _BOARD

    def cells(self) -> Sequence[int]:
        return range(8, -1, -1) if self.flipped else range(9)

    def cell_rect(self, cell: int) -> QRectF:
        return QRectF(*cell_rect(cell, self.flipped))

    def focus_path(self, cell: int) -> QPainterPath:
        path = QPainterPath()
        path.addRoundedRect(self.cell_rect(cell).adjusted(13, 13, -13, -13), 18, 18)
        return path

    # -- what is on the board ------------------------------------------------------------------

    def build(self) -> None:
        theme = self.theme
        self._marks = {}
        card = QPainterPath()
        card.addRoundedRect(_BOARD, 18, 18)
        add_path(
            self.scene(),
            card.translated(0, 2),
            fill=with_alpha(QColor("black"), 0.3 if theme.dark else 0.08),
        )
        add_path(self.scene(), card, fill=theme.card, pen=QPen(theme.border, 1.5))
        grid = QPainterPath()
        for step in (1, 2):
            grid.moveTo(_GRID.left() + step * CELL, _GRID.top() + 8)
            grid.lineTo(_GRID.left() + step * CELL, _GRID.bottom() - 8)
            grid.moveTo(_GRID.left() + 8, _GRID.top() + step * CELL)
            grid.lineTo(_GRID.right() - 8, _GRID.top() + step * CELL)
        add_path(self.scene(), grid, pen=rounded_pen(theme.grid, 5), depth=2)
        tint = with_alpha(theme.accent, 0.16 if theme.dark else 0.12)
        self._last = add_path(self.scene(), fill=tint, depth=1)
        self._glow = add_path(
            self.scene(), fill=with_alpha(theme.accent, 0.14), pen=QPen(theme.accent, 4), depth=3
        )
        self._strike = add_path(self.scene(), pen=rounded_pen(theme.accent, 9), depth=20)
        self._faint = [TicTacToeMark(side, _ink(self.theme, side)) for side in (0, 1)]
        for mark in self._faint:
            pen = mark.pen()
            pen.setWidthF(6)
            pen.setDashPattern(_GHOST)
            mark.setPen(pen)
            mark.setZValue(5)
            mark.hide()
            self.scene().addItem(mark)
        self._hint_pill = Pill(theme.accent, theme.on_accent, self.font())
        self._hint_pill.setZValue(40)
        self._hint_pill.hide()
        self.scene().addItem(self._hint_pill)
        self._values = [ValueLabel(theme, self.font(), _VALUE_SIZE) for _ in range(9)]
        for label in self._values:
            label.setZValue(39)
            self.scene().addItem(label)

    def place(self, position: Position) -> None:
        board = _tictactoe(position)
        self._fill([(cell, side) for side in (0, 1) for cell in _cells_of(board, side)])
        self._row = self._strike_over(winning_row(board))
        self._show_strike(1.0)

    def place_set_up(self, set_up: SetUp) -> None:
        self._fill([(cell, mark - 1) for cell, mark in enumerate(set_up.contents) if mark])
        self._row = None
        self._show_strike(1.0)

    def _fill(self, marks: list[tuple[int, int]]) -> None:
        """Draw *marks*, cells and the sides whose marks they hold, and no others."""
        self._drawn = None
        for mark in self._marks.values():
            self.scene().removeItem(mark)
        self._marks = {}
        for cell, side in marks:
            self._put(side, cell)

    def carry(self, cell: int, point: QPointF) -> None:
        mark = self._marks.get(cell)
        if mark is not None:
            mark.setZValue(30)
            mark.setPos(point)

    def _put(self, side: int, cell: int) -> TicTacToeMark:
        mark = TicTacToeMark(side, _ink(self.theme, side))
        mark.setPos(self.cell_rect(cell).center())
        self.scene().addItem(mark)
        self._marks[cell] = mark
        return mark

    def _strike_over(self, row: Sequence[int]) -> tuple[QPointF, QPointF] | None:
        """Return the ends of the line through *row*, a little beyond its outer cells' middles."""
        if not row:
            return None
        first, last = (self.cell_rect(cell).center() for cell in (row[0], row[-1]))
        beyond = (last - first) * STRIKE_BEYOND
        return first - beyond, last + beyond

    def _show_strike(self, share: float) -> None:
        path = QPainterPath()
        if self._row is not None and share > 0:
            path.moveTo(self._row[0])
            path.lineTo(self._row[0] + (self._row[1] - self._row[0]) * share)
        self._strike.setPath(path)

    def shown_marks(self) -> dict[int, int]:
        """Return the side of each mark that can be seen, by the cell in which it is drawn."""
        return {
            self.cell_at(item.pos()): item.side
            for item in self.scene().items()
            if isinstance(item, TicTacToeMark) and item.isVisible() and item not in self._faint
        }

    # -- a move that happens -------------------------------------------------------------------

    def animate(self, before: Position, move: int) -> QAbstractAnimation | None:
        (step,) = before.transition(move)
        # The mouse may go anywhere meanwhile; the focus stays.
        self._hovered = self.focus_cell
        self._drawn = self._put(step.side, step.target)
        row = winning_row(_tictactoe(self.position))
        self._row = self._strike_over(row)
        duration = _STROKE + (_STRIKE if row else 0)
        self._stroke_share = _STROKE / duration
        self._show_stroke(0.0)
        animation = QVariantAnimation()
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.setDuration(max(1, round(duration / self.speed)))
        animation.valueChanged.connect(self._show_stroke)
        return animation

    @Slot(object)
    def _show_stroke(self, share: float) -> None:
        if self._drawn is None:
            return
        curve = QEasingCurve(QEasingCurve.Type.InOutSine)
        self._drawn.draw(curve.valueForProgress(min(1.0, share / self._stroke_share)))
        rest = (share - self._stroke_share) / (1 - self._stroke_share) if self._row else 0.0
        self._show_strike(curve.valueForProgress(max(0.0, rest)))

    # -- marks of what is chosen, last and advised ---------------------------------------------

    def mark(self) -> None:
        assert self.state is not None
        move = self.state.last_move
        self._last.setPath(QPainterPath() if move is None else self._inside(move - 1, 10))
        self._mark_hover()
        self._hint_pill.hide()
        hint = None if self.animating else self.state.hint
        self._glow.setPath(QPainterPath() if hint is None else self._inside(hint - 1, 12))
        if hint is not None and self.state.hint_label:
            inside = self.cell_rect(hint - 1).adjusted(20, 20, -20, -20)
            # Below the middle there is the value, if values are shown.
            y = inside.top() + 15 if self.state.values else inside.bottom() - 15
            self._hint_pill.say(self.state.hint_label, QPointF(inside.center().x(), y), inside)
        self._mark_values()

    def _mark_values(self) -> None:
        assert self.state is not None
        for cell, label in enumerate(self._values):
            value = self.state.values.get(cell + 1)
            if value is None or self.animating or cell in self._marks:
                label.hide()
                continue
            inside = self.cell_rect(cell).adjusted(20, 20, -20, -20)
            centre = QPointF(inside.center().x(), inside.bottom() - 12)
            best = cell + 1 in self.state.best_moves
            label.say(value, centre, inside.width(), best=best)

    def shown_values(self) -> dict[int, tuple[str, bool]]:
        """Return the values that are seen, by cell: the text, and whether it is ticked."""
        return {
            cell: (in_words(label.value.short), label.filled)
            for cell, label in enumerate(self._values)
            if label.isVisible() and label.value is not None
        }

    def _inside(self, cell: int, margin: float) -> QPainterPath:
        path = QPainterPath()
        area = self.cell_rect(cell).adjusted(margin, margin, -margin, -margin)
        path.addRoundedRect(area, 20, 20)
        return path

    def _mark_hover(self) -> None:
        cell = self._hovered
        free = self.choosable and cell >= 0 and cell not in self._marks
        for side, mark in enumerate(self._faint):
            mark.setVisible(free and side == self.chooser)
            if free:
                mark.setPos(self.cell_rect(cell).center())
        if free:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.viewport().unsetCursor()

    def cell_name(self, cell: int) -> str:
        side = self._side_in(cell)
        contents = self.tr("empty") if side is None else SIDES[side]
        return fill(in_words(_NAMES[cell]), number=cell + 1, contents=contents)

    def cell_stones(self, cell: int) -> tuple[int, int | None]:
        side = self._side_in(cell)
        return int(side is not None), side

    def _side_in(self, cell: int) -> int | None:
        """Return whose mark is in *cell*, by the position, of which the last may be drawn yet."""
        if self.set_up is not None:
            mark = self._marks.get(cell)
            return None if mark is None else mark.side
        position = self.position
        assert isinstance(position, TicTacToe)
        return next((side for side in (0, 1) if position.marks(side) >> cell & 1), None)

    def cell_description(self, cell: int) -> str:
        return "" if self._side_in(cell) is not None else move_value_words(self.state, cell + 1)

    def cell_label(self, cell: int) -> str:
        return str(cell + 1)

    def cell_path(self, cell: int) -> QPainterPath:
        return self.focus_path(cell)

    def marked_cell(self, move: int) -> int:
        return move - 1

    def move_cells(self, move: int) -> tuple[int, ...]:
        return (move - 1,)

    def numbered_cell(self, number: int) -> int:
        return number - 1

    def first_focus(self) -> int:
        free = [cell for cell in self.cells() if cell not in self._marks]
        return 4 if 4 in free else (free or self.cells())[0]

    # -- what the player does ------------------------------------------------------------------

    def choose(self, cell: int) -> None:
        outcome = self.position.outcome()
        if self.animating:
            return
        if outcome is not None:
            self.refused.emit(over_sentence(outcome.reason))
        elif not self.choosable:
            self.refused.emit(not_your_turn_sentence(SIDES[self.position.side]))
        elif cell in self._marks:
            self.refused.emit(in_words(self.position.why_illegal(cell + 1)))
        else:
            self.emit_move(cell + 1)

    def hover(self, cell: int) -> None:
        self._hovered = cell
        if self.animating:
            return
        self._mark_hover()
        free = self.playable and cell >= 0 and cell not in self._marks
        sentence = (
            with_move_value(self.position.describe(cell + 1), self.state, cell + 1) if free else ""
        )
        self.remark.emit(sentence)


def _tictactoe(position: Position) -> TicTacToe:
    assert isinstance(position, TicTacToe)
    return position


def _cells_of(position: TicTacToe, side: int) -> list[int]:
    """Return the cells with *side*'s marks."""
    return [cell for cell in range(9) if position.marks(side) >> cell & 1]


def _ink(theme: Theme, side: int) -> QColor:
    """Return the colour of *side*'s marks."""
    return QColor(mark_colour(side, theme.names))
