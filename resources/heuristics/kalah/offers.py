"""The kalah difference, and what the next sowing offers either side.

The side to move takes the first of its offers, so that the opponent's count less.  Stones near the
own kalah are worth more than those that soon pass it by.
"""

STONE = 1.0
NEAR = 0.03
EXTRA_TURN = 0.8
CAPTURE = 0.5
AT_RISK = 0.2
MOBILITY = 0.1
TO_MOVE = 1.0


def near(position, side):
    """Return the stones in the pits, those that are nearer to the kalah more often."""
    total = 0
    for number, stones in enumerate(position.pits(side), 1):
        total += number * stones
    return total


def one_side(position, side):
    return (
        STONE * position.kalah(side)
        + NEAR * near(position, side)
        + MOBILITY * position.mobility(side)
        - AT_RISK * position.at_risk(side)
    )


def evaluate(position):
    me = position.side
    offers = EXTRA_TURN * position.extra_turns(me) + CAPTURE * position.captures(me)
    return TO_MOVE + offers + one_side(position, me) - one_side(position, 1 - me)
