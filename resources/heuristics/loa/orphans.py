"""Pieces that cannot move, counted against their owner.

It tells little apart: in most positions all pieces can move.
"""

ORPHAN = 1.0


def evaluate(position):
    me = position.side
    return ORPHAN * (position.orphans(1 - me) - position.orphans(me))
