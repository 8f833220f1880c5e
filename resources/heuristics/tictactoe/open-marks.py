"""The tutorial's evaluation: the marks that stand in rows in which the opponent has none.

A mark counts once for each such row, so that empty rows count nothing and twos count double.
"""

MARK = 1.0


def evaluate(position):
    me = position.side
    return MARK * (position.open_marks(me) - position.open_marks(1 - me))
