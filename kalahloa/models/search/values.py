"""The scale of the values of the lecture's searchers.

The value of a finished game is 100 times its score in points, the game's unit (such as a stone; a
win is 1 point in games without a margin).  A win loses 0.01 per ply and a loss gains 0.01 per ply,
so that among equal wins the shortest is preferred, and among equal losses the longest.  A point
outweighs 10,000 plies, more than any game has.

Static evaluations are clamped to ±90, less than the value of any won game.
"""

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


def is_decided(value: float) -> bool:
    """Return whether *value* is that of a decided game, not an estimate or a draw."""
    return abs(value) > MAX_ESTIMATED


def points_of(value: float) -> int:
    """Return the score in points, with its sign, of the decided *value*."""
    return round(value / POINT)


def plies_of(value: float) -> int:
    """Return in how many plies the game ends, by the decided *value*."""
    return round((POINT * abs(points_of(value)) - abs(value)) / PLY)
