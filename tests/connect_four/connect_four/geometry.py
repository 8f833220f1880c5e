"""Where four in a row can lie on a board of any size.

Cells are numbered column by column from the bottom of the left one, rows + 1 numbers a column:
the number above the top cell of a column is never used, so that no row of four runs from the top
of one column into the bottom of the next (J. Tromp's board of "fhourstones").  A set of cells is
an int with the bit of each cell's number set.
"""

from functools import cache

LENGTH = 4
"""How many discs in a row win."""


def directions(rows: int) -> tuple[int, int, int, int]:
    """Return how much a cell's number grows on the way up, right, up right and down right."""
    return 1, rows + 1, rows + 2, rows


def has_four(discs: int, rows: int) -> bool:
    """Return whether four of *discs* lie in a row."""
    for step in directions(rows):
        pairs = discs & (discs >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False


@cache
def lines(columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
    """Return every row of four on a board, as cells from one end to the other."""
    found = []
    for column in range(columns):
        for row in range(rows):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_column = column + (LENGTH - 1) * right
                last_row = row + (LENGTH - 1) * up
                if last_column < columns and 0 <= last_row < rows:
                    first = column * (rows + 1) + row
                    step = right * (rows + 1) + up
                    found.append(tuple(first + step * index for index in range(LENGTH)))
    return tuple(found)


@cache
def line_sets(columns: int, rows: int) -> tuple[int, ...]:
    """Return every row of four on a board as a set of cells."""
    return tuple(sum(1 << cell for cell in line) for line in lines(columns, rows))
