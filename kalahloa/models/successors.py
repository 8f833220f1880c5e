# cython: language_level=3, cdivision=True
"""The successors of the positions on an exact search's path, with bounds and order scores."""

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.native.bits import zeros

    SAME_SIDE_SCORE = 1 << 19


class Successors:
    """A stack of *room* entries: the moves of all positions on the current path, the deepest last.

    For each move, from the point of view of the side that makes it: `lower` and `upper`, proven
    bounds of the final score; `fixed_score`, the part of it that is certain; `same_side`, whether
    that side moves again; `keys`, the `residual_key` of the position after it; `order_scores`, by
    which moves are ordered; and, while `estimating`, `estimates` of the final score, in hundredths
    of its unit.
    """

    if not cython.compiled:
        block: Any = None
        keys: Any = None
        end = 0
        estimating = False

    def __init__(self, room: int):
        self.room = room
        if cython.compiled:
            free(self.block)
            free(self.keys)
            self.block = cython.cast(cython.p_int, calloc(7 * self.room, cython.sizeof(cython.int)))
            self.keys = cython.cast(
                cython.pointer(cython.ulonglong),
                calloc(self.room, cython.sizeof(cython.ulonglong)),
            )
            if not self.block or not self.keys:
                raise MemoryError
            self.moves = self.block
            self.order_scores = self.moves + self.room
            self.lower = self.order_scores + self.room
            self.upper = self.lower + self.room
            self.fixed_score = self.upper + self.room
            self.same_side = self.fixed_score + self.room
            self.estimates = self.same_side + self.room
        else:
            self.moves, self.order_scores = zeros(room), zeros(room)
            self.lower, self.upper = zeros(room), zeros(room)
            self.fixed_score, self.same_side = zeros(room), zeros(room)
            self.estimates = zeros(room)
            self.keys = zeros(room)

    if cython.compiled:

        def __dealloc__(self):
            free(self.block)
            free(self.keys)

    def add(self, move):
        """Append *move* and return its index."""
        self.moves[self.end] = move
        self.end += 1
        return self.end - 1

    def pick(self, place, above):
        """Swap the best move from *place* on whose upper bound exceeds *above* to *place*.

        Returns whether there is one.
        """
        top: cython.int = -1
        other: cython.int
        for other in range(place, self.end):
            if self.upper[other] > above and (
                top < 0 or self.order_scores[other] > self.order_scores[top]
            ):
                top = other
        if top < 0:
            return False
        if top != place:
            self.swap(top, place)
        return True

    def swap(self, one, other):
        """Exchange two entries."""
        kept: cython.int
        key: cython.ulonglong
        kept = self.moves[one]
        self.moves[one] = self.moves[other]
        self.moves[other] = kept
        kept = self.order_scores[one]
        self.order_scores[one] = self.order_scores[other]
        self.order_scores[other] = kept
        kept = self.lower[one]
        self.lower[one] = self.lower[other]
        self.lower[other] = kept
        kept = self.upper[one]
        self.upper[one] = self.upper[other]
        self.upper[other] = kept
        kept = self.fixed_score[one]
        self.fixed_score[one] = self.fixed_score[other]
        self.fixed_score[other] = kept
        kept = self.same_side[one]
        self.same_side[one] = self.same_side[other]
        self.same_side[other] = kept
        kept = self.estimates[one]
        self.estimates[one] = self.estimates[other]
        self.estimates[other] = kept
        key = self.keys[one]
        self.keys[one] = self.keys[other]
        self.keys[other] = key
