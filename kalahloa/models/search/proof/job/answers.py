"""What the attacker plays by a job's proof, after any moves of the defender."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from kalahloa.models.game.position import Position
from kalahloa.models.search.proof.extraction import ProofExtraction
from kalahloa.models.search.proof.job.graph import ProofGraph
from kalahloa.models.search.proof.job.piece import WON, Claim
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.work.cancellation import is_ready, never


def searched_tree(
    claim: Claim, position: Position, mebibytes: int, stopped: Callable[[], bool] = never
) -> ProofExtraction | None:
    """Return the tree of the attacker's win in *position*, searched with an empty table.

    The table has *mebibytes* MiB.  The tree is None if there is no win, or *stopped* returns True.
    """
    search = ProofSearch(position.copy(stack=False), ProofTable(mebibytes), claim.side)
    if position.has_evaluation():
        search.estimate()
    tree = ProofExtraction(search)

    def prove() -> bool:
        return search.run() > 0 and tree.run()

    with ThreadPoolExecutor(1) as executor:
        found = executor.submit(prove)
        if not is_ready(found, stopped):
            search.stop()
            return None
    return tree if found.result() else None


class Answers:
    """The answers of the proof in *graph*, whose start must be won.

    Those below positions that were searched are found again, with tables of *mebibytes* MiB.
    """

    def __init__(
        self, graph: ProofGraph, mebibytes: int, stopped: Callable[[], bool] = never
    ) -> None:
        self._graph = graph
        self._mebibytes = mebibytes
        self._stopped = stopped
        self._trees: dict[str, ProofExtraction | None] = {}

    def answer(self, moves: Sequence[int]) -> int | None:
        """Return the answer after *moves* from the start, after which the attacker is to move.

        It is None where the proof does not lead, and once *stopped* returns True.
        """
        claim = self._graph.claim
        position = claim.start()
        tree = self._tree(position)
        for move in moves:
            position.make(move)
            if tree is None:
                tree = self._tree(position)
        if tree is not None:
            return tree.answer(position.hash)
        node = self._graph.nodes.get(claim.key(position))
        if node is None or node.value != WON or node.is_searched:
            return None
        if node.answer is not None:
            return claim.after(position)[1].get(node.answer.key)
        return _winning_move(position, claim.side)

    def _tree(self, position: Position) -> ProofExtraction | None:
        """Return the tree from *position* on if its win is known by a search only."""
        claim = self._graph.claim
        node = self._graph.nodes.get(claim.key(position))
        if node is None or node.value != WON or not node.is_searched:
            return None
        key = position.position_string()
        if key not in self._trees:
            self._trees.clear()
            self._trees[key] = searched_tree(claim, position, self._mebibytes, self._stopped)
        return self._trees[key]


def _winning_move(position: Position, side: int) -> int | None:
    """Return a move of *side* that wins at once."""
    for move in position.legal_moves():
        position.make(move)
        outcome = position.outcome()
        position.unmake()
        if outcome is not None and outcome.winner == side:
            return move
    return None
