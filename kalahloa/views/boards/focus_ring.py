"""The mark of the keyboard focus on a board."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem

from kalahloa.views.look.theme import Theme

_DEPTH = 1000
_WIDTH = 3.0
"""The least width of the dashes, in units of the scene and in pixels."""


class FocusRing(QGraphicsPathItem):
    """Dashes on a rim that can be seen on any ground, above everything else."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setZValue(_DEPTH)
        self._dashes = QGraphicsPathItem(self)

    def show_round(self, path: QPainterPath, scale: float) -> None:
        """Draw the ring along *path*, in a scene that is seen in *scale*: never too thin."""
        width = max(_WIDTH, _WIDTH / scale)
        self.setPen(QPen(self._theme.rim, 2 * width))
        self._dashes.setPen(
            QPen(self._theme.accent, width, Qt.PenStyle.DashLine, Qt.PenCapStyle.FlatCap)
        )
        for item in (self, self._dashes):
            item.setPath(path)
