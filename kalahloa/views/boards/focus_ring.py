"""The mark of the keyboard focus on a board."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem

from kalahloa.views.look.theme import Theme

_DEPTH = 1000


class FocusRing(QGraphicsPathItem):
    """Dashes on a rim that can be seen on any ground, above everything else."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setPen(QPen(theme.rim, 5.5))
        self.setZValue(_DEPTH)
        self._dashes = QGraphicsPathItem(self)
        dashed = QPen(theme.accent, 3, Qt.PenStyle.DashLine, Qt.PenCapStyle.FlatCap)
        self._dashes.setPen(dashed)

    def show_round(self, path: QPainterPath) -> None:
        """Draw the ring along *path*, in the scene."""
        self.setPath(path)
        self._dashes.setPath(path)
