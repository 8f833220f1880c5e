# Values of positions as searches compare them; see `value.py`, the twin in plain Python.
cdef enum:
    ONGOING = -32768
    # What a function returns when Python code raised; no value is ever the same by chance.
    FAILED = -32767
    # More than any value.
    INFINITE = 32000
    WON = 31000
    # More than twice as many plies as a search is deep.
    MAX_MATE_PLIES = 240
    # Values beyond this one are wins that are told by their distance.
    MAX_MARGIN_VALUE = 30760
    DECIDED = 20000
    MAX_MARGIN = 10760
    MAX_ESTIMATE = 19999

cdef inline bint is_win(int value) noexcept nogil:
    return value >= DECIDED

cdef inline bint is_loss(int value) noexcept nogil:
    return value <= -DECIDED

cdef inline bint is_decided(int value) noexcept nogil:
    return value >= DECIDED or value <= -DECIDED

cdef inline bint is_mate(int value) noexcept nogil:
    return value > MAX_MARGIN_VALUE or value < -MAX_MARGIN_VALUE

cdef inline bint is_value(int value) noexcept nogil:
    return -WON <= value <= WON

cdef inline int mate_in(int plies) noexcept nogil:
    return WON - plies

cdef inline int mated_in(int plies) noexcept nogil:
    return plies - WON

cdef inline int plies_of(int value) noexcept nogil:
    return WON - value if value > 0 else WON + value

cdef inline int value_of_margin(int margin) noexcept nogil:
    if margin > 0:
        return DECIDED + (margin if margin < MAX_MARGIN else MAX_MARGIN)
    if margin < 0:
        return (margin if margin > -MAX_MARGIN else -MAX_MARGIN) - DECIDED
    return 0

cdef inline int without_distance(int value) noexcept nogil:
    if value > MAX_MARGIN_VALUE:
        return MAX_MARGIN_VALUE
    return value if value > -MAX_MARGIN_VALUE else -MAX_MARGIN_VALUE

cdef inline int value_to_tt(int value, int ply) noexcept nogil:
    if value > MAX_MARGIN_VALUE:
        return value + ply
    return value - ply if value < -MAX_MARGIN_VALUE else value

cdef inline int value_from_tt(int value, int ply) noexcept nogil:
    if value > MAX_MARGIN_VALUE:
        return value - ply
    return value + ply if value < -MAX_MARGIN_VALUE else value
