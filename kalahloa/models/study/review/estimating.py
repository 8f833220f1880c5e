"""The value of a move by the engine: estimated, or proven if it finds a win to the end.

In games that need not end, what is known without a search comes first (see `known`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.game.line import format_line
from kalahloa.models.game.position import Position
from kalahloa.models.game.win_probability import WinProbability
from kalahloa.models.search.engine.analysis import AnalysedLine, AnalysisResult
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.known import KnownMoves, known_line, known_moves, score_of_known
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.study.review.appraisal import (
    Appraisal,
    Best,
    ReviewStopped,
    Texts,
    kept,
)
from kalahloa.models.study.review.judgement import loss_of
from kalahloa.models.study.review.reviewed import MAX_LINE
from kalahloa.models.work.cancellation import never

SOFT_SHARE = 0.5
"""After this share of its time a search begins no further depth, which it would hardly finish."""
SORTING_NODES = 10_000
"""The nodes of the search that sorts moves before they are proven."""


@dataclass(frozen=True, slots=True)
class MoveComparison:
    """The value of a move with the line that follows it, and the best other move with its line."""

    value: Score
    answer: Texts
    other: int
    other_value: Score
    other_line: Texts


class Estimator:
    """Appraises moves of *game* with *engine*, within *limits* each.

    *scale* is how values are compared (see `judgement.scale_for`).  *knowledge* is asked first; in
    games that always end, that is the prover's business, and nothing is known here.
    """

    def __init__(
        self,
        game: Game,
        engine: Engine,
        limits: Limits,
        scale: WinProbability | None,
        knowledge: Knowledge,
    ) -> None:
        self._game = game
        self._engine = engine
        self._limits = _with_enough(limits)
        self._scale = scale
        self._kind = ScoreKind.MARGIN if scale is None else ScoreKind.WINNER
        self._knowledge = knowledge

    def best(self, position: Position, stopped: Callable[[], bool] = never) -> Best:
        """Return the value of *position*, whose game is not over, and the best line."""
        known = known_moves(self._knowledge, position)
        if known.value is not None and known.best:
            value = score_of_known(known.value, position.side, self._kind)
            return Best(value, self._known_line(position, known.best[0]))
        found = self._analyse(position, None, stopped)
        line = found.lines[0]
        return Best(
            self._value(line),
            format_line(position, line.line[:MAX_LINE]),
        )

    def appraise(
        self, position: Position, move: int, after: Best, stopped: Callable[[], bool] = never
    ) -> Appraisal:
        """Return what *move* is worth in *position*; *after* is known of the position after it.

        Where *after* proves the value of the move, it is used; otherwise both values are of one
        search, since those of different depth cannot be compared.
        """
        text = position.format_move(move)
        value = after.before(position.side)
        known = known_moves(self._knowledge, position)
        if not value.proven:
            value = self._known_value(position, known, move) or value
        is_won = value.proven and value.number > 0 and self._scale is not None
        is_lost = known.value is not None and known.value.value < 0  # and so is each move
        if is_won or is_lost or len(position.legal_moves()) == 1:
            return kept(move, text, value, after.line)
        if known.best and move not in known.best:
            other, other_line = known.best[0], self._known_line(position, known.best[0])
            found = None if value.proven else self.compare(position, move, stopped)
        else:
            found = self.compare(position, move, stopped)
            other, other_line = found.other, found.other_line
        answer = after.line
        if found is not None and not value.proven:
            value, answer = found.value, found.answer or answer
        other_value = self._known_value(position, known, other)
        if other_value is None:
            assert found is not None
            other_value = found.other_value
        if not loss_of(other_value, value, self._scale):
            return replace(kept(move, text, value, answer), other=other_value)
        return Appraisal(value, other, other_value, other_line, answer)

    def _known_value(self, position: Position, known: KnownMoves, move: int) -> Score | None:
        """Return the value of *move*, for the side that makes it, if it is known."""
        one = known.moves.get(move)
        return None if one is None else score_of_known(one, position.side, self._kind, 1)

    def _known_line(self, position: Position, move: int) -> Texts:
        return format_line(position, known_line(self._knowledge, position, move)[:MAX_LINE])

    def compare(
        self, position: Position, move: int, stopped: Callable[[], bool] = never
    ) -> MoveComparison:
        """Return the values of *move* and of the best other move, from one search."""
        found = self._analyse(position, move, stopped)
        played = next(line for line in found.lines if line.move == move)
        other = next(line for line in found.lines if line.move != move)
        return MoveComparison(
            self._value(played),
            format_line(position, played.line[:MAX_LINE])[1:],
            other.move,
            self._value(other),
            format_line(position, other.line[:MAX_LINE]),
        )

    def by_estimate(self, position: Position, stopped: Callable[[], bool] = never) -> list[int]:
        """Return the legal moves of *position* by a short search, the best first."""
        moves = position.legal_moves()
        found = self._search(position, Limits(nodes=SORTING_NODES), stopped, lines=len(moves))
        return [line.move for line in found.lines]

    def _analyse(
        self, position: Position, versus: int | None, stopped: Callable[[], bool]
    ) -> AnalysisResult:
        """Return the analysis of *position*; raise `ReviewStopped`."""
        return self._search(position, self._limits, stopped, versus=versus)

    def _search(
        self, position: Position, limits: Limits, stopped: Callable[[], bool], **wanted: Any
    ) -> AnalysisResult:
        evaluator = None if position.has_evaluation() else self._game.heuristic()
        try:
            found = self._engine.analyse(
                position, limits, evaluator=evaluator, stopped=stopped, **wanted
            )
        except SearchStopped:
            raise ReviewStopped from None
        if stopped():
            raise ReviewStopped
        return found

    def _value(self, line: AnalysedLine) -> Score:
        if self._kind is ScoreKind.MARGIN:  # there only the solver proves
            return line.score.as_estimate()
        return replace(line.score, kind=self._kind)


def _with_enough(limits: Limits) -> Limits:
    if limits.seconds is None or limits.soft_seconds is not None:
        return limits
    return replace(limits, soft_seconds=SOFT_SHARE * limits.seconds)
