"""The value of a move by the engine: estimated, or proven if it finds a win to the end."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kalahloa.models.cancellation import never
from kalahloa.models.game import Game
from kalahloa.models.position import Position
from kalahloa.models.search.engine.analysis import AnalysedLine, AnalysisResult
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import MoveValue, move_value
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.study.review.appraisal import (
    Appraisal,
    Best,
    ReviewStopped,
    Texts,
    kept,
    texts_of,
)
from kalahloa.models.study.review.judgement import loss_of
from kalahloa.models.win_probability import WinProbability

ENOUGH = 0.5
"""After this share of its time a search begins no further depth, which it would hardly finish."""
SORTING_NODES = 10_000
"""The nodes of the search that sorts moves before they are proven."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The value of a move with the line that follows it, and the best other move with its line."""

    value: MoveValue
    answer: Texts
    other: int
    other_value: MoveValue
    other_line: Texts


class Estimator:
    """Appraises moves of *game* with *engine*, within *limits* each.

    *scale* is how values are compared (see `judgement.scale_for`).
    """

    def __init__(
        self, game: Game, engine: Engine, limits: Limits, scale: WinProbability | None
    ) -> None:
        self._game = game
        self._engine = engine
        self._limits = _with_enough(limits)
        self._scale = scale

    def best(self, position: Position, stopped: Callable[[], bool] = never) -> Best:
        """Return the value of *position*, whose game is not over, and the best line."""
        found = self._analyse(position, None, stopped)
        line = found.lines[0]
        return Best(position.side, self._value(line, found.depth), texts_of(position, line.line))

    def appraise(
        self, position: Position, move: int, after: Best, stopped: Callable[[], bool] = never
    ) -> Appraisal:
        """Return what *move* is worth in *position*; *after* is known of the position after it.

        Where *after* proves the value of the move, it is used; otherwise both values are of one
        search, since those of different depth cannot be compared.
        """
        text = position.format_move(move)
        value = after.before(position.side, self._scale is None)
        is_won = value.proven and value.number > 0 and self._scale is not None
        if is_won or len(position.legal_moves()) == 1:
            return kept(move, text, value, after.line)
        found = self.compare(position, move, stopped)
        if not value.proven:
            value = found.value
            answer = found.answer or after.line
        else:
            answer = after.line
        if not loss_of(found.other_value, value, self._scale):
            return replace(kept(move, text, value, answer), other=found.other_value)
        return Appraisal(value, found.other, found.other_value, found.other_line, answer)

    def compare(
        self, position: Position, move: int, stopped: Callable[[], bool] = never
    ) -> Comparison:
        """Return the values of *move* and of the best other move, from one search."""
        found = self._analyse(position, move, stopped)
        played = next(line for line in found.lines if line.move == move)
        other = next(line for line in found.lines if line.move != move)
        return Comparison(
            self._value(played, found.depth),
            texts_of(position, played.line)[1:],
            other.move,
            self._value(other, found.depth),
            texts_of(position, other.line),
        )

    def by_estimate(self, position: Position, stopped: Callable[[], bool] = never) -> list[int]:
        """Return the legal moves of *position* by a short search, the best first."""
        moves = position.legal_moves()
        found = self._search(position, Limits(nodes=SORTING_NODES), stopped, lines=len(moves))
        return [line.move for line in found.lines]

    def _analyse(
        self, position: Position, compared: int | None, stopped: Callable[[], bool]
    ) -> AnalysisResult:
        """Return the analysis of *position*; raise `ReviewStopped`."""
        return self._search(position, self._limits, stopped, compared=compared)

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

    def _value(self, line: AnalysedLine, depth: int) -> MoveValue:
        score = line.score
        by_margin = self._scale is None
        # In games that always end, only the solver's values count as proven.
        proven = score.proven and not score.margin_is_bound and not by_margin
        return move_value(score.number, proven, score.plies, by_margin, depth)


def _with_enough(limits: Limits) -> Limits:
    if limits.seconds is None or limits.enough is not None:
        return limits
    return replace(limits, enough=ENOUGH * limits.seconds)
