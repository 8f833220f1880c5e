"""The check of a proof in a file, by the rules of the game and nothing else.

It shares no code with the searches that find proofs.  Every move of the other side is tried in
every position that the answers lead to; all games must end won, and none may come back to a
position on the way, so that no rule on repetitions is touched.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kalahloa.models.game.position import Position
from kalahloa.models.search.proof.proof_file import ProofFile, WalkStopped
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.work.cancellation import never

_OPEN = -1
_MAX_PLIES = 2000
_REPORTED = 1 << 10


class WrongProof(KalahloaError):
    """The answers of a file do not force a win; the text says where."""


@dataclass
class _Step:
    """A position on the way: its moves still to be made, the next one last.

    `key` is the position where the proof answers, otherwise empty; `answer` is its move.  `plies`
    is the length of the longest line below that was walked so far.
    """

    moves: list[int]
    key: str = ""
    answer: int = 0
    plies: int = 0


class CheckedProof:
    """A proof that was found right: `answers` by position string, and how long it takes at most.

    `lengths` are the plies to the end of the longest game from each of these positions on.
    `positions` is the number of positions that were reached, each time they were; `plies` is the
    length of the longest game.
    """

    def __init__(self, proof: ProofFile) -> None:
        self.proof = proof
        self.answers: dict[str, int] = {}
        self.lengths: dict[str, int] = {}
        self.plies = 0
        self.positions = 0

    def answer(self, position: Position) -> int | None:
        """Return the proven move in *position*; None where the proof does not lead to it."""
        return self.answers.get(position.position_string())


def check_proof(
    proof: ProofFile,
    *,
    stopped: Callable[[], bool] = never,
    report: Callable[[int], None] | None = None,
) -> CheckedProof:
    """Walk the whole *proof*, and return it with its answers.

    *report* is told now and then how many answers were checked.  Raises `WrongProof` where the
    answers do not show what is claimed, and `WalkStopped` once *stopped* returns True.
    """
    return _Check(proof, stopped, report).run()


class _Check:
    def __init__(
        self,
        proof: ProofFile,
        stopped: Callable[[], bool],
        report: Callable[[int], None] | None,
    ) -> None:
        self.proof = proof
        self.stopped = stopped
        self.report = report
        self.position = proof.position().copy(stack=False)
        self.found = CheckedProof(proof)
        self.read = 0
        # Of a position that is on the way, the length is `_OPEN`.
        self.known = self.found.lengths
        self.way: list[_Step] = []

    def run(self) -> CheckedProof:
        repetition = self.position.repetition
        if self.position.uses_history() or (
            repetition is not None and repetition.times and repetition.any_side
        ):
            raise WrongProof("Under these rules a position is not all that counts.")
        if self.position.is_over():
            raise WrongProof("The game is over in the first position.")
        plies = self.enter()
        while self.way:
            step = self.way[-1]
            if plies is not None:
                step.plies = max(step.plies, plies + 1)
            if step.moves:
                self.position.make(step.moves.pop())
                plies = self.enter()
            else:
                self.way.pop()
                plies = step.plies
                if step.key:
                    self.known[step.key] = plies
                    self.found.answers[step.key] = step.answer
                if self.way:
                    self.position.unmake()
        if self.read != len(self.proof.answers):
            raise WrongProof("The file has answers to which nothing leads.")
        self.found.plies = plies or 0
        return self.found

    def enter(self) -> int | None:
        """Look at the position.

        Return None if it is to be followed, and is on the way now; otherwise take back the move to
        it, and return the plies to the end of the game.
        """
        self.found.positions += 1
        if self.found.positions % _REPORTED == 0:
            if self.stopped():
                raise WalkStopped
            if self.report is not None:
                self.report(self.read)
        position = self.position
        moves = sorted(position.legal_moves(), reverse=True)
        if not moves:
            self.require_end()
            return self.leave(0)
        if len(self.way) > _MAX_PLIES:
            raise self.wrong("the proof does not come to an end")
        if position.side != self.proof.side:
            self.way.append(_Step(moves))
            return None
        key = position.position_string()
        known = self.known.get(key)
        if known == _OPEN:
            raise self.wrong("the proof comes back to a position")
        if known is not None:
            return self.leave(known)
        if self.read == len(self.proof.answers):
            raise self.wrong("there is no answer")
        place = self.proof.answers[self.read]
        self.read += 1
        if place >= len(moves):
            raise self.wrong("the answer is no legal move")
        answer = moves[len(moves) - 1 - place]
        self.known[key] = _OPEN
        self.way.append(_Step([answer], key, answer))
        return None

    def leave(self, plies: int) -> int:
        self.position.unmake()
        return plies

    def require_end(self) -> None:
        """Raise `WrongProof` unless the finished game is won by the side of the proof."""
        outcome = self.position.outcome()
        if outcome is None or outcome.winner != self.proof.side:
            raise self.wrong("the game is not won")

    def wrong(self, what: str) -> WrongProof:
        line = self.proof.position()
        written = []
        for move in self.position.move_stack():
            written.append(line.format_move(move))
            line.make(move)
        return WrongProof(f"After {' '.join(written)}: {what}.")
