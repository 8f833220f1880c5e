# cython: language_level=3, cdivision=True
"""The engine's static evaluation of what lies in Kalah's pits.

A pit's stones are worth what their number is at its distance from the own kalah: they are worth
most where the last one just reaches it, and less than nothing where some would go to the other
side.  The side to move has the turn, moves that would move again, and the largest capture on offer
besides; the other side's largest capture is a threat.

The weights are a least-squares fit (ridge 3) to the exact values of 14,078 positions with more
than 16 stones in play, from games of mixed strength under the presets standard and lecture.
"""

import cython

if cython.compiled:
    _PIT = cython.declare(cython.int[416])
    _READY = cython.declare(cython.int[13])
else:
    _PIT = [0] * 416
    _READY = [0] * 13

from kalahloa.models.term import Term

MOST_COUNTED = 12
"""More stones in a pit count as so many."""

PIT_WEIGHTS = (
    (85, -188, -231, -165, -141, -68, 110, 247, 366, 458, 550, 818),
    (164, 151, -183, -243, -237, -249, -111, 53, 200, 254, 438, 597),
    (209, 296, 316, -16, -87, -124, -90, -87, 67, 201, 322, 482),
    (265, 336, 425, 378, 94, 34, 46, 11, 49, 189, 295, 630),
    (233, 368, 435, 493, 295, 100, 111, 141, 54, 84, 208, 476),
    (199, 307, 336, 438, 536, 200, 140, 49, 20, -6, -121, -136),
)
"""What 1 to `MOST_COUNTED` stones are worth, in hundredths, in the pits from the nearest on."""
READY_WEIGHTS = (62, 186, 161, 185, 376, 554)
"""What it is worth to the side to move that a pit's last stone reaches the kalah: so many each."""
CAPTURE_WEIGHT = 63
"""For each stone of the largest capture that the side to move has on offer."""
THREAT_WEIGHT = 14
"""For each stone of the largest capture that the other side would have."""
TO_MOVE_WEIGHT = 145

_CAPTURE = cython.declare(cython.int, CAPTURE_WEIGHT)
_THREAT = cython.declare(cython.int, THREAT_WEIGHT)
_TO_MOVE = cython.declare(cython.int, TO_MOVE_WEIGHT)
# The contents told apart: the distance between the rows of `_PIT`.
_ROW = cython.declare(cython.int, 32)


def _lay_out() -> None:
    """Fill the tables; a pit farther away than any weight is like the farthest with fewer stones.

    As many fewer as it is farther, and at least one.
    """
    for distance in range(1, 13):
        near = min(distance, len(PIT_WEIGHTS))
        for stones in range(1, 32):
            counted = max(1, stones - (distance - near))
            _PIT[32 * distance + stones] = PIT_WEIGHTS[near - 1][min(counted, MOST_COUNTED) - 1]
        _READY[distance] = READY_WEIGHTS[near - 1]


_lay_out()


def pits_worth(cells, pits):
    """Return what the stones in one side's *cells*, *pits* of them, are worth where they lie."""
    pit: cython.int
    stones: cython.int
    value: cython.int = 0
    for pit in range(pits):
        stones = cells[pit]
        value += _PIT[_ROW * (pits - pit) + (stones if stones < _ROW else _ROW - 1)]
    return value


def ready_worth(cells, pits):
    """Return what the moves that move again are worth to the side to move, with these *cells*."""
    pit: cython.int
    value: cython.int = 0
    for pit in range(pits):
        if cells[pit] == pits - pit:
            value += _READY[pits - pit]
    return value


def largest_capture(cells, others, pits):
    """Return the most stones that a move from *cells* takes, its own last stone among them.

    Sowings that go round the board are left out.
    """
    pit: cython.int
    target: cython.int
    taken: cython.int
    most: cython.int = 0
    for pit in range(pits):
        target = pit + cells[pit]
        if target < pits and cells[target] == 0:
            taken = others[pits - 1 - target]
            if taken and taken >= most:
                most = taken + 1
    return most


def evaluate_pits(own, other, pits):
    """Return what lies in the pits *own* of the side to move and in *other*, in hundredths.

    Both have *pits* pits, each side's in its own sowing order; it is for the side to move.
    """
    return (
        pits_worth(own, pits)
        - pits_worth(other, pits)
        + ready_worth(own, pits)
        + _CAPTURE * largest_capture(own, other, pits)
        - _THREAT * largest_capture(other, own, pits)
        + _TO_MOVE
    )


def terms(own: list[int], other: list[int]) -> list[Term]:
    """Return what the evaluation says of the pits, term by term; it adds up to `evaluate_pits`."""
    pits = len(own)
    found = []
    for pit in range(pits):
        worth = _pit_worth(own[pit], pits - pit) - _pit_worth(other[pit], pits - pit)
        found.append(Term(f"stones in pit {pit + 1}", own[pit], other[pit], worth))
    ready = [pits - pit for pit in range(pits) if own[pit] == pits - pit]
    found.append(Term("extra turns", len(ready), 0, sum(_READY[distance] for distance in ready)))
    mine, theirs = _most_taken(own, other), _most_taken(other, own)
    worth = CAPTURE_WEIGHT * mine - THREAT_WEIGHT * theirs
    found.append(Term("largest capture", mine, theirs, worth))
    return [*found, Term("to move", 1, 0, TO_MOVE_WEIGHT)]


def _pit_worth(stones: int, distance: int) -> int:
    return _PIT[32 * distance + min(stones, 31)]


def _most_taken(own: list[int], other: list[int]) -> int:
    """Return `largest_capture` of two lists."""
    if not cython.compiled:
        return largest_capture(own, other, len(own))
    mine = cython.declare(cython.ushort[12])
    theirs = cython.declare(cython.ushort[12])
    pit: cython.int
    for pit in range(len(own)):
        mine[pit] = own[pit]
        theirs[pit] = other[pit]
    return largest_capture(mine, theirs, len(own))
