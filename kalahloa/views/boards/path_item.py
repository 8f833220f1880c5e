"""Shapes of a board's scene, made in one step, and those that stand in for pictures."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsScene

Shape = tuple[QRectF, Callable[[QPainter], None]]
"""Where a shape is at most, in units of the item that it stands for, and what draws it there."""


def add_path(
    scene: QGraphicsScene,
    path: QPainterPath | None = None,
    *,
    fill: QColor | None = None,
    pen: QPen | None = None,
    depth: float = 0,
) -> QGraphicsPathItem:
    """Return a new item of *scene*: *path*, empty by default, at *depth* (higher is nearer)."""
    item = QGraphicsPathItem(path if path is not None else QPainterPath())
    item.setBrush(QBrush(fill) if fill is not None else QBrush())
    item.setPen(pen if pen is not None else QPen(Qt.PenStyle.NoPen))
    item.setZValue(depth)
    scene.addItem(item)
    return item


def rescale(item: QGraphicsItem, scale: float) -> None:
    """Set the scale of *item*; Qt would draw it anew even if that is the scale it has."""
    if item.scale() != scale:
        item.setScale(scale)


def rounded_pen(colour: QColor, width: float) -> QPen:
    """Return a pen with round ends and corners."""
    return QPen(
        colour,
        width,
        Qt.PenStyle.SolidLine,
        Qt.PenCapStyle.RoundCap,
        Qt.PenJoinStyle.RoundJoin,
    )
