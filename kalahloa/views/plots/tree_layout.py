"""Where the nodes of a small tree stand: from the top down, or from left to right."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from kalahloa.models.course.small_tree import SmallTree

_LEAST_BRANCH, _MOST_BRANCH = 30.0, 90.0
"""How far apart levels stand at least and at most, where the root is at the left."""


@dataclass(frozen=True)
class TreeLayout:
    """The boxes of the nodes, by index, and the room that the tree takes.

    `upright` is whether the root stands at the top; otherwise it stands at the left.
    """

    boxes: tuple[QRectF, ...]
    room: QRectF
    upright: bool

    @classmethod
    def of(
        cls, tree: SmallTree, widths: Sequence[float], height: float, width: float, gap: float
    ) -> "TreeLayout":
        """Return how *tree*, whose nodes are as wide as *widths* and *height* high, stands.

        *width* is that of the view, and *gap* the least distance between nodes.  The root stands at
        the top if there is room.
        """
        across = _places(tree)
        slot = max(widths) + gap
        if (1 + max(across)) * slot + gap <= width:
            return cls._upright(tree, widths, height, width, gap)
        levels = 1 + max(node.ply for node in tree)
        columns = [
            max(widths[node.index] for node in tree if node.ply == level) for level in range(levels)
        ]
        left = width - 2 * gap - sum(columns)
        branch = min(_MOST_BRANCH, max(_LEAST_BRANCH, left / max(1, levels - 1)))
        starts = [gap + sum(columns[:level]) + level * branch for level in range(levels)]
        down = height + gap / 2
        boxes = tuple(
            QRectF(
                starts[node.ply] + (columns[node.ply] - wide) / 2, gap + place * down, wide, height
            )
            for node, place, wide in zip(tree, across, widths, strict=True)
        )
        room = QRectF(0, 0, starts[-1] + columns[-1] + gap, 2 * gap + (1 + max(across)) * down)
        return cls(boxes, room, False)

    @classmethod
    def _upright(
        cls, tree: SmallTree, widths: Sequence[float], height: float, width: float, gap: float
    ) -> "TreeLayout":
        across = _places(tree)
        slot = max(widths) + gap
        first = (width - (1 + max(across)) * slot + gap) / 2 + max(widths) / 2
        step = height * 2.4
        boxes = tuple(
            QRectF(first + place * slot - wide / 2, gap + node.ply * step, wide, height)
            for node, place, wide in zip(tree, across, widths, strict=True)
        )
        deepest = max(node.ply for node in tree)
        return cls(boxes, QRectF(0, 0, width, 2 * gap + height + deepest * step), True)


def _places(tree: SmallTree) -> list[float]:
    """Return where each node stands across the levels: leaves side by side, others above them."""
    places = [0.0] * len(tree)
    leaves = 0
    for node in tree:
        if node.is_leaf:
            places[node.index] = leaves
            leaves += 1
    for node in reversed(tree.inner):
        places[node.index] = (places[node.children[0]] + places[node.children[-1]]) / 2
    return places
