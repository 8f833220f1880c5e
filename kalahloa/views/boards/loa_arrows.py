"""Arrows to the best moves on a board of Lines of Action, the lighter the worse the move is."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsScene

from kalahloa.views.boards.loa_items import thin_arrow
from kalahloa.views.boards.path_item import add_path
from kalahloa.views.look.theme import Theme

MAX_ARROWS = 5
"""More arrows than these would hide the board."""
_DEPTH = 27
_OPACITIES = (1.0, 0.62, 0.46, 0.34, 0.26)
_WEIGHTS = (1.25, 0.9, 0.75, 0.6, 0.5)


class LoaArrows:
    """One arrow for each of the best moves but the first, which has one of its own."""

    def __init__(self, scene: QGraphicsScene, theme: Theme) -> None:
        self._arrows = []
        self._ways: list[tuple[QPointF, QPointF]] = []
        for rank in range(1, MAX_ARROWS):
            arrow = add_path(
                scene, fill=theme.text, pen=QPen(theme.panel, 1.2), depth=_DEPTH - 0.1 * rank
            )
            arrow.setOpacity(_OPACITIES[rank])
            arrow.hide()
            self._arrows.append(arrow)

    def show(self, ways: Sequence[tuple[QPointF, QPointF]]) -> None:
        """Point out *ways*, each from a square's middle to another's, the better ones first."""
        if list(ways) == self._ways:
            return  # they would all be drawn again
        self._ways = list(ways)
        for rank, arrow in enumerate(self._arrows):
            arrow.setVisible(rank < len(ways))
            if rank < len(ways):
                arrow.setPath(thin_arrow(*ways[rank], weight=_WEIGHTS[rank + 1]))

    def shown(self) -> list[QPainterPath]:
        """Return the outlines of the arrows that are seen."""
        return [arrow.path() for arrow in self._arrows if arrow.isVisible()]
