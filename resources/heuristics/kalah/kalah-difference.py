"""Stones in the own kalah minus those in the opponent's, as in the lecture.

Nothing but what is certain: it does not see what the next sowing brings.
"""

STONE = 1.0


def evaluate(position):
    me = position.side
    return STONE * (position.kalah(me) - position.kalah(1 - me))
