# cython: language_level=3, cdivision=True
"""The mobility of both sides of a Lines of Action board, by table look-up for each line.

Bitboards have a1 as bit 0 and h8 as bit 63.
"""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.native.bits import M64, popcount

    _TERNARY = cython.declare(cython.ushort[256])
    _MOBILITY = cython.declare(cython.ushort[59049])
else:
    from kalahloa.models.native.bits import M64, popcount, zeros

    _TERNARY = zeros(256)
    _MOBILITY = zeros(59049)

# The squares whose file number has bit 0, 1, 2 set.
_FILE_BIT_0 = cython.declare(cython.ulonglong, 0xAAAAAAAAAAAAAAAA)
_FILE_BIT_1 = cython.declare(cython.ulonglong, 0xCCCCCCCCCCCCCCCC)
_FILE_BIT_2 = cython.declare(cython.ulonglong, 0xF0F0F0F0F0F0F0F0)
# For the transposition of a board.
_SWAP_28 = cython.declare(cython.ulonglong, 0x0F0F0F0F00000000)
_SWAP_14 = cython.declare(cython.ulonglong, 0x3333000033330000)
_SWAP_7 = cython.declare(cython.ulonglong, 0x5500550055005500)


# -- tables ------------------------------------------------------------------------------------


@cython.cfunc
@cython.exceptval(check=False)
def _line_mobility(
    own: cython.int, other: cython.int, length: cython.int, all_edge: cython.bint
) -> cython.int:
    """Return the mobility of *own* on one line of *length* squares, as `mobility` counts it.

    Its squares are bits.  The two at its ends are at the edge of the board, or all if *all_edge*.
    """
    distance: cython.int = popcount(own | other)
    between: cython.int = ((1 << distance) - 1) & ~1
    total: cython.int = 0
    worth: cython.int
    low: cython.int
    origin: cython.int
    target: cython.int
    # The moves between two squares are blocked by the same pieces in both directions.
    for low in range(length - distance):
        if (between << low) & other:
            continue
        for origin in (low, low + distance):
            target = 2 * low + distance - origin
            if (own >> origin) & 1 and not (own >> target) & 1:
                worth = 4 if (other >> target) & 1 else 2
                if all_edge or target == 0 or target == length - 1:
                    worth >>= 1
                total += worth
    return total


def _line_contents(length: int, all_edge: bool) -> list[int]:
    """Return the mobility of both sides for every content of a line of *length* squares.

    A content is a number in base 3, the first square as the lowest digit: 1 for an own piece, 2 for
    an opponent's.  The own mobility is in the low byte, the opponent's in the high byte.
    """
    values = [0] * 3**length
    full: cython.int = (1 << length) - 1
    own: cython.int
    other: cython.int
    points: cython.int
    for own in range(1, full + 1):
        other = full & ~own
        while True:
            points = _line_mobility(own, other, length, all_edge)
            values[_TERNARY[own] + 2 * _TERNARY[other]] += points
            values[_TERNARY[other] + 2 * _TERNARY[own]] += points << 8
            if other == 0:
                break
            other = (other - 1) & full & ~own
    return values


def _fill_mobility() -> None:
    """Fill the table of lines: nine parts, each with all contents of eight squares.

    Part s - 1 is for two diagonals of s and 8 - s squares, so part 7 is for any line of eight from
    edge to edge.  Part 8 is for a line along the edge.
    """
    for row in range(256):
        _TERNARY[row] = int(f"{row:b}", 3)
    diagonals = [_line_contents(length, False) for length in range(9)]
    parts = [
        [low + high for high in diagonals[8 - length] for low in diagonals[length]]
        for length in range(1, 9)
    ]
    parts.append(_line_contents(8, True))
    for part, values in enumerate(parts):
        for content, value in enumerate(values):
            _MOBILITY[part * 6561 + content] = value


_fill_mobility()


# -- boards ------------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _transposed(board: cython.ulonglong) -> cython.ulonglong:
    """Return *board* with files and ranks exchanged."""
    change: cython.ulonglong = _SWAP_28 & (board ^ ((board << 28) & M64))
    board ^= change ^ (change >> 28)
    change = _SWAP_14 & (board ^ ((board << 14) & M64))
    board ^= change ^ (change >> 14)
    change = _SWAP_7 & (board ^ ((board << 7) & M64))
    return board ^ change ^ (change >> 7)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _turned(board: cython.ulonglong, ranks: cython.int) -> cython.ulonglong:
    """Return *board* rotated down by *ranks* (0 to 8)."""
    return (board >> (8 * ranks)) | ((board << (64 - 8 * ranks)) & M64)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _diagonals(board: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """Return *board* with the n-th file rotated down by n times *step* ranks.

    Each row then holds a pair of diagonals: parallel to a1-h8 if *step* is 1, to h1-a8 if 7.
    """
    board ^= _FILE_BIT_0 & (board ^ _turned(board, step))
    board ^= _FILE_BIT_1 & (board ^ _turned(board, (2 * step) & 7))
    return board ^ (_FILE_BIT_2 & (board ^ _turned(board, 4)))


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _line(
    own: cython.ulonglong, other: cython.ulonglong, row: cython.int, part: cython.int
) -> cython.int:
    """Return both sides' mobility in one *row* of the boards, by one *part* of the table."""
    return _MOBILITY[
        6561 * part + _TERNARY[(own >> (8 * row)) & 255] + 2 * _TERNARY[(other >> (8 * row)) & 255]
    ]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mobility(own: cython.ulonglong, other: cython.ulonglong) -> cython.int:
    """Return the mobility of *own* plus 65,536 times that of *other*, in half moves.

    A move counts 2, twice as much if it captures, and half as much if it ends at the edge.
    """
    total: cython.int = 0
    high: cython.int = 0
    value: cython.int
    row: cython.int
    own_files: cython.ulonglong = _transposed(own)
    other_files: cython.ulonglong = _transposed(other)
    own_up: cython.ulonglong = _diagonals(own, 1)
    other_up: cython.ulonglong = _diagonals(other, 1)
    own_down: cython.ulonglong = _diagonals(own, 7)
    other_down: cython.ulonglong = _diagonals(other, 7)
    for row in range(8):
        value = _line(own, other, row, 7 if 0 < row < 7 else 8)
        total += value & 255
        high += value >> 8
        value = _line(own_files, other_files, row, 7 if 0 < row < 7 else 8)
        total += value & 255
        high += value >> 8
        value = _line(own_up, other_up, row, 7 - row)
        total += value & 255
        high += value >> 8
        value = _line(own_down, other_down, row, row)
        total += value & 255
        high += value >> 8
    return total | (high << 16)
