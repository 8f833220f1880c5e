"""The board of Lines of Action."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractAnimation,
    QEasingCurve,
    QPointF,
    QRectF,
    Qt,
    QVariantAnimation,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainterPath,
)
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.game.position import Position
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.game.transition import Action
from kalahloa.models.games.loa.grid import COORDINATE_SIZE, SQUARE
from kalahloa.models.games.loa.notation import PASS, SIDES
from kalahloa.models.games.loa.overlays import OVERLAYS
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.spoken import ways_of
from kalahloa.models.games.loa.squares import square_name
from kalahloa.views.boards.board_sentences import (
    move_value_words,
    not_your_turn_sentence,
    over_sentence,
    with_move_value,
)
from kalahloa.views.boards.board_view import BoardState, BoardView
from kalahloa.views.boards.loa_grid import (
    Coordinate,
    LoaGrid,
    add_background,
    add_coordinates,
    loa_grid,
)
from kalahloa.views.boards.loa_items import LoaPiece, piece_colours
from kalahloa.views.boards.loa_marks import VALUE_SIZE, LoaMarks
from kalahloa.views.boards.loa_overlays import BADGE_SIZE, LoaOverlays
from kalahloa.views.boards.move_values import best_moves
from kalahloa.views.boards.overlay_words import overlay_words
from kalahloa.views.look.theme import Theme

PASS_CELL = 64
"""The cell to pass with, there only while passing is the one legal move."""

_DRAG_THRESHOLD = 6.0
_MAX_ENLARGED = 1.6
"""How much larger letters may become on a small board."""


@dataclass
class _Slide:
    """A moving piece, and the piece that it captures, if any."""

    piece: LoaPiece
    start: QPointF
    end: QPointF
    taken: LoaPiece | None


class LoaBoardView(BoardView):
    """The board of Lines of Action: select a piece and its target square, or drag it there.

    Cells are the squares (0 a1 to 63 h8), and `PASS_CELL` while one must pass.
    """

    can_set_up = True
    overlays = OVERLAYS

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.selected = -1
        self._hovered = -1
        self._pieces: dict[int, list[LoaPiece]] = {0: [], 1: []}
        self._standing: dict[int, LoaPiece] = {}
        self._moves: dict[int, list[int]] = {}
        self._moves_of: tuple[Loa | None, frozenset[int] | None] = (None, None)
        self._slide: _Slide | None = None
        self._press = QPointF()
        self._dragging = False
        self._second_press = False
        self._dropped: tuple[int, QPointF] | None = None

    @property
    def position(self) -> Loa:
        return _loa(super().position)

    # -- geometry ------------------------------------------------------------------------------

    @classmethod
    def side_colours(cls, theme: Theme) -> tuple[tuple[QColor, QColor], tuple[QColor, QColor]]:
        """Return the colours of the pieces."""
        black, white = (piece_colours(side, theme) for side in (0, 1))
        return (black.body, black.rim), (white.body, white.rim)

    @property
    def _grid(self) -> LoaGrid:
        """Where the squares of the board lie that is shown."""
        return loa_grid(self.position.size)

    def board_rect(self) -> QRectF:
        return self._grid.frame

    def cells(self) -> Sequence[int]:
        order = self._grid.reading_order
        squares = order[::-1] if self.flipped else order
        return (*squares, PASS_CELL) if self._must_pass() else squares

    def cell_rect(self, cell: int) -> QRectF:
        if cell == PASS_CELL:
            return self._marks.pass_area
        return self._grid.square_rect(cell, self.flipped)

    def cell_at(self, point: QPointF) -> int:
        if self._must_pass() and self._marks.pass_area.contains(point):
            return PASS_CELL
        return self._grid.square_at(point, self.flipped)

    def focus_path(self, cell: int) -> QPainterPath:
        if cell != PASS_CELL:
            return super().focus_path(cell)
        path = QPainterPath()
        area = self.cell_rect(cell).adjusted(-5, -5, 5, 5)
        path.addRoundedRect(area, area.height() / 2, area.height() / 2)
        return path

    def _centre(self, square: int) -> QPointF:
        return self._grid.centre_of(square, self.flipped)

    # -- what is on the board ------------------------------------------------------------------

    def build(self) -> None:
        self._pieces = {0: [], 1: []}
        self._standing = {}
        add_background(self.scene(), self.theme, self._grid)
        self._coordinates = self._add_coordinates()
        self._marks = LoaMarks(self.scene(), self.theme, self.font(), self._grid, self.flipped)
        self._overlays = LoaOverlays(
            self.scene(), self.theme, self.font(), self._grid, self.flipped
        )

    def _add_coordinates(self) -> list[Coordinate]:
        return add_coordinates(self.scene(), self.theme, self.font(), self._grid, self.flipped)

    def turn(self) -> bool:
        # Pieces are kept, and with them their pictures, which are slow to draw.
        for coordinate in self._coordinates:
            self.scene().removeItem(coordinate.item)
        self._coordinates = self._add_coordinates()
        self._marks.flipped = self._overlays.flipped = self.flipped
        self.rescaled()
        return True

    def rescaled(self) -> None:
        for coordinate in self._coordinates:
            coordinate.lay(self.enlarged(COORDINATE_SIZE, _MAX_ENLARGED))
        self._marks.enlarge_labels(self.enlarged(VALUE_SIZE, _MAX_ENLARGED))
        self._overlays.enlarge(self.enlarged(BADGE_SIZE, _MAX_ENLARGED))
        self.show_overlays()

    def place(self, position: Position) -> None:
        self._stand({side: _loa(position).squares(side) for side in self._pieces})

    def place_set_up(self, set_up: SetUp) -> None:
        self._stand(
            {
                side: [square for square, piece in enumerate(set_up.contents) if piece == side + 1]
                for side in self._pieces
            }
        )

    def _stand(self, standing: dict[int, list[int]]) -> None:
        """Put the pieces of each side on its squares of *standing*."""
        self._slide = None
        self._dragging = False
        before, self._standing = self._standing, {}
        for side, pieces in self._pieces.items():
            squares = standing[side]
            # What has not moved is left alone, and need not be drawn.
            for square in squares:
                piece = before.get(square)
                if piece is not None and piece.side == side:
                    self._standing[square] = piece
            staying = set(self._standing.values())
            free = [piece for piece in pieces if piece not in staying]
            for square in squares:
                if square not in self._standing:
                    self._standing[square] = free.pop(0) if free else self._new_piece(side)
                self._standing[square].lie(self._centre(square))
            for piece in free:
                piece.hide()

    def _new_piece(self, side: int) -> LoaPiece:
        piece = LoaPiece(side, self.theme)
        self.scene().addItem(piece)
        self._pieces[side].append(piece)
        return piece

    def carry(self, cell: int, point: QPointF) -> None:
        piece = self._standing.get(cell)
        if piece is not None:
            piece.lift(1)
            piece.setPos(point)

    def shown_pieces(self) -> dict[int, int]:
        """Return the side of each piece that can be seen, by the square on which it is drawn."""
        shown = {}
        for item in self.scene().items():
            if isinstance(item, LoaPiece) and item.isVisible() and item.opacity() > 0.5:
                shown[self._grid.square_at(item.pos(), self.flipped)] = item.side
        return shown

    # -- a move that happens -------------------------------------------------------------------

    def animate(self, before: Position, move: int) -> QAbstractAnimation | None:
        going = taken = None
        for step in before.transition(move):
            if step.action is Action.MOVE:
                going = step
            elif step.action is Action.CAPTURE:
                taken = self._standing[step.target]
        dropped, self._dropped = self._dropped, None
        if going is None:
            return None
        # The mouse may go anywhere meanwhile; the focus stays.
        self._hovered = self.focus_cell
        start, end = self._centre(going.origin), self._centre(going.target)
        duration = 260.0 + 30 * (end - start).manhattanLength() / SQUARE
        if dropped is not None and dropped[0] == move:
            # The piece was dragged: only the rest of the way is animated.
            start, duration = dropped[1], 160.0
        self._slide = _Slide(self._standing[going.origin], start, end, taken)
        self._show_slide(0.0)
        animation = QVariantAnimation()
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.setDuration(max(1, round(duration / self.speed)))
        animation.valueChanged.connect(self._show_slide)
        return animation

    @Slot(object)
    def _show_slide(self, share: float) -> None:
        if self._slide is None:
            return
        slide = self._slide
        way = QEasingCurve(QEasingCurve.Type.InOutCubic).valueForProgress(share)
        slide.piece.setPos(slide.start + (slide.end - slide.start) * way)
        slide.piece.lift(max(0.01, 4 * share * (1 - share)))
        if slide.taken is not None:
            # It goes while the other arrives.
            gone = min(1.0, max(0.0, (way - 0.45) / 0.5))
            slide.taken.setOpacity(1 - gone)
            slide.taken.setScale(1 - 0.35 * gone)

    # -- marks ---------------------------------------------------------------------------------

    def _legal(self) -> dict[int, list[int]]:
        """Return where each piece can go of the side that chooses; empty if only a pass is left."""
        position, premoves = self.position, self.state.premoves if self.state else None
        if self._moves_of[0] is not position or self._moves_of[1] != premoves:
            self._moves_of = (position, premoves)
            self._moves = {}
            for move in position.legal_moves() if premoves is None else sorted(premoves):
                if move != PASS:
                    self._moves.setdefault(move & 63, []).append(move >> 6)
        return self._moves

    def _must_pass(self) -> bool:
        return self.playable and not self._legal() and not self.position.is_over()

    def mark(self) -> None:
        assert self.state is not None
        self._marks.show_last(self.state.last_move or PASS)
        self._marks.show_pass(self._must_pass())
        self._marks.show_hint(None if self.animating else self.state.hint, self.state.hint_label)
        unknown = self.animating or self.set_up is not None
        outcome = None if unknown else self.position.outcome()
        group: list[int] = []
        if outcome is not None and outcome.winner is not None:
            # A side that wins because the other cannot move need not be connected.
            connected = len(self.position.groups(outcome.winner)) == 1
            group = self.position.squares(outcome.winner) if connected else []
        self._marks.show_group(group)
        self.show_overlays()
        self._mark_choice()

    @property
    def _overlaid(self) -> Loa | None:
        """The position that overlays are shown of: none while another is seen."""
        return None if self.animating or self.set_up is not None else self.position

    def overlay(self) -> None:
        assert self.state is not None
        self._overlays.show(self._overlaid, self.state.overlays)

    def overlays_shown(self) -> LoaOverlays:
        """Return what the overlays have drawn, to be looked at."""
        return self._overlays

    def _mark_choice(self) -> None:
        assert self.state is not None
        origin = self.selected if self.selected >= 0 else self._hovered
        self._marks.show_choice(
            self.position,
            origin,
            self._legal().get(origin, []) if self.choosable else [],
            values=self.state.values,
            best=self.state.best_moves,
            hovered=self._hovered,
            chosen=self.selected >= 0,
            held=self._dragging,
            movable=self._is_own(origin),
        )
        self._overlays.show_lines(self._overlaid, self._hovered, self.state.overlays)
        # The values of a selected piece's moves stand at its destinations.
        hidden = self.animating or self.selected >= 0
        pointed = {} if hidden else self.state.pointed
        best = next(iter(pointed), None)
        value = None if best is None else pointed[best]
        others = [move for move in pointed if move not in (best, self.state.hint)]
        # A hint has an arrow of its own.
        self._marks.show_best(None if best == self.state.hint else best, value, others)

    def _is_own(self, cell: int) -> bool:
        """Return whether a piece of the side to move stands on *cell*, and a human may move it."""
        may = self.choosable and 0 <= cell < PASS_CELL and not self.position.is_over()
        return may and bool(self.position.pieces(self.chooser) >> cell & 1)

    def shown_blockers(self) -> set[int]:
        """Return the squares of the pieces that are marked because they block a way."""
        return set(self._marks.blockers_shown())

    def shown_best(self) -> str:
        """Return the value at the arrow of the best move, as it is seen; empty without an arrow."""
        return self._marks.best_shown()

    def shown_others(self) -> int:
        """Return how many arrows point at the next best moves."""
        return self._marks.others_shown()

    def shown_values(self) -> list[str]:
        """Return the values that are seen at the destinations of the selected piece."""
        return self._marks.values_shown()

    def cell_label(self, cell: int) -> str:
        return square_name(cell) if cell < PASS_CELL else ""

    def move_cells(self, move: int) -> tuple[int, ...]:
        return (PASS_CELL,) if move == PASS else (move & 63, move >> 6)

    def marked_cell(self, move: int) -> int:
        return -1 if move == PASS else move >> 6

    # -- names ---------------------------------------------------------------------------------

    def cell_name(self, cell: int) -> str:
        if cell == PASS_CELL:
            return self.tr("Pass")
        side = self._side_on(cell)
        contents = self.tr("empty") if side is None else in_words(SIDES[side]).lower()
        if cell == self.selected:
            name = self.tr("{square} {contents}, selected")
        elif self.selected >= 0 and cell in self._legal().get(self.selected, []):
            name = self.tr("{square} {contents}, can move here")
        else:
            name = self.tr("{square} {contents}")
        return fill(name, square=square_name(cell), contents=contents)

    def cell_stones(self, cell: int) -> tuple[int, int | None]:
        side = self._side_on(cell)
        return int(side is not None), side

    def _side_on(self, cell: int) -> int | None:
        """Return whose piece is on *cell*, by the position, which pieces may still move to."""
        if self.set_up is not None:
            piece = self._standing.get(cell)
            return None if piece is None else piece.side
        return next((side for side in (0, 1) if self.position.pieces(side) >> cell & 1), None)

    def cell_description(self, cell: int) -> str:
        assert self.state is not None
        values = self.state.values
        if cell == PASS_CELL:
            return move_value_words(self.state, PASS)
        if self.selected >= 0 and cell in self._legal().get(self.selected, []):
            return move_value_words(self.state, self.selected | cell << 6)
        moves = [cell | target << 6 for target in self._legal().get(cell, [])]
        own = {move: values[move] for move in moves if move in values}
        if not own:
            return ""
        best = next(move for move in own if move in best_moves(own))
        sentence = self.tr("best to {square}, {worth}")
        return fill(
            sentence, square=square_name(best >> 6), worth=move_value_words(self.state, best)
        )

    def first_focus(self) -> int:
        if self._must_pass():
            return PASS_CELL
        legal = self._legal()
        return next((cell for cell in self.cells() if cell in legal), self.cells()[0])

    def _sentence_on(self, cell: int) -> str:
        """Return what can be said of *cell* while one chooses; empty where there is nothing."""
        if not self.playable or cell < 0:
            return ""
        if cell == PASS_CELL:
            return with_move_value(self.position.describe(PASS), self.state, PASS)
        legal = self._legal()
        if self.selected >= 0 and cell in legal.get(self.selected, []):
            move = self.selected | cell << 6
            return with_move_value(self.position.describe(move), self.state, move)
        if not self.position.pieces(self.position.side) >> cell & 1:
            return ""
        return in_words(ways_of(self.position, cell, legal.get(cell, [])))

    def _overlays_on(self, cell: int) -> str:
        """Return what overlays say of *cell* as a sentence; empty where that is nothing."""
        words = overlay_words(self, cell)
        sentence = self.tr("{square}: {words}.")
        return fill(sentence, square=square_name(cell), words=words) if words else ""

    # -- what the player does ------------------------------------------------------------------

    def choose(self, cell: int) -> None:
        self._second_press = False
        if not self._may_move():
            return
        position = self.position
        if self._must_pass():
            if cell == PASS_CELL:
                self.move_chosen.emit(PASS)
            else:
                self.refused.emit(in_words(position.describe(PASS)))
            return
        legal = self._legal()
        if cell == self.selected:
            # With the mouse this may be the start of a drag; it is known when the button goes up.
            self._second_press = self._pressed
            if not self._pressed:
                self.release()
        elif self.selected >= 0 and cell in legal[self.selected]:
            self._play(self.selected | cell << 6)
        elif cell in legal:
            self._select(cell)
        elif position.pieces(self.chooser) >> cell & 1:
            self.refused.emit(in_words(ways_of(position, cell, [])))
        else:
            self._refuse(self.selected if self.selected >= 0 else cell, cell)

    def _refuse(self, origin: int, target: int) -> None:
        """Say why the piece on *origin* cannot move to *target*."""
        if not self.premoving:
            self.refused.emit(in_words(self.position.why_illegal(origin | target << 6)))
        elif origin == target:
            self.refused.emit(not_your_turn_sentence(SIDES[self.position.side]))
        else:
            self.emit_move(origin | target << 6)  # whoever takes premoves refuses it

    def _may_move(self) -> bool:
        if self.choosable:
            return True
        if not self.animating:
            outcome = self.position.outcome()
            self.refused.emit(
                over_sentence(outcome.reason)
                if outcome is not None
                else not_your_turn_sentence(SIDES[self.position.side])
            )
        return False

    def _select(self, square: int) -> None:
        self.selected = square
        self._mark_choice()
        self.cells_changed.emit()
        self.spoken.emit(self._sentence_on(square))

    def _play(self, move: int) -> None:
        state = self.state
        self.release()
        self.emit_move(move)
        if self.state is state and not self.animating:
            # The move was not made, so a dragged piece returns to its square.
            self.place(self.position)

    def release(self) -> None:
        if self.selected < 0:
            return
        self._put_back()
        self.selected = -1
        if not self.being_shown:
            self._mark_choice()
            self.cells_changed.emit()

    def hover(self, cell: int) -> None:
        self._hovered = cell
        if self.animating:
            return
        self._mark_choice()
        self.remark.emit(self._sentence_on(cell) or self._overlays_on(cell))
        self._show_cursor()

    def _show_cursor(self) -> None:
        cell = self._hovered
        if self._dragging:
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self.choosable and (
            cell == PASS_CELL
            or cell in self._legal()
            or cell in self._legal().get(self.selected, [])
        ):
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.viewport().unsetCursor()

    # -- dragging, and the keys to pass --------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._press = self.mapToScene(event.position().toPoint())
        self._dropped = None
        if event.button() == Qt.MouseButton.LeftButton:
            self._put_back()  # if the button has come up where the board was not told of it
        super().mousePressEvent(event)

    def drag(self, point: QPointF) -> None:
        if self.selected < 0 or not self.choosable:
            return
        way = point - self._press
        if not self._dragging:
            grasped = self.cell_rect(self.selected).contains(self._press)
            if not grasped or way.manhattanLength() < _DRAG_THRESHOLD:
                return
            self._dragging = True
        piece = self._standing[self.selected]
        piece.lift(1)
        piece.setPos(self._centre(self.selected) + way)

    def drop(self, cell: int) -> None:
        if not self._dragging:
            if self._second_press and cell == self.selected:
                self.release()
            return
        square = self.selected
        where = QPointF(self._standing[square].pos())
        self._put_back()
        if cell == square or cell < 0:
            self._mark_choice()
        elif cell in self._legal()[square]:
            move = square | cell << 6
            if self.playable:
                self._standing[square].setPos(where)
                self._dropped = (move, where)
            self._play(move)
        else:
            self._refuse(square, cell)
        self._show_cursor()

    def _put_back(self) -> None:
        if self._dragging:
            self._dragging = False
            piece = self._standing[self.selected]
            piece.lift(0)
            piece.setPos(self._centre(self.selected))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter:
            self.stop_animation()
        if enter and self.state is not None and self._must_pass():
            self.move_chosen.emit(PASS)
        else:
            super().keyPressEvent(event)

    def show_state(self, state: BoardState) -> None:
        super().show_state(state)
        if self.focus_cell == PASS_CELL and not self._must_pass():
            self.set_focus_cell(-1)


def _loa(position: Position) -> Loa:
    assert isinstance(position, Loa)
    return position
