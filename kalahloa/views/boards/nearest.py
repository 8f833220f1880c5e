"""Which cell is next in a direction."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF


def nearest_cell(
    cells: Sequence[int], rect_of: Callable[[int], QRectF], start: int, right: int, down: int
) -> int:
    """Return the one of *cells* nearest to the cell *start* in a direction, or -1 for none.

    *rect_of* returns where a cell lies; *right* and *down* are -1, 0 or 1 each.
    """
    begin = rect_of(start).center()

    def distance(cell: int) -> float:
        way = rect_of(cell).center() - begin
        ahead = way.x() * right + way.y() * down
        aside = abs(way.x() * down) + abs(way.y() * right)
        # Distance to the side counts more; cells behind do not count.
        return ahead + 2.5 * aside if ahead > 1 else float("inf")

    nearest = min(cells, key=distance)
    return nearest if distance(nearest) < float("inf") else -1
