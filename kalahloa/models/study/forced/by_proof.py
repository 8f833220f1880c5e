"""Forced wins in games in which only the winner counts: by proof-number search and the engine.

What is known without a search comes first (see `known`).
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum

from kalahloa.models.game.knowledge import Known, ProofSource
from kalahloa.models.game.position import Position
from kalahloa.models.search.known import OnDemand, known_value, nothing_known
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import (
    FIRST_NODES,
    ProofProgress,
    ProofResult,
    engine_win,
    run_search,
)
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.proof.strategies import (
    KnownStrategy,
    LineStrategy,
    PartialStrategy,
    TableStrategy,
)
from kalahloa.models.study.forced.navigation import (
    MAX_POSITIONS,
    MEND_NODES,
    ExploredProof,
    NavigationStopped,
)
from kalahloa.models.study.forced.question import (
    LineNotFollowed,
    Replies,
    Reply,
    ReportProgress,
    Verdict,
    WinProgress,
    WinQuestion,
)
from kalahloa.models.study.puzzles.wins import MAX_WIN_PLIES, WinSearch, WinsStopped
from kalahloa.models.work.cancellation import Throttle, never

WALK_SECONDS = 60.0
"""How long a proof is walked at most once it is found."""
REPLY_SECONDS = 5.0
"""How long what follows a reply is walked at most, to count its plies."""
MAX_SHORTEST_NODES = 20_000
"""The maximal number of nodes of the search for a shorter win."""
_MAX_PLANS = 8


class _Stage(IntEnum):
    """What is next: look up, proof-number search, the engine, more search, the walk, nothing."""

    KNOWN = 0
    FIRST = 1
    ENGINE = 2
    REST = 3
    WALK = 4
    DONE = 5


class ProofProver:
    """Answers *question* about *position*, which is copied: see `WinProver`.

    *known* returns what is known under its rules; it is called where the work begins.  Raises
    `MemoryError` if there is not enough memory for the table.
    """

    def __init__(
        self,
        position: Position,
        question: WinQuestion,
        known: OnDemand = nothing_known,
        max_positions: int = MAX_POSITIONS,
    ) -> None:
        self.question = question
        self._ask = known
        self._position = position.copy()
        self._shown = position.copy()
        self._walk = ExploredProof(position, question.side, max_positions)
        self._table: ProofTable | None = None
        self._plan: PartialStrategy | None = None
        self._plans: dict[tuple[int, ...], PartialStrategy] = {}
        self._stage = _Stage.KNOWN
        self._nodes = 0
        self._seconds = 0.0
        self._verdict: Verdict | None = None

    @property
    def verdict(self) -> Verdict | None:
        """What is certain already; None if nothing is."""
        return self._verdict

    # -- the verdict ---------------------------------------------------------------------------

    def prove(self, stopped: Callable[[], bool], report: ReportProgress) -> Verdict:
        """Return the verdict; goes on with what an earlier call has found."""
        if self._verdict is not None and self._verdict.is_open:
            # More time than before is given: it goes on with the table.
            self._verdict = None
            self._stage = _Stage.REST
            self._nodes, self._seconds = 0, 0.0
        while self._verdict is None and not stopped():
            self._take_stage(stopped, report)
        if self._stage is _Stage.WALK and not stopped():
            self._walk_all(stopped, report)
        return self._verdict or self._open_verdict(stopped=True)

    def _left(self) -> Limits | None:
        return self.question.limits.left(self._seconds, self._nodes)

    def _take_known(self) -> None:
        """Settle the question by what is known, if that suffices."""
        self._stage = _Stage.FIRST
        knowledge = self._ask()
        known = known_value(knowledge, self._position)
        if known is None:
            return
        if (known.value if self._position.side == self.question.side else -known.value) > 0:
            self._plan = KnownStrategy(knowledge, self.question.side)
            self._settle(ProofResult.WIN, self._first_move())
            if not known.whole:  # a walk would search again what took hours
                self._stage = _Stage.DONE
        else:
            self._settle(ProofResult.NO_WIN)

    def _take_stage(self, stopped: Callable[[], bool], report: ReportProgress) -> None:
        if self._stage is _Stage.KNOWN:
            self._take_known()
            return
        left = self._left()
        if left is None:
            self._settle(ProofResult.UNKNOWN)
        elif self._stage is _Stage.ENGINE:
            began = time.monotonic()
            line, nodes = engine_win(self._position, left, self.question.side, stopped)
            self._nodes += nodes
            self._seconds += time.monotonic() - began
            if line:
                self._plan = LineStrategy(line, self._position)
                self._settle(ProofResult.WIN, line)
            elif not stopped():
                self._stage = _Stage.REST
        else:
            result = self._search(left, stopped, report)
            if result is ProofResult.UNKNOWN and stopped():
                return
            if result is None:
                self._stage = _Stage.ENGINE
            else:
                self._settle(result, self._first_move())

    def _search(
        self, left: Limits, stopped: Callable[[], bool], report: ReportProgress
    ) -> ProofResult | None:
        """Run a proof search within *left*; return its result, None if the engine is next."""
        began = time.monotonic() - self._seconds
        before = self._nodes
        if self._table is None:
            self._table = ProofTable(self.question.mebibytes)
        search = ProofSearch(self._position.copy(), self._table, self.question.side)
        search.limit(left.seconds, left.nodes)
        budget = FIRST_NODES if self._stage is _Stage.FIRST else 0

        def tell(progress: ProofProgress) -> None:
            nodes = before + progress.nodes
            report(WinProgress(nodes, progress.seconds, progress.proof, progress.disproof))

        try:
            result = run_search(search, budget, began, stopped, tell)
        finally:
            self._nodes += search.node_count()
            self._seconds = time.monotonic() - began
        if result is ProofResult.WIN:
            self._plan = TableStrategy(search, self._position)
        elif result is None and self._stage is _Stage.REST:
            return ProofResult.UNKNOWN
        return result

    def _first_move(self) -> tuple[int, ...]:
        """Return the winning move of the plan in the position, if the winner is to move there."""
        if self._plan is None or self._position.side != self.question.side:
            return ()
        move = self._plan.answer(self._position)
        return () if move is None else (move,)

    def _settle(self, result: ProofResult, line: tuple[int, ...] = ()) -> None:
        self._verdict = Verdict(
            self.question, result, line=line, nodes=self._nodes, seconds=self._seconds
        )
        self._stage = _Stage.WALK if result is ProofResult.WIN else _Stage.DONE

    def _open_verdict(self, stopped: bool) -> Verdict:
        return Verdict(
            self.question,
            ProofResult.UNKNOWN,
            nodes=self._nodes,
            seconds=self._seconds,
            stopped=stopped,
        )

    def _walk_all(self, stopped: Callable[[], bool], report: ReportProgress) -> None:
        """Walk the whole proof, to count its plies, unless it is too large."""
        assert self._verdict is not None and self._plan is not None
        throttle = Throttle()
        began = time.monotonic()

        def ask() -> bool:
            if throttle.is_due():
                seconds = self._seconds + time.monotonic() - began
                report(WinProgress(self._nodes, seconds, walked=len(self._walk)))
            return stopped()

        try:
            plies = self._walk.walk((), self._plan, ask, WALK_SECONDS)
        except (NavigationStopped, LineNotFollowed):
            if not stopped():
                self._stage = _Stage.DONE
            return
        self._verdict = replace(
            self._verdict,
            plies=plies,
            shortest=self._is_shortest(plies, stopped),
            positions=len(self._walk),
            line=self._walk.longest_line(),
        )
        self._stage = _Stage.DONE
        # All that is needed is kept by the walk.
        self._plan = self._table = None

    def _is_shortest(self, plies: int, stopped: Callable[[], bool]) -> bool:
        """Return whether it is certain that no win takes fewer than *plies* plies.

        Earlier positions, which the search does not know, could only make wins longer.
        """
        if plies > MAX_WIN_PLIES:
            return False
        search = WinSearch(
            self._position, self.question.side, max_nodes=MAX_SHORTEST_NODES, stopped=stopped
        )
        try:
            return not any(search.wins_within(fewer) for fewer in range(1, plies))
        except WinsStopped:
            return False

    # -- the tree ------------------------------------------------------------------------------

    def replies(self, moves: Sequence[int]) -> Replies | None:
        """Return the replies after *moves* if they are kept, else None."""
        position, key = self._walk.reach(moves, self._shown)
        return self._kept_replies(position, key)

    def look_up(self, position: Position) -> Known | None:
        """Return how the walk has *position*, None if it has not."""
        if self._walk.by_path:
            return None
        plies = self._walk.plies_at(position.hash)
        value = 1 if position.side == self.question.side else -1
        return None if plies is None else Known(value, ProofSource.SEARCH, plies)

    def find_replies(self, moves: Sequence[int], stopped: Callable[[], bool]) -> Replies:
        """Return the replies after *moves*; those that are not kept are proven again."""
        position, key = self._walk.reach(moves)
        kept = self._kept_replies(position, key)
        if kept is not None:
            return kept
        plan = self._plan_for(tuple(moves), position, stopped)
        if len(self._walk) >= MAX_POSITIONS // 2:
            self._walk.forget()
        try:
            self._walk.walk(moves, plan, stopped, REPLY_SECONDS)
        except (NavigationStopped, LineNotFollowed) as error:
            if stopped():
                raise LineNotFollowed from error
            if isinstance(error, LineNotFollowed) and not plan.proves(position):
                raise
        kept = self._kept_replies(position, key)
        return kept or self._planned_replies(position, key, plan)

    def answer(self, position: Position) -> int | None:
        """See `WinningStrategy`; what is missing in the tree is searched for again."""
        try:
            return self.find_replies(position.move_stack(), never)[0].move
        except LineNotFollowed:
            return None

    def _plan_for(
        self, moves: tuple[int, ...], position: Position, stopped: Callable[[], bool]
    ) -> PartialStrategy:
        """Return a plan that wins *position*, after *moves*: one that is there, or a new one."""
        for count in range(len(moves), -1, -1):
            plan = self._plans.get(moves[:count]) or (None if count else self._plan)
            if plan is not None:
                if plan.proves(position) and not self._comes_again(moves):
                    return plan
                break
        by_engine = isinstance(self._plan, LineStrategy)
        nodes = max(MEND_NODES, 4 * self._nodes)
        plan = self._walk.find_plan(position, stopped, by_engine=by_engine, nodes=nodes)
        self._plans[moves] = plan
        while len(self._plans) > _MAX_PLANS:
            del self._plans[next(iter(self._plans))]
        return plan

    def _comes_again(self, moves: tuple[int, ...]) -> bool:
        """Return whether the position after *moves* was met on the way to it."""
        position = self._position.copy()
        met = []
        for move in moves:
            met.append(position.hash)
            position.make(move)
        return position.hash != 0 and position.hash in met

    def _kept_replies(self, position: Position, key: int) -> Replies | None:
        if position.side == self.question.side:
            move = self._walk.move_at(key)
            moves = [] if move is None else [move]
        else:
            moves = position.legal_moves()
        replies = [self._reply(position, key, move) for move in moves]
        if not replies or any(reply.plies is None for reply in replies):
            return None
        return _longest_first(replies)

    def _planned_replies(self, position: Position, key: int, plan: PartialStrategy) -> Replies:
        if position.side == self.question.side:
            move = plan.answer(position)
            if move is None:
                raise LineNotFollowed
            return (self._reply(position, key, move),)
        replies = [self._reply(position, key, move) for move in position.legal_moves()]
        return _longest_first(replies)

    def _reply(self, position: Position, key: int, move: int) -> Reply:
        text, side = position.format_move(move), position.side
        position.make(move)
        try:
            if position.is_over():
                outcome = position.outcome()
                assert outcome is not None
                plies = 0 if outcome.winner == self.question.side else None
                return Reply(move, text, side, plies, ending=outcome.reason)
            plies = self._walk.plies_at(self._walk.key_after(key, move, position))
            return Reply(move, text, side, plies)
        finally:
            position.unmake()

    def release(self) -> None:
        """Give back the memory of the table and the tree."""
        self._walk.forget()
        self._plans.clear()
        self._plan = self._table = None


def _longest_first(replies: list[Reply]) -> Replies:
    """Sort *replies* by how long the game lasts after them, those that are not counted first."""
    return tuple(
        sorted(replies, key=lambda reply: (reply.plies is None, reply.plies or 0), reverse=True)
    )
