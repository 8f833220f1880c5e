"""Players that follow what is known: proven wins are played, and proven losses avoided.

This is for games that need not end.  In others, `proving` asks what is known.
"""

from collections.abc import Callable
from dataclasses import replace
from math import inf

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.knowledge import BuildStopped, Knowledge, KnowledgeSource
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.known import KnownMoves, known_line, known_moves, score_of_known
from kalahloa.models.search.limits import NO_LIMITS, Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.work.cancellation import never


def known_result(
    knowledge: Knowledge, position: Position, known: KnownMoves
) -> SearchResult | None:
    """Return the best move of *position*, of which *known* is known, as a result without a search.

    None if no move is known to be the best, or if all lose and only the winner counts.
    """
    if known.value is None or not known.best:
        return None
    always_ends = can_be_solved(position)
    if known.value.value < 0 and not always_ends:
        return None
    move = known.best[0]
    line = (move,) if always_ends else known_line(knowledge, position, move)
    return SearchResult(move, _score_of(known, move, position), line, 0, 0.0, 0)


def within_known(result: SearchResult, position: Position, known: KnownMoves) -> SearchResult:
    """Return *result*, at *position*, with the value that is *known* of its move.

    Where margins count, an estimate is no more than the value that is known of the position.
    """
    if known.moves.get(result.move) is not None:
        return replace(result, score=_score_of(known, result.move, position))
    score = result.score
    if known.value is None or score.proven or score.kind is ScoreKind.WINNER:
        return result
    if score.number <= known.value.value:
        return result
    return replace(result, score=score.as_estimate().within(-inf, known.value.value))


def _score_of(known: KnownMoves, move: int, position: Position) -> Score:
    one = known.moves[move]
    assert one is not None
    return score_of_known(one, position.side, ScoreKind.of(position), 1)


class KnowingPlayer(Searcher):
    """*searcher*, an engine, where *knowledge* does not know the best move.

    *limits* are those of the searcher, if it has its own.
    """

    def __init__(
        self, searcher: Searcher, knowledge: KnowledgeSource, limits: Limits = NO_LIMITS
    ) -> None:
        self.name = searcher.name
        self.title = searcher.title
        self.sentence = searcher.sentence
        self._searcher = searcher
        self._knowledge = knowledge
        self._limits = limits
        self._engine: Engine | None = None

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
        """Return the move that is known to be the best, or else the searcher's."""
        try:
            knowledge = self._knowledge.to_play(position.rules, stopped)
        except BuildStopped:
            raise SearchStopped from None
        known = known_moves(knowledge, position)
        found = known_result(knowledge, position, known)
        if found is not None:
            return found
        lost = {move for move, one in known.moves.items() if one is not None and one.value < 0}
        if lost and len(lost) < len(known.moves):
            return self._choose_others(lost, position, limits, heuristic, stopped, report)
        found = self._searcher.choose(position, limits, heuristic, stopped=stopped, report=report)
        return within_known(found, position, known) if lost and not found.score.proven else found

    def _choose_others(
        self,
        lost: set[int],
        position: Position,
        limits: Limits,
        heuristic: Heuristic,
        stopped: Callable[[], bool],
        report: Callable[[Progress], None] | None,
    ) -> SearchResult:
        """Return the best move that is not *lost*."""
        engine = self._engine = self._engine or Engine(network=True)
        found = engine.analyse(
            position,
            limits.tighten(self._limits),
            lines=len(position.legal_moves()),
            evaluator=None if position.has_evaluation() else heuristic,
            stopped=stopped,
            report=None if report is None else lambda found: report(found.progress()),
            for_play=True,
        )
        if stopped():
            raise SearchStopped
        return found.result(next(line for line in found.lines if line.move not in lost))
