"""The check of a job's proof: what it rests on, by the rules alone, and its searches once more.

`walk` follows the answers of the graph to every reply, down to the positions whose wins are known
by searches only.  `Verifier` searches such a position again, with an empty table, takes all answers
out of that, and has them checked as those of a file (see `checking`): each game that they lead to
must end won.
"""

from collections.abc import Callable

from kalahloa.models.search.proof.checker import WrongProof, check_proof
from kalahloa.models.search.proof.job.answers import searched_tree
from kalahloa.models.search.proof.job.graph import ProofGraph
from kalahloa.models.search.proof.job.piece import WON, Claim
from kalahloa.models.search.proof.proof_file import ProofFile, WalkStopped, write_answers
from kalahloa.models.work.cancellation import never


def walk(graph: ProofGraph) -> list[str]:
    """Return the keys of the positions that the proof in *graph* rests on, in their order.

    Raises `WrongProof` where the rules give a reply without an answer, or the proof comes back to a
    position.
    """
    claim = graph.claim
    leaves: list[str] = []
    # Positions that are done, or False on the way; and of each on the way what is left.
    known: dict[str, bool] = {}
    way: list[tuple[str, list[str]]] = []

    def enter(key: str) -> None:
        if key in known:
            if not known[key]:
                raise WrongProof(f"The proof comes back to the position {key}.")
            return
        node = graph.nodes.get(key)
        if node is None or node.value != WON:
            raise WrongProof(f"There is no answer in the position {key}.")
        if node.is_searched:
            leaves.append(key)
            known[key] = True
            return
        known[key] = False
        position = claim.position(key)
        decided, after = claim.after(position)
        if position.side != claim.side:
            followed = list(after)
            if not after and decided != WON:
                raise WrongProof(f"The position {key} is not won.")
        elif node.answer is None:
            followed = []
            if decided != WON:
                raise WrongProof(f"No move wins at once in the position {key}.")
        else:
            followed = [node.answer.key]
            if node.answer.key not in after:
                raise WrongProof(f"The answer in the position {key} is no legal move.")
        way.append((key, followed))

    enter(claim.key(claim.start()))
    while way:
        key, followed = way[-1]
        if followed:
            enter(followed.pop())
        else:
            way.pop()
            known[key] = True
    return leaves


class Verifier:
    """Proves wins of the attacker of *claim* again, with tables of *mebibytes* MiB.

    Once *stopped* returns True, nothing more is proven.
    """

    def __init__(self, claim: Claim, mebibytes: int, stopped: Callable[[], bool] = never) -> None:
        self._claim = claim
        self._mebibytes = mebibytes
        self._stopped = stopped
        self.answers = 0
        """The answers that were checked so far."""

    def is_right(self, key: str) -> bool | None:
        """Return whether the position with *key* is won, None if that was stopped."""
        position = self._claim.position(key)
        tree = searched_tree(self._claim, position, self._mebibytes, self._stopped)
        if tree is None:
            return None if self._stopped() else False
        game, rules, side = self._claim.game, self._claim.rules, self._claim.side
        try:
            answers = write_answers(
                position,
                side,
                lambda one: tree.answer(one.hash),
                stopped=self._stopped,
            )
            check_proof(ProofFile(game, rules, key, side, answers), stopped=self._stopped)
        except WrongProof:
            return False
        except WalkStopped:
            return None
        self.answers += len(answers)
        return True
