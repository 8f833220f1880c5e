# cython: language_level=3, cdivision=True
"""The mobility of both sides of a Lines of Action board, by table look-up for each line.

Bitboards have a1 as bit 0 and h8 as bit 63.  A smaller board is the corner of a1; its tables are
filled when they are first needed (`prepare_mobility`).
"""

import cython

from kalahloa.models.native.checked import Int

if cython.compiled:
    from cython.cimports.kalahloa.models.native.bits import M64, popcount

    _TERNARY = cython.declare(cython.ushort[256])
    _MOBILITY = cython.declare(cython.ushort[59049])
    _MOVES = cython.declare(cython.uchar[52488])
    _SMALL_MOBILITY = cython.declare(cython.ushort[58320])
    _SMALL_MOVES = cython.declare(cython.uchar[58320])
    _CONTENTS = cython.declare(cython.ushort[6561])
else:
    from kalahloa.models.native.bits import M64, popcount, zeros

    _TERNARY = zeros(256)
    _MOBILITY = zeros(59049)
    _MOVES = zeros(52488)
    _SMALL_MOBILITY = zeros(58320)
    _SMALL_MOVES = zeros(58320)
    _CONTENTS = zeros(6561)

# The squares whose file number has bit 0, 1, 2 set.
_FILE_BIT_0 = cython.declare(cython.ulonglong, 0xAAAAAAAAAAAAAAAA)
_FILE_BIT_1 = cython.declare(cython.ulonglong, 0xCCCCCCCCCCCCCCCC)
_FILE_BIT_2 = cython.declare(cython.ulonglong, 0xF0F0F0F0F0F0F0F0)
# For the transposition of a board.
_SWAP_28 = cython.declare(cython.ulonglong, 0x0F0F0F0F00000000)
_SWAP_14 = cython.declare(cython.ulonglong, 0x3333000033330000)
_SWAP_7 = cython.declare(cython.ulonglong, 0x5500550055005500)
# The tables of the smaller boards: the parts of each, the contents of a row by the number of ranks,
# and where the parts of such a board begin.
_PARTS = cython.declare(cython.int, 18)
_prepared: set[int] = set()


# -- tables ------------------------------------------------------------------------------------


@cython.cfunc
@cython.exceptval(check=False)
def _line_mobility(
    own: cython.int,
    other: cython.int,
    length: cython.int,
    all_edge: cython.bint,
    weighted: cython.bint,
) -> cython.int:
    """Return the mobility of *own* on one line of *length* squares, as `mobility` counts it.

    Its squares are bits.  The two at its ends are at the edge of the board, or all if *all_edge*.
    Unless it is *weighted*, it is the number of moves.
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
                if not weighted:
                    total += 1
                    continue
                worth = 4 if (other >> target) & 1 else 2
                if all_edge or target == 0 or target == length - 1:
                    worth >>= 1
                total += worth
    return total


def _line_contents(length: Int, all_edge: bool, weighted: bool) -> list[int]:
    """Return the mobility of both sides for every content of a line of *length* squares.

    Unless it is *weighted*, moves are counted.

    A content is a number in base 3, the first square as the lowest digit: 1 for an own piece, 2 for
    an opponent's.  The own mobility is in the low byte, the opponent's in the high byte.
    """
    _fill_contents(length, all_edge, weighted)
    return [_CONTENTS[content] for content in range(3**length)]


@cython.cfunc
@cython.exceptval(check=False)
def _fill_contents(length: cython.int, all_edge: cython.bint, weighted: cython.bint) -> cython.void:
    """Have `_CONTENTS` begin with what `_line_contents` returns."""
    full: cython.int = (1 << length) - 1
    own: cython.int
    other: cython.int
    points: cython.int
    for own in range(6561):
        _CONTENTS[own] = 0
    for own in range(1, full + 1):
        other = full & ~own
        while True:
            points = _line_mobility(own, other, length, all_edge, weighted)
            _CONTENTS[_TERNARY[own] + 2 * _TERNARY[other]] += points
            _CONTENTS[_TERNARY[other] + 2 * _TERNARY[own]] += points << 8
            if other == 0:
                break
            other = (other - 1) & full & ~own


def _fill_mobility() -> None:
    """Fill the table of lines: nine parts, each with all contents of eight squares.

    Part s - 1 is for two diagonals of s and 8 - s squares, so part 7 is for any line of eight from
    edge to edge.  Part 8 is for a line along the edge.
    """
    for row in range(256):
        _TERNARY[row] = int(f"{row:b}", 3)
    content: cython.int
    _fill_lines_and_diagonals(True)
    _fill_contents(8, True, True)
    for content in range(6561):
        _MOBILITY[8 * 6561 + content] = _CONTENTS[content]
    _fill_lines_and_diagonals(False)


def _fill_lines_and_diagonals(weighted: bool) -> None:
    """Fill the first eight parts of the table, each with a number for each content.

    Unless they are *weighted*, these are the numbers of moves of one side: fewer than 16 on a line,
    or on two that share a row.
    """
    diagonals = [_line_contents(length, False, weighted) for length in range(9)]
    index: cython.int = 0
    above: cython.int
    value: cython.int
    for length in range(1, 9):
        for above in diagonals[8 - length]:
            for value in diagonals[length]:
                if weighted:
                    _MOBILITY[index] = value + above
                else:
                    _MOVES[index] = (value + above) & 15
                index += 1


_fill_mobility()


def prepare_mobility(size: Int) -> None:
    """Have `mobility` and `move_count` know boards of *size* ranks, fewer than 8.

    A row of such a board is *size* squares of a row of eight.  Parts 0 and 1 of its table are for
    ranks and files, inside the board and along its edge.  Part 2 + n is for row n of the diagonals
    parallel to a1-h8, part 10 + n for those parallel to h1-a8; see `_diagonals`.
    """
    if size in _prepared:
        return
    weighted = [_line_contents(length, False, True) for length in range(size + 1)]
    counted = [_line_contents(length, False, False) for length in range(size + 1)]
    edge = _line_contents(size, True, True)
    index: cython.int = _small_base(size)
    for part in range(_PARTS):
        values = edge if part == 1 else _row_contents(size, part, weighted)
        for value, count in zip(values, _row_contents(size, part, counted), strict=True):
            _SMALL_MOBILITY[index] = value
            _SMALL_MOVES[index] = count & 255
            index += 1
    _prepared.add(size)


def _row_contents(size: Int, part: Int, lines: list[list[int]]) -> list[int]:
    """Return what is counted in every content of a row of *part* of a smaller board.

    *lines* are the values of every content of a line, by its length.
    """
    total = [0] * 3**size
    for start, length in _segments(size, part):
        below, above = range(3**start), range(3 ** (size - start - length))
        values = [value for _ in above for value in lines[length] for _ in below]
        total = [one + other for one, other in zip(total, values, strict=True)]
    return total


def _segments(size: Int, part: Int) -> list[tuple[int, int]]:
    """Return the lines in the rows of *part* of a smaller board: first file and length of each."""
    if part < 2:
        return [(0, size)]
    row, rises = (part - 2) % 8, part < 10
    segments = []
    for wrapped in (0, -8) if rises else (0, 8):
        ranks = {file: row + wrapped + (file if rises else -file) for file in range(size)}
        files = [file for file, rank in ranks.items() if 0 <= rank < size]
        if files:
            segments.append((files[0], len(files)))
    return segments


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _small_base(size: cython.int) -> cython.int:
    """Return where the parts of a board of *size* ranks, fewer than 8, begin in the tables."""
    return 0 if size == 4 else 1458 if size == 5 else 5832 if size == 6 else 18954


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _contents(size: cython.int) -> cython.int:
    """Return how many contents *size* squares, fewer than 8, can have."""
    return 81 if size == 4 else 243 if size == 5 else 729 if size == 6 else 2187


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
@cython.inline
@cython.exceptval(check=False)
def _content(own: cython.ulonglong, other: cython.ulonglong, row: cython.int) -> cython.int:
    """Return the content of one *row* of the boards, as a number in base 3."""
    return _TERNARY[(own >> (8 * row)) & 255] + 2 * _TERNARY[(other >> (8 * row)) & 255]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _small_mobility(own: cython.ulonglong, other: cython.ulonglong, size: cython.int) -> cython.int:
    """Do what `mobility` does, for a board of fewer than 8 ranks."""
    total: cython.int = 0
    high: cython.int = 0
    value: cython.int
    row: cython.int
    part: cython.int
    base: cython.int = _small_base(size)
    contents: cython.int = _contents(size)
    own_files: cython.ulonglong = _transposed(own)
    other_files: cython.ulonglong = _transposed(other)
    own_up: cython.ulonglong = _diagonals(own, 1)
    other_up: cython.ulonglong = _diagonals(other, 1)
    own_down: cython.ulonglong = _diagonals(own, 7)
    other_down: cython.ulonglong = _diagonals(other, 7)
    for row in range(size):
        part = base if 0 < row < size - 1 else base + contents
        value = _SMALL_MOBILITY[part + _content(own, other, row)]
        total += value & 255
        high += value >> 8
        value = _SMALL_MOBILITY[part + _content(own_files, other_files, row)]
        total += value & 255
        high += value >> 8
    for row in range(8):
        part = base + (2 + row) * contents
        value = _SMALL_MOBILITY[part + _content(own_up, other_up, row)]
        total += value & 255
        high += value >> 8
        part += 8 * contents
        value = _SMALL_MOBILITY[part + _content(own_down, other_down, row)]
        total += value & 255
        high += value >> 8
    return total | (high << 16)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _small_move_count(
    own: cython.ulonglong, other: cython.ulonglong, size: cython.int
) -> cython.int:
    """Do what `move_count` does, for a board of fewer than 8 ranks."""
    total: cython.int = 0
    row: cython.int
    part: cython.int
    base: cython.int = _small_base(size)
    contents: cython.int = _contents(size)
    own_files: cython.ulonglong = _transposed(own)
    other_files: cython.ulonglong = _transposed(other)
    own_up: cython.ulonglong = _diagonals(own, 1)
    other_up: cython.ulonglong = _diagonals(other, 1)
    own_down: cython.ulonglong = _diagonals(own, 7)
    other_down: cython.ulonglong = _diagonals(other, 7)
    for row in range(size):
        total += _SMALL_MOVES[base + _content(own, other, row)]
        total += _SMALL_MOVES[base + _content(own_files, other_files, row)]
    for row in range(8):
        part = base + (2 + row) * contents
        total += _SMALL_MOVES[part + _content(own_up, other_up, row)]
        part += 8 * contents
        total += _SMALL_MOVES[part + _content(own_down, other_down, row)]
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mobility(own: cython.ulonglong, other: cython.ulonglong, size: cython.int) -> cython.int:
    """Return the mobility of *own* plus 65,536 times that of *other*, in half moves.

    A move counts 2, twice as much if it captures, and half as much if it ends at the edge.  The
    board has *size* ranks; a smaller one than 8 must have been prepared (`prepare_mobility`).
    """
    if size < 8:
        return _small_mobility(own, other, size)
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


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _moves_in(
    own: cython.ulonglong, other: cython.ulonglong, row: cython.int, part: cython.int
) -> cython.int:
    """Return the number of moves of *own* in one *row*, by one *part* of the table."""
    return _MOVES[
        6561 * part + _TERNARY[(own >> (8 * row)) & 255] + 2 * _TERNARY[(other >> (8 * row)) & 255]
    ]


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def move_count(own: cython.ulonglong, other: cython.ulonglong, size: cython.longlong) -> cython.int:
    """Return the number of moves of the pieces *own* on a board of *size* ranks, as `mobility`."""
    if size < 8:
        return _small_move_count(own, other, cython.cast(cython.int, size))
    total: cython.int = 0
    row: cython.int
    own_files: cython.ulonglong = _transposed(own)
    other_files: cython.ulonglong = _transposed(other)
    own_up: cython.ulonglong = _diagonals(own, 1)
    other_up: cython.ulonglong = _diagonals(other, 1)
    own_down: cython.ulonglong = _diagonals(own, 7)
    other_down: cython.ulonglong = _diagonals(other, 7)
    for row in range(8):
        total += _moves_in(own, other, row, 7)
        total += _moves_in(own_files, other_files, row, 7)
        total += _moves_in(own_up, other_up, row, 7 - row)
        total += _moves_in(own_down, other_down, row, row)
    return total
