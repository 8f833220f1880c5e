"""The geometry of a Kalah board of any size, in scene units."""

from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

WOOD_HEIGHT = 380.0
WOOD_RADIUS = 58.0
STRIP = 64.0
"""The height of the strips above and below the wood, for the numbers and the hint."""

_PIT_SIZE = 98.0
_PITCH = 106.0
_EDGE = 24.0
_KALAH_GAP = 13.0
_USUAL_PITS = 6
_NARROWEST = 580.0


@dataclass(frozen=True)
class KalahLayout:
    """The places of one board; cells are numbered as the model numbers them.

    `flipped`, the second side's pits are the lower row; `mirrored`, sowing goes the other way.
    `bounds` takes in the wood and the strips of numbers; `cells` are the rectangles of all
    cells, `order` their numbers in reading order on the screen; `stone` is the largest radius of
    a stone.  The columns are numbered from the left.
    """

    pits: int
    flipped: bool
    mirrored: bool
    wood: QRectF
    bounds: QRectF
    cells: tuple[QRectF, ...]
    order: tuple[int, ...]
    stone: float

    def is_kalah(self, cell: int) -> bool:
        """Return whether *cell* is one of the two kalahs."""
        return cell in (self.pits, 2 * self.pits + 1)

    def side(self, cell: int) -> int:
        """Return whose cell it is: 0 South's, 1 North's."""
        return int(cell > self.pits)

    def move(self, cell: int) -> int:
        """Return the number of the pit *cell* in its side's sowing order, from 1."""
        return cell % (self.pits + 1) + 1

    def pit(self, side: int, move: int) -> int:
        """Return the cell of *side*'s pit with the number *move* (from 1)."""
        return side * (self.pits + 1) + move - 1

    def kalah(self, side: int) -> int:
        """Return the cell of *side*'s kalah."""
        return side * (self.pits + 1) + self.pits

    def cell_at(self, point: QPointF) -> int:
        """Return the cell at *point*, or -1."""
        for cell, rect in enumerate(self.cells):
            if rect.contains(point):
                return cell
        return -1

    def outline(self, cell: int, outset: float = 0.0) -> QPainterPath:
        """Return the rim of *cell*, or a line *outset* units outside it."""
        rect = self.cells[cell].adjusted(-outset, -outset, outset, outset)
        radius = min(rect.width(), rect.height()) / 2
        path = QPainterPath()
        path.addRoundedRect(rect, radius, radius)
        return path

    def outwards(self, cell: int) -> int:
        """Return the direction (-1 up, 1 down) from the middle of the board to *cell*'s edge."""
        above = self.side(cell) != int(self.flipped)
        return -1 if above or self.is_kalah(cell) else 1

    def count_centre(self, cell: int) -> QPointF:
        """Return the middle of the count of stones beside *cell*."""
        rect = self.cells[cell]
        edge = rect.bottom() if self.outwards(cell) > 0 else rect.top()
        return QPointF(rect.center().x(), edge + self.outwards(cell) * 22)

    def number_centre(self, cell: int) -> QPointF:
        """Return the middle of the move number outside the wood at the pit *cell*."""
        return QPointF(self.cells[cell].center().x(), self._beyond_wood(cell, 15))

    def hint_centre(self, cell: int) -> QPointF:
        """Return the middle of the label that a hint, or a value, has at the pit *cell*."""
        return QPointF(self.cells[cell].center().x(), self._beyond_wood(cell, 44))

    def inner_edge(self, cell: int) -> QPointF:
        """Return the middle of the edge of the pit *cell* that is nearest to the other row."""
        rect = self.cells[cell]
        edge = rect.top() if self.outwards(cell) > 0 else rect.bottom()
        return QPointF(rect.center().x(), edge)

    @property
    def pitch(self) -> float:
        """How far the middles of neighbouring pits lie apart; 106 where there is but one."""
        if self.pits == 1:
            return _PITCH
        return abs(self.cells[1].center().x() - self.cells[0].center().x())

    def _beyond_wood(self, cell: int, distance: float) -> float:
        if self.outwards(cell) > 0:
            return self.wood.bottom() + distance
        return self.wood.top() - distance


@cache
def kalah_layout(pits: int, flipped: bool = False, mirrored: bool = False) -> KalahLayout:
    """Return the layout of a board of *pits* pits a side.

    South's pits are the lower row, *flipped* North's: the board is turned by 180 degrees.  As the
    lecture draws it, sowing goes clockwise, and the kalah of the lower side is on its left;
    *mirrored*, sowing goes the other way, and that kalah is on the right.
    Up to six pits a side are round; more become narrower than high, so that the board keeps a
    form that fits a window.
    """
    more = max(0, pits - _USUAL_PITS)
    kalah_width = 86.0 - more
    ends = _EDGE + kalah_width + _KALAH_GAP
    if more:
        width = 2 * ends + _USUAL_PITS * _PITCH + 28.0 * more
        pitch = (width - 2 * ends) / pits
    else:
        width = 2 * ends + pits * _PITCH
        pitch = _PITCH
    wood = QRectF(-width / 2, 0, width, WOOD_HEIGHT)
    strip_width = max(width, _NARROWEST)
    bounds = QRectF(-strip_width / 2, -STRIP, strip_width, WOOD_HEIGHT + 2 * STRIP)
    pit_width = pitch - (_PITCH - _PIT_SIZE)

    def pit(column: int, top: float) -> QRectF:
        middle = wood.left() + ends + (column + 0.5) * pitch
        return QRectF(middle - pit_width / 2, top, pit_width, _PIT_SIZE)

    columns = list(range(pits))
    upper = [pit(column, 60) for column in columns]
    lower = [pit(column, WOOD_HEIGHT - 60 - _PIT_SIZE) for column in columns]
    left = QRectF(wood.left() + _EDGE, 48, kalah_width, WOOD_HEIGHT - 96)
    right = QRectF(wood.right() - _EDGE - kalah_width, 48, kalah_width, WOOD_HEIGHT - 96)
    if mirrored:
        below, above = [*lower, right], [*reversed(upper), left]
    else:
        below, above = [*reversed(lower), left], [*upper, right]
    cells = (*above, *below) if flipped else (*below, *above)
    order = sorted(
        range(len(cells)), key=lambda cell: (cells[cell].center().y(), cells[cell].center().x())
    )
    return KalahLayout(
        pits=pits,
        flipped=flipped,
        mirrored=mirrored,
        wood=wood,
        bounds=bounds,
        cells=cells,
        order=tuple(order),
        stone=min(10.5, 5.0 + 0.055 * pit_width),
    )
