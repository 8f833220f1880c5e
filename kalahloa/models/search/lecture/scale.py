"""The scale of the values of the lecture's searchers, and what they stand for.

The value of a finished game is 100 times its score in points, the game's unit (such as a stone; a
win is 1 point in games without a margin).  A win loses 0.01 per ply and a loss gains 0.01 per ply,
so that among equal wins the shortest is preferred, and among equal losses the longest.  A point
outweighs 10,000 plies, more than any game has.

Static evaluations are clamped to ±90, less than the value of any won game.
"""

from kalahloa.models.search.score import Score, ScoreKind

POINT = 100.0
PLY = 0.01
MAX_ESTIMATED = 90.0


def finished_value(score: int, plies: int) -> float:
    """Return the value of a game that ended with *score*, *plies* moves below the root.

    Score and value are from the point of view of the same side; the value of a draw is 0.
    """
    if score > 0:
        return POINT * score - PLY * plies
    if score < 0:
        return POINT * score + PLY * plies
    return 0.0


def estimated_value(value: float) -> float:
    """Return the heuristic's *value*, clamped to ±`MAX_ESTIMATED`."""
    if value > MAX_ESTIMATED:
        return MAX_ESTIMATED
    if value < -MAX_ESTIMATED:
        return -MAX_ESTIMATED
    return value


def is_decisive(value: float) -> bool:
    """Return whether *value* is that of a decided game, not an estimate or a draw."""
    return abs(value) > MAX_ESTIMATED


def score_of_value(value: float, proven: bool, side: int, kind: ScoreKind, depth: int = 0) -> Score:
    """Return the score that *value*, for *side*, stands for; *proven* tells whether it is exact.

    It was found at *depth*.  Where only the winner counts, a win is proven as soon as it is found.
    """
    if not is_decisive(value):
        return Score(value + 0.0, side, kind, proven, depth=depth)  # never -0.0
    margin = round(value / POINT)
    plies = round((POINT * abs(margin) - abs(value)) / PLY)
    exact = proven or (kind is ScoreKind.WINNER and abs(margin) == 1)
    return Score(float(margin), side, kind, exact, not exact, plies or None, depth)


def lecture_text(value: float, proven: bool = False) -> str:
    """Return *value* as scores are written; *proven* tells whether it is exact."""
    return score_of_value(value, proven, 0, ScoreKind.MARGIN).text


def lecture_value(score: Score) -> float:
    """Return *score* on the scale of the lecture."""
    if score.decided:
        return finished_value(round(score.number), score.plies or 0)
    return estimated_value(score.number)
