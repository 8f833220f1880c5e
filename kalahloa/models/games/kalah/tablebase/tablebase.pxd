cimport cython

from kalahloa.models.games.kalah.packing cimport stones_at, stones_up_to

cdef enum:
    # The length of a row of `weights`.
    ROW = 128

@cython.final
cdef class Tablebase:
    cdef readonly int pits
    cdef readonly int stones
    cdef readonly unsigned long long size
    cdef readonly object memory
    # The rules of the tablebase; only their key matters.
    cdef readonly object rules
    cdef readonly tuple rules_key
    cdef Py_buffer view
    cdef signed char *data
    # The contribution to the rank of each prefix sum of the pits, at ROW * pit + sum.
    cdef int weights[12 * 128]
    # The number of arrangements of each number of stones in one side's pits.
    cdef int counts[101]
    # The index of the first position with a stones on the mover's side and b on the other is at
    # a * (stones + 1) + b.
    cdef unsigned long long *bases

    cdef int lay_out(self) except -1
    cdef list unranked(self, object stones, object rank)
    cdef int rank(self, unsigned short *cells) noexcept nogil
    cdef bint advance(self, unsigned short *cells) noexcept nogil
    cdef unsigned long long place(
        self, unsigned short *own, unsigned short *other
    ) noexcept nogil
    cdef int at(self, unsigned long long place) noexcept nogil
    cdef int margin(self, unsigned short *own, unsigned short *other) noexcept nogil

# The index of the position with the sides *mine* (the mover's) and *theirs*, packed as in `packing`,
# of *pits* each, which hold at most `stones` stones in all; here so that it is inlined.
cdef inline unsigned long long margin_place(
    Tablebase table, unsigned long long mine, unsigned long long theirs, int pits
) noexcept nogil:
    cdef unsigned long long own_rank = 0
    cdef unsigned long long other_rank = 0
    cdef int pit
    mine = stones_up_to(mine)
    theirs = stones_up_to(theirs)
    for pit in range(pits - 1):
        own_rank += table.weights[ROW * pit + stones_at(mine, pit)]
        other_rank += table.weights[ROW * pit + stones_at(theirs, pit)]
    return (
        table.bases[stones_at(mine, 7) * (table.stones + 1) + stones_at(theirs, 7)]
        + own_rank * table.counts[stones_at(theirs, 7)]
        + other_rank
    )
