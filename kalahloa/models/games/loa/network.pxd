cdef enum:
    # The units of each of the two views, and the shorts that both take.
    UNITS = 128
    ACCUMULATOR = 256
    # Activations are clipped to 0 to ONE, which stands for 1.
    ONE = 255
    # The bits of the output that are fractions of a hundredth.
    SHIFT = 14

# Loops of constant length over 16-bit numbers, which compilers turn into vector instructions.
cdef extern from * nogil:
    """
    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
    /* The linker takes the variant for the processor at hand. */
    #define KALAHLOA_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define KALAHLOA_WIDE
    #endif
    #define KALAHLOA_UNITS 128

    /* What the views see after a move: the column of `origin` is taken off, that of `target`
       added, and that of `taken`, if any, taken off. */
    KALAHLOA_WIDE static void kalahloa_loa_update(
        const short *restrict before, short *restrict after,
        const short *restrict origin, const short *restrict target, const short *restrict taken
    ) {
        if (taken)
            for (int unit = 0; unit < KALAHLOA_UNITS; unit++)
                after[unit] = before[unit] - origin[unit] + target[unit] - taken[unit];
        else
            for (int unit = 0; unit < KALAHLOA_UNITS; unit++)
                after[unit] = before[unit] - origin[unit] + target[unit];
    }

    KALAHLOA_WIDE static int kalahloa_loa_output(
        const short *restrict mine, const short *restrict theirs, const short *restrict weights
    ) {
        int sum = 0;
        for (int unit = 0; unit < KALAHLOA_UNITS; unit++) {
            short clipped = mine[unit] < 0 ? 0 : mine[unit] > 255 ? 255 : mine[unit];
            sum += (int)(short)(clipped * weights[unit]) * (int)clipped;
        }
        for (int unit = 0; unit < KALAHLOA_UNITS; unit++) {
            short clipped = theirs[unit] < 0 ? 0 : theirs[unit] > 255 ? 255 : theirs[unit];
            sum += (int)(short)(clipped * weights[KALAHLOA_UNITS + unit]) * (int)clipped;
        }
        return sum;
    }
    """
    void update_accumulator "kalahloa_loa_update" (
        short *before, short *after, short *origin, short *target, short *taken
    )
    int sum_output "kalahloa_loa_output" (short *mine, short *theirs, short *weights)

cdef class LoaNetwork:
    cdef short columns[128 * 128]
    cdef short bias[128]
    cdef short weights[256]
    cdef int last_bias

    cdef void refresh(
        self, short *accumulator, unsigned long long black, unsigned long long white
    ) noexcept nogil
    cdef void add(self, short *accumulator, int view, int place) noexcept nogil
    cdef void update(
        self, short *before, short *after, int side, int origin, int target, bint captures
    ) noexcept nogil
    cdef int value(self, short *accumulator, int side) noexcept nogil
