"""The corners that either side has: an example that sees little.

It is blind to the centre and to three in a row.
"""

CORNER = 1.0


def evaluate(position):
    me = position.side
    return CORNER * (position.corners(me) - position.corners(1 - me))
