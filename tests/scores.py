"""Scores for tests, of games in which the margin counts unless said otherwise."""

from typing import Any

from kalahloa.models.search.score import Score, ScoreKind


def estimate(number: float, side: int = 0, kind: ScoreKind = ScoreKind.MARGIN) -> Score:
    """Return the estimate *number* for *side*."""
    return Score(number, side, kind)


def exact(number: float, side: int = 0, kind: ScoreKind = ScoreKind.MARGIN, **more: Any) -> Score:
    """Return the proven score *number* for *side*."""
    return Score(number, side, kind, True, **more)


def is_certain(score: Score) -> bool:
    """Return whether the winner, or the draw, is proven."""
    return score.proven or score.decided
