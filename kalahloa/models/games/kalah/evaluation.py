# cython: language_level=3, cdivision=True
"""The static evaluation of the pits of a Kalah board.

Each pit has a weight by its number of stones and its distance from its side's kalah.  The side to
move gets a bonus for the move, for each possible extra turn, and for its largest capture into an
empty pit; the other side's largest capture counts as a threat.  Whether a stone can reach the empty
pit is not checked.

The weights are a least-squares fit (ridge 3) to the exact values of 14,078 positions from games of
mixed strength under the presets standard and lecture, each one move after a position with more than
16 stones in play; in the fit, captures counted only if a stone could land at once.
tests/benchmarks/tune_kalah.py generates positions, fits weights and plays matches with them.

Levels, puzzles, openings of matches and `bench` go by these weights.  Where there is a network for
the rules (`network`), the engine with limits of its own, analysis and reviews go by that instead:
there a change of a weight has no effect, except with ``engine:…:network=off``.
"""

from typing import NamedTuple

import cython

from kalahloa.models.native.checked import Int

if cython.compiled:
    _OWN = cython.declare(cython.short[416])
    _OTHER = cython.declare(cython.short[416])
else:
    ROW = 32
    _OWN = [0] * 416
    _OTHER = [0] * 416

from kalahloa.models.game.term import Term

MAX_COUNTED = 12
"""More stones in a pit count as this many."""

PIT_WEIGHTS = (
    (85, -188, -231, -165, -141, -68, 110, 247, 366, 458, 550, 818),
    (164, 151, -183, -243, -237, -249, -111, 53, 200, 254, 438, 597),
    (209, 296, 316, -16, -87, -124, -90, -87, 67, 201, 322, 482),
    (265, 336, 425, 378, 94, 34, 46, 11, 49, 189, 295, 630),
    (233, 368, 435, 493, 295, 100, 111, 141, 54, 84, 208, 476),
    (199, 307, 336, 438, 536, 200, 140, 49, 20, -6, -121, -136),
)
"""The weights of 1 to `MAX_COUNTED` stones, in hundredths; a row per pit, the nearest first."""
READY_WEIGHTS = (62, 186, 161, 185, 376, 554)
"""Bonus for the side to move for an extra turn, by pit, the nearest first."""
CAPTURE_WEIGHT = 63
"""For each stone of the largest capture into an empty pit of the side to move."""
THREAT_WEIGHT = 14
"""For each stone of the largest capture into an empty pit of the other side."""
TO_MOVE_WEIGHT = 145


class Weights(NamedTuple):
    """The weights of the evaluation, in the forms and the order of the constants above."""

    pits: tuple[tuple[int, ...], ...]
    ready: tuple[int, ...]
    capture: int
    threat: int
    to_move: int


WEIGHTS = Weights(PIT_WEIGHTS, READY_WEIGHTS, CAPTURE_WEIGHT, THREAT_WEIGHT, TO_MOVE_WEIGHT)
"""The default weights."""

_CAPTURE = cython.declare(cython.int, CAPTURE_WEIGHT)
_THREAT = cython.declare(cython.int, THREAT_WEIGHT)
_TO_MOVE = cython.declare(cython.int, TO_MOVE_WEIGHT)


def use_weights(weights: Weights) -> None:
    """Have this process evaluate by *weights*, which have a row of pits for each of `ready`.

    For tuning only: transposition tables filled before become invalid.  A pit farther away than the
    rows reach counts like the farthest row, with fewer stones by the difference, and at least one.
    """
    global _CAPTURE, _THREAT, _TO_MOVE
    _CAPTURE, _THREAT, _TO_MOVE = weights.capture, weights.threat, weights.to_move
    for distance in range(1, 13):
        near = min(distance, len(weights.ready))
        for stones in range(1, ROW):
            counted = max(1, stones - (distance - near))
            worth = weights.pits[near - 1][min(counted, MAX_COUNTED) - 1]
            _OTHER[ROW * distance + stones] = worth
            ready = weights.ready[near - 1] if stones == distance else 0
            _OWN[ROW * distance + stones] = worth + ready


use_weights(WEIGHTS)


def evaluate_pits(own, other, pits):
    """Return the value of the pits for the side to move, in hundredths.

    *own* are the pits of the side to move, *other* those of the opponent: *pits* each, in their
    side's sowing order.
    """
    # The compiler unrolls the loop for the usual board.
    return _evaluate(own, other, 6) if pits == 6 else _evaluate(own, other, pits)


def _evaluate(own, other, pits):
    pit: cython.int
    here: cython.int
    there: cython.int
    bait: cython.int
    most: cython.int = 0
    others_most: cython.int = 0
    value: cython.int = _TO_MOVE
    for pit in range(pits):
        here = own[pit]
        there = other[pits - 1 - pit]
        bait = 0 if here else there
        most = bait if bait > most else most
        bait = 0 if there else here
        others_most = bait if bait > others_most else others_most
        value += _OWN[ROW * (pits - pit) + (here if here < ROW else ROW - 1)]
        value -= _OTHER[ROW * (pit + 1) + (there if there < ROW else ROW - 1)]
    value += _CAPTURE * (most + (most > 0))
    return value - _THREAT * (others_most + (others_most > 0))


def terms(own: list[int], other: list[int]) -> list[Term]:
    """Return the terms of the evaluation, which add up to `evaluate_pits`."""
    pits = len(own)
    found = []
    for pit in range(pits):
        worth = _pit_worth(own[pit], pits - pit) - _pit_worth(other[pit], pits - pit)
        found.append(Term(f"stones in pit {pit + 1}", own[pit], other[pit], worth))
    ready = [pits - pit for pit in range(pits) if own[pit] == pits - pit]
    worth = sum(_OWN[ROW * near + near] - _OTHER[ROW * near + near] for near in ready)
    found.append(Term("extra turns", len(ready), 0, worth))
    mine, theirs = largest_capture(own, other), largest_capture(other, own)
    worth = _CAPTURE * mine - _THREAT * theirs
    found.append(Term("largest capture", mine, theirs, worth))
    return [*found, Term("to move", 1, 0, _TO_MOVE)]


def largest_capture(own: list[int], other: list[int]) -> int:
    """Return the most stones that a capture into an empty pit of *own* gains, with the last stone.

    Whether a stone can land there is not checked.
    """
    facing = [there for here, there in zip(own, reversed(other), strict=True) if not here]
    most = max(facing, default=0)
    return most + 1 if most else 0


def _pit_worth(stones: Int, distance: Int) -> int:
    return _OTHER[ROW * distance + min(stones, ROW - 1)]
