"""What is to be searched and recorded, and what came of it."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.record.node import Node
from kalahloa.models.search.default_searchers import FOR_TREES
from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.search_tree import SearchTree
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.tree_lines import moves_to

MIN_DEPTH, MAX_DEPTH = 1, 8
DEFAULT_DEPTH = 3
MAX_KEPT = 2_000_000
"""So many nodes of a search are kept, in its last passes; at least the last pass is."""


@dataclass(frozen=True, slots=True)
class TreeOrder:
    """How a position is to be searched: by which searcher, how deep, with which heuristic.

    `searcher` is the name of one of the lecture's; `depth` is from `MIN_DEPTH` to `MAX_DEPTH`.
    `heuristic` is the name of one of the game's, ``file:`` and the name of one of the user's, or
    empty for the game's first.
    """

    searcher: str = FOR_TREES
    depth: int = DEFAULT_DEPTH
    heuristic: str = ""


@dataclass(frozen=True, eq=False)
class TreeRun:
    """A search that was made and recorded, and which of its passes is looked at.

    It began at `position`, on which nobody may make moves, that of `node` in the record.  `passes`
    are the trees that are kept, the last ones of `result`; `dropped` is how many are not.
    """

    order: TreeOrder
    game: Game
    node: Node
    position: Position = field(repr=False)
    result: SearchResult
    passes: tuple[SearchTree, ...] = field(repr=False)
    pass_index: int = -1
    dropped: int = 0

    @classmethod
    def of(
        cls, order: TreeOrder, game: Game, node: Node, position: Position, result: SearchResult
    ) -> "TreeRun":
        """Return the run with *result*, at the last of the passes; there must be one."""
        kept = _kept(result.passes)
        dropped = len(result.passes) - len(kept)
        result = replace(result, passes=kept)
        return cls(order, game, node, position, result, kept, len(kept) - 1, dropped)

    @property
    def searcher(self) -> LectureSearcher:
        """The searcher."""
        found = find_searcher(self.order.searcher)
        assert isinstance(found, LectureSearcher)
        return found

    @property
    def heuristic(self) -> str:
        """The name of the heuristic, as in the order, but never empty."""
        return self.order.heuristic or self.game.heuristic().name

    @property
    def depth(self) -> int:
        """The depth that was asked for."""
        return self.order.depth

    @property
    def tree(self) -> SearchTree:
        """The pass that is looked at."""
        return self.passes[self.pass_index]

    @property
    def max_side(self) -> int:
        """The side that is MAX: the one to move at the root."""
        return self.position.side

    @cached_property
    def is_proven(self) -> bool:
        """Whether every value of the pass is exact: none depends on an estimate."""
        is_last = self.pass_index == len(self.passes) - 1
        return is_last and self.result.score.proven and not self.tree.has_estimates

    @property
    def unrecorded(self) -> int:
        """How many nodes of the search are not here: the memory for them is limited."""
        return max(0, self.result.nodes - sum(map(len, self.passes)))

    def with_pass(self, index: int) -> "TreeRun":
        """Return the same run, looked at in another pass; raise `IndexError` if there is none."""
        if not 0 <= index < len(self.passes):
            raise IndexError(f"The search has no pass {index}.")
        return replace(self, pass_index=index)

    def position_at(self, index: int) -> Position:
        """Return a new copy of the position at node *index* of the pass that is looked at."""
        position = self.position.copy()
        for move in moves_to(self.tree.node(index)):
            position.make(move)
        return position


def _kept(passes: tuple[SearchTree, ...]) -> tuple[SearchTree, ...]:
    """Return the last of *passes*, as many as are kept."""
    total, first = 0, len(passes)
    while first > 0 and (first == len(passes) or total + len(passes[first - 1]) <= MAX_KEPT):
        first -= 1
        total += len(passes[first])
    return passes[first:]
