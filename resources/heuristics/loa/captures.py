"""Own pieces less the opponent's: the example of a bad heuristic.

Fewer pieces are easier to connect, so who captures helps the opponent.
"""

PIECE = 1.0


def evaluate(position):
    me = position.side
    return PIECE * (position.piece_count(me) - position.piece_count(1 - me))
