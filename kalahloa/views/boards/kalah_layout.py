"""The geometry of a Kalah board of any size, in scene units: `KalahPlan` in Qt's terms."""

from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from kalahloa.models.games.kalah.layout import PITCH, KalahPlan, kalah_plan


class KalahLayout:
    """The places of one board; cells are numbered as the model numbers them.

    `wood`, `bounds`, `cells` and `stone` are those of the `KalahPlan`; `order` are the numbers of
    the cells in reading order on the screen.
    """

    def __init__(self, plan: KalahPlan) -> None:
        self._plan = plan
        self.pits = plan.pits
        self.flipped = plan.flipped
        self.wood = QRectF(*plan.wood)
        self.bounds = QRectF(*plan.bounds)
        self.cells = tuple(QRectF(*rect) for rect in plan.cells)
        self.stone = plan.stone
        self.order = tuple(
            sorted(range(len(plan.cells)), key=lambda cell: plan.cells[cell].centre[::-1])
        )
        self.is_kalah = plan.is_kalah
        self.side = plan.side
        self.label = plan.label
        self.move = plan.move
        self.pit = plan.pit
        self.kalah = plan.kalah
        self.outwards = plan.outwards

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

    def count_centre(self, cell: int) -> QPointF:
        """Return the middle of the count of stones beside *cell*."""
        return QPointF(*self._plan.count_centre(cell))

    def name_centre(self, side: int) -> QPointF:
        """Return the middle of the name of *side* below its kalah."""
        return QPointF(*self._plan.name_centre(side))

    def number_centre(self, cell: int) -> QPointF:
        """Return the middle of the move number outside the wood at the pit *cell*."""
        return QPointF(*self._plan.number_centre(cell))

    def hint_centre(self, cell: int) -> QPointF:
        """Return the middle of the label that a hint, or a value, has at the pit *cell*."""
        return QPointF(*self._plan.hint_centre(cell))

    def inner_edge(self, cell: int) -> QPointF:
        """Return the middle of the edge of the pit *cell* that is nearest to the other row."""
        rect = self.cells[cell]
        edge = rect.top() if self.outwards(cell) > 0 else rect.bottom()
        return QPointF(rect.center().x(), edge)

    @property
    def pitch(self) -> float:
        """How far the middles of neighbouring pits lie apart; 106 where there is but one."""
        if self.pits == 1:
            return PITCH
        return abs(self.cells[1].center().x() - self.cells[0].center().x())


@cache
def kalah_layout(pits: int, flipped: bool = False, mirrored: bool = False) -> KalahLayout:
    """Return the layout of a board of *pits* pits a side; see `kalah_plan`."""
    return KalahLayout(kalah_plan(pits, flipped, mirrored))
