"""The things on a board of Connect Four, made of built-in items, which are drawn without Python."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainterPath, QPen, QRadialGradient
from PySide6.QtWidgets import QGraphicsEllipseItem, QGraphicsPathItem

CELL = 84.0
HOLE = 33.0
RADIUS = 36.0
"""A disc is larger than the hole that it is seen through."""

_DISCS = {
    # Where the light falls, the body, the lower edge, the mark: light theme, then dark.
    (0, False): ("#DE7B62", "#BF4A36", "#8E3325", "#E9A292"),
    (1, False): ("#F5DC8A", "#E2B93F", "#AD8520", "#A67C16"),
    (0, True): ("#CB6751", "#A83F2D", "#762A1D", "#DB8E7C"),
    (1, True): ("#E6CB73", "#CDA535", "#94731D", "#8A6813"),
}


class Disc(QGraphicsEllipseItem):
    """A disc of `side`, drawn round its position.

    Red's is marked with a ring, Yellow's with a dot, for those who see no colours.
    """

    def __init__(self, side: int, dark: bool) -> None:
        super().__init__(-RADIUS, -RADIUS, 2 * RADIUS, 2 * RADIUS)
        self.side = side
        light, body, edge, mark = (QColor(name) for name in _DISCS[side, dark])
        shine = QRadialGradient(-0.34 * RADIUS, -0.4 * RADIUS, 1.5 * RADIUS)
        shine.setColorAt(0, light)
        shine.setColorAt(0.7, body)
        shine.setColorAt(1, edge)
        self.setBrush(shine)
        self.setPen(QPen(edge, 1))
        size = 0.56 * RADIUS if side == 0 else 0.2 * RADIUS
        sign = QGraphicsEllipseItem(-size, -size, 2 * size, 2 * size, self)
        mark.setAlphaF(0.75)
        sign.setPen(QPen(mark, 3) if side == 0 else QPen(Qt.PenStyle.NoPen))
        sign.setBrush(Qt.BrushStyle.NoBrush if side == 0 else mark)


def plate(area: QRectF, centres: list[QPointF], dark: bool) -> list[QGraphicsPathItem]:
    """Return the upright plate that fills *area*, with a hole round each of *centres*.

    The first item is what is seen through the holes; discs belong between it and the others.
    """
    whole = QPainterPath()
    whole.addRoundedRect(area, 18, 18)
    holes, rims, edges = QPainterPath(), QPainterPath(), QPainterPath()
    for centre in centres:
        holes.addEllipse(centre, HOLE, HOLE)
        rims.addEllipse(centre, HOLE + 1.5, HOLE + 1.5)
        # The upper edge of a hole is in the shade, the lower one catches the light.
        rim = QRectF(centre.x() - HOLE, centre.y() - HOLE, 2 * HOLE, 2 * HOLE)
        edges.arcMoveTo(rim, 200)
        edges.arcTo(rim, 200, 140)
    face = QLinearGradient(area.topLeft(), area.bottomLeft())
    face.setColorAt(0, QColor("#35576A" if dark else "#5A8CA3"))
    face.setColorAt(1, QColor("#284452" if dark else "#44758D"))
    back = QLinearGradient(area.topLeft(), area.bottomLeft())
    back.setColorAt(0, QColor("#131C21" if dark else "#284653"))
    back.setColorAt(1, QColor("#19252B" if dark else "#34596A"))
    items = []
    for path, brush, pen, depth in (
        (whole.simplified(), back, QPen(Qt.PenStyle.NoPen), -10),
        (whole.subtracted(holes), face, QPen(Qt.PenStyle.NoPen), 10),
        (rims, Qt.BrushStyle.NoBrush, QPen(QColor(0, 0, 0, 70), 3), 11),
        (edges, Qt.BrushStyle.NoBrush, QPen(QColor(255, 255, 255, 45 if dark else 90), 1.6), 12),
    ):
        item = QGraphicsPathItem(path)
        item.setBrush(brush)
        item.setPen(pen)
        item.setZValue(depth)
        items.append(item)
    return items


def strike(lines: list[list[QPointF]]) -> QPainterPath:
    """Return a stroke through each of *lines* and a ring round every point of them."""
    path = QPainterPath()
    for line in lines:
        for point in line:
            path.addEllipse(point, HOLE - 3, HOLE - 3)
        path.moveTo(line[0])
        path.lineTo(line[-1])
    return path
