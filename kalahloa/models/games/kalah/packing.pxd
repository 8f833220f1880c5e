cimport cython

from kalahloa.models.native.bits cimport CACHE_LINE, popcount, reversed_bytes

cdef enum:
    # The most pits a side, and stones on the whole board, of a board that can be packed.
    PACKED_PITS = 8
    PACKED_STONES = 255
    # The rows of sowings: PACKED_PITS pits by the numbers of stones less than a round.
    PACKED_ROWS = 136

# The number of stones in the pits of *side*.
cdef inline int stones_in(unsigned long long side) noexcept nogil:
    return <int>((side * <unsigned long long>0x0101010101010101) >> 56)

# The number of stones in each pit of *side* and all pits before it.
cdef inline unsigned long long stones_up_to(unsigned long long side) noexcept nogil:
    return side * <unsigned long long>0x0101010101010101

# The number of pits of *side* that hold stones.
cdef inline int filled_pits(unsigned long long side) noexcept nogil:
    cdef unsigned long long low = <unsigned long long>0x7F7F7F7F7F7F7F7F
    return popcount((((side & low) + low) | side) & ~low)

# The stones in *pit*, from 0.
cdef inline int stones_at(unsigned long long side, int pit) noexcept nogil:
    return <int>((side >> (8 * pit)) & 0xFF)

# The stones in the pits of *side* that face an empty pit of *other*, on a board of *pits* a side.
cdef inline int exposed_stones(
    unsigned long long side, unsigned long long other, int pits
) noexcept nogil:
    cdef unsigned long long low = <unsigned long long>0x7F7F7F7F7F7F7F7F
    cdef unsigned long long facing = reversed_bytes(other) >> (8 * (8 - pits))
    # The highest bit of each pit that faces stones, and then all bits of it.
    facing = (((facing & low) + low) | facing) & ~low
    return stones_in(side & ~((facing >> 7) * 0xFF))

# A side with *stones* in *pit*, from 0, and nothing else.
cdef inline unsigned long long at_pit(int stones, int pit) noexcept nogil:
    return (<unsigned long long>stones) << (8 * pit)

# A 64-bit key of the pits of both sides; the side to move comes first.
cdef inline unsigned long long packed_key(
    unsigned long long mine, unsigned long long theirs
) noexcept nogil:
    cdef unsigned long long key = mine * <unsigned long long>0xD6E8FEB86659FD93
    key = ((key ^ (key >> 32)) + theirs) * <unsigned long long>0xA0761D6478BD642F
    return key ^ (key >> 29)

@cython.final
cdef class Packing:
    cdef readonly int pits
    # The number of stones in a full round.
    cdef readonly int around
    # What a sowing adds to either side, without the pit that it empties, and where it ends, at
    # `row`: a pit of the mover from 0, its kalah (pits), or a pit of the other side (more).
    cdef unsigned long long own[136]
    cdef unsigned long long other[136]
    cdef unsigned char landing[136]
    # A stone in every pit, and in every pit as many as lead into the kalah.
    cdef unsigned long long ones
    cdef unsigned long long ready
    cdef char apart[CACHE_LINE]

    cdef int fill(self) except -1
    cdef unsigned long long pack(self, unsigned short *cells) noexcept nogil
