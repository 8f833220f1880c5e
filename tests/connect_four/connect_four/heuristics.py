"""Heuristics for Connect Four, from the point of view of the side to move."""

from connect_four.geometry import line_sets
from connect_four.position import ConnectFour
from kalahloa.models.game.heuristic import Heuristic

# By the number of own discs.  The largest board has 153 rows of four: the sum stays below 77.
_WEIGHTS = (0.0, 0.05, 0.2, 0.5, 0.0)


def open_fours(position: ConnectFour) -> float:
    """Return the weighted rows of four still open to the side to move less the opponent's."""
    own = position.discs(position.side)
    other = position.discs(1 - position.side)
    value = 0.0
    for line in line_sets(position.rules.columns, position.rules.rows):
        mine, theirs = line & own, line & other
        if mine and not theirs:
            value += _WEIGHTS[mine.bit_count()]
        elif theirs and not mine:
            value -= _WEIGHTS[theirs.bit_count()]
    return value


def centre(position: ConnectFour) -> float:
    """Return how much nearer to the middle columns the discs of the side to move are, in tenths."""
    columns, rows = position.rules.columns, position.rules.rows
    own = position.discs(position.side)
    other = position.discs(1 - position.side)
    value = 0
    for column in range(columns):
        cells = ((1 << rows) - 1) << position.cell(column, 0)
        weight = min(column, columns - 1 - column)
        value += weight * ((own & cells).bit_count() - (other & cells).bit_count())
    return value / 10


HEURISTICS = (
    Heuristic(
        "open-fours",
        "Open fours",
        "Rows of four cells in which only one side has discs: a twentieth for one disc, a fifth "
        "for two, a half for three.",
        open_fours,
    ),
    Heuristic(
        "centre",
        "Centre",
        "A tenth for every disc and every column between it and the nearer edge.",
        centre,
    ),
)
