"""Pieces close to their centre of mass, close to the centre of the board, and with many moves.

The three terms that every strong program shares: M. H. M. Winands, J. W. H. M. Uiterwijk and
H. J. van den Herik, "The quad heuristic in Lines of Action", ICGA Journal 24(1), 2001.
"""

CONCENTRATION = 8.0
CENTRALISATION = 1.5
MOBILITY = 0.15


def one_side(position, side):
    return (
        CONCENTRATION * position.concentration(side)
        + CENTRALISATION * position.centralisation(side)
        + MOBILITY * position.mobility(side)
    )


def evaluate(position):
    me = position.side
    return one_side(position, me) - one_side(position, 1 - me)
