cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE

cdef enum:
    # The length of a board in memory, padded to whole vectors.
    FRAME = 28
    # The length that suffices for up to 7 pits a side.
    SMALL_FRAME = 16

# The sum is built in a local array, which cannot alias the target, so that the loop is vectorised.
cdef extern from * nogil:
    """
    #include <string.h>
    static inline void kalahloa_add_small(
        unsigned short *to, const unsigned short *cells, const unsigned short *lanes
    ) {
        unsigned short sum[16];
        for (int lane = 0; lane < 16; lane++) sum[lane] = cells[lane] + lanes[lane];
        memcpy(to, sum, sizeof sum);
    }
    static inline void kalahloa_add_frame(
        unsigned short *to, const unsigned short *cells, const unsigned short *lanes
    ) {
        unsigned short sum[28];
        for (int lane = 0; lane < 28; lane++) sum[lane] = cells[lane] + lanes[lane];
        memcpy(to, sum, sizeof sum);
    }
    """
    void add_small "kalahloa_add_small" (
        unsigned short *to, unsigned short *cells, unsigned short *lanes
    ) noexcept
    void add_frame "kalahloa_add_frame" (
        unsigned short *to, unsigned short *cells, unsigned short *lanes
    ) noexcept

# The row for the sowing of *stones* from *side*'s *pit*; here so that it is inlined.
cdef inline int sowing_row(int pits, int side, int pit, int stones) noexcept nogil:
    return (side * pits + pit) * (2 * pits + 1) + stones

# The rules of a move; the .py has the same functions in plain Python. Faster code derived from them
# is compared with them by tests/models/games/kalah/test_rules.py.

# The cell that gets the stone after *cell*'s in a sowing of *side*.
cdef inline int next_cell(int pits, int side, int cell) noexcept nogil:
    cell += 1
    if cell == (2 - side) * (pits + 1) - 1:
        cell += 1
    return cell if cell < 2 * pits + 2 else 0

# Whether a last stone in a pit of its own side captures. *landed* is the number of stones there,
# itself included, *facing* that in the opposite pit.
cdef inline bint captures(int landed, int facing, bint empty_capture) noexcept nogil:
    return landed == 1 and (facing or empty_capture)

# Whether the game is over, by whether the side to move and the other side have stones in pits.
cdef inline bint is_end(bint mover_has, bint other_has, bint ends_for_either) noexcept nogil:
    return not mover_has or (ends_for_either and not other_has)

# The side that gets the stones that remain in *owner*'s pits when the game is over.
cdef inline int receiver(int owner, int last_mover, bint last_mover_takes) noexcept nogil:
    return last_mover if last_mover_takes else owner

# What side 0 gets of the stones that remain, less what side 1 gets: *own* lie in its pits.
cdef inline int final_margin(
    int own, int other, int last_mover, bint last_mover_takes
) noexcept nogil:
    own = -own if receiver(0, last_mover, last_mover_takes) else own
    return own - other if receiver(1, last_mover, last_mover_takes) else own + other

@cython.final
cdef class SowingTable:
    cdef readonly int pits
    # The number of stones in a full round.
    cdef readonly int around
    cdef unsigned short *lanes
    cdef unsigned char *last
    cdef unsigned long long *own_keys
    cdef unsigned long long *other_keys
    cdef unsigned long long own_around
    cdef unsigned long long other_around
    # The key of a stone in each pit of the mover, and of the other side.
    cdef unsigned long long own_key[12]
    cdef unsigned long long other_key[12]
    cdef char apart[CACHE_LINE]

    cdef int fill(self) except -1
    cdef int row(self, int side, int pit, int stones) noexcept nogil
