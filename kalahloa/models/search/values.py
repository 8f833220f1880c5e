"""The scale of the values of the lecture's searchers.

The value of a finished game is 100 times its score in points, the game's unit (such as a stone; a
win is 1 point in games without a margin).  A win loses 0.01 per ply and a loss gains 0.01 per ply,
so that among equal wins the shortest is preferred, and among equal losses the longest.  A point
outweighs 10,000 plies, more than any game has.

Static evaluations are clamped to ±90, less than the value of any won game.
"""

from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

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


def estimate_text(value: float, decimals: int = 2) -> str:
    """Return the estimate *value* with its sign; what rounds to zero has none: ``0.00``."""
    rounded = round(value, decimals)
    return f"{rounded:+.{decimals}f}" if rounded else f"{0:.{decimals}f}"


def is_decided(value: float) -> bool:
    """Return whether *value* is that of a decided game, not an estimate or a draw."""
    return abs(value) > MAX_ESTIMATED


def points_of(value: float) -> int:
    """Return the score in points, with its sign, of the decided *value*."""
    return round(value / POINT)


def plies_of(value: float) -> int:
    """Return in how many plies the game ends, by the decided *value*."""
    return round((POINT * abs(points_of(value)) - abs(value)) / PLY)


def describe_value(value: float, proven: bool) -> str:
    """Return *value* in a few words: ``+0.84``, ``wins in 5``, ``wins by 8``, ``draw``.

    The text takes the point of view of *value*.  A margin that is not *proven* is described as a
    lower bound.
    """
    if not is_decided(value):
        drawn = proven and value == 0
        return QT_TRANSLATE_NOOP("Models", "draw") if drawn else estimate_text(value)
    wins = value > 0
    points, plies = abs(points_of(value)), plies_of(value)
    if points == 1 and plies:
        return decided_in(wins, plies)
    if proven:
        return decided_by(wins, points)
    text = (
        QT_TRANSLATE_NOOP("Models", "wins by {margin} or more")
        if wins
        else QT_TRANSLATE_NOOP("Models", "loses by {margin} or more")
    )
    return text.format(margin=points)


def decided_in(wins: bool, plies: int) -> str:
    """Return that the game is won, or lost, in *plies* plies: ``wins in 5``."""
    text = (
        QT_TRANSLATE_NOOP("Models", "wins in {plies}")
        if wins
        else QT_TRANSLATE_NOOP("Models", "loses in {plies}")
    )
    return text.format(plies=plies)


def decided(wins: bool) -> str:
    """Return that the game is won, or lost, where nobody has counted how soon: ``wins``."""
    return QT_TRANSLATE_NOOP("Models", "wins") if wins else QT_TRANSLATE_NOOP("Models", "loses")


def decided_by(wins: bool, margin: int) -> str:
    """Return that the game is won, or lost, by *margin* points: ``wins by 8``."""
    text = (
        QT_TRANSLATE_NOOP("Models", "wins by {margin}")
        if wins
        else QT_TRANSLATE_NOOP("Models", "loses by {margin}")
    )
    return text.format(margin=margin)
