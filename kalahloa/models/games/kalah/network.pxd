cdef enum:
    # A side has this many pits, and so many numbers of stones in a pit are told apart.
    PITS = 6
    COUNTS = 16
    # The units of the first and of the second hidden layer.
    FIRST = 64
    SECOND = 16
    # Activations are clipped to 0 to ONE, which stands for 1.
    ONE = 255
    SHIFT = 8

# Loops of constant length over 16-bit numbers, which compilers turn into vector instructions.
cdef extern from * nogil:
    """
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    static int kalahloa_network(
        const short *columns, const short *first_bias, const short *second_weights,
        const int *second_bias, const short *third_weights, const int *direct, int third_bias,
        const unsigned short *own, const unsigned short *other
    ) {
        __m128i hidden[8];
        int value = third_bias;
        for (int part = 0; part < 8; part++)
            hidden[part] = _mm_loadu_si128((const __m128i *)first_bias + part);
        for (int pit = 0; pit < 12; pit++) {
            int stones = pit < 6 ? own[pit] : other[pit - 6];
            int place = 16 * pit + (stones < 16 ? stones : 15);
            const __m128i *column = (const __m128i *)(columns + 64 * place);
            value += direct[place];
            for (int part = 0; part < 8; part++)
                hidden[part] = _mm_add_epi16(hidden[part], _mm_loadu_si128(column + part));
        }
        for (int part = 0; part < 8; part++)
            hidden[part] = _mm_min_epi16(
                _mm_max_epi16(hidden[part], _mm_setzero_si128()), _mm_set1_epi16(255)
            );
        for (int unit = 0; unit < 16; unit += 4) {
            __m128i sums[4];
            for (int of = 0; of < 4; of++) {
                const __m128i *weights = (const __m128i *)(second_weights + 64 * (unit + of));
                __m128i sum = _mm_madd_epi16(hidden[0], _mm_loadu_si128(weights));
                for (int part = 1; part < 8; part++)
                    sum = _mm_add_epi32(
                        sum, _mm_madd_epi16(hidden[part], _mm_loadu_si128(weights + part))
                    );
                sums[of] = sum;
            }
            __m128i low = _mm_add_epi32(
                _mm_unpacklo_epi32(sums[0], sums[1]), _mm_unpackhi_epi32(sums[0], sums[1])
            );
            __m128i high = _mm_add_epi32(
                _mm_unpacklo_epi32(sums[2], sums[3]), _mm_unpackhi_epi32(sums[2], sums[3])
            );
            __m128i four = _mm_add_epi32(
                _mm_unpacklo_epi64(low, high), _mm_unpackhi_epi64(low, high)
            );
            four = _mm_add_epi32(four, _mm_loadu_si128((const __m128i *)(second_bias + unit)));
            int totals[4];
            _mm_storeu_si128((__m128i *)totals, _mm_srai_epi32(four, 8));
            for (int of = 0; of < 4; of++) {
                int total = totals[of] < 0 ? 0 : totals[of] > 255 ? 255 : totals[of];
                value += total * third_weights[unit + of];
            }
        }
        return value >> 8;
    }
    #else
    static int kalahloa_network(
        const short *columns, const short *first_bias, const short *second_weights,
        const int *second_bias, const short *third_weights, const int *direct, int third_bias,
        const unsigned short *own, const unsigned short *other
    ) {
        int hidden[64];
        int value = third_bias;
        for (int unit = 0; unit < 64; unit++) hidden[unit] = first_bias[unit];
        for (int pit = 0; pit < 12; pit++) {
            int stones = pit < 6 ? own[pit] : other[pit - 6];
            int place = 16 * pit + (stones < 16 ? stones : 15);
            value += direct[place];
            for (int unit = 0; unit < 64; unit++) hidden[unit] += columns[64 * place + unit];
        }
        for (int unit = 0; unit < 64; unit++)
            hidden[unit] = hidden[unit] < 0 ? 0 : hidden[unit] > 255 ? 255 : hidden[unit];
        for (int unit = 0; unit < 16; unit++) {
            int sum = second_bias[unit];
            for (int from = 0; from < 64; from++)
                sum += hidden[from] * second_weights[64 * unit + from];
            sum >>= 8;
            value += (sum < 0 ? 0 : sum > 255 ? 255 : sum) * third_weights[unit];
        }
        return value >> 8;
    }
    #endif
    """
    int evaluate "kalahloa_network" (
        short *columns, short *first_bias, short *second_weights, int *second_bias,
        short *third_weights, int *direct, int third_bias,
        unsigned short *own, unsigned short *other
    )

cdef class KalahNetwork:
    cdef readonly object rules_key
    cdef short columns[12 * 16 * 64]
    cdef short first_bias[64]
    cdef short second_weights[16 * 64]
    cdef int second_bias[16]
    cdef short third_weights[16]
    cdef int direct[12 * 16]
    cdef int third_bias

    cdef int value(self, unsigned short *own, unsigned short *other) noexcept nogil
