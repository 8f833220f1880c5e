"""What positions are worth to the lecture's searchers.

A finished game is worth 100 times its score: a point is the unit of the game, such as a stone, or
the game itself.  A hundredth a ply is taken from a win and given to a loss, so that of two equal
wins the shorter is preferred and of two equal losses the longer.  A margin of one more stone
weighs as much as 10,000 plies, far more than any game has: the ply never outweighs it.

A static evaluation is kept within 90, so that a certain win or loss by any margin outweighs it.
"""

POINT = 100.0
PLY = 0.01
MAX_ESTIMATED = 90.0


def finished_value(score: int, plies: int) -> float:
    """Return the worth of a game that ended with *score*, *plies* moves below the root.

    Both are from the point of view of the same side; a draw is worth 0.
    """
    if score > 0:
        return POINT * score - PLY * plies
    if score < 0:
        return POINT * score + PLY * plies
    return 0.0


def estimated_value(value: float) -> float:
    """Return the heuristic's *value*, kept within what an estimate may be worth."""
    if value > MAX_ESTIMATED:
        return MAX_ESTIMATED
    if value < -MAX_ESTIMATED:
        return -MAX_ESTIMATED
    return value


def is_decided(value: float) -> bool:
    """Return whether *value* can only come from games that were won and lost."""
    return abs(value) > MAX_ESTIMATED


def describe_value(value: float, proven: bool) -> str:
    """Return *value* in a few words: ``+0.84``, ``wins in 5``, ``wins by 8``, ``draw``.

    It is for the side whose point of view *value* takes.  Where a win is counted in points and not
    *proven* to the last of them, it is told as the least that is certain.
    """
    if not is_decided(value):
        return "draw" if proven and value == 0 else f"{value:+.2f}"
    verb = "wins" if value > 0 else "loses"
    points = round(abs(value) / POINT)
    plies = round((POINT * points - abs(value)) / PLY)
    if points == 1 and plies:
        return f"{verb} in {plies}"
    return f"{verb} by {points}" if proven else f"{verb} by {points} or more"
