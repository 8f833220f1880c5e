"""What the attacker plays by a job's proof, after any moves of the defender."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from kalahloa.models.game.position import Position
from kalahloa.models.game.proof_checker import CheckStopped, WrongProof, check_proof
from kalahloa.models.search.proof.extraction import ProofExtraction
from kalahloa.models.search.proof.job.graph import GraphNode, ProofGraph
from kalahloa.models.search.proof.job.task import WON, WinStatement
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.work.cancellation import is_ready, never


def add_win(
    tree: ProofExtraction,
    statement: WinStatement,
    position: Position,
    table: ProofTable,
    stopped: Callable[[], bool] = never,
) -> bool:
    """Add to *tree* the attacker's win in *position*, which is searched with *table*.

    Return False if there is no win, or *stopped* returns True.
    """
    search = ProofSearch(position.copy(stack=False), table, statement.side)
    if position.has_evaluation():
        search.estimate()

    def prove() -> bool:
        return search.run() > 0 and tree.run(search)

    with ThreadPoolExecutor(1) as executor:
        found = executor.submit(prove)
        if not is_ready(found, stopped):
            search.stop()
            return False
    return found.result()


def searched_tree(
    statement: WinStatement, position: Position, mebibytes: int, stopped: Callable[[], bool] = never
) -> ProofExtraction | None:
    """Return the tree of the attacker's win in *position*, searched with an empty table.

    The table has *mebibytes* MiB.  The tree is None if there is no win, or *stopped* returns True.
    """
    tree = ProofExtraction()
    return tree if add_win(tree, statement, position, ProofTable(mebibytes), stopped) else None


class JobProof:
    """The first moves of the proof in *graph*, down to positions that were searched."""

    def __init__(self, graph: ProofGraph) -> None:
        self._graph = graph

    def answer(self, position: Position) -> int | None:
        """See `WinningStrategy.answer`; None where the proof does not lead or was searched."""
        node = self._won_node(position)
        if node is None or node.is_searched:
            return None
        statement = self._graph.statement
        if node.answer is None:
            return _winning_move(position, statement.side)
        return statement.after(position)[1].get(node.answer.key)

    def is_leaf(self, position: Position) -> bool:
        """Return whether the win of *position* is known by a search only."""
        node = self._won_node(position)
        return node is not None and node.is_searched

    def leaves(self) -> list[Position]:
        """Return the positions that the proof rests on; some may be images of others.

        Raises `WrongProof` where the rules give a reply without an answer, or the proof comes back
        to a position.
        """
        statement = self._graph.statement
        checked = check_proof(statement.start(), statement.side, self, is_leaf=self.is_leaf)
        return [statement.position(text) for text in checked.leaves]

    def _won_node(self, position: Position) -> GraphNode | None:
        node = self._graph.nodes.get(self._graph.statement.key(position))
        return node if node is not None and node.value == WON else None


class Answers:
    """The answers of the proof in *graph*, whose start must be won.

    Those below positions that were searched are found again, with tables of *mebibytes* MiB.
    """

    def __init__(
        self, graph: ProofGraph, mebibytes: int, stopped: Callable[[], bool] = never
    ) -> None:
        self._statement = graph.statement
        self._proof = JobProof(graph)
        self._mebibytes = mebibytes
        self._stopped = stopped
        self._trees: dict[str, ProofExtraction | None] = {}

    def answer(self, position: Position) -> int | None:
        """See `WinningStrategy.answer`; once *stopped* returns True, it is None."""
        walker = self._statement.start()
        for move in position.move_stack():
            if self._proof.is_leaf(walker):
                break
            walker.make(move)
        if not self._proof.is_leaf(walker):
            return self._proof.answer(position)
        key = walker.position_string()
        if key not in self._trees:
            self._trees.clear()
            self._trees[key] = searched_tree(
                self._statement, walker, self._mebibytes, self._stopped
            )
        tree = self._trees[key]
        return None if tree is None else tree.answer(position)


class WholeJobProof:
    """The proof in *graph*, whose start must be won, with all answers once `search` has ended."""

    def __init__(self, graph: ProofGraph) -> None:
        self._statement = graph.statement
        self._proof = JobProof(graph)
        self._tree = ProofExtraction()

    def search(
        self,
        mebibytes: int,
        stopped: Callable[[], bool] = never,
        report: Callable[[int, int, int], None] | None = None,
    ) -> None:
        """Search again what the proof rests on, with a table of *mebibytes* MiB.

        *report* is told how many positions are done, of how many, and the answers found by then.
        Raises `WrongProof` where one is not won, and `CheckStopped` once *stopped* returns True.
        """
        table = ProofTable(mebibytes)
        leaves = self._proof.leaves()
        for done, leaf in enumerate(leaves):
            if report is not None:
                report(done, len(leaves), self._tree.count)
            if not add_win(self._tree, self._statement, leaf, table, stopped):
                if stopped():
                    raise CheckStopped
                raise WrongProof(f"No win is found in the position {self._statement.key(leaf)}.")

    def answer(self, position: Position) -> int | None:
        """See `WinningStrategy.answer`.

        What was searched comes first: below it the first moves might come back to themselves.
        """
        move = self._tree.answer(position)
        return self._proof.answer(position) if move is None else move


def _winning_move(position: Position, side: int) -> int | None:
    """Return a move of *side* that wins at once."""
    for move in position.legal_moves():
        position.make(move)
        outcome = position.outcome()
        position.unmake()
        if outcome is not None and outcome.winner == side:
            return move
    return None
