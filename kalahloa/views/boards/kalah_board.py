"""The board view of Kalah, with every stone drawn."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QAbstractAnimation, QEvent, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QCursor, QFont, QPainterPath
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsSimpleTextItem, QWidget

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.game.position import Position
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.games.kalah.layout import (
    COUNT_SIZE,
    KALAH_COUNT_SIZE,
    NAME_SIZE,
    NUMBER_SIZE,
)
from kalahloa.models.games.kalah.notation import SIDES, SWAP, Sowing, counted, describe
from kalahloa.models.games.kalah.overlays import OVERLAYS
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.stone_heap import drawn_counts
from kalahloa.views.boards.board_sentences import (
    move_value_words,
    not_your_turn_sentence,
    over_sentence,
    with_move_value,
)
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.boards.kalah_layout import KalahLayout, kalah_layout
from kalahloa.views.boards.kalah_marks import KalahMarks, Ring, arc_path, sized
from kalahloa.views.boards.kalah_overlays import BADGE_SIZE, KalahOverlays
from kalahloa.views.boards.kalah_values import KalahValues
from kalahloa.views.boards.kalah_wood import PADDING, wood_in_steps, wood_shapes
from kalahloa.views.boards.overlay_words import overlay_words
from kalahloa.views.boards.path_item import Shape
from kalahloa.views.boards.sowing_animation import SowingAnimation
from kalahloa.views.boards.stones import Stones
from kalahloa.views.look.fonts import with_tabular_figures
from kalahloa.views.look.theme import Theme

_COUNT_Z = 50.0
_MAX_INSIDE, _MAX_OUTSIDE = 1.75, 1.35
"""How much larger letters may become on a small board, on the wood and outside it."""
_BESIDE_KALAH = 16.0
"""How much wider than its kalah the name of a side may be."""
_SHARPEN_AFTER = 60  # milliseconds
MAX_SCALING = 1.5
"""Pictures are redrawn at once rather than scaled up or down by more: that looks blurred."""

NORTH = QColor("#4D7F95")
"""North's colour in the players' panel."""


class KalahBoardView(BoardView):
    """The board of Kalah; cells are those of `kalahloa.models.games.kalah.board`.

    Lecture layout: sowing goes clockwise, the kalah of the side at the bottom is on the left.
    Mirrored, it is on the right.  Flipped, North sits at the bottom.
    """

    can_mirror = True
    margin_scale = 24.0
    """The margin at which an evaluation bar is full: half of the stones of the usual game."""
    can_set_up = True
    overlays = OVERLAYS

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.resolution = 0.0
        """Pixels a unit of the scene, for which the pictures are drawn."""
        self._looked_at = -1
        self._sharpening = single_shot(self, self._sharpen, _SHARPEN_AFTER)

    # -- drawing -------------------------------------------------------------------------------

    @property
    def _kalah(self) -> Kalah:
        position = self.position
        assert isinstance(position, Kalah)
        return position

    @property
    def _layout(self) -> KalahLayout:
        return kalah_layout(self._kalah.rules.pits, self.flipped, self.mirrored)

    @classmethod
    def side_colours(cls, theme: Theme) -> tuple[tuple[QColor, QColor], tuple[QColor, QColor]]:
        """Return the accent for South and blue for North."""
        north = theme.nought if theme.high_contrast else NORTH
        return (theme.accent, theme.outline), (north, theme.outline)

    def board_rect(self) -> QRectF:
        return self._layout.bounds

    def build(self) -> None:
        layout = self._layout
        scene = self.scene()
        if self.focus_cell >= len(layout.cells):
            self.focus_cell = -1
        self.resolution = 0.0
        self._wood = QGraphicsPixmapItem()
        self._wood.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self._wood.setPos(layout.wood.topLeft() - QPointF(PADDING, PADDING))
        scene.addItem(self._wood)
        self._marks = KalahMarks(scene, layout, self.theme, self.font())
        self._overlays = KalahOverlays(scene, layout, self.theme, self.font())
        self._values = KalahValues(scene, layout, self.theme, self.font())
        self._stones = Stones(scene, layout, self._write_count)
        self._counts = [
            self._text(KALAH_COUNT_SIZE if layout.is_kalah(cell) else COUNT_SIZE, QFont.Weight.Bold)
            for cell in range(len(layout.cells))
        ]
        self._numbers: dict[int, QGraphicsSimpleTextItem] = {}
        self._marked_side: int | None = -1  # neither side, nor none
        self._seat_names = ("", "")
        self._names = [self._text(NAME_SIZE, QFont.Weight.DemiBold) for _ in SIDES]
        for cell in layout.order:
            if not layout.is_kalah(cell):
                number = self._text(NUMBER_SIZE, QFont.Weight.Normal)
                number.setBrush(self.theme.muted)
                number.setText(str(layout.move(cell)))
                self._numbers[cell] = number

    def rescaled(self) -> None:
        layout = self._layout
        for cell, count in enumerate(self._counts):
            size = KALAH_COUNT_SIZE if layout.is_kalah(cell) else COUNT_SIZE
            count.setScale(self.enlarged(size, _MAX_INSIDE))
            self._write_number_of_stones(cell, count.text() or "0")
        for cell, number in self._numbers.items():
            number.setScale(self.enlarged(NUMBER_SIZE, _MAX_OUTSIDE))
            _write(number, number.text(), layout.number_centre(cell))
        for side in range(len(self._names)):
            self._write_name(side)
        self._marks.enlarge(self.enlarged(NUMBER_SIZE, _MAX_OUTSIDE))
        self._values.enlarge(self.enlarged(NUMBER_SIZE, _MAX_OUTSIDE))
        self._overlays.enlarge(self.enlarged(BADGE_SIZE, _MAX_OUTSIDE))
        self.show_overlays()

    def _text(self, size: int, weight: QFont.Weight) -> QGraphicsSimpleTextItem:
        item = QGraphicsSimpleTextItem()
        item.setFont(with_tabular_figures(sized(self.font(), size, weight)))
        item.setBrush(self.theme.wood_text)
        item.setZValue(_COUNT_Z)
        self.scene().addItem(item)
        return item

    def _write_count(self, cell: int) -> None:
        """Write beside *cell* how many stones are drawn in it."""
        self._write_number_of_stones(cell, str(self._stones.count(cell)))

    def _write_number_of_stones(self, cell: int, stones: str) -> None:
        _write(self._counts[cell], stones, self._layout.count_centre(cell))

    def _write_name(self, side: int) -> None:
        name, item = "" if self.state is None else self.state.names[side], self._names[side]
        item.setText(name or in_words(SIDES[side]))
        room = self._layout.cells[self._layout.kalah(side)].width() + _BESIDE_KALAH
        fitting = room / max(1.0, item.boundingRect().width())
        item.setScale(min(self.enlarged(NAME_SIZE, _MAX_INSIDE), fitting))
        _write(item, item.text(), self._layout.name_centre(side))

    def place(self, position: Position) -> None:
        assert isinstance(position, Kalah)
        self._lay(position.stones())

    def place_set_up(self, set_up: SetUp) -> None:
        self._lay(list(set_up.contents))

    def _lay(self, counts: list[int]) -> None:
        """Lay as many stones into each cell, and write how many they are."""
        self._stones.place(drawn_counts(counts))
        for cell, stones in enumerate(counts):
            # Where not every stone is drawn, more or fewer of them may look the same.
            if self._counts[cell].text() != str(stones):
                self._write_number_of_stones(cell, str(stones))

    def animate(self, before: Position, move: int) -> QAbstractAnimation | None:
        assert isinstance(before, Kalah)
        if drawn_counts(before.stones()) != before.stones():
            # Not every stone is drawn, so the steps cannot be shown stone by stone.
            return None
        return SowingAnimation(self._stones, self._layout, before.transition(move), self.speed)

    def shown_counts(self) -> list[int]:
        """Return how many stones are seen in each cell, by where they are drawn.

        A stone that an animation carries counts where it is on its way; outside all cells it
        does not count.
        """
        layout = self._layout
        counts = [0] * len(layout.cells)
        for middle in self.stone_middles():
            cell = layout.cell_at(middle)
            if cell >= 0:
                counts[cell] += 1
        return counts

    def stone_middles(self) -> list[QPointF]:
        """Return where the stones that are seen are drawn, in the scene."""
        return self._stones.middles()

    def written_counts(self) -> list[int]:
        """Return the numbers that are written beside the cells."""
        return [int(item.text()) for item in self._counts]

    # -- sharpness -----------------------------------------------------------------------------

    def _fit(self) -> None:
        super()._fit()
        # A board that was just made gets its size when it is shown: the pictures wait for that.
        if self.state is None or self.testAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent):
            return
        scaling = self._pixels_per_unit() / self.resolution if self.resolution else 0.0
        if self.isVisible() and 1 / MAX_SCALING < scaling < MAX_SCALING:
            # While the window is being resized the pictures are scaled; redrawing is slow.
            self._sharpening.start()
        else:
            self._sharpen()

    def _pixels_per_unit(self) -> float:
        """Return how many device pixels a unit of the scene has now."""
        return self.transform().m11() * self.devicePixelRatioF()

    @Slot()
    def _sharpen(self) -> None:
        for _ in self.sharpened():
            pass

    def sharpened(self) -> Iterator[None]:
        if self.state is None:
            return
        resolution = self._pixels_per_unit()
        if resolution <= 0 or abs(resolution - self.resolution) <= 1e-3 * resolution:
            return
        wood = yield from wood_in_steps(self._layout, self.theme, resolution)
        self.resolution = resolution
        self._wood.setPixmap(wood)
        self._stones.sharpen(resolution)

    def shapes_of(self, item: QGraphicsPixmapItem) -> Sequence[Shape] | None:
        if item is self._wood:
            return wood_shapes(self._layout, self.theme)
        return self._stones.shapes_of(item)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._sharpen()
        return super().event(event)

    # -- cells ---------------------------------------------------------------------------------

    def cells(self) -> Sequence[int]:
        return self._layout.order

    def cell_rect(self, cell: int) -> QRectF:
        return self._layout.cells[cell]

    def cell_at(self, point: QPointF) -> int:
        return self._layout.cell_at(point)

    def _stones_in(self, cell: int) -> int:
        shown = self._kalah.stones() if self.set_up is None else self.set_up.contents
        return shown[cell]

    def cell_stones(self, cell: int) -> tuple[int, int | None]:
        return self._stones_in(cell), self._layout.side(cell)

    def cell_name(self, cell: int) -> str:
        layout = self._layout
        owner = SIDES[layout.side(cell)]
        is_own = self.state is not None and self.state.your_side == layout.side(cell)
        stones = counted(self._stones_in(cell))
        if self.set_up is None and self._move_from(cell) == SWAP:
            name = self.tr("Your kalah, {stones}; press to swap sides")
            if not is_own:
                name = self.tr("{owner}'s kalah, {stones}; press to swap sides")
        elif layout.is_kalah(cell):
            name = self.tr("Your kalah, {stones}")
            if not is_own:
                name = self.tr("{owner}'s kalah, {stones}")
        elif is_own:
            name = self.tr("Your pit {number}, {stones}")
        else:
            name = self.tr("{owner}'s pit {number}, {stones}")
        return fill(name, owner=owner, number=layout.move(cell), stones=stones)

    def cell_label(self, cell: int) -> str:
        return self._layout.label(cell)

    def cell_path(self, cell: int) -> QPainterPath:
        return self._layout.outline(cell, -1)

    def way(self, origin: int, target: int) -> QPainterPath:
        if self._layout.is_kalah(origin):
            return super().way(origin, target)
        return arc_path(self._layout, origin, target)

    def way_label(self, origin: int, target: int) -> QPointF:
        if self._layout.is_kalah(origin):
            return super().way_label(origin, target)
        return self._layout.hint_centre(origin)

    def way_through(self, cells: Sequence[int]) -> QPainterPath:
        return QPainterPath()  # the numbers stand close together

    def number_place(self, cell: int) -> QPointF:
        layout = self._layout
        return layout.cells[cell].center() if layout.is_kalah(cell) else layout.inner_edge(cell)

    def marked_cell(self, move: int) -> int:
        sowing = self._last_sowing()
        return -1 if sowing is None else sowing.origin

    def move_cells(self, move: int) -> tuple[int, ...]:
        kalah = self._kalah
        # A premove is chosen while the other side is to move, and drawn until it is played.
        is_ahead = self.state is not None and self.state.premoves is not None
        side = 1 - kalah.side if is_ahead else kalah.side
        return (self._layout.pit(side, move),)

    def cell_description(self, cell: int) -> str:
        return move_value_words(self.state, self._valued_move(cell))

    def shown_values(self) -> dict[int, tuple[str, bool]]:
        """Return the values that are seen, by cell: the text, and whether it looks proven."""
        return self._values.shown()

    def best_cells(self) -> set[int]:
        """Return the cells whose values are seen filled and ticked: the best proven ones."""
        return self._values.ticked()

    def _valued_move(self, cell: int) -> int | None:
        """Return the move of the side to move whose value stands at *cell*, or None."""
        layout = self._layout
        if layout.side(cell) != self._kalah.side:
            return None
        return SWAP if layout.is_kalah(cell) else layout.move(cell)

    def numbered_cell(self, number: int) -> int:
        layout = self._layout
        return layout.pit(self.chooser, number) if number <= layout.pits else -1

    def choose_number(self, number: int) -> None:
        self.stop_animation()
        if number > self._layout.pits and self.choosable:
            self.refused.emit(in_words(self._kalah.why_illegal(number)))
        else:
            super().choose_number(number)

    def first_focus(self) -> int:
        if self.playable:
            for cell in self.cells():
                if self._move_from(cell):
                    return cell
        return self.cells()[0]

    def focus_path(self, cell: int) -> QPainterPath:
        return self._layout.outline(cell, 7)

    def _move_from(self, cell: int) -> int:
        """Return the legal move of *cell*, or 0 if it has none; that of a kalah is to swap."""
        layout = self._layout
        kalah = self._kalah
        if cell < 0 or layout.side(cell) != kalah.side:
            return 0
        move = SWAP if layout.is_kalah(cell) else layout.move(cell)
        return move if move in kalah.legal_moves() else 0

    # -- playing -------------------------------------------------------------------------------

    def choose(self, cell: int) -> None:
        if self.animating:
            return
        kalah = self._kalah
        layout = self._layout
        outcome = kalah.outcome()
        if outcome is not None:
            self.refused.emit(over_sentence(outcome.reason))
        elif not self.choosable or (self.premoving and layout.side(cell) == kalah.side):
            self.refused.emit(not_your_turn_sentence(SIDES[kalah.side]))
        elif layout.is_kalah(cell) and not self._move_from(cell):
            self.refused.emit(self.tr("Stones in a kalah stay there."))
        elif self.premoving:
            self.emit_move(layout.move(cell))
        elif layout.side(cell) != kalah.side:
            sentence = self.tr("That pit belongs to {owner}; {mover} is to move.")
            if self.state is not None and self.state.your_side == kalah.side:
                sentence = self.tr("That pit belongs to your opponent.")
            self.refused.emit(
                fill(sentence, owner=SIDES[layout.side(cell)], mover=SIDES[kalah.side])
            )
        elif self._move_from(cell):
            self.move_chosen.emit(self._move_from(cell))
        else:
            self.refused.emit(in_words(kalah.why_illegal(layout.move(cell))))

    def release(self) -> None:
        if self._looked_at >= 0:
            self._looked_at = -1
            self.remark.emit("")
            if not self.being_shown:
                self.mark()

    def hover(self, cell: int) -> None:
        if cell < 0:
            cell = self.focus_cell
        if cell == self._looked_at or self.animating:
            return
        self._looked_at = cell
        self.mark()
        self.remark.emit(self._sentence_on(cell))

    def update_hover(self) -> None:
        if not self.playable:
            return
        cell = self.focus_cell
        if self.viewport().underMouse():
            under_mouse = self.cell_at(
                self.mapToScene(self.viewport().mapFromGlobal(QCursor.pos()))
            )
            cell = under_mouse if under_mouse >= 0 else cell
        if cell != self._looked_at:
            self._looked_at = cell
            self.remark.emit(self._sentence_on(cell))

    def _sentence_on(self, cell: int) -> str:
        """Return what can be said of *cell* while the mouse or the focus is on it."""
        if cell < 0:
            return ""
        move = self._move_from(cell) if self.playable else 0
        if not move:
            words = overlay_words(self, cell)
            return f"{self.cell_name(cell)}; {words}." if words else f"{self.cell_name(cell)}."
        yours = None if self.state is None else self.state.your_side
        return with_move_value(describe(self._kalah, move, yours), self.state, move)

    # -- marks ---------------------------------------------------------------------------------

    def mark(self) -> None:
        self._marks.clear()
        self._values.clear()
        self._choose_marks()
        self._values.hide_others()
        self._marks.show_rings()
        self.show_overlays()

    def overlay(self) -> None:
        assert self.state is not None
        hidden = self.animating or self.set_up is not None
        self._overlays.show(None if hidden else self._kalah, self.state.overlays)

    def overlays_shown(self) -> KalahOverlays:
        """Return what the overlays have drawn, to be looked at."""
        return self._overlays

    def _choose_marks(self) -> None:
        if self.set_up is not None:
            self._mark_side(self.set_up.side)
            return
        marks = self._marks
        kalah = self._kalah
        outcome = kalah.outcome()
        last = self._last_sowing()
        if self.animating:
            if last is not None:
                marks.ring(last.origin, Ring.TO_MOVE)
                self._mark_side(self._layout.side(last.origin))
            return
        self._mark_side(kalah.side if outcome is None else outcome.winner)
        if last is not None:
            marks.last_move(last.origin, last.path[-1])
        if outcome is not None:
            for side in range(2) if outcome.winner is None else [outcome.winner]:
                marks.ring(self._layout.kalah(side), Ring.WINNER)
            return
        self._mark_values()
        move = self._move_from(self._looked_at) if self.playable else 0
        layout = self._layout
        marks.ring(layout.kalah(kalah.side), Ring.TO_MOVE)
        if self.playable and not move:
            for possible in kalah.legal_moves():
                swaps = possible == SWAP
                pit = layout.kalah(kalah.side) if swaps else layout.pit(kalah.side, possible)
                marks.ring(pit, Ring.TO_MOVE)
        self._mark_hint()
        own_kalah = layout.kalah(kalah.side)
        if self._move_from(own_kalah):
            middle = layout.cells[own_kalah].center()
            marks.swap_label.say(self.tr("Swap"), middle, layout.bounds)
        if move == SWAP:
            marks.ring(own_kalah, Ring.TARGET)
        elif move:
            self._mark_preview(kalah.sowing(move))

    def _mark_values(self) -> None:
        assert self.state is not None
        best_moves, layout, side = self.state.best_moves, self._layout, self._kalah.side
        for move, value in self.state.values.items():
            cell = layout.kalah(side) if move == SWAP else layout.pit(side, move)
            best, played = move in best_moves, move == self.state.played
            self._values.say(cell, value, best=best, played=played)

    def _mark_side(self, marked: int | None) -> None:
        """Write the name and the move numbers of one side (to move, or the winner) clearly."""
        names = ("", "") if self.state is None else self.state.names
        if (marked, names) == (self._marked_side, self._seat_names):
            return
        self._marked_side, self._seat_names = marked, names
        layout = self._layout
        for side, item in enumerate(self._names):
            weight = QFont.Weight.Bold if side == marked else QFont.Weight.Normal
            item.setFont(sized(self.font(), NAME_SIZE, weight))
            self._write_name(side)
        for cell, number in self._numbers.items():
            mine = layout.side(cell) == marked
            number.setBrush(self.theme.text if mine else self.theme.muted)

    def _mark_hint(self) -> None:
        assert self.state is not None
        hint = self.state.hint
        if hint is None:
            return
        layout = self._layout
        swaps = hint == SWAP
        cell = layout.kalah(self._kalah.side) if swaps else layout.pit(self._kalah.side, hint)
        self._marks.ring(cell, Ring.HINT)
        label = self.state.hint_label
        if label:
            inside = self.state.values or swaps
            centre = layout.inner_edge(cell) if inside else layout.hint_centre(cell)
            self._marks.hint_label.say(label, centre, layout.bounds)

    def _mark_preview(self, sowing: Sowing) -> None:
        """Show where the stones would be sown, and the effect of the last one."""
        marks = self._marks
        layout = self._layout
        target = sowing.path[-1]
        for cell in sowing.path:
            marks.ring(cell, Ring.PATH)
        marks.ring(sowing.origin, Ring.ORIGIN)
        marks.ring(target, Ring.TARGET)
        marks.arc(sowing.origin, target)
        if sowing.captured:
            marks.ring(sowing.captured_from, Ring.CAPTURED)
            takes = self.tr("captures %n", "stones", sowing.captured)
            self._show_effect(takes, sowing.captured_from)
        elif sowing.captured_from >= 0:
            self._show_effect(self.tr("to the kalah"), target)
        elif sowing.extra_turn:
            rect = layout.cells[target]
            middle = QPointF(rect.center().x(), rect.bottom() - 24)
            marks.effect_label.say(self.tr("again"), middle, layout.bounds)

    def _show_effect(self, text: str, cell: int) -> None:
        """Write what would happen at the pit *cell* on the edge of it, away from the arc."""
        rect = self._layout.cells[cell]
        edge = rect.bottom() if self._layout.outwards(cell) > 0 else rect.top()
        middle = QPointF(rect.center().x(), edge - 5 * self._layout.outwards(cell))
        self._marks.effect_label.say(text, middle, self._layout.bounds)

    def _last_sowing(self) -> Sowing | None:
        """Return the sowing of the last move, or None if it is not known."""
        assert self.state is not None
        move = self.state.last_move
        if move is None or move == SWAP:
            return None
        if isinstance(self.state.before, Kalah):
            return self.state.before.sowing(move)
        kalah = self._kalah
        if kalah.ply == 0 or kalah.move_stack()[-1] != move:
            return None
        before = kalah.copy()
        before.unmake()
        return before.sowing(move)


def _write(item: QGraphicsSimpleTextItem, text: str, middle: QPointF) -> None:
    """Set the text of *item*, its middle at *middle*."""
    item.setText(text)
    extent = item.boundingRect().size() * item.scale()
    item.setPos(middle.x() - extent.width() / 2, middle.y() - extent.height() / 2)
