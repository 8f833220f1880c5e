"""The marks on a board of Lines of Action: last move, choice, hint, values, and the winner."""

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene

from kalahloa.controllers.base.translation import in_words, translate
from kalahloa.models.games.loa.blocked_ways import blockers
from kalahloa.models.games.loa.grid import PIECE_RADIUS, SQUARE
from kalahloa.models.games.loa.notation import PASS
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.search.score import Score
from kalahloa.views.boards import loa_items
from kalahloa.views.boards.loa_arrows import LoaArrows
from kalahloa.views.boards.loa_grid import LoaGrid
from kalahloa.views.boards.path_item import add_path, rounded_pen
from kalahloa.views.boards.pill import Pill
from kalahloa.views.boards.value_label import ValueLabel
from kalahloa.views.look.colours import with_alpha
from kalahloa.views.look.theme import Theme

VALUE_SIZE = 14
_BAR = 15.0
"""Half the length of the bar across a way that is blocked."""
_VALUE_BELOW = 29.0
"""How far below the middle of a destination its value stands."""


class LoaMarks:
    """Everything on the board that is neither ground nor piece: in the accent, but for values."""

    def __init__(
        self, scene: QGraphicsScene, theme: Theme, font: QFont, grid: LoaGrid, flipped: bool
    ) -> None:
        self._grid = grid
        self.flipped = flipped
        """Whether the board is turned; the marks are shown anew after a change."""
        accent = theme.accent
        self._tints = [QGraphicsRectItem(), QGraphicsRectItem()]
        for tint in self._tints:
            tint.setBrush(with_alpha(accent, 0.24))
            tint.setPen(QPen(Qt.PenStyle.NoPen))
            tint.setZValue(1)
            scene.addItem(tint)
        # An item each: one for both would have all that is between them drawn anew, too.
        pen = rounded_pen(accent, 2.6)
        self._corners = [add_path(scene, pen=pen, depth=1.5) for _ in self._tints]
        self._links = add_path(scene, pen=rounded_pen(accent, 9), depth=2)
        self._frames = add_path(scene, pen=rounded_pen(accent, 4), depth=4)
        self._counted = add_path(scene, pen=QPen(accent, 2.8), depth=15)
        faint = with_alpha(theme.text, 0.38)
        self._blocked = add_path(scene, pen=rounded_pen(faint, 2.4), depth=14)
        self._bar_rims = add_path(scene, pen=rounded_pen(theme.rim, 6.5), depth=16)
        self._bars = add_path(scene, pen=rounded_pen(theme.threat, 3.6), depth=17)
        # There are no more than the eight directions.
        self._destinations = [loa_items.Destination(theme, font) for _ in range(8)]
        for destination in self._destinations:
            for item in destination.items:
                scene.addItem(item)
        edge = QPen(with_alpha(theme.on_accent, 0.6), 1.2)
        self._arrow = add_path(scene, fill=accent, pen=edge, depth=30)
        self._pass = Pill(accent, theme.on_accent, font, 30)
        self._hint = Pill(accent, theme.on_accent, font)
        # The best move: a thin arrow with its value, whose rim shows it on pieces too.
        self._best = add_path(scene, fill=theme.text, pen=QPen(theme.panel, 1.6), depth=28)
        self._best.setVisible(False)
        self._others = LoaArrows(scene, theme)
        self._blockers: tuple[int, ...] = ()
        self._best_value = ValueLabel(theme, font, VALUE_SIZE + 2)
        self._values = [ValueLabel(theme, font, VALUE_SIZE) for _ in self._destinations]
        for depth, label in ((29, self._best_value), *((25, label) for label in self._values)):
            label.setZValue(depth)
            scene.addItem(label)
        for depth, pill in ((35, self._pass), (40, self._hint)):
            pill.setZValue(depth)
            pill.hide()
            scene.addItem(pill)

    def enlarge_labels(self, factor: float) -> None:
        """Draw values and hints larger by *factor* when they are shown the next time."""
        for label in (self._best_value, *self._values):
            label.enlargement = factor
        self._hint.enlargement = factor

    @property
    def pass_area(self) -> QRectF:
        """Where the pill to pass with lies in the scene."""
        return self._pass.area()

    def _rect(self, square: int) -> QRectF:
        return self._grid.square_rect(square, self.flipped)

    def _centre(self, square: int) -> QPointF:
        return self._rect(square).center()

    def show_last(self, move: int) -> None:
        """Tint the squares that *move* left and came to; none for a pass."""
        squares = (move & 63, move >> 6)
        for tint, corners, square in zip(self._tints, self._corners, squares, strict=True):
            tint.setVisible(move != PASS)
            corners.setVisible(move != PASS)
            tint.setRect(self._rect(square))
            corners.setPath(loa_items.corners(tint.rect()))

    def show_pass(self, shown: bool) -> None:
        """Show the pill to pass with, or hide it."""
        self._pass.hide()
        if shown:
            self._pass.say(
                translate("LoaMarks", "Pass"), self._grid.squares.center(), self._grid.squares
            )

    def show_choice(
        self,
        position: Loa,
        origin: int,
        targets: Sequence[int],
        *,
        values: Mapping[int, Score],
        best: Collection[int],
        hovered: int,
        chosen: bool,
        held: bool,
        movable: bool = False,
    ) -> None:
        """Show where the piece on *origin* (-1 for none) can go: to *targets*.

        *values* are those of the moves, by move, and *best* the moves of the highest value; they
        are shown for a chosen piece.  *hovered* is the square under the mouse; *chosen* tells a
        piece that is selected from one that the mouse is merely on; *held* says that it is being
        dragged.  If it is *movable*, its blocked ways are drawn up to the pieces that block them.
        """
        self._show_blocked(origin, list(blockers(position, origin)) if movable else ())
        standing = position.pieces(0) | position.pieces(1)
        aimed = chosen and hovered in targets
        frames = QPainterPath()
        for square in [origin] * chosen + [hovered] * (held and aimed):
            frames.addRoundedRect(self._rect(square).adjusted(2, 2, -2, -2), 8, 8)
        self._frames.setPath(frames)
        for destination in self._destinations:
            destination.hide()
        for label in self._values:
            label.hide()
        for target, destination, label in zip(
            targets, self._destinations, self._values, strict=False
        ):
            centre = self._centre(target)
            destination.show(
                self._centre(origin),
                centre,
                position.line_count(origin, target),
                capture=bool(standing >> target & 1),
                chosen=target == hovered,
                faint=not chosen,
            )
            move = origin | target << 6
            if chosen and move in values:
                below = centre + QPointF(0, _VALUE_BELOW)
                label.say(values[move], below, SQUARE - 4, best=move in best)
        self._counted.setPath(self._rings_on_line(standing, origin, hovered, aimed))

    def _show_blocked(self, origin: int, squares: Sequence[int]) -> None:
        """Draw faint ways from *origin* to the pieces on *squares*, and a bar before each."""
        ways, bars = QPainterPath(), QPainterPath()
        for square in squares:
            start, end = self._centre(origin), self._centre(square)
            way = end - start
            along = way / (way.x() ** 2 + way.y() ** 2) ** 0.5
            aside = QPointF(-along.y(), along.x()) * _BAR
            edge = end - along * (PIECE_RADIUS + 1)
            ways.moveTo(start + along * (PIECE_RADIUS + 1))
            ways.lineTo(edge)
            bars.moveTo(edge + aside)
            bars.lineTo(edge - aside)
        self._blockers = tuple(squares)
        self._blocked.setPath(ways)
        for item in (self._bar_rims, self._bars):
            item.setPath(bars)

    def blockers_shown(self) -> tuple[int, ...]:
        """Return the squares of the pieces that are marked because they block a way."""
        return self._blockers

    def _rings_on_line(self, standing: int, origin: int, target: int, shown: bool) -> QPainterPath:
        """Return rings round the other pieces that make the way to *target* as long as it is."""
        if not shown:
            return QPainterPath()
        start = self._centre(origin)
        way = self._centre(target) - start
        centres = []
        for square in self._grid.reading_order:
            if standing >> square & 1 and square not in (origin, target):
                there = self._centre(square) - start
                if abs(there.x() * way.y() - there.y() * way.x()) < 1:
                    centres.append(self._centre(square))
        return loa_items.rings(centres)

    def show_hint(self, move: int | None, text: str) -> None:
        """Point at *move*, with *text* beside the arrow's head; None for no hint."""
        self._hint.hide()
        self._arrow.setVisible(bool(move))
        if move is None:
            return
        centre = self._grid.squares.center() + QPointF(0, 0.7 * SQUARE)
        if move != PASS:
            start, end = self._centre(move & 63), self._centre(move >> 6)
            self._arrow.setPath(loa_items.arrow(start, end))
            # Beyond the arrow's head, where it covers neither the arrow nor the square's middle.
            centre = end + QPointF(0, (-0.62 if end.y() <= start.y() else 0.62) * SQUARE)
        if text:
            self._hint.say(text, centre, self._grid.frame)

    def show_best(self, move: int | None, value: Score | None, others: Sequence[int] = ()) -> None:
        """Point at the best *move* with a thin arrow that carries its *value*; None for none.

        The *others* are the next best ones, in order; their arrows are fainter.
        """
        self._others.show(
            [(self._centre(one & 63), self._centre(one >> 6)) for one in others if one != PASS]
        )
        if move is None or value is None or move == PASS:
            self._best.hide()
            self._best_value.hide()
            return
        start, end = self._centre(move & 63), self._centre(move >> 6)
        path = loa_items.thin_arrow(start, end, 1.25 if others else 1.0)
        if path != self._best.path():
            self._best.setPath(path)
        self._best.show()
        self._best_value.say(value, (start + end) / 2, 1.6 * SQUARE, best=True)

    def others_shown(self) -> int:
        """Return how many moves are pointed at beside the best one."""
        return len(self._others.shown())

    def best_shown(self) -> str:
        """Return the value that the arrow of the best move carries; empty without an arrow."""
        value = self._best_value.value
        return in_words(value.short) if value is not None and self._best_value.isVisible() else ""

    def values_shown(self) -> list[str]:
        """Return the values that stand at the destinations of the chosen piece."""
        return [
            in_words(label.value.short)
            for label in self._values
            if label.isVisible() and label.value is not None
        ]

    def show_group(self, squares: Collection[int]) -> None:
        """Link the neighbours among *squares*, the pieces of a side that has connected them."""
        self._links.setPath(loa_items.links([self._centre(square) for square in squares]))
