"""The overlays on a board of Lines of Action, drawn by built-in items."""

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QPainterPath
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene

from kalahloa.models.games.loa.grid import PIECE_RADIUS as RADIUS
from kalahloa.models.games.loa.overlays import (
    CENTRES,
    DISTANCES,
    GROUPS,
    LINES,
    STUCK,
    LoaFacts,
    PieceGroup,
    facts,
    lines,
)
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import distance
from kalahloa.views.boards.badge import BadgeFigure, Badges, Outline, Sign
from kalahloa.views.boards.loa_grid import LoaGrid
from kalahloa.views.boards.loa_items import joined_discs, piece_colours
from kalahloa.views.boards.path_item import add_path, rounded_pen
from kalahloa.views.look.colours import with_alpha
from kalahloa.views.look.overlay_colours import group_colour, single_colour
from kalahloa.views.look.theme import Theme

BADGE_SIZE = 15
_LINE_DEPTH, _GROUP_DEPTH, _CENTRE_DEPTH, _BADGE_DEPTH, _ROSE_DEPTH = 3.5, 5.0, 14.0, 16.0, 18.0
_ASIDE = 0.78 * RADIUS
"""How far a badge lies from the middle of its piece, to the side and up or down."""
_CROSS = 17.0


class LoaOverlays:
    """Draws what is wanted of one position at a time, and does nothing where that has not changed.

    Corners of a piece: number of its group lower right, no move lower left, distance upper left.
    """

    def __init__(
        self, scene: QGraphicsScene, theme: Theme, font: QFont, grid: LoaGrid, flipped: bool
    ) -> None:
        self._grid = grid
        self.flipped = flipped
        """Whether the board is turned."""
        self._scene = scene
        self._theme = theme
        self._groups: dict[tuple[tuple[int, ...], str, bool], QGraphicsPathItem] = {}
        self._spare: list[QGraphicsPathItem] = []
        self._badges = Badges(scene, font, BADGE_SIZE, _BADGE_DEPTH)
        self._rose = Badges(scene, font, BADGE_SIZE, _ROSE_DEPTH)
        self._lines = add_path(
            scene, pen=rounded_pen(with_alpha(theme.text, 0.38), 5), depth=_LINE_DEPTH
        )
        self._centres = [self._centre_sign(side) for side in (0, 1)]
        self._shown: object = None
        self._shown_lines: object = None

    def enlarge(self, factor: float) -> None:
        """Draw badges larger by *factor* when they are shown the next time."""
        self._badges.enlargement = self._rose.enlargement = factor

    def _centre_sign(self, side: int) -> list[QGraphicsPathItem]:
        """Return a cross in the colours of *side*: in a circle for Black, a diamond for White."""
        body, other = (piece_colours(one, self._theme).body for one in (side, 1 - side))
        form = QPainterPath()
        if side == 0:
            form.addEllipse(QPointF(0, 0), 9, 9)
        else:
            for number, (x, y) in enumerate(((0, -12), (12, 0), (0, 12), (-12, 0), (0, -12))):
                (form.lineTo if number else form.moveTo)(QPointF(x, y))
        cross = QPainterPath(QPointF(-_CROSS, 0))
        cross.lineTo(_CROSS, 0)
        cross.moveTo(0, -_CROSS)
        cross.lineTo(0, _CROSS)
        items = [
            add_path(self._scene, cross, pen=rounded_pen(other, 7), depth=_CENTRE_DEPTH),
            add_path(self._scene, cross, pen=rounded_pen(body, 3.4), depth=_CENTRE_DEPTH + 0.1),
            add_path(
                self._scene, form, fill=body, pen=rounded_pen(other, 2), depth=_CENTRE_DEPTH + 0.2
            ),
        ]
        for item in items:
            item.hide()
        return items

    def _centre_of(self, square: int) -> QPointF:
        return self._grid.centre_of(square, self.flipped)

    # -- the whole board -----------------------------------------------------------------------

    def show(self, position: Loa | None, keys: frozenset[str]) -> None:
        """Show the overlays *keys* of *position*; none for None."""
        keys -= {LINES}
        if position is None or not keys:
            wanted: object = None
        else:
            board = position.pieces(0), position.pieces(1)
            wanted = (board, keys, self.flipped, self._badges.enlargement)
        if wanted == self._shown:
            return
        self._shown = wanted
        for items in self._centres:
            for item in items:
                item.hide()
        known = None if position is None or wanted is None else facts(position)
        colours = self._colours(known.groups) if known is not None and GROUPS in keys else {}
        self._show_groups(colours)
        self._badges.show(() if known is None else self._signs(known, colours, keys))
        if known is None:
            return
        if CENTRES in keys:
            for items, middle in zip(self._centres, known.centres, strict=True):
                for item in items:
                    item.setPos(self._point(*middle))
                    item.show()

    def _colours(self, groups: Sequence[PieceGroup]) -> dict[PieceGroup, str]:
        """Return the name of the colour of each of *groups*, the largest of each side first."""
        dark = self._theme.dark
        numbers = [0, 3]  # the largest groups of the two sides have different colours
        colours = {}
        for group in groups:
            if len(group.squares) == 1:
                colours[group] = single_colour(dark).name()
            else:
                colours[group] = group_colour(numbers[group.side], dark).name()
                numbers[group.side] += 1
        return colours

    def _show_groups(self, colours: Mapping[PieceGroup, str]) -> None:
        """Show each group in its colour, and draw only those that have changed."""
        wanted = {(group.squares, name, self.flipped) for group, name in colours.items()}
        for key in [key for key in self._groups if key not in wanted]:
            item = self._groups.pop(key)
            item.hide()
            self._spare.append(item)
        for key in wanted - self._groups.keys():
            squares, name, _ = key
            item = self._spare.pop() if self._spare else add_path(self._scene, depth=_GROUP_DEPTH)
            rim = 3.5 if len(squares) == 1 else 6.5
            item.setPath(
                joined_discs([self._centre_of(square) for square in squares], RADIUS + rim)
            )
            item.setBrush(QColor(name))
            item.show()
            self._groups[key] = item

    def _signs(
        self, known: LoaFacts, colours: Mapping[PieceGroup, str], keys: frozenset[str]
    ) -> Iterator[Sign]:
        """Yield the signs on pieces of the overlays *keys*."""
        paper, ink = self._theme.panel.name(), self._theme.text.name()
        for group, colour in colours.items():
            corner = self._corner(self._lowest(group), 1, 1)
            yield Sign(str(len(group.squares)), corner, colour, self._theme.on_accent.name())
        if STUCK in keys:
            for square in sorted(known.stuck):
                yield Sign(BadgeFigure.BAN, self._corner(square, -1, 1), paper, ink)
        if DISTANCES in keys:
            for square, away in sorted(known.distances.items()):
                yield Sign(str(away), self._corner(square, -1, -1), paper, ink, Outline.SQUARE)

    def _lowest(self, group: PieceGroup) -> int:
        """Return the piece of *group* with its number: the lowest on the screen, then rightmost."""
        middles = {square: self._centre_of(square) for square in group.squares}
        return max(group.squares, key=lambda square: (middles[square].y(), middles[square].x()))

    def _corner(self, square: int, right: int, down: int) -> tuple[float, float]:
        """Return a place beside the middle of *square*; *right* and *down* are -1 or 1."""
        centre = self._centre_of(square)
        return centre.x() + right * _ASIDE, centre.y() + down * _ASIDE

    def _point(self, file: float, rank: float) -> QPointF:
        """Return where the mean *file* and *rank* (from 0) are in the scene."""
        first, last = self._centre_of(0), self._centre_of(9)
        way = last - first
        return QPointF(first.x() + way.x() * file, first.y() + way.y() * rank)

    # -- the lines through a square ------------------------------------------------------------

    def show_lines(self, position: Loa | None, square: int, keys: frozenset[str]) -> None:
        """Show the lines through *square* and how far one moves along each; none for -1."""
        if position is None or LINES not in keys or square not in self._grid.reading_order:
            wanted: object = None
        else:
            board = position.pieces(0), position.pieces(1)
            wanted = (board, square, self.flipped, self._rose.enlargement)
        if wanted == self._shown_lines:
            return
        self._shown_lines = wanted
        signs = []
        path = QPainterPath()
        if wanted is not None:
            assert position is not None
            fill, ink = self._theme.text.name(), self._theme.panel.name()
            middle = self._centre_of(square)
            for line in lines(position, square):
                path.moveTo(self._centre_of(line.squares[0]))
                path.lineTo(self._centre_of(line.squares[-1]))
                for neighbour in line.squares:
                    if distance(square, neighbour) == 1:
                        there = (middle + self._centre_of(neighbour)) / 2
                        signs.append(Sign(str(line.count), there.toTuple(), fill, ink))
        self._rose.show(signs)
        self._lines.setPath(path)

    # -- what is seen --------------------------------------------------------------------------

    @property
    def badges(self) -> Badges:
        """The badges on pieces, to be looked at."""
        return self._badges

    @property
    def counts(self) -> Badges:
        """The counts of lines, to be looked at."""
        return self._rose

    def groups_shown(self) -> list[QColor]:
        """Return the colours of the groups that are seen."""
        return [item.brush().color() for item in self._groups.values() if item.isVisible()]

    def centres_shown(self) -> list[QPointF]:
        """Return where the centres of mass are seen in the scene, Black's first."""
        return [items[0].pos() for items in self._centres if items[0].isVisible()]
