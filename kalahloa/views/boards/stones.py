"""The stones of a Kalah board as scene items; each keeps its colour when it moves."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QRadialGradient
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem, QGraphicsScene

from kalahloa.models.games.kalah.stone_heap import (
    STONE_COLOURS,
    Heap,
    dealt_colours,
    stone_heap,
)
from kalahloa.views.boards.kalah_layout import KalahLayout
from kalahloa.views.boards.path_item import Shape, rescale

COLOURS = tuple(QColor(name) for name in STONE_COLOURS)

HALF = 1.35
"""Half the width of a stone with its shadow, in radii."""
STONES_Z = 100.0
FLYING_Z = 600.0


def draw_stone(painter: QPainter, colour: QColor, radius: float) -> None:
    """Draw a stone of *colour* and *radius* with its shadow round the origin."""
    painter.setPen(Qt.PenStyle.NoPen)
    shadow_middle = QPointF(0.07 * radius, 0.17 * radius)
    shadow = QRadialGradient(shadow_middle, 1.16 * radius)
    shadow.setColorAt(0.72, QColor(20, 10, 0, 130))
    shadow.setColorAt(1.0, QColor(20, 10, 0, 0))
    painter.setBrush(shadow)
    painter.drawEllipse(shadow_middle, 1.16 * radius, 1.16 * radius)
    light = QPointF(-0.36 * radius, -0.42 * radius)
    body = QRadialGradient(QPointF(0, 0), radius, light)
    body.setColorAt(0.0, colour.lighter(128))
    body.setColorAt(0.45, colour)
    body.setColorAt(0.85, colour.darker(122))
    body.setColorAt(1.0, colour.darker(150))
    painter.setBrush(body)
    painter.drawEllipse(QPointF(0, 0), radius, radius)
    gleam_middle = QPointF(-0.34 * radius, -0.38 * radius)
    gleam = QRadialGradient(gleam_middle, 0.36 * radius)
    gleam.setColorAt(0.0, QColor(255, 255, 255, 215))
    gleam.setColorAt(0.35, QColor(255, 255, 255, 150))
    gleam.setColorAt(1.0, QColor(255, 255, 255, 0))
    painter.setBrush(gleam)
    painter.drawEllipse(gleam_middle, 0.36 * radius, 0.36 * radius)


class StonePixmaps:
    """Pictures of stones, drawn once for each colour and radius at the resolution of the view."""

    def __init__(self) -> None:
        # Until the resolution is known there is little to draw.
        self._resolution = 0.0
        self._pixmaps: dict[tuple[int, float], QPixmap] = {}

    def set_resolution(self, resolution: float) -> bool:
        """Draw for *resolution* pixels a unit of the scene; return whether that is a change."""
        if math.isclose(resolution, self._resolution, rel_tol=1e-3):
            return False
        self._resolution = resolution
        self._pixmaps.clear()
        return True

    def pixmap(self, colour: int, radius: float) -> QPixmap:
        """Return a stone of *colour* and *radius*, in the middle of a pixmap with its shadow."""
        key = (colour, radius)
        if key not in self._pixmaps:
            self._pixmaps[key] = self._draw(COLOURS[colour], radius)
        return self._pixmaps[key]

    def _draw(self, colour: QColor, radius: float) -> QPixmap:
        half = HALF * radius
        pixels = max(2, math.ceil(2 * half * self._resolution))
        pixmap = QPixmap(pixels, pixels)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(pixels / (2 * half), pixels / (2 * half))
        painter.translate(half, half)
        draw_stone(painter, colour, radius)
        painter.end()
        pixmap.setDevicePixelRatio(pixels / (2 * half))
        return pixmap


@dataclass(eq=False, slots=True)
class Stone:
    """One stone: its item, whose position is the stone's middle, its colour, its radius."""

    item: QGraphicsPixmapItem
    colour: int
    radius: float = 0.0


class Stones:
    """All stones of a board, each in a cell or, while it is carried, in none.

    *changed* is called with a cell whenever its number of stones changes.
    """

    def __init__(
        self, scene: QGraphicsScene, layout: KalahLayout, changed: Callable[[int], None]
    ) -> None:
        self._scene = scene
        self._layout = layout
        self._changed = changed
        self._pixmaps = StonePixmaps()
        self._colours = dealt_colours()
        self._cells: list[list[Stone]] = [[] for _ in layout.cells]
        self._carried: list[Stone] = []
        self._by_item: dict[QGraphicsItem, Stone] = {}

    # -- what lies where -----------------------------------------------------------------------

    def count(self, cell: int) -> int:
        """Return how many stones lie in *cell*."""
        return len(self._cells[cell])

    def middles(self) -> list[QPointF]:
        """Return where the stones that are seen are drawn, in the scene."""
        stones = [stone for lying in self._cells for stone in lying] + self._carried
        return [stone.item.scenePos() for stone in stones if stone.item.isVisible()]

    def heap(self, cell: int, count: int) -> Heap:
        """Return how *count* stones lie in *cell*, relative to its middle."""
        rect = self._layout.cells[cell]
        return stone_heap(rect.width(), rect.height(), count, self._layout.stone, cell)

    def place(self, counts: Sequence[int]) -> None:
        """Lay *counts* stones into the cells, moving as few as can be, and none that lies right.

        Carried stones come down first; stones that are missing are made, and those too many go.
        """
        spare, self._carried = self._carried, []
        changed = set()
        for cell, wanted in enumerate(counts):
            lying = self._cells[cell]
            if len(lying) > wanted:
                spare.extend(lying[wanted:])
                del lying[wanted:]
                changed.add(cell)
        for cell, wanted in enumerate(counts):
            lying = self._cells[cell]
            if len(lying) < wanted:
                changed.add(cell)
            while len(lying) < wanted:
                lying.append(spare.pop(0) if spare else self._new_stone())
        for stone in spare:
            self._scene.removeItem(stone.item)
            del self._by_item[stone.item]
        for cell in changed:
            self.arrange(cell)
            self._changed(cell)

    def arrange(self, cell: int) -> None:
        """Put the stones of *cell* down where they lie in its heap."""
        lying = self._cells[cell]
        middle = self._layout.cells[cell].center()
        heap = self.heap(cell, len(lying))
        for index, (stone, (x, y)) in enumerate(zip(lying, heap.places, strict=True)):
            self._dress(stone, heap.radius)
            rescale(stone.item, 1.0)
            stone.item.setPos(middle.x() + x, middle.y() + y)
            stone.item.setZValue(STONES_Z + index)

    # -- what an animation does ----------------------------------------------------------------

    def lift(self, cell: int) -> list[Stone]:
        """Take all stones out of *cell* and return them, the lowest first."""
        lifted, self._cells[cell] = self._cells[cell], []
        self._carried.extend(lifted)
        for index, stone in enumerate(lifted):
            stone.item.setZValue(FLYING_Z + index)
        self._changed(cell)
        return lifted

    def drop(self, stone: Stone, cell: int) -> None:
        """Lay the carried *stone* down in *cell*."""
        self._carried.remove(stone)
        self._cells[cell].append(stone)
        self.arrange(cell)
        self._changed(cell)

    # -- pictures ------------------------------------------------------------------------------

    def shapes_of(self, item: QGraphicsItem) -> list[Shape] | None:
        """Return the stone that *item* shows as a shape, in its units; None if it is no stone."""
        stone = self._by_item.get(item)
        if stone is None:
            return None
        half = HALF * stone.radius
        return [
            (
                QRectF(-half, -half, 2 * half, 2 * half),
                partial(draw_stone, colour=COLOURS[stone.colour], radius=stone.radius),
            )
        ]

    def sharpen(self, resolution: float) -> None:
        """Draw the stones for *resolution* pixels a unit of the scene."""
        if self._pixmaps.set_resolution(resolution):
            for stone in [stone for lying in self._cells for stone in lying] + self._carried:
                radius, stone.radius = stone.radius, 0.0
                self._dress(stone, radius)

    def _new_stone(self) -> Stone:
        item = QGraphicsPixmapItem()
        item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        item.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self._scene.addItem(item)
        stone = self._by_item[item] = Stone(item, next(self._colours))
        return stone

    def _dress(self, stone: Stone, radius: float) -> None:
        if stone.radius != radius:
            stone.radius = radius
            pixmap = self._pixmaps.pixmap(stone.colour, radius)
            stone.item.setPixmap(pixmap)
            size = pixmap.deviceIndependentSize()
            stone.item.setOffset(-size.width() / 2, -size.height() / 2)
