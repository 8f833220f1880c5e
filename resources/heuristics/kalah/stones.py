"""Stones in the own pits less those in the opponent's: the example of a bad heuristic.

Who keeps the stones does not sow them, and a stone in a pit is not yet won.
"""

STONE = 1.0


def evaluate(position):
    me = position.side
    return STONE * (position.stones(me) - position.stones(1 - me))
