"""Where the nodes of a small tree stand: from the top down, or from left to right."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, QSizeF

from kalahloa.models.course.small_tree import SmallTree

_MAX_BRANCH = 4.0
"""How far apart levels stand at most where the root is at the left, in least branches."""
_MAX_GAP = 6.0
"""How far apart nodes of a level stand at most, in least gaps."""


@dataclass(frozen=True)
class TreeRoom:
    """The room that a tree has, and how far apart things stand in it at least.

    `gap` is between the nodes of a level, `branch` between two levels and `margin` left of a tree
    whose root is at the top.  A `height` of 0 is as high as the tree needs; in a higher one it
    spreads.  A tree that is higher than `limit` with its root at the top has it at the left, if it
    is lower then; 0 is no limit.
    """

    width: float
    gap: float = 0.0
    branch: float = 0.0
    margin: float = 0.0
    height: float = 0.0
    limit: float = 0.0


@dataclass(frozen=True)
class TreeLayout:
    """The boxes of the nodes, by index, and the room that the tree takes.

    `upright` is whether the root stands at the top; otherwise it stands at the left.  `cuts` are
    the places below nodes, by their index, where the moves would stand that are cut off.
    """

    boxes: tuple[QRectF, ...]
    cuts: dict[int, QPointF]
    room: QRectF
    upright: bool

    @classmethod
    def of(
        cls,
        tree: SmallTree,
        sizes: tuple[Sequence[QSizeF], Sequence[QSizeF]],
        cut: QSizeF,
        room: TreeRoom,
    ) -> "TreeLayout":
        """Return how *tree*, with nodes of *sizes* and signs for what is *cut*, stands in *room*.

        The root stands at the top if there is room for nodes of the first sizes, otherwise at the
        left, and nodes have the second ones.
        """
        upright, sideways = sizes
        widths = [size.width() for size in upright]
        across = _Places(tree, widths, cut.width(), room.gap)
        if across.end + 2 * room.gap + room.margin <= room.width:
            found = cls._upright(tree, upright, cut, room)
            if not 0 < room.limit < found.room.height():
                return found
            lower = cls._sideways(tree, sideways, cut, room)
            is_narrow = lower.room.width() <= room.width
            return lower if is_narrow and lower.room.height() <= room.limit else found
        return cls._sideways(tree, sideways, cut, room)

    @classmethod
    def _upright(
        cls, tree: SmallTree, sizes: Sequence[QSizeF], cut: QSizeF, room: TreeRoom
    ) -> "TreeLayout":
        widths, high = [size.width() for size in sizes], sizes[0].height()
        gap, places = room.gap, _Places(tree, widths, cut.width(), room.gap)
        inside = room.width - room.margin - 2 * room.gap
        if room.height and places.count > 1:
            gap += min((inside - places.end) / (places.count - 1), (_MAX_GAP - 1) * room.gap)
            places = _Places(tree, widths, cut.width(), gap)
        left = room.margin + room.gap + max(0.0, inside - places.end) / 2
        deepest = max(1, max(node.ply + (not node.is_leaf) for node in tree))
        needed = 2 * room.gap + (deepest + 1) * high
        branch = room.branch
        if room.height > needed + deepest * branch:
            branch = min((room.height - needed) / deepest, 2.8 * room.branch)
        height = max(needed + deepest * branch, room.height)
        top = (height - (deepest + 1) * high - deepest * branch) / 2
        step = high + branch
        boxes = tuple(
            QRectF(left + place - size.width() / 2, top + node.ply * step, size.width(), high)
            for node, place, size in zip(tree, places.middles, sizes, strict=True)
        )
        cuts = {
            index: QPointF(left + place, top + (tree[index].ply + 1) * step + high / 2)
            for index, place in places.cuts.items()
        }
        return cls(boxes, cuts, QRectF(0, 0, room.width, height), True)

    @classmethod
    def _sideways(
        cls, tree: SmallTree, sizes: Sequence[QSizeF], cut: QSizeF, room: TreeRoom
    ) -> "TreeLayout":
        heights = [size.height() for size in sizes]
        places = _Places(tree, heights, cut.height(), room.gap / 2)
        levels = 1 + max(node.ply + bool(node.pruned) for node in tree)
        columns = [
            max(
                [size.width() for node, size in zip(tree, sizes, strict=True) if node.ply == level]
                + [cut.width()]
            )
            for level in range(levels)
        ]
        left = room.width - 2 * room.gap - sum(columns)
        branch = left / max(1, levels - 1)
        branch = min(_MAX_BRANCH * room.branch, max(room.branch, branch))
        starts = [room.gap + sum(columns[:level]) + level * branch for level in range(levels)]
        height = max(places.end + 2 * room.gap, room.height)
        top = (height - places.end) / 2
        boxes = tuple(
            QRectF(
                starts[node.ply] + (columns[node.ply] - size.width()) / 2,
                top + place - size.height() / 2,
                size.width(),
                size.height(),
            )
            for node, place, size in zip(tree, places.middles, sizes, strict=True)
        )
        cuts = {}
        for index, place in places.cuts.items():
            level = tree[index].ply + 1
            cuts[index] = QPointF(starts[level] + columns[level] / 2, top + place)
        width = max(room.width, starts[-1] + columns[-1] + room.gap)
        return cls(boxes, cuts, QRectF(0, 0, width, height), False)


@dataclass
class _Places:
    """Where nodes stand across the levels: leaves side by side, others above the middle of theirs.

    `extents` are how much room each node takes across, and `cut` that of a sign for what is cut
    off, which stands after the last child; `gap` is between neighbours.
    """

    tree: SmallTree
    extents: Sequence[float]
    cut: float
    gap: float
    middles: list[float] = field(init=False)
    cuts: dict[int, float] = field(default_factory=dict)
    end: float = 0.0
    count: int = 0
    """How many stand side by side at the lowest level of each."""

    def __post_init__(self) -> None:
        self.middles = [0.0] * len(self.tree)
        self.end = self._place(0, 0.0)

    def _place(self, index: int, start: float) -> float:
        """Place the node *index* and what is below it from *start* on; return where that ends."""
        node, extent = self.tree[index], self.extents[index]
        if node.is_leaf:
            self.count += 1
            self.middles[index] = start + extent / 2
            return start + extent
        end = start
        for child in node.children:
            end = self._place(child, end) + self.gap
        if node.pruned:
            self.count += 1
            self.cuts[index] = end + self.cut / 2
            end += self.cut + self.gap
        end -= self.gap
        first = self.middles[node.children[0]]
        last = self.cuts.get(index, self.middles[node.children[-1]])
        self.middles[index] = (first + last) / 2
        before = self.middles[index] - extent / 2
        if before < start:
            self._shift(index, start - before)
            end += start - before
        return max(end, self.middles[index] + extent / 2)

    def _shift(self, index: int, by: float) -> None:
        for node in self.tree.below(index):
            self.middles[node.index] += by
            if node.index in self.cuts:
                self.cuts[node.index] += by
