"""Heuristics for Lines of Action, from the point of view of the side to move (own minus other)."""

from kalahloa.models.games.loa.position import Loa
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.sentence import QT_TRANSLATE_NOOP


def _centre_distance(square: int) -> float:
    """Return the distance of *square* from the centre of the board in king's moves, 0.5 to 3.5."""
    return max(abs(square % 8 - 3.5), abs(square // 8 - 3.5))


def capture_count(position: Loa) -> float:
    """Return the number of the mover's pieces minus that of the opponent's."""
    own, other = (len(position.squares(side)) for side in (position.side, 1 - position.side))
    return own - other


def _connectedness(position: Loa, side: int) -> float:
    groups = position.groups(side)
    return 10.0 * groups[0] / sum(groups) - (len(groups) - 1)


def connectedness(position: Loa) -> float:
    """Return the difference of the sides' connectedness.

    That of a side is the share of its pieces in the largest group, in tenths, minus the number of
    its other groups.
    """
    side = position.side
    return round(_connectedness(position, side) - _connectedness(position, 1 - side), 2)


def _orphans(position: Loa, side: int) -> int:
    movable = {move & 63 for move in position.piece_moves(side)}
    return len(position.squares(side)) - len(movable)


def orphans(position: Loa) -> float:
    """Return the number of the opponent's pieces that cannot move minus that of the mover's."""
    return _orphans(position, 1 - position.side) - _orphans(position, position.side)


def _concentration(squares: list[int]) -> float:
    """Return the mean distance of *squares* to their centre of mass, minus the least possible one.

    Distances are in king's moves; the centre of mass is rounded to a square.
    """
    count = len(squares)
    file = round(sum(square % 8 for square in squares) / count)
    rank = round(sum(square // 8 for square in squares) / count)
    distances = sum(max(abs(square % 8 - file), abs(square // 8 - rank)) for square in squares)
    # One piece on the centre, eight in the ring around it, the others in the second ring.
    least = min(count - 1, 8) + 2 * max(count - 9, 0)
    return (distances - least) / count


def _mix(position: Loa, side: int) -> float:
    squares = position.squares(side)
    centralisation = -sum(map(_centre_distance, squares)) / len(squares)
    mobility = len(position.piece_moves(side))
    return -8.0 * _concentration(squares) + 1.5 * centralisation + 0.15 * mobility


def mix(position: Loa) -> float:
    """Return the difference of the weighted sums of concentration, centralisation and mobility."""
    side = position.side
    return round(_mix(position, side) - _mix(position, 1 - side), 3)


HEURISTICS = (
    Heuristic(
        "mix",
        QT_TRANSLATE_NOOP("Models", "Concentration, centralisation, mobility"),
        QT_TRANSLATE_NOOP(
            "Models",
            "Pieces close to their centre of mass, close to the centre of the board, and with many "
            "moves; the three terms every strong program shares (Winands and others, 2001).",
        ),
        mix,
    ),
    Heuristic(
        "connectedness",
        QT_TRANSLATE_NOOP("Models", "Connectedness"),
        QT_TRANSLATE_NOOP(
            "Models",
            "The share of the pieces that stand in the largest group, less a point for each "
            "further group; near to the aim of the game, but blind to how far the groups are "
            "apart.",
        ),
        connectedness,
    ),
    Heuristic(
        "orphans",
        QT_TRANSLATE_NOOP("Models", "Orphans"),
        QT_TRANSLATE_NOOP("Models", "Pieces that cannot move, counted against their owner."),
        orphans,
    ),
    Heuristic(
        "captures",
        QT_TRANSLATE_NOOP("Models", "Capture count"),
        QT_TRANSLATE_NOOP(
            "Models",
            "Own pieces less the opponent's: the example of a bad heuristic, since fewer pieces "
            "are easier to connect.",
        ),
        capture_count,
    ),
)
