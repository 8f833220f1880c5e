"""The kalah difference, the stones in the pits, and the extra turns that are on offer.

Stones in the own pits count a little: those that are left at the end are their owner's.
"""

STONE = 1.0
IN_PITS = 0.25
EXTRA_TURN = 0.6


def one_side(position, side):
    return (
        STONE * position.kalah(side)
        + IN_PITS * position.stones(side)
        + EXTRA_TURN * position.extra_turns(side)
    )


def evaluate(position):
    me = position.side
    return one_side(position, me) - one_side(position, 1 - me)
