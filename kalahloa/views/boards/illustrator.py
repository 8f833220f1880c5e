"""What explains a rule on any board: a tinted band of cells, counted pieces, a numbered way."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtWidgets import QGraphicsScene

from kalahloa.models.game.first_steps import NO_ILLUSTRATION, Illustration
from kalahloa.views.boards.badge import Badges, Sign
from kalahloa.views.boards.path_item import add_path
from kalahloa.views.look.colours import with_alpha
from kalahloa.views.look.theme import Theme

BAND_DEPTH, WAY_DEPTH, NUMBER_DEPTH = 1.2, 640.0, 641.0
"""The band lies on the ground, way and numbers above all pieces that rest."""
NUMBER_SIZE = 16
_RING = 0.39
_CORNER = 0.34
"""How far a count lies from the middle of its cell, in sizes of the cell."""


class NumberedCells(NamedTuple):
    """The cells of a board in its scene: functions.

    `rect` and `path` return the rectangle and the outline of a cell, `way` the way through several,
    empty where none is drawn, and `place` the middle of a number on it.
    """

    rect: Callable[[int], QRectF]
    path: Callable[[int], QPainterPath]
    way: Callable[[Sequence[int]], QPainterPath]
    place: Callable[[int], QPointF]


class Illustrator:
    """Draws one `Illustration` at a time on the *cells* of a board."""

    def __init__(
        self, scene: QGraphicsScene, theme: Theme, font: QFont, cells: NumberedCells
    ) -> None:
        self._cells = cells
        self._theme = theme
        accent = theme.accent
        self._band = add_path(
            scene,
            fill=with_alpha(accent, 0.17),
            pen=QPen(with_alpha(accent, 0.7), 2),
            depth=BAND_DEPTH,
        )
        self._frames = add_path(scene, pen=QPen(accent, 4), depth=WAY_DEPTH)
        dots = QPen(accent, 5, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        dots.setDashPattern([0.01, 2.1])
        self._way = add_path(scene, pen=dots, depth=WAY_DEPTH)
        self._numbers = Badges(scene, font, NUMBER_SIZE, NUMBER_DEPTH)
        self._wanted: object = (NO_ILLUSTRATION, 1.0, ())
        self.shown = NO_ILLUSTRATION
        """What is seen."""

    def show(self, illustration: Illustration, enlargement: float = 1.0) -> None:
        """Show *illustration*, the numbers larger by *enlargement*, and nothing else."""
        cells = (*illustration.band, *illustration.counted, *illustration.way)
        wanted = (illustration, enlargement, tuple(self._cells.place(cell) for cell in cells))
        if wanted == self._wanted:
            return
        self._wanted, self.shown = wanted, illustration
        self._band.setPath(self._strip(illustration.band))
        way = illustration.way
        self._frames.setPath(self._ends(way))
        self._way.setPath(self._cells.way(way) if len(way) > 1 else QPainterPath())
        self._numbers.enlargement = enlargement
        self._numbers.show(self._signs(illustration))

    def numbers_shown(self) -> list[str]:
        """Return the numbers that are seen, those of the way behind those of the count."""
        return [str(sign.said) for sign in self._numbers.shown()]

    def number_places(self) -> list[tuple[float, float]]:
        """Return where these numbers are in the scene."""
        return [sign.place for sign in self._numbers.shown()]

    def _strip(self, band: Sequence[int]) -> QPainterPath:
        """Return the outline of the cells of *band*, as broad as one of them."""
        if len(band) < 2:
            return QPainterPath()
        first, last = self._cells.rect(band[0]), self._cells.rect(band[-1])
        way = last.center() - first.center()
        if abs(way.x()) < 1 or abs(way.y()) < 1:
            path = QPainterPath()
            path.addRect(first.united(last))
            return path
        line = QPainterPath(first.center())
        line.lineTo(last.center())
        stroker = QPainterPathStroker()
        stroker.setWidth(0.84 * min(first.width(), first.height()))
        stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
        return stroker.createStroke(line)

    def _ends(self, way: Sequence[int]) -> QPainterPath:
        """Return a frame round the first cell of *way*, and a ring where it ends."""
        path = QPainterPath()
        if way:
            path.addPath(self._cells.path(way[0]))
        if len(way) < 2:
            return path
        if self._cells.way(way).isEmpty():
            path.addPath(self._cells.path(way[-1]))
        else:
            rect = self._cells.rect(way[-1])
            radius = _RING * min(rect.width(), rect.height())
            path.addEllipse(rect.center(), radius, radius)
        return path

    def _signs(self, illustration: Illustration) -> Iterator[Sign]:
        accent, paper = self._theme.accent.name(), self._theme.panel.name()
        for number, cell in enumerate(illustration.counted, 1):
            rect = self._cells.rect(cell)
            reach = _CORNER * min(rect.width(), rect.height())
            place = rect.center() + QPointF(reach, -reach)
            yield Sign(str(number), place.toTuple(), paper, accent)
        seen: dict[int, int] = {}
        for number, (_, cell) in enumerate(pairwise(illustration.way), 1):
            seen[cell] = number  # where a way comes round again, the last number is seen
        for cell, number in seen.items():
            place = self._cells.place(cell)
            yield Sign(str(number), place.toTuple(), accent, self._theme.on_accent.name())
