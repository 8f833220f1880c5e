"""The check of a position that a job's proof rests on: its search once more."""

from collections.abc import Callable

from kalahloa.models.game.proof_checker import CheckStopped, WrongProof, check_proof
from kalahloa.models.search.proof.job.answers import searched_tree
from kalahloa.models.search.proof.job.task import WinStatement
from kalahloa.models.work.cancellation import never


class Verifier:
    """Proves wins of the attacker of *statement* again, with empty tables of *mebibytes* MiB.

    All answers are taken out of the table and checked by the rules (see `check_proof`).  Once
    *stopped* returns True, nothing more is proven.
    """

    def __init__(
        self, statement: WinStatement, mebibytes: int, stopped: Callable[[], bool] = never
    ) -> None:
        self._statement = statement
        self._mebibytes = mebibytes
        self._stopped = stopped
        self.answers = 0
        """The answers that were checked so far."""

    def is_right(self, key: str) -> bool | None:
        """Return whether the position with *key* is won, None if that was stopped."""
        position = self._statement.position(key)
        tree = searched_tree(self._statement, position, self._mebibytes, self._stopped)
        if tree is None:
            return None if self._stopped() else False
        try:
            checked = check_proof(position, self._statement.side, tree, stopped=self._stopped)
        except WrongProof:
            return False
        except CheckStopped:
            return None
        self.answers += len(checked.answers)
        return True
