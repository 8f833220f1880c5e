"""The marks on a board of Lines of Action: the last move, the choice, the hint, the winner."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene

from kalahloa.models.games.loa.notation import PASS
from kalahloa.models.games.loa.position import Loa
from kalahloa.views.boards import loa_items
from kalahloa.views.boards.board_view import with_alpha
from kalahloa.views.boards.loa_grid import FRAME, SQUARE, SQUARES, square_rect
from kalahloa.views.boards.path_item import add_path, rounded_pen
from kalahloa.views.boards.pill import Pill
from kalahloa.views.look.theme import Theme


class LoaMarks:
    """Everything on the board that is neither ground nor piece; all of it in the accent."""

    def __init__(self, scene: QGraphicsScene, theme: Theme, font: QFont, flipped: bool) -> None:
        self._flipped = flipped
        accent = theme.accent
        self._tints = [QGraphicsRectItem(), QGraphicsRectItem()]
        for tint in self._tints:
            tint.setBrush(with_alpha(accent, 0.24))
            tint.setPen(QPen(Qt.PenStyle.NoPen))
            tint.setZValue(1)
            scene.addItem(tint)
        self._links = add_path(scene, pen=rounded_pen(accent, 9), depth=2)
        self._ways = add_path(scene, pen=loa_items.dots(accent), depth=3)
        self._frames = add_path(scene, pen=rounded_pen(accent, 4), depth=4)
        self._counted = add_path(scene, pen=QPen(with_alpha(accent, 0.8), 2.5), depth=15)
        # There are no more than the eight directions.
        self._destinations = [loa_items.Destination(theme, font) for _ in range(8)]
        for destination in self._destinations:
            for item in destination.items:
                scene.addItem(item)
        edge = QPen(with_alpha(theme.on_accent, 0.6), 1.2)
        self._arrow = add_path(scene, fill=accent, pen=edge, depth=30)
        self._pass = Pill(accent, theme.on_accent, font, 30)
        self._hint = Pill(accent, theme.on_accent, font)
        for depth, pill in ((35, self._pass), (40, self._hint)):
            pill.setZValue(depth)
            pill.hide()
            scene.addItem(pill)

    @property
    def pass_area(self) -> QRectF:
        """Where the pill to pass with lies in the scene."""
        return self._pass.area()

    def _rect(self, square: int) -> QRectF:
        return square_rect(square, self._flipped)

    def _centre(self, square: int) -> QPointF:
        return self._rect(square).center()

    def show_last(self, move: int) -> None:
        """Tint the squares that *move* left and came to; none for a pass."""
        for tint, square in zip(self._tints, (move & 63, move >> 6), strict=True):
            tint.setVisible(move != PASS)
            tint.setRect(self._rect(square))

    def show_pass(self, shown: bool) -> None:
        """Show the pill to pass with, or hide it."""
        self._pass.hide()
        if shown:
            self._pass.say("Pass", SQUARES.center(), SQUARES)

    def show_choice(
        self,
        position: Loa,
        origin: int,
        targets: Sequence[int],
        *,
        hovered: int,
        chosen: bool,
        held: bool,
    ) -> None:
        """Show where the piece on *origin* (-1 for none) can go: to *targets*.

        *hovered* is the square under the mouse; *chosen* tells a piece that is selected from one
        that the mouse is merely on; *held* says that it is being dragged.
        """
        standing = position.pieces(0) | position.pieces(1)
        aimed = chosen and hovered in targets
        frames = QPainterPath()
        for square in [origin] * chosen + [hovered] * (held and aimed):
            frames.addRoundedRect(self._rect(square).adjusted(2, 2, -2, -2), 8, 8)
        self._frames.setPath(frames)
        ways = QPainterPath()
        for destination in self._destinations:
            destination.hide()
        for target, destination in zip(targets, self._destinations, strict=False):
            centre = self._centre(target)
            destination.show(
                centre,
                position.line_count(origin, target),
                capture=bool(standing >> target & 1),
                chosen=target == hovered,
                faint=not chosen,
            )
            way = loa_items.dotted_way(self._centre(origin), centre, destination.radius + 5)
            ways.addPath(way)
        self._ways.setPath(ways)
        self._ways.setOpacity(1.0 if chosen else 0.6)
        self._counted.setPath(self._rings_on_line(standing, origin, hovered, aimed))

    def _rings_on_line(self, standing: int, origin: int, target: int, shown: bool) -> QPainterPath:
        """Return rings round the other pieces that make the way to *target* as long as it is."""
        if not shown:
            return QPainterPath()
        start = self._centre(origin)
        way = self._centre(target) - start
        centres = []
        for square in range(64):
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
        centre = SQUARES.center() + QPointF(0, 0.7 * SQUARE)
        if move != PASS:
            start, end = self._centre(move & 63), self._centre(move >> 6)
            self._arrow.setPath(loa_items.arrow(start, end))
            # Beyond the arrow's head, where it covers neither the arrow nor the square's middle.
            centre = end + QPointF(0, (-0.62 if end.y() <= start.y() else 0.62) * SQUARE)
        if text:
            self._hint.say(text, centre, FRAME)

    def show_group(self, squares: Collection[int]) -> None:
        """Link the neighbours among *squares*, the pieces of a side that has connected them."""
        self._links.setPath(loa_items.links([self._centre(square) for square in squares]))
