"""Scores for tests, of games in which the margin counts unless said otherwise."""

from typing import Any

from kalahloa.models.search.score import Score, ScoreKind

WINNER = ScoreKind.WINNER


def estimate(
    number: float, side: int = 0, kind: ScoreKind = ScoreKind.MARGIN, **more: Any
) -> Score:
    """Return the estimate *number* for *side*."""
    return Score(number, side, kind, **more)


def exact(number: float, side: int = 0, kind: ScoreKind = ScoreKind.MARGIN, **more: Any) -> Score:
    """Return the proven score *number* for *side*."""
    return Score(number, side, kind, True, **more)


def is_certain(score: Score) -> bool:
    """Return whether the winner, or the draw, is proven."""
    return score.proven or score.decided


def move_score(
    number: float, proven: bool, plies: int | None, by_margin: bool, depth: int, side: int = 0
) -> Score:
    """Return the score of a move of *side*, of a game in which the margin counts or not."""
    kind = ScoreKind.MARGIN if by_margin else WINNER
    return Score(number, side, kind, proven, plies=plies, depth=depth)
