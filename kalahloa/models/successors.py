# cython: language_level=3, cdivision=True
"""What an exact search knows of the positions after each move before it makes any of them."""

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.native.bits import zeros

    AGAIN_MERIT = 1 << 19


class Survey:
    """The moves of all positions on the way to the one that is searched, one position's behind
    those of the position above, and room for *room* of them.

    For each move, from the side of the one who makes it: `least` and `most`, between which the
    final score is sure to lie; `banked`, what of it is certain already; `again`, whether the same
    side moves again; `keys`, the essence (see `Position.essence`) of the position after it;
    `merits`, by which moves are searched early or late; and, while `estimating`, `estimates` of
    the final score, in hundredths of its unit.
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
            self.merits = self.moves + self.room
            self.least = self.merits + self.room
            self.most = self.least + self.room
            self.banked = self.most + self.room
            self.again = self.banked + self.room
            self.estimates = self.again + self.room
        else:
            self.moves, self.merits = zeros(room), zeros(room)
            self.least, self.most = zeros(room), zeros(room)
            self.banked, self.again = zeros(room), zeros(room)
            self.estimates = zeros(room)
            self.keys = zeros(room)

    if cython.compiled:

        def __dealloc__(self):
            free(self.block)
            free(self.keys)

    def add(self, move):
        """Put *move* behind the others and return its place."""
        self.moves[self.end] = move
        self.end += 1
        return self.end - 1

    def pick(self, place, above):
        """Bring the best of the moves from *place* on that may get more than *above* to *place*.

        Returns whether there is one.
        """
        top: cython.int = -1
        other: cython.int
        for other in range(place, self.end):
            if self.most[other] > above and (top < 0 or self.merits[other] > self.merits[top]):
                top = other
        if top < 0:
            return False
        if top != place:
            self.swap(top, place)
        return True

    def swap(self, one, other):
        """Exchange the moves at two places."""
        kept: cython.int
        key: cython.ulonglong
        kept = self.moves[one]
        self.moves[one] = self.moves[other]
        self.moves[other] = kept
        kept = self.merits[one]
        self.merits[one] = self.merits[other]
        self.merits[other] = kept
        kept = self.least[one]
        self.least[one] = self.least[other]
        self.least[other] = kept
        kept = self.most[one]
        self.most[one] = self.most[other]
        self.most[other] = kept
        kept = self.banked[one]
        self.banked[one] = self.banked[other]
        self.banked[other] = kept
        kept = self.again[one]
        self.again[one] = self.again[other]
        self.again[other] = kept
        kept = self.estimates[one]
        self.estimates[one] = self.estimates[other]
        self.estimates[other] = kept
        key = self.keys[one]
        self.keys[one] = self.keys[other]
        self.keys[other] = key
