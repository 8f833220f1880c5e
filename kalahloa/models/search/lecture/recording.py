"""A run that records the search tree."""

from collections.abc import Callable
from math import inf

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.search.lecture.run import LectureRun
from kalahloa.models.search.request import Progress
from kalahloa.models.search.search_tree import NodeKind, SearchTree

MAX_NODES = 1_000_000
"""The maximal number of nodes recorded of a pass; the search itself goes on."""
_NOT_RECORDED = -1


class RecordingRun(LectureRun):
    """A run that records the tree of each pass.

    After `MAX_NODES` nodes no more are added; the nodes above still get their values.
    """

    def __init__(
        self,
        position: Position,
        heuristic: Heuristic,
        stopped: Callable[[], bool],
        report: Callable[[Progress], None] | None,
    ) -> None:
        super().__init__(position, heuristic, stopped, report)
        self._tree = SearchTree()
        self._path: list[int] = []
        """The indices of the nodes from the root to the current position."""
        self._moves: list[tuple[int, str]] = []

    def enter(self, depth: int, alpha: float = -inf, beta: float = inf) -> None:
        super().enter(depth, alpha, beta)
        side = self.position.side
        if self.ply == 0:
            self._tree = SearchTree()
            self._path = [self._tree.enter(-1, None, "", side, depth, alpha, beta)]
            return
        parent = self._path[-1]
        index = _NOT_RECORDED
        if parent != _NOT_RECORDED:
            if len(self._tree) < MAX_NODES:
                move, text = self._moves[-1]
                index = self._tree.enter(parent, move, text, side, depth, alpha, beta)
            else:
                self._tree.leave_out(parent)
        self._path.append(index)

    def leave(self, value: float, pruned: int = 0) -> None:
        self._leave(value, NodeKind.INNER, pruned)

    def estimate(self) -> float:
        value = super().estimate()
        self._leave(value, NodeKind.ESTIMATED)
        return value

    def finish(self) -> float:
        value = super().finish()
        self._leave(value, NodeKind.FINISHED)
        return value

    def answer(self, value: float) -> None:
        self._leave(value, NodeKind.TABLE)

    def make(self, move: int) -> None:
        self._moves.append((move, self.position.format_move(move)))
        super().make(move)

    def unmake(self) -> None:
        super().unmake()
        self._moves.pop()

    def _leave(self, value: float, kind: NodeKind, pruned: int = 0) -> None:
        index = self._path.pop()
        if index != _NOT_RECORDED:
            self._tree.leave(index, value, kind, pruned)
        if not self._path:
            self.passes.append(self._tree)
