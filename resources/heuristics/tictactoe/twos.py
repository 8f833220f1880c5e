"""Open lines, and rows in which one more mark wins.

The side to move wins by a row of its own with two marks, so that those count more.
"""

LINE = 1.0
OWN_TWO = 10.0
OTHER_TWO = 3.0


def evaluate(position):
    me = position.side
    lines = position.open_lines(me) - position.open_lines(1 - me)
    return LINE * lines + OWN_TWO * position.twos(me) - OTHER_TWO * position.twos(1 - me)
