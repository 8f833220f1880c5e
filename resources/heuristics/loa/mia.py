"""The features of MIA, which was the strongest program for many years.

M. H. M. Winands, H. J. van den Herik and J. W. H. M. Uiterwijk, "An evaluation function for Lines
of Action", Advances in Computer Games 10, 2003.  The engine's own evaluation is made of the same
features; the weights are near to its.
"""

CLOSENESS = 24.0
CENTRALISATION = 0.1
QUADS = 0.17
MOBILITY = 0.28
WALLS = 0.44
NEIGHBOURS = 0.96
UNIFORMITY = 0.06
TO_MOVE = 1.66


def one_side(position, side):
    closeness = 1 / (1 - position.concentration(side))
    return (
        CLOSENESS * closeness
        + CENTRALISATION * position.centralisation(side)
        + QUADS * position.quads(side)
        + MOBILITY * position.mobility(side)
        + WALLS * position.walls(side)
        + NEIGHBOURS * position.neighbours(side)
        + UNIFORMITY * position.uniformity(side)
    )


def evaluate(position):
    me = position.side
    return TO_MOVE + one_side(position, me) - one_side(position, 1 - me)
