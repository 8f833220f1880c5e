"""The largest group, pieces near the middle of the board, and moves.

A start of one's own: what is near the middle is computed here, square by square.
"""

TOGETHER = 1.0
MIDDLE = 1.5
MOVES = 0.15


def off_centre(square):
    file, rank = square % 8, square // 8
    return max(abs(file - 3.5), abs(rank - 3.5))


def one_side(position, side):
    squares = position.squares(side)
    groups = position.groups(side)
    together = 10 * groups[0] / sum(groups)
    middle = -sum(off_centre(square) for square in squares) / len(squares)
    moves = position.mobility(side)
    return TOGETHER * together + MIDDLE * middle + MOVES * moves


def evaluate(position):
    me = position.side
    return one_side(position, me) - one_side(position, 1 - me)
