# cython: language_level=3, cdivision=True
"""The static evaluation of Lines of Action, with the nine features of MIA IV.

Source, unless a function names another: M. H. M. Winands, H. J. van den Herik and J. W. H. M.
Uiterwijk, "An evaluation function for Lines of Action", Advances in Computer Games 10, 2003, and
M. H. M. Winands, "Informed Search in Complex Games", 2004.  The scales and the weights are ours.

All arithmetic is on integers and bitboards (a1 = bit 0, h8 = bit 63), so compiled and plain modes
agree.  A board of *size* ranks, if smaller than 8, is the corner of a1.  Means are rounded down.  A
centre of mass is rounded to the nearest half square, ties to the middle of the board, so that
rotated and mirrored boards have the same value.

Levels, puzzles, openings of matches and `bench` go by these features.  On 8 by 8 squares the engine
with limits of its own, analysis and reviews go by the network (`network`) instead: there a change
of a weight has no effect, except with ``engine:…:network=off``.
"""

from collections.abc import Sequence

import cython

from kalahloa.models.native.checked import Int

if cython.compiled:
    from cython.cimports.kalahloa.models.games.loa.mobility import mobility
    from cython.cimports.kalahloa.models.native.bits import M64, popcount

    _INVERSE = cython.declare(cython.int[65])
    _INVERSE_OF_DOUBLE = cython.declare(cython.int[65])
    _DISTANCE = cython.declare(cython.ulonglong[900])
    _NEAR = cython.declare(cython.ulonglong[225])
    _OFF_CENTRE = cython.declare(cython.int[2025])
    _MIN_DISTANCES = cython.declare(cython.int[195])
    _CLOSENESS = cython.declare(cython.int[128])
    _SPAN = cython.declare(cython.int[256])
    _CORNERS = cython.declare(cython.ulonglong[9])
    _INSIDE_1 = cython.declare(cython.ulonglong[9])
    _INSIDE_2 = cython.declare(cython.ulonglong[9])
    _INSIDE_3 = cython.declare(cython.ulonglong[9])
    _LAST_FILE = cython.declare(cython.ulonglong[9])
    _LAST_RANK = cython.declare(cython.ulonglong[9])
else:
    from kalahloa.models.games.loa.mobility import mobility
    from kalahloa.models.native.bits import M64, popcount, zeros

    _INVERSE = zeros(65)
    _INVERSE_OF_DOUBLE = zeros(65)
    _DISTANCE = zeros(900)
    _NEAR = zeros(225)
    _OFF_CENTRE = zeros(2025)
    _MIN_DISTANCES = zeros(195)
    _CLOSENESS = zeros(128)
    _SPAN = zeros(256)
    _CORNERS = zeros(9)
    _INSIDE_1 = zeros(9)
    _INSIDE_2 = zeros(9)
    _INSIDE_3 = zeros(9)
    _LAST_FILE = zeros(9)
    _LAST_RANK = zeros(9)

from kalahloa.models.game.term import Term
from kalahloa.models.games.loa.rules import MAX_SIZE, MIN_SIZE
from kalahloa.models.games.loa.squares import board_squares

WEIGHTS = {
    "concentration": 24,
    "centralisation": 1,
    "centre of mass": 11,
    "quads": 17,
    "mobility": 14,
    "walls": 44,
    "connectedness": 12,
    "uniformity": 6,
    "side to move": 166,
}
"""The weight of each feature, in hundredths; tuned with tests/benchmarks/tune_loa.py."""

MAX_VALUE = 14999
"""The largest value, in hundredths; the smallest is its negative."""

_CONCENTRATION = cython.declare(cython.int, 0)
_CENTRALISATION = cython.declare(cython.int, 0)
_CENTRE_OF_MASS = cython.declare(cython.int, 0)
_QUADS = cython.declare(cython.int, 0)
_MOVES = cython.declare(cython.int, 0)
_WALLS = cython.declare(cython.int, 0)
_CONNECTEDNESS = cython.declare(cython.int, 0)
_UNIFORMITY = cython.declare(cython.int, 0)
_TO_MOVE = cython.declare(cython.int, 0)
_LIMIT = cython.declare(cython.int, MAX_VALUE)

_NOT_A = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
_NOT_H = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)
_FILE_A = cython.declare(cython.ulonglong, 0x0101010101010101)
_RANK_1 = cython.declare(cython.ulonglong, 0x00000000000000FF)
_FIRST = cython.declare(cython.ulonglong, 1)
# The squares whose file (rank) number has bit 0, 1, 2 set.
_FILE_BIT_0 = cython.declare(cython.ulonglong, 0xAAAAAAAAAAAAAAAA)
_FILE_BIT_1 = cython.declare(cython.ulonglong, 0xCCCCCCCCCCCCCCCC)
_FILE_BIT_2 = cython.declare(cython.ulonglong, 0xF0F0F0F0F0F0F0F0)
_RANK_BIT_0 = cython.declare(cython.ulonglong, 0xFF00FF00FF00FF00)
_RANK_BIT_1 = cython.declare(cython.ulonglong, 0xFFFF0000FFFF0000)
_RANK_BIT_2 = cython.declare(cython.ulonglong, 0xFFFFFFFF00000000)
_GATHER = cython.declare(cython.ulonglong, 0x0102040810204080)
# The value of a centre of mass by its distance from the middle of the board, in half squares of a
# board of 8 ranks.
_CENTRE_VALUES = (8, 10, 10, 8, 7, 5, 4, 2, 1, 0, 0, 0, 0, 0, 0)

# Reciprocals are fixed-point numbers with 20 fractional bits, rounded up: exact here.
_FRACTION = cython.declare(cython.int, 20)


def use_weights(weights: Sequence[int]) -> None:
    """Have this process evaluate by *weights*, in the order of `WEIGHTS`, which changes with them.

    For tuning only: transposition tables filled before become invalid.  Raises `ValueError` unless
    there is one weight per feature.
    """
    global _CONCENTRATION, _CENTRALISATION, _CENTRE_OF_MASS, _QUADS, _MOVES
    global _WALLS, _CONNECTEDNESS, _UNIFORMITY, _TO_MOVE
    WEIGHTS.update(zip(WEIGHTS, weights, strict=True))
    _CONCENTRATION = WEIGHTS["concentration"]
    _CENTRALISATION = WEIGHTS["centralisation"]
    _CENTRE_OF_MASS = WEIGHTS["centre of mass"]
    _QUADS = WEIGHTS["quads"]
    _MOVES = WEIGHTS["mobility"]
    _WALLS = WEIGHTS["walls"]
    _CONNECTEDNESS = WEIGHTS["connectedness"]
    _UNIFORMITY = WEIGHTS["uniformity"]
    _TO_MOVE = WEIGHTS["side to move"]


use_weights(tuple(WEIGHTS.values()))


# -- tables ------------------------------------------------------------------------------------


def _fill_distances() -> None:
    """Fill the tables indexed by a centre of mass, a point of a 15 by 15 grid of half squares."""
    x: cython.int
    y: cython.int
    square: cython.int
    file: cython.int
    rank: cython.int
    plane: cython.int
    distance: cython.int
    one: cython.ulonglong
    for y in range(15):
        for x in range(15):
            for square in range(64):
                one = _FIRST << square
                file, rank = square & 7, square >> 3
                distance = max(abs(2 * file - x), abs(2 * rank - y))
                for plane in range(4):
                    if distance >> plane & 1:
                        _DISTANCE[4 * (15 * y + x) + plane] |= one
                # The middle of the quad of which this is the lower left square.
                if file < 7 and rank < 7:
                    distance = max(abs(2 * file + 1 - x), abs(2 * rank + 1 - y))
                    if distance <= 4:
                        _NEAR[15 * y + x] |= one
    for kind in range(3):
        # On a square, half-way between two, in the middle of four: with unlimited room.
        distances = sorted(
            max(abs(2 * file - (kind > 0)), abs(2 * rank - (kind > 1)))
            for file in range(-8, 10)
            for rank in range(-8, 10)
        )
        for count in range(65):
            _MIN_DISTANCES[65 * kind + count] = sum(distances[:count])


def _fill_squares(size: Int) -> None:
    """Fill the tables of a board of *size* ranks: its corners, its rings inwards, its edges."""
    last = size - 1
    inside = [0] * 5
    for square in board_squares(size):
        file, rank = square % 8, square // 8
        ring = min(file, last - file, rank, last - rank)
        for number in range(ring + 1):
            inside[number] |= 1 << square
    _CORNERS[size] = 1 | 1 << last | 1 << 8 * last | 1 << 9 * last
    _INSIDE_1[size], _INSIDE_2[size], _INSIDE_3[size] = inside[1:4]
    _LAST_FILE[size] = sum(1 << 8 * rank + last for rank in range(size))
    _LAST_RANK[size] = sum(1 << 8 * last + file for file in range(size))
    for y in range(2 * size - 1):
        for x in range(2 * size - 1):
            away = max(abs(x - last), abs(y - last))
            # Rounded to the nearest; exact where there are 8 ranks.
            _OFF_CENTRE[225 * size + 15 * y + x] = _CENTRE_VALUES[(14 * away + last) // (2 * last)]


def _fill_numbers() -> None:
    for count in range(1, 65):
        _INVERSE[count] = -(-(1 << 20) // count)
        _INVERSE_OF_DOUBLE[count] = -(-(1 << 20) // (2 * count))
    for sixteenths in range(128):
        _CLOSENESS[sixteenths] = (100 * 16 * 2 + 16 + sixteenths) // (2 * (16 + sixteenths))
    for row in range(1, 256):
        _SPAN[row] = row.bit_length() - (row & -row).bit_length() + 1


_fill_distances()
_fill_numbers()
for _size in range(MIN_SIZE, MAX_SIZE + 1):
    _fill_squares(_size)


# -- features ----------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _coordinate(doubled_sum: cython.int, count: cython.int, middle: cython.int) -> cython.int:
    """Return the mean of *count* file or rank numbers in half squares, 0 to 14.

    *doubled_sum* is twice their sum.  Ties are rounded towards the *middle*.
    """
    off: cython.int = doubled_sum - middle * count
    if off < 0:
        return middle - (((count - 1 - 2 * off) * _INVERSE_OF_DOUBLE[count]) >> _FRACTION)
    return middle + (((count - 1 + 2 * off) * _INVERSE_OF_DOUBLE[count]) >> _FRACTION)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _centre_of_mass(pieces: cython.ulonglong, count: cython.int, size: cython.int) -> cython.int:
    """Return the centre of mass of the *count* pieces: 15 times its rank plus its file."""
    files: cython.int = (
        popcount(pieces & _FILE_BIT_0)
        + 2 * popcount(pieces & _FILE_BIT_1)
        + 4 * popcount(pieces & _FILE_BIT_2)
    )
    ranks: cython.int = (
        popcount(pieces & _RANK_BIT_0)
        + 2 * popcount(pieces & _RANK_BIT_1)
        + 4 * popcount(pieces & _RANK_BIT_2)
    )
    return 15 * _coordinate(2 * ranks, count, size - 1) + _coordinate(2 * files, count, size - 1)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def concentration(pieces: cython.ulonglong, count: cython.int, centre: cython.int) -> cython.int:
    """Return how close the *count* pieces are to their centre of mass, 0 to 100.

    It is 100 / (1 + s / count), where s is the sum of the pieces' distances, in king's moves, to
    the centre of mass, minus the least possible sum for that many pieces.  (MIA uses the
    inverse of the mean surplus; the 1 keeps it finite.)
    """
    distances: cython.int = (
        popcount(pieces & _DISTANCE[4 * centre])
        + 2 * popcount(pieces & _DISTANCE[4 * centre + 1])
        + 4 * popcount(pieces & _DISTANCE[4 * centre + 2])
        + 8 * popcount(pieces & _DISTANCE[4 * centre + 3])
    )
    # A coordinate is odd between two squares.
    kind: cython.int = ((centre // 15) & 1) + ((centre % 15) & 1)
    surplus: cython.int = distances - _MIN_DISTANCES[65 * kind + count]
    return _CLOSENESS[(8 * surplus * _INVERSE[count]) >> _FRACTION]


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def centralisation(pieces: cython.ulonglong, count: cython.int, size: cython.int) -> cython.int:
    """Return the mean value of the *count* pieces' squares, in quarters.

    Pieces at the edge are easily cut off, and those in the corners even more.
    """
    total: cython.int = (
        5 * count
        - 5 * popcount(pieces & _CORNERS[size])
        + 9 * popcount(pieces & _INSIDE_1[size])
        + 5 * popcount(pieces & _INSIDE_2[size])
        + popcount(pieces & _INSIDE_3[size])
    )
    return (4 * total * _INVERSE[count]) >> _FRACTION


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def centre_position(centre: cython.int, size: cython.int) -> cython.int:
    """Return the value of the position of the centre of mass, 0 at the edge to 10.

    It is highest near the middle of the board, but not in it, where the opponent interferes most.
    """
    return _OFF_CENTRE[225 * size + centre]


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def quads(pieces: cython.ulonglong, centre: cython.int) -> cython.int:
    """Return how many two by two squares near the centre of mass hold three or four *pieces*.

    Near means a distance of at most two.  Such groups are hard to break up.  Source: M. H. M.
    Winands, J. W. H. M. Uiterwijk and H. J. van den Herik, "The quad heuristic in Lines of
    Action", ICGA Journal 24(1), 2001.
    """
    right: cython.ulonglong = (pieces >> 1) & _NOT_H
    above: cython.ulonglong = pieces >> 8
    beyond: cython.ulonglong = (pieces >> 9) & _NOT_H
    full: cython.ulonglong = (pieces & right & (above | beyond)) | (
        above & beyond & (pieces | right)
    )
    return popcount(full & _NEAR[centre])


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def walls(pieces: cython.ulonglong, against: cython.ulonglong, size: cython.int) -> cython.int:
    """Return how far *pieces* block the opponent's pieces, *against*, at the edge.

    A piece at the edge has three ways inside.  It counts 1 if two of them are blocked by *pieces*,
    and 2 if all three are.
    """
    west: cython.ulonglong = (pieces << 1) & _NOT_A
    east: cython.ulonglong = (pieces >> 1) & _NOT_H
    south: cython.ulonglong = (pieces << 8) & M64
    north: cython.ulonglong = pieces >> 8
    south_west: cython.ulonglong = (south << 1) & _NOT_A
    south_east: cython.ulonglong = (south >> 1) & _NOT_H
    north_west: cython.ulonglong = (north << 1) & _NOT_A
    north_east: cython.ulonglong = (north >> 1) & _NOT_H
    two: cython.ulonglong = (
        (_RANK_1 & ((north & (north_west | north_east)) | (north_west & north_east)))
        | (_LAST_RANK[size] & ((south & (south_west | south_east)) | (south_west & south_east)))
        | (_FILE_A & ((east & (north_east | south_east)) | (north_east & south_east)))
        | (_LAST_FILE[size] & ((west & (north_west | south_west)) | (north_west & south_west)))
    )
    three: cython.ulonglong = (
        (_RANK_1 & north & north_west & north_east)
        | (_LAST_RANK[size] & south & south_west & south_east)
        | (_FILE_A & east & north_east & south_east)
        | (_LAST_FILE[size] & west & north_west & south_west)
    )
    return popcount(against & two) + popcount(against & three)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _neighbours(pieces: cython.ulonglong) -> cython.int:
    """Return how many pairs of *pieces* are adjacent."""
    right: cython.ulonglong = (pieces >> 1) & _NOT_H
    above: cython.ulonglong = pieces >> 8
    beyond: cython.ulonglong = (pieces >> 9) & _NOT_H
    return (
        popcount(pieces & right)
        + popcount(pieces & above)
        + popcount(pieces & beyond)
        + popcount(right & above)
    )


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def connectedness(pieces: cython.ulonglong, count: cython.int) -> cython.int:
    """Return the mean number of neighbours of the *count* pieces, in eighths."""
    return (16 * _neighbours(pieces) * _INVERSE[count]) >> _FRACTION


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def uniformity(pieces: cython.ulonglong, size: cython.int) -> cython.int:
    """Return how many squares of the board lie outside the bounding rectangle of *pieces*.

    Evenly spread pieces have a small one.  The feature was introduced by YL (D. Billings and
    Y. Bjornsson, "Search and knowledge in Lines of Action", 2003).
    """
    files: cython.ulonglong = pieces | (pieces >> 32)
    ranks: cython.ulonglong = pieces | (pieces >> 4)
    files |= files >> 16
    files |= files >> 8
    ranks |= ranks >> 2
    # One bit per rank in the a-file, gathered into the top byte by a carry-free multiplication.
    ranks = (((ranks | (ranks >> 1)) & _FILE_A) * _GATHER) & M64
    return size * size - _SPAN[files & 255] * _SPAN[ranks >> 56]


# -- features for heuristics, as functions that other modules can call -----------------------------


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _nearest(total: cython.int, count: cython.int) -> cython.int:
    """Return *total* / *count* rounded to the nearest integer, a half to the even one."""
    whole: cython.int = total // count
    twice: cython.int = 2 * (total - whole * count)
    return whole + (twice > count or (twice == count and (whole & 1) == 1))


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def file_sum(pieces: cython.ulonglong) -> cython.int:
    """Return the sum of the file numbers (0 to 7) of *pieces*."""
    return (
        popcount(pieces & _FILE_BIT_0)
        + 2 * popcount(pieces & _FILE_BIT_1)
        + 4 * popcount(pieces & _FILE_BIT_2)
    )


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def rank_sum(pieces: cython.ulonglong) -> cython.int:
    """Return the sum of the rank numbers (0 to 7) of *pieces*."""
    return (
        popcount(pieces & _RANK_BIT_0)
        + 2 * popcount(pieces & _RANK_BIT_1)
        + 4 * popcount(pieces & _RANK_BIT_2)
    )


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def distance_surplus(pieces: cython.ulonglong) -> cython.int:
    """Return the sum of the distances of *pieces* to their centre of mass less the least such sum.

    Distances are in king's moves; the centre of mass is rounded to a square.
    """
    count: cython.int = popcount(pieces)
    if count == 0:
        return 0
    file: cython.int = _nearest(file_sum(pieces), count)
    rank: cython.int = _nearest(rank_sum(pieces), count)
    # The table is of half squares.
    centre: cython.int = 30 * rank + 2 * file
    halves: cython.int = (
        popcount(pieces & _DISTANCE[4 * centre])
        + 2 * popcount(pieces & _DISTANCE[4 * centre + 1])
        + 4 * popcount(pieces & _DISTANCE[4 * centre + 2])
        + 8 * popcount(pieces & _DISTANCE[4 * centre + 3])
    )
    # One piece on the centre, eight in the ring around it, the others in the second ring.
    least: cython.int = count - 1 if count < 9 else 8 + 2 * (count - 9)
    return (halves >> 1) - least


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def off_centre_halves(pieces: cython.ulonglong, size: cython.longlong) -> cython.int:
    """Return the sum of the distances of *pieces* to the middle of the board, in half squares."""
    return (
        (cython.cast(cython.int, size) - 1) * popcount(pieces)
        - 2 * popcount(pieces & _INSIDE_1[size])
        - 2 * popcount(pieces & _INSIDE_2[size])
        - 2 * popcount(pieces & _INSIDE_3[size])
    )


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def quad_count(pieces: cython.ulonglong, size: cython.longlong) -> cython.int:
    """Return the feature `quads` of *pieces*."""
    ranks: cython.int = cython.cast(cython.int, size)
    return quads(pieces, _centre_of_mass(pieces, popcount(pieces), ranks))


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def wall_value(
    pieces: cython.ulonglong, against: cython.ulonglong, size: cython.longlong
) -> cython.int:
    """Return the feature `walls` of *pieces*."""
    return walls(pieces, against, cython.cast(cython.int, size))


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def neighbour_eighths(pieces: cython.ulonglong) -> cython.int:
    """Return the feature `connectedness` of *pieces*."""
    return connectedness(pieces, popcount(pieces))


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def squares_outside(pieces: cython.ulonglong, size: cython.longlong) -> cython.int:
    """Return the feature `uniformity` of *pieces*."""
    return uniformity(pieces, cython.cast(cython.int, size))


# -- the value ---------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _formation(pieces: cython.ulonglong, against: cython.ulonglong, size: cython.int) -> cython.int:
    """Return the weighted sum of one side's features except mobility."""
    count: cython.int = popcount(pieces)
    centre: cython.int = _centre_of_mass(pieces, count, size)
    return (
        _CONCENTRATION * concentration(pieces, count, centre)
        + _CENTRALISATION * centralisation(pieces, count, size)
        + _CENTRE_OF_MASS * centre_position(centre, size)
        + _QUADS * quads(pieces, centre)
        + _WALLS * walls(pieces, against, size)
        + _CONNECTEDNESS * connectedness(pieces, count)
        + _UNIFORMITY * uniformity(pieces, size)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _usual_formation(pieces: cython.ulonglong, against: cython.ulonglong) -> cython.int:
    """Do what `_formation` does, for 8 ranks: with a constant that the compiler works out."""
    count: cython.int = popcount(pieces)
    centre: cython.int = _centre_of_mass(pieces, count, 8)
    return (
        _CONCENTRATION * concentration(pieces, count, centre)
        + _CENTRALISATION * centralisation(pieces, count, 8)
        + _CENTRE_OF_MASS * centre_position(centre, 8)
        + _QUADS * quads(pieces, centre)
        + _WALLS * walls(pieces, against, 8)
        + _CONNECTEDNESS * connectedness(pieces, count)
        + _UNIFORMITY * uniformity(pieces, 8)
    )


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def evaluate_pieces(own: cython.ulonglong, other: cython.ulonglong, size: cython.int) -> cython.int:
    """Return the value of a board for the side to move, in hundredths, -14,999 to 14,999.

    *own* are its pieces, *other* the opponent's.  Connected sides are not treated specially.  A
    board of fewer than 8 ranks must have been prepared (`prepare_mobility`).
    """
    moves: cython.int = mobility(own, other, size)
    value: cython.int = _TO_MOVE + _MOVES * ((moves & 65535) - (moves >> 16))
    if size == 8:
        value += _usual_formation(own, other) - _usual_formation(other, own)
    else:
        value += _formation(own, other, size) - _formation(other, own, size)
    return _LIMIT if value > _LIMIT else -_LIMIT if value < -_LIMIT else value


def features(own: Int, other: Int, size: Int = MAX_SIZE) -> tuple[int, ...]:
    """Return the features of *own* against *other*, in the order of `WEIGHTS`.

    The last one, the side to move, is left out.
    """
    count: cython.int = popcount(own)
    centre: cython.int = _centre_of_mass(own, count, size)
    return (
        concentration(own, count, centre),
        centralisation(own, count, size),
        centre_position(centre, size),
        quads(own, centre),
        mobility(own, other, size) & 65535,
        walls(own, other, size),
        connectedness(own, count),
        uniformity(own, size),
    )


def terms(own: Int, other: Int, size: Int = MAX_SIZE) -> list[Term]:
    """Return the terms of `evaluate_pieces`, in the order of `WEIGHTS`.

    They add up to its value unless that is limited by `MAX_VALUE`.
    """
    mine = (*features(own, other, size), 1)
    theirs = (*features(other, own, size), 0)
    return [
        Term(name, value, against, weight * (value - against))
        for (name, weight), value, against in zip(WEIGHTS.items(), mine, theirs, strict=True)
    ]
