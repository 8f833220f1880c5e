"""The level above the ten: it proves its moves, and never gives away any of what can be had.

Only games that cannot go on for ever have it.  Where a proof takes longer than a move may, the move
is the engine's, and not called proven.  Among the moves that are proven to be the best, it
takes one after which the fewest replies keep the value for the other side: the best against
somebody who errs.  Where several are as hard to answer, chance decides.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import monotonic

from kalahloa.models.cancellation import never
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.knowledge import NO_KNOWLEDGE, BuildStopped, KnowledgeSource
from kalahloa.models.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.search.values import finished_value

PERFECT_NAME = "perfect"
ALLOWANCE = 60.0
"""The seconds that a proof may take, where no less is allowed."""
CHOICE_SECONDS = 0.3
"""What may be spent on the choice between moves that are equally good."""
MEBIBYTES = 128
ENGINE_SECONDS = 1.0
"""What is spent on the best guess where that is not proven in time, and no time is set."""
PROOF_SHARE = 0.4
"""The part of a move's time that is spent on the proof in any case."""
CHOICE_SHARE = 0.3
"""The part of it that may be spent on the choice between moves that are equally good."""
_MIN_SECONDS = 0.001
"""What is left for the engine in any case: some time a search has to have."""

_kept = threading.local()


class PerfectEngine(Searcher):
    """The engine at the level above the ten; raises `ValueError` for games that cannot be solved.

    With the same *seed* chance decides the same way in the same position of a game.  What was
    searched for one move is kept for the next ones of the same thread.  *knowledge* is what is
    known of the game beyond its rules, `Game.knowledge`.
    """

    name = Engine.name
    title = f"{Engine.title}, {PERFECT_NAME}"
    sentence = (
        "The engine, perfect: it proves what its moves are worth, and never gives anything away. "
        "For games that cannot go on for ever."
    )

    def __init__(self, seed: int = 0, knowledge: KnowledgeSource = NO_KNOWLEDGE) -> None:
        self._seed = seed
        self._knowledge = knowledge

    def warm_up(self, position: Position) -> None:
        """Get ready for games like *position*'s, which takes time that its first move may not have.

        That is memory, and what is known of the game: a second or so.
        """
        self._solver_for(position.copy(), never).warm_up()
        _kept.engine.warm_up()

    def choose(
        self,
        position: Position,
        limits: Limits,
        heuristic: Heuristic,
        *,
        stopped: Callable[[], bool] = never,
        report: Callable[[Progress], None] | None = None,
        record_tree: bool = False,
    ) -> SearchResult:
        """Return a move that is proven to be the best; see `Searcher.choose`.

        The proof may take a minute; or of the seconds in *limits* all but the last, and in any
        case `PROOF_SHARE`.  Where it takes longer the result is the engine's and not proven, for
        which the time left is spent, or a second.  The tree is not recorded.
        """
        began = monotonic()
        allowed = ALLOWANCE
        if limits.seconds is not None:
            allowed = max(PROOF_SHARE * limits.seconds, limits.seconds - ENGINE_SECONDS)
        asked = position.copy()
        solver = self._solver_for(asked, stopped)
        if not solver.warm_up(stopped):
            raise SearchStopped
        left = max(0.0, allowed - (monotonic() - began))
        found = solver.solve(asked, seconds=left, plies=1, stopped=stopped)
        if stopped():
            raise SearchStopped
        value = found.bounds.value
        if value is None or not found.line:
            left = ENGINE_SECONDS
            if limits.seconds is not None:
                left = max(_MIN_SECONDS, limits.seconds - (monotonic() - began))
            result: SearchResult = _kept.engine.choose(
                asked, replace(limits, seconds=left), heuristic, stopped=stopped, report=report
            )
            return replace(result, proven=False)
        choice_seconds = CHOICE_SECONDS
        if limits.seconds is not None:
            choice_seconds = min(choice_seconds, CHOICE_SHARE * limits.seconds)
        hardest = _Choice(solver, stopped, choice_seconds).hardest(asked, value, found.line[0])
        move = Random(f"{self._seed} {asked.ply} {asked.position_string()}").choice(hardest)
        if stopped():
            raise SearchStopped
        return SearchResult(
            move=move,
            value=finished_value(value, 0),
            line=(move,),
            nodes=found.nodes,
            seconds=monotonic() - began,
            depth=1,
            proven=True,
        )

    def _solver_for(self, position: Position, stopped: Callable[[], bool]) -> Solver:
        """Return this thread's solver; have it and *position* use what is known of the game."""
        if not hasattr(_kept, "solver"):
            _kept.solver = Solver(MEBIBYTES)
            _kept.engine = Engine()
        solver: Solver = _kept.solver
        try:
            known = self._knowledge.to_play(position.rules, stopped)
        except BuildStopped:
            raise SearchStopped from None
        known.use_tablebase(position)
        solver.probe = known.probe
        return solver


class _Choice:
    """The choice between moves that are equally good, as long as there is time for it."""

    def __init__(self, solver: Solver, stopped: Callable[[], bool], seconds: float) -> None:
        self._solver = solver
        self._stopped = stopped
        self._deadline = monotonic() + seconds

    def hardest(self, position: Position, value: int, usual: int) -> list[int]:
        """Return the moves worth *value* that are hardest to answer; *usual* is of that worth."""
        judged = self._judged(position, value, usual)
        least = min(ease for ease, _ in judged)
        return [move for ease, move in judged if ease == least]

    def _judged(
        self, position: Position, value: int, usual: int | None
    ) -> list[tuple[tuple[int, int], int]]:
        """Return the moves known to be worth *value*, each with how easy it is to answer.

        That is the number of replies that keep the value, and less the number of those that do not.
        """
        judged = []
        side = position.side
        for move, holds in self._holding(position, value).items():
            if not holds and move != usual:
                continue
            position.make(move)
            if position.is_over():
                ease = (1, 0)
            elif position.side == side:
                ease = min((one[0] for one in self._judged(position, value, None)), default=(99, 0))
            else:
                replies = self._holding(position, -value).values()
                losing = sum(reply is False for reply in replies)
                ease = (len(replies) - losing, -losing)
            position.unmake()
            judged.append((ease, move))
        return judged

    def _holding(self, position: Position, value: int) -> dict[int, bool | None]:
        left = self._deadline - monotonic()
        if left <= 0:
            return dict.fromkeys(position.legal_moves())
        return self._solver.holding(position, value, seconds=left, stopped=self._stopped)
