"""Proofs of recorded trees: each value, window and cut, against plain minimax.

What is proven of a search is written here a second time, from the definitions: the minimax values,
the windows that each algorithm has to search its moves with, and that what was cut off could not
have changed the value.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, nextafter
from random import Random

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.lecture.alpha_beta import AlphaBetaSearch
from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.minimax import MinimaxSearch
from kalahloa.models.search.lecture.negamax import NegamaxSearch
from kalahloa.models.search.lecture.negascout import NegaScoutSearch
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.pass_counts import PassCounts
from kalahloa.models.search.search_tree import NodeKind, SearchTree, TreeCounts, TreeNode
from kalahloa.models.search.searchers import lecture_searchers
from tests.models.random_play import lecture_order, start

KEYS = ("tictactoe", "kalah", "loa")
SEARCHERS: tuple[LectureSearcher, ...] = (
    *(one for one in lecture_searchers() if isinstance(one, LectureSearcher)),
    # Windows that fail often, on both sides, also with a table and without sorted moves.
    AlphaBetaSearch(ordering=True, aspiration=0.25),
    AlphaBetaSearch(aspiration=0.6, table=True),
)
"""The lecture's searchers, and two more whose windows fail often."""

Line = tuple[int, ...]


# -- positions -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A position of the game called `key`, and how deep it is searched."""

    key: str
    position: Position
    depth: int

    @property
    def heuristic(self) -> Heuristic:
        return find_game(self.key).heuristic()


def cases(count: int, seed: int = 14) -> Iterator[Case]:
    """Yield *count* small random positions of games that go on, of each game in turn."""
    chance = Random(seed)
    makers = {"tictactoe": _tictactoe, "kalah": _kalah, "loa": _loa}
    made = 0
    while made < count:
        case = makers[KEYS[made % len(KEYS)]](chance)
        if not case.position.is_over():
            made += 1
            yield case


def _play(position: Position, plies: int, chance: Random) -> None:
    """Make at most *plies* random moves, none that ends the game."""
    for _ in range(plies):
        position.make(chance.choice(position.legal_moves()))
        if position.is_over():
            position.unmake()
            return


def _tictactoe(chance: Random) -> Case:
    position = start("tictactoe")
    _play(position, chance.randint(3, 6), chance)
    return Case("tictactoe", position, chance.randint(2, 4))


def _kalah(chance: Random) -> Case:
    preset = chance.choice([one.name for one in find_game("kalah").rulebook.presets])
    pits, stones = chance.randint(2, 3), chance.randint(1, 3)
    position = start("kalah", preset, pits=pits, stones=stones)
    if not position.is_over():
        _play(position, chance.randint(0, 6), chance)
    return Case("kalah", position, chance.randint(2, 3))


def _loa(chance: Random) -> Case:
    game = find_game("loa")
    rules = game.rulebook.read(chance.choice([one.name for one in game.rulebook.presets]))
    squares = chance.sample(range(64), 2 * (2 if chance.random() < 0.8 else 3))
    cells = [
        "b" if square in squares[::2] else "w" if square in squares else "1" for square in range(64)
    ]
    rows = ["".join(cells[row : row + 8]) for row in range(0, 64, 8)]
    for empty in range(8, 1, -1):
        rows = [row.replace("1" * empty, str(empty)) for row in rows]
    position = game.read(f"{'/'.join(rows)} {chance.choice('bw')}", rules)
    if not position.is_over():
        # Where the moves went to and fro, positions come again, which are draws.
        _play(position, chance.randint(0, 8), chance)
    return Case("loa", position, 2 if chance.random() < 0.6 else 1)


# -- plain minimax ---------------------------------------------------------------------------------


class Minimax:
    """The values of a position and of those below it, by the definition; for the side to move."""

    def __init__(self, case: Case) -> None:
        self._position = case.position.copy()
        self._evaluate = case.heuristic.function
        self._known: dict[tuple[int, Line], float] = {}

    def value(self, depth: int, line: Line = ()) -> float:
        """Return the value after *line*, searched to *depth*."""
        for move in line:
            self._position.make(move)
        found = self._value(depth, line)
        for _ in line:
            self._position.unmake()
        return found

    def _value(self, depth: int, line: Line) -> float:
        key = depth, line
        if key not in self._known:
            self._known[key] = self._compute(depth, line)
        return self._known[key]

    def _compute(self, depth: int, line: Line) -> float:
        position = self._position
        outcome = position.outcome()
        if outcome is not None:
            score = outcome.score_for(position.side)
            if not score:
                return 0.0
            # A win is worth a hundredth less for each ply that it takes.
            return 100.0 * score - 0.01 * len(line) * (1 if score > 0 else -1)
        if depth == 0:
            return max(-90.0, min(90.0, self._evaluate(position)))
        best = -inf
        side = position.side
        for move in position.legal_moves():
            position.make(move)
            if position.side == side:
                value = self._value(depth, (*line, move))
            else:
                value = -self._value(depth - 1, (*line, move))
            position.unmake()
            best = max(best, value)
        return best


# -- the proof -------------------------------------------------------------------------------------


@dataclass
class Proven:
    """What was proven: so many of each."""

    searches: int = 0
    passes: int = 0
    nodes: int = 0
    cuts: int = 0
    pruned: int = 0
    hits: int = 0
    again: int = 0
    failed_high: int = 0
    failed_low: int = 0
    names: set[str] = field(default_factory=set)


def prove(searcher: LectureSearcher, case: Case, exact: Minimax, proven: Proven) -> None:
    """Assert that the trees which *searcher* records of *case* are right, and count in *proven*."""
    position, limits, heuristic = case.position, Limits(depth=case.depth), case.heuristic
    recorded = searcher.choose(position, limits, heuristic, record_tree=True)
    plain = searcher.choose(position, limits, heuristic)
    counted = searcher.choose(position, limits, heuristic, count=True)

    for other in (plain, counted):
        for name in ("nodes", "score", "line", "depth"):
            assert getattr(recorded, name) == getattr(other, name), name
    assert recorded.nodes == sum(len(tree) for tree in recorded.passes)
    assert [_counts(tree) for tree in recorded.passes] == [_told(one) for one in counted.counts]
    _prove_passes(searcher, recorded.passes, proven)
    for tree in recorded.passes:
        _Proof(searcher, tree, position.copy(), exact, proven).prove()
    reached = recorded.passes[-1].root.depth
    value = lecture_value(recorded.score)
    assert value == exact.value(reached), "the value of the position"
    assert value == _after(case, exact, reached, recorded.move), "the value of the move"
    proven.searches += 1
    proven.names.add(searcher.name)


def _after(case: Case, exact: Minimax, depth: int, move: int) -> float:
    position = case.position
    side = position.side
    position.make(move)
    same = position.side == side
    position.unmake()
    return exact.value(depth, (move,)) if same else -exact.value(depth - 1, (move,))


def _counts(tree: SearchTree) -> tuple[float, ...]:
    counts, root = TreeCounts.of(tree), tree.root
    first = sum(
        node.cut_off and len({child.move for child in node.children}) == 1 for node in root.walk()
    )
    return (
        *(root.depth, root.alpha, root.beta, root.value, counts.nodes, counts.leaves),
        *(counts.hits, counts.cutoffs, first, counts.pruned, counts.again, _repeated(root)),
    )


def _repeated(root: TreeNode) -> int:
    """Return how many nodes were visited below moves that were searched again, the first time."""
    return sum(
        before.count()
        for node in root.walk()
        for before, child in pairwise(node.children)
        if child.is_again
    )


def _told(counts: PassCounts) -> tuple[float, ...]:
    return (
        *(counts.depth, counts.alpha, counts.beta, counts.value, counts.nodes, counts.leaves),
        *(counts.hits, counts.cutoffs, counts.first_cutoffs, counts.pruned, counts.again),
        counts.repeated,
    )


def _prove_passes(
    searcher: LectureSearcher, passes: tuple[SearchTree, ...], proven: Proven
) -> None:
    """Assert that the passes follow each other as they have to: depth by depth, window by window.

    Where a window failed, the same depth is searched again with the window open on that side.
    """
    width = getattr(searcher, "aspiration", None)
    before: TreeNode | None = None
    failed: TreeNode | None = None
    for tree in passes:
        root = tree.root
        if failed is not None:
            assert root.depth == failed.depth
            high = failed.value >= failed.beta
            assert (root.alpha, root.beta) == (
                failed.alpha if high else -inf,
                inf if high else failed.beta,
            )
        elif before is not None and width is not None:
            assert root.depth == before.depth + 1
            assert (root.alpha, root.beta) == (before.value - width, before.value + width)
        else:
            assert (root.alpha, root.beta) == (-inf, inf)
            if before is not None:
                assert root.depth == before.depth + 1
        is_inside = root.alpha < root.value < root.beta
        proven.failed_high += root.value >= root.beta
        proven.failed_low += root.value <= root.alpha
        failed = None if is_inside else root
        before = root if is_inside else before
    assert failed is None, "The last pass has an exact value."


class _Proof:
    """The proof of one pass, node by node."""

    def __init__(
        self,
        searcher: LectureSearcher,
        tree: SearchTree,
        position: Position,
        exact: Minimax,
        proven: Proven,
    ) -> None:
        self._tree = tree
        self._position = position
        self._exact = exact
        self._proven = proven
        self._has_window = not isinstance(searcher, MinimaxSearch | NegamaxSearch)
        self._scouts = isinstance(searcher, NegaScoutSearch)
        self._is_sorted = self._scouts or getattr(searcher, "ordering", False)

    def prove(self) -> None:
        self._prove(self._tree.root, ())
        self._proven.passes += 1
        self._proven.nodes += len(self._tree)

    def _prove(self, node: TreeNode, line: Line) -> None:
        position, proven = self._position, self._proven
        true = self._exact.value(node.depth, line)
        assert node.side == position.side
        assert node.alpha < node.beta
        if node.kind is NodeKind.INNER:
            self._prove_inner(node, line)
        else:
            assert not node.children and not node.cut_off and not node.pruned
            if node.kind is NodeKind.TABLE:
                proven.hits += 1
                assert line and node.depth > 0 and not position.is_over()
            else:
                assert position.is_over() == (node.kind is NodeKind.FINISHED)
                assert node.depth == 0 or node.kind is NodeKind.FINISHED
                assert node.value == true, "the value of a leaf"
        if node.value <= node.alpha:
            assert true <= node.value, "A value that fails low is an upper bound."
        elif node.value >= node.beta:
            assert true >= node.value, "A value that fails high is a lower bound."
        else:
            assert true == node.value, "A value inside of the window is exact."

    def _prove_inner(self, node: TreeNode, line: Line) -> None:
        position, proven = self._position, self._proven
        moves = lecture_order(position)
        searched: list[int] = []
        best, alpha = -inf, node.alpha
        checked: TreeNode | None = None
        """A child that was searched with an empty window and is better than expected."""
        for child in node.children:
            assert best < node.beta, "Nothing is searched after a cut."
            assert child.is_again == (checked is not None)
            if checked is None:
                searched.append(child.move)
            else:
                assert child.move == checked.move
                proven.again += 1
            edge = node.beta
            if self._scouts and searched[:-1] and checked is None:
                edge = min(node.beta, nextafter(alpha, inf))
            position.make(child.move)
            same = position.side == node.side
            self._prove_window(child, same, alpha, edge)
            assert child.depth == node.depth - (not same)
            self._prove(child, (*line, child.move))
            true = self._exact.value(child.depth, (*line, child.move))
            position.unmake()
            value, real = (child.value, true) if same else (-child.value, -true)
            if child.cut_off:
                # Where the same side goes on, its own beta is reached: what is left is cut off, or
                # after an empty window searched again, which is seen to below.
                assert real <= alpha or (same and real >= edge), (
                    "What was cut off there could not have changed the value here."
                )
            if self._scouts and checked is None and edge < node.beta:
                checked = child if alpha < value < node.beta else None
                if checked is not None:
                    continue
            checked = None
            best = max(best, value)
            alpha = max(alpha, best)
        assert checked is None, "What is better than expected is searched again."
        assert best == node.value
        assert len(set(searched)) == len(searched) and set(searched) <= set(moves)
        assert node.pruned == len(moves) - len(searched)
        assert node.cut_off == (best >= node.beta)
        assert node.cut_off or not node.pruned, "Moves are left out after a cut only."
        if not self._is_sorted:
            assert searched == moves[: len(searched)]
        proven.cuts += node.cut_off
        proven.pruned += node.pruned

    def _prove_window(self, child: TreeNode, same: bool, alpha: float, beta: float) -> None:
        if not self._has_window:
            alpha, beta = -inf, inf
        window = (alpha, beta) if same else (-beta, -alpha)
        assert (child.alpha, child.beta) == window, "the window of a move"
