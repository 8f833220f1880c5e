"""Rows of three in which the opponent has no mark, less those in which the own side has none."""

LINE = 1.0


def evaluate(position):
    me = position.side
    return LINE * (position.open_lines(me) - position.open_lines(1 - me))
