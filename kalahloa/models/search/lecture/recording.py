"""A walk that records the search tree."""

from collections.abc import Callable
from math import inf

from kalahloa.models.heuristic import Heuristic
from kalahloa.models.position import Position
from kalahloa.models.search.lecture.walk import Walk
from kalahloa.models.search.request import Progress
from kalahloa.models.search.search_tree import NodeKind, TreeNode

MAX_NODES = 100_000
"""The maximal number of recorded nodes; the search itself goes on."""


class RecordingWalk(Walk):
    """A walk whose `tree` is the search tree of the current or the last depth.

    After `MAX_NODES` nodes no more are added; the nodes above still get their values.
    """

    def __init__(
        self,
        position: Position,
        heuristic: Heuristic,
        seconds: float | None,
        stopped: Callable[[], bool],
        report: Callable[[Progress], None] | None,
    ) -> None:
        super().__init__(position, heuristic, seconds, stopped, report)
        self._recorded = 0
        # The nodes from the root to the current position; None where not recorded.
        self._path: list[TreeNode | None] = []
        self._moves: list[tuple[int, str]] = []

    def enter(self, depth: int, alpha: float = -inf, beta: float = inf) -> None:
        super().enter(depth, alpha, beta)
        side = self.position.side
        if self.ply == 0:
            self.tree = TreeNode(None, "", side, depth, alpha, beta)
            self._recorded = 1
            self._path = [self.tree]
            return
        parent = self._path[-1]
        node: TreeNode | None = None
        if parent is not None:
            if self._recorded < MAX_NODES:
                move, text = self._moves[-1]
                node = TreeNode(move, text, side, depth, alpha, beta)
                parent.children.append(node)
                self._recorded += 1
            else:
                parent.unrecorded += 1
        self._path.append(node)

    def leave(self, value: float, pruned: int = 0) -> None:
        node = self._path.pop()
        if node is not None:
            node.value = value + 0.0  # never -0.0
            node.pruned = pruned

    def estimate(self) -> float:
        return self._leave_leaf(super().estimate(), NodeKind.ESTIMATED)

    def finish(self) -> float:
        return self._leave_leaf(super().finish(), NodeKind.FINISHED)

    def make(self, move: int) -> None:
        self._moves.append((move, self.position.format_move(move)))
        super().make(move)

    def unmake(self) -> None:
        super().unmake()
        self._moves.pop()

    def _leave_leaf(self, value: float, kind: NodeKind) -> float:
        node = self._path.pop()
        if node is not None:
            node.value = value + 0.0  # never -0.0
            node.kind = kind
        return value
