"""Forced wins in games in which margins count: exact values and bounds, by the solver."""

import time
from collections.abc import Callable, Mapping, Sequence

from kalahloa.models.game.knowledge import Known
from kalahloa.models.game.position import Position
from kalahloa.models.search.known import OnDemand, nothing_known
from kalahloa.models.search.proof.proof import ProofResult
from kalahloa.models.search.solver.solution import Bounds, Solution
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.study.forced.question import (
    LineNotFollowed,
    Replies,
    Reply,
    ReportProgress,
    Verdict,
    WinProgress,
    WinQuestion,
)
from kalahloa.models.work.cancellation import never

EXACT_SECONDS = 5.0
"""How long the exact margins of replies are searched for; after that, bounds must do."""
MAX_KEPT = 5000
"""Of so many positions the replies are kept."""


class MarginProver:
    """Answers *question* about *position*, which is copied: see `WinProver`.

    *known* returns what is known under its rules; it is called where the work begins.  Limits of
    nodes are not supported.  Margins are those at the end of the game, for the question's side.
    """

    def __init__(
        self, position: Position, question: WinQuestion, known: OnDemand = nothing_known
    ) -> None:
        self.question = question
        self._position = position.copy()
        self._ask = known
        self._solver: Solver | None = None
        self._low, self._high = -_ANY, _ANY
        self._known: dict[tuple[int, ...], Replies] = {}
        self._verdict: Verdict | None = None

    @property
    def verdict(self) -> Verdict | None:
        """What is certain already; None if nothing is."""
        return self._verdict

    @property
    def _goal(self) -> int:
        """The margin that is at least to be won by: that in question, or what is proven."""
        return max(self.question.margin or 1, self._low)

    def _used_solver(self) -> Solver:
        if self._solver is None:
            self._solver = Solver(self.question.mebibytes)
            self._solver.use(self._ask(), self._position)
        return self._solver

    # -- the verdict ---------------------------------------------------------------------------

    def prove(self, stopped: Callable[[], bool], report: ReportProgress) -> Verdict:
        """Return the verdict; goes on with the table of an earlier call."""
        if self._verdict is not None and not self._verdict.is_open:
            return self._verdict
        limits, margin = self.question.limits, self.question.margin
        began = time.monotonic()
        moves = self._position.side == self.question.side

        def take(found: Solution) -> None:
            self._take(found.bounds, moves)
            report(self._progress(found.nodes, time.monotonic() - began))

        def decided() -> bool:
            return margin is not None and (self._low >= margin or self._high < margin)

        solver = self._used_solver()
        guess = None
        if margin is not None:
            # With this guess the first test of the solver answers the question.
            guess = margin if moves else 1 - margin
        found = solver.solve(
            self._position,
            seconds=limits.seconds,
            guess=guess,
            plies=0 if margin is not None else None,
            stopped=lambda: stopped() or decided(),
            report=take,
        )
        self._take(found.bounds, moves)
        line, nodes = found.line, found.nodes
        if margin is not None and self._low >= margin and not stopped():
            # Not asked for, but it gives the line of best play.
            exact = solver.solve(
                self._position, seconds=EXACT_SECONDS, guess=guess, stopped=stopped, report=take
            )
            self._take(exact.bounds, moves)
            line, nodes = exact.line, nodes + exact.nodes
        least = margin or 1
        result = ProofResult.UNKNOWN
        if self._low >= least:
            result = ProofResult.WIN
        elif self._high < least:
            result = ProofResult.NO_WIN
        verdict = Verdict(
            self.question,
            result,
            low=self._low_or_none,
            high=self._high_or_none,
            line=line,
            nodes=nodes,
            seconds=time.monotonic() - began,
            stopped=stopped(),
        )
        if not stopped() or result is not ProofResult.UNKNOWN:
            self._verdict = verdict
        return verdict

    def _take(self, bounds: Bounds, moves: bool) -> None:
        """Keep *bounds*, which are those of the side to move."""
        low, high = (bounds.low, bounds.high) if moves else (-bounds.high, -bounds.low)
        self._low, self._high = max(self._low, low), min(self._high, high)

    def _progress(self, nodes: int, seconds: float) -> WinProgress:
        return WinProgress(nodes, seconds, low=self._low_or_none, high=self._high_or_none)

    @property
    def _low_or_none(self) -> int | None:
        return None if self._low <= -_ANY else self._low

    @property
    def _high_or_none(self) -> int | None:
        return None if self._high >= _ANY else self._high

    # -- the tree ------------------------------------------------------------------------------

    def replies(self, moves: Sequence[int]) -> Replies | None:
        """Return the replies after *moves* if they are kept, else None."""
        return self._known.get(tuple(moves))

    def look_up(self, position: Position) -> Known | None:
        """Return None: the session keeps the values of positions (see `known.Proven`)."""
        return None

    def find_replies(self, moves: Sequence[int], stopped: Callable[[], bool] = never) -> Replies:
        """Return the replies after *moves*, with exact margins if they are found in time."""
        moves = tuple(moves)
        known = self._known.get(moves)
        if known is not None:
            return known
        position = self._position.copy()
        for move in moves:
            position.make(move)
        wins = position.side == self.question.side
        solver = self._used_solver()
        found = solver.values(position, seconds=EXACT_SECONDS, stopped=stopped, with_lines=False)
        bounds = found.moves
        if wins:
            best = next(iter(bounds))
            if bounds[best].low < self._goal:
                best = self._holding_move(position, stopped)
            bounds = {best: bounds[best]}
        elif not self._is_in_tree(moves) and not self._holds(position, bounds, stopped):
            raise LineNotFollowed
        if stopped():
            raise LineNotFollowed
        replies = [self._reply(position, move, bound, wins) for move, bound in bounds.items()]
        if not wins:  # the best defence first
            replies.sort(key=lambda reply: (reply.low, reply.high))
        self._known[moves] = tuple(replies)
        while len(self._known) > MAX_KEPT:
            del self._known[next(iter(self._known))]
        return tuple(replies)

    def answer(self, position: Position) -> int | None:
        """See `WinningStrategy`; what is missing in the tree is searched for again."""
        try:
            return self.find_replies(position.move_stack())[0].move
        except LineNotFollowed:
            return None

    def _is_in_tree(self, moves: tuple[int, ...]) -> bool:
        """Return whether the winner's moves in *moves* are those of the tree, as far as kept."""
        position = self._position.copy()
        for count, move in enumerate(moves):
            if position.side == self.question.side:
                kept = self._known.get(moves[:count])
                if kept is None or kept[0].move != move:
                    return False
            position.make(move)
        return True

    def _holds(
        self, position: Position, bounds: Mapping[int, Bounds], stopped: Callable[[], bool]
    ) -> bool:
        """Return whether the goal is won by in *position*, where the other side is to move.

        *bounds* are those of its moves.
        """
        if -max(one.high for one in bounds.values()) >= self._goal:
            return True
        if -max(one.low for one in bounds.values()) < self._goal:
            return False
        more = 1 - self._goal  # what the other side gets if the goal is missed, or more
        return self._used_solver().decide(position, more, stopped=stopped).bounds.high < more

    def _holding_move(self, position: Position, stopped: Callable[[], bool]) -> int:
        """Return a move that wins by the goal; without an end, since there is one."""
        holding = self._used_solver().moves_at_least(position, self._goal, stopped=stopped)
        move = next((move for move, holds in holding.items() if holds), None)
        if move is None:
            raise LineNotFollowed
        return move

    def _reply(self, position: Position, move: int, bounds: Bounds, wins: bool) -> Reply:
        """Return the reply *move*, worth *bounds* to the side that makes it."""
        text, side = position.format_move(move), position.side
        low, high = (bounds.low, bounds.high) if wins else (-bounds.high, -bounds.low)
        position.make(move)
        outcome = position.outcome()
        position.unmake()
        if outcome is not None:
            score = outcome.score_for(self.question.side)
            return Reply(move, text, side, 0, score, score, outcome.reason)
        return Reply(move, text, side, None, max(low, self._goal), high)

    def release(self) -> None:
        """Give back the memory of the solver's table and the tree."""
        self._known.clear()
        self._solver = None


_ANY = 10_000
"""More than any margin."""
