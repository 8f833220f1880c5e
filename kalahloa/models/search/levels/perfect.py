"""The perfect level, above the ten: its moves are proven to be optimal.

It exists for games that always end.  If there is too little time for the proof, the move is that of
the engine with proofs (see `proving`), and called proven only if it is.  Among optimal moves it
chooses one after which the opponent has the fewest optimal replies, the most difficult to answer;
in a lost game, one that weaker players often answer wrongly (see `problems`).  Among equally
difficult ones it chooses at random.
"""

import threading
from collections.abc import Callable
from dataclasses import replace

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.knowledge import NO_KNOWLEDGE, BuildStopped, KnowledgeSource
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.move_prover import Budget
from kalahloa.models.search.levels.proving_engine import ProvingEngine, proof_table
from kalahloa.models.search.levels.swindles import Swindles
from kalahloa.models.search.levels.variety import seeded_choice
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.search.search_control import search_time
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

PERFECT_NAME = QT_TRANSLATE_NOOP("Models", "perfect")
PROOF_SECONDS = 60.0
"""The maximal seconds of the proof, if no time limit is given."""
CHOICE_SECONDS = 0.3
"""The maximal seconds of the choice among optimal moves."""
MEBIBYTES = 128
ENGINE_SECONDS = 1.0
"""The seconds of the engine's search if the proof fails and no time limit is given."""
SHORT_SECONDS = 5.0
"""With a time limit below this, all of the time is the engine's, with proofs."""
CHOICE_SHARE = 0.3
"""The maximal part (0 to 1) of a move's time limit that the choice among optimal moves gets."""

_kept = threading.local()


class PerfectEngine(Searcher):
    """The engine at the perfect level; `choose` raises `ValueError` for games that may not end.

    With the same *seed* the random choice in a position is the same.  Each thread keeps its
    solver's table for further moves.  *knowledge* is `Game.knowledge`: tablebase and book.
    """

    name = Engine.name
    title = QT_TRANSLATE_NOOP("Models", "{engine}, {level}").format(
        engine=Engine.title, level=PERFECT_NAME
    )
    sentence = QT_TRANSLATE_NOOP(
        "Models",
        "The engine at the perfect level, which plays only proven best moves. For games that "
        "always end.",
    )

    def __init__(
        self,
        seed: int = 0,
        knowledge: KnowledgeSource = NO_KNOWLEDGE,
        swindles: Swindles | None = None,
    ) -> None:
        self._seed = seed
        self._knowledge = knowledge
        self._swindles = swindles
        self._fallback = ProvingEngine(
            self.title, self.sentence, knowledge=knowledge, swindles=swindles, seed=seed
        )

    def warm_up(self, position: Position) -> None:
        """Allocate memory and load the game's knowledge in advance, which takes about a second.

        *position* has the rules of the games to come.
        """
        self._solver_for(position.copy(), never).warm_up()

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
        """Return a move that is proven to be optimal; see `Searcher.choose`.

        The proof may take `PROOF_SECONDS`; with a time limit, all of it but `ENGINE_SECONDS`.  If
        that does not suffice, or the time limit is below `SHORT_SECONDS`, the move is that of the
        engine with proofs in the rest of the time, or `ENGINE_SECONDS`.  The tree is not recorded.
        """
        if limits.seconds is not None and limits.seconds < SHORT_SECONDS:
            return self._fallback.choose(
                position, limits, heuristic, stopped=stopped, report=report
            )
        allowed = PROOF_SECONDS
        if limits.seconds is not None:
            allowed = limits.seconds - ENGINE_SECONDS
        asked = position.copy()
        solver = self._solver_for(asked, stopped)
        if not solver.warm_up(stopped):
            raise SearchStopped
        # From here on the time counts: the tablebase and the memory are kept for the next moves.
        began = search_time()
        found = solver.solve(asked, seconds=allowed, plies=1, stopped=stopped)
        if stopped():
            raise SearchStopped
        value = found.bounds.value
        if value is None or not found.line:
            left = ENGINE_SECONDS
            if limits.seconds is not None:
                left = max(0.0, limits.seconds - (search_time() - began))
            return self._fallback.choose(
                position, replace(limits, seconds=left), heuristic, stopped=stopped, report=report
            )
        choice_seconds = CHOICE_SECONDS
        if limits.seconds is not None:
            choice_seconds = min(choice_seconds, CHOICE_SHARE * limits.seconds)
        if value < 0 and self._swindles is not None:
            keeping = solver.moves_at_least(asked, value, seconds=choice_seconds, stopped=stopped)
            best = [move for move, holds in keeping.items() if holds]
            move = self._swindles.hardest(
                asked,
                best or [found.line[0]],
                value,
                self._knowledge.to_play(asked.rules, stopped),
                proof_table(asked, keep=True),
                Budget(Limits(seconds=choice_seconds)),
                stopped,
            )
        else:
            hardest = _TieBreak(solver, stopped, choice_seconds).hardest_to_answer(
                asked, value, found.line[0]
            )
            move = seeded_choice(hardest, asked, self._seed)
        if stopped():
            raise SearchStopped
        return SearchResult(
            move=move,
            score=Score(float(value), position.side, ScoreKind.MARGIN, proven=True, depth=1),
            line=(move,),
            nodes=found.nodes,
            seconds=search_time() - began,
            depth=1,
        )

    def _solver_for(self, position: Position, stopped: Callable[[], bool]) -> Solver:
        """Return this thread's solver; set the knowledge that it and *position* use."""
        if not hasattr(_kept, "solver"):
            _kept.solver = Solver(MEBIBYTES)
        solver: Solver = _kept.solver
        try:
            known = self._knowledge.to_play(position.rules, stopped)
        except BuildStopped:
            raise SearchStopped from None
        solver.use(known, position)
        return solver


class _TieBreak:
    """The choice among optimal moves, within *seconds*."""

    def __init__(self, solver: Solver, stopped: Callable[[], bool], seconds: float) -> None:
        self._solver = solver
        self._stopped = stopped
        self._deadline = search_time() + seconds

    def hardest_to_answer(self, position: Position, value: int, usual: int) -> list[int]:
        """Return the optimal moves that are hardest to answer.

        *value* is the value of *position*, and *usual* a move known to be optimal.
        """
        found = self._with_ease(position, value, usual)
        least = min(ease for ease, _ in found)
        return [move for ease, move in found if ease == least]

    def _with_ease(
        self, position: Position, value: int, usual: int | None
    ) -> list[tuple[tuple[int, int], int]]:
        """Return the moves known to have *value*, each after its ease, less for a harder one.

        The ease is the number of replies that keep the value, then minus the number of those that
        lose some of it.
        """
        found = []
        side = position.side
        for move, holds in self._keeping(position, value).items():
            if not holds and move != usual:
                continue
            position.make(move)
            if position.is_over():
                ease = (1, 0)
            elif position.side == side:
                ease = min(
                    (one[0] for one in self._with_ease(position, value, None)), default=(99, 0)
                )
            else:
                replies = self._keeping(position, -value).values()
                losing = sum(reply is False for reply in replies)
                ease = (len(replies) - losing, -losing)
            position.unmake()
            found.append((ease, move))
        return found

    def _keeping(self, position: Position, value: int) -> dict[int, bool | None]:
        left = self._deadline - search_time()
        if left <= 0:
            return dict.fromkeys(position.legal_moves())
        return self._solver.moves_at_least(position, value, seconds=left, stopped=self._stopped)
