# cython: language_level=3, cdivision=True
"""The successors of the positions on an exact search's path, with bounds and order scores."""

from typing import Any

import cython

from kalahloa.models.native.checked import Int, whole

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.creation import create

    SAME_SIDE_SCORE = 1 << 19
    SEARCHED_SCORE = -(1 << 30)

    def best_place(successors, base, end, above):
        top = -1
        score = SEARCHED_SCORE
        for place in range(base, end):
            if successors.upper[place] > above and successors.order_scores[place] > score:
                score = successors.order_scores[place]
                top = place
        return top


class Successors:
    """A stack of *room* entries: the moves of all positions on the current path, the deepest last.

    For each move, from the point of view of the side that makes it: `lower` and `upper`, proven
    bounds of the final score; `fixed_score`, the part of it that is certain; `same_side`, whether
    that side moves again; `keys`, the `residual_key` of the position after it; `order_scores`, by
    which moves are ordered; while `estimating`, `estimates` of the final score, in hundredths of
    its unit; and `mine` and `theirs`, two words of the game's own that describe the position
    after it, of which one is not 0 if they do, so that the move need not be made to go there.
    """

    if not cython.compiled:
        block: Any = None
        keys: Any = None
        mine: Any = None
        theirs: Any = None
        end = 0
        estimating = False

    def __cinit__(self, room: Int):
        self.room = whole(room, 1, 1 << 24, "number of entries")
        if cython.compiled:
            self.block = cython.cast(cython.p_int, calloc(7 * self.room, cython.sizeof(cython.int)))
            self.keys = cython.cast(
                cython.pointer(cython.ulonglong),
                calloc(3 * self.room, cython.sizeof(cython.ulonglong)),
            )
            if not self.block or not self.keys:
                raise MemoryError
            self.mine = self.keys + self.room
            self.theirs = self.mine + self.room
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
            self.keys, self.mine, self.theirs = zeros(room), zeros(room), zeros(room)

    if cython.compiled:

        def __dealloc__(self):
            free(self.block)
            free(self.keys)

    else:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def add(self, move):
        """Append *move* and return its index."""
        self.moves[self.end] = move
        self.end += 1
        return self.end - 1
