"""The check of a proof that a side wins, by the rules of the game and nothing else.

It shares no code with the searches that find proofs.  Every move of the other side is tried in
every position that the answers lead to; all games must end won, and none may come back to a
position on the way, so that no rule on repetitions is touched.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from kalahloa.models.game.line import format_line
from kalahloa.models.game.position import Position
from kalahloa.models.text.errors import KalahloaError

_OPEN = -1
_MAX_PLIES = 2000
_REPORTED = 1 << 10


class WinningStrategy(Protocol):
    """A proof that one side, the attacker, wins: its moves, whatever the other side plays."""

    def answer(self, position: Position) -> int | None:
        """Return the attacker's move in *position*, where it is to move; None if there is none.

        The stack of *position* has the moves that led to it from the proof's first position.
        """


class WrongProof(KalahloaError):
    """The answers of a proof do not force a win; the text says where."""


class CheckStopped(Exception):
    """The check of a proof was stopped before its end."""


class CheckedAnswer(NamedTuple):
    """The attacker's move, and how many plies the longest game lasts from before it on."""

    move: int
    plies: int


class CheckedProof:
    """A proof that was found right, with its answers by position string.

    `answers` are in the order in which a walk comes to them that tries all moves in ascending order
    of their numbers; `places` are those of the answers among the legal moves, ascending as well.
    `leaves` are the strings of the positions that were taken for won.  `positions` is the number of
    positions that were reached, each time they were; `plies` is the length of the longest game, and
    `margin` the least score with which one is won.
    """

    def __init__(self) -> None:
        self.answers: dict[str, CheckedAnswer] = {}
        self.places = array("H")
        self.leaves: list[str] = []
        self.plies = 0
        self.margin: int | None = None
        self.positions = 0

    def answer(self, position: Position) -> int | None:
        """See `WinningStrategy.answer`."""
        found = self.answers.get(position.position_string())
        return None if found is None else found.move


def is_all_that_counts(position: Position) -> bool:
    """Return whether what follows *position* cannot depend on the moves before it.

    A return to a position of the same side to move may count, as no checked game has any.
    """
    repetition = position.repetition
    any_side = repetition is not None and repetition.times and repetition.any_side
    return not (position.uses_history() or any_side)


def check_proof(
    start: Position,
    side: int,
    strategy: WinningStrategy,
    *,
    is_leaf: Callable[[Position], bool] | None = None,
    stopped: Callable[[], bool] | None = None,
    report: Callable[[int], None] | None = None,
) -> CheckedProof:
    """Walk the whole *strategy*, with which *side* wins *start*, and return it with its answers.

    It is asked once for each position.  Positions of which *is_leaf* is True are taken for won.
    *report* is told now and then how many answers were met.  Raises `WrongProof` where the answers
    do not show what is claimed, and `CheckStopped` once *stopped* returns True.
    """
    return _Check(start, side, strategy, is_leaf, stopped, report).run()


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


class _Check:
    def __init__(
        self,
        start: Position,
        side: int,
        strategy: WinningStrategy,
        is_leaf: Callable[[Position], bool] | None,
        stopped: Callable[[], bool] | None,
        report: Callable[[int], None] | None,
    ) -> None:
        self.start = start
        self.position = start.copy(stack=False)
        self.side = side
        self.strategy = strategy
        self.is_leaf = is_leaf
        self.stopped = stopped
        self.report = report
        self.found = CheckedProof()
        # Of a position that is on the way, the plies are `_OPEN`.
        self.known = self.found.answers
        self.leaves: dict[str, None] = {}
        # There are far fewer different answers than positions.
        self.shared: dict[CheckedAnswer, CheckedAnswer] = {}
        self.way: list[_Step] = []

    def run(self) -> CheckedProof:
        if not is_all_that_counts(self.position):
            raise WrongProof(
                "Under these rules, the value of a position depends on the moves before it."
            )
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
                    self.record(step.key, step.answer, plies)
                if self.way:
                    self.position.unmake()
        self.found.plies = plies or 0
        self.found.leaves += self.leaves
        return self.found

    def record(self, key: str, answer: int, plies: int) -> None:
        found = CheckedAnswer(answer, plies)
        self.known[key] = self.shared.setdefault(found, found)

    def enter(self) -> int | None:
        """Look at the position.

        Return None if it is to be followed, and is on the way now; otherwise take back the move to
        it, and return the plies to the end of the game.
        """
        self.found.positions += 1
        if self.found.positions % _REPORTED == 1:
            if self.stopped is not None and self.stopped():
                raise CheckStopped
            if self.report is not None:
                self.report(len(self.known))
        position = self.position
        moves = sorted(position.legal_moves(), reverse=True)
        if not moves:
            self.require_end()
            return self.leave(0)
        if len(self.way) > _MAX_PLIES:
            raise self.wrong("the proof does not come to an end")
        if self.is_leaf is not None and self.is_leaf(position):
            self.leaves[position.position_string()] = None
            return self.leave(0)
        if position.side != self.side:
            self.way.append(_Step(moves))
            return None
        key = position.position_string()
        known = self.known.get(key)
        if known is not None:
            if known.plies == _OPEN:
                raise self.wrong("the proof comes back to a position")
            return self.leave(known.plies)
        answer = self.strategy.answer(position)
        if answer is None:
            raise self.wrong("there is no answer")
        if answer not in moves:
            raise self.wrong("the answer is no legal move")
        self.record(key, answer, _OPEN)
        self.found.places.append(len(moves) - 1 - moves.index(answer))
        self.way.append(_Step([answer], key, answer))
        return None

    def leave(self, plies: int) -> int:
        if self.way:
            self.position.unmake()
        return plies

    def require_end(self) -> None:
        """Raise `WrongProof` unless the finished game is won by the side of the proof."""
        outcome = self.position.outcome()
        if outcome is None or outcome.winner != self.side:
            raise self.wrong("the game is not won")
        score = outcome.score_for(self.side)
        self.found.margin = min(score, self.found.margin or score)

    def wrong(self, what: str) -> WrongProof:
        line = " ".join(format_line(self.start, self.position.move_stack()))
        return WrongProof(f"{f'After {line}' if line else 'At the start'}: {what}.")
