"""The share of the pieces in the largest group, in tenths, less a point for each other group.

Near to the aim of the game, but blind to how far the groups are apart.
"""

TOGETHER = 10.0
APART = 1.0


def one_side(position, side):
    groups = position.groups(side)
    return TOGETHER * groups[0] / sum(groups) - APART * (len(groups) - 1)


def evaluate(position):
    me = position.side
    return one_side(position, me) - one_side(position, 1 - me)
