/* SPDX-License-Identifier: BSD-3-Clause */
/* Included by totals.h for each ELEMENT (SUFFIX, BYTES). */

/* Totals of segments that begin at places and end at the next: what stands before the end, or before all results. */
static void JOIN(totals, BYTES)(const uint32_t *places, size_t segments, const void *before, void *out)
{
    const ELEMENT *const in = before;
    ELEMENT *const to = out;
    for (size_t k = 0; k < segments; k++)
        to[k] = in[places[k + 1] == places[k] ? -1 : (ptrdiff_t)places[k + 1]];
}

/*
 * The same of sums that wrap around, of a scan that knows nothing of segments: the result before the end of each less
 * that before its beginning, and init besides. open is what stands before the first of them, and then before the next.
 */
#define RESULT_BEFORE(j) in[ends[i + (j)]]
static void JOIN(differences, BYTES)(const uint32_t *ends, size_t segments, const void *before, uint64_t init,
                                     uint64_t *open, void *out)
{
    const ELEMENT *const in = before;
    const VECTOR with_init = SPLAT((ELEMENT)init);
    ELEMENT *const to = out;
    VECTOR last = SPLAT((ELEMENT)*open);
    size_t i = 0;
    for (; i + LANES <= segments; i += LANES) {
        const VECTOR x = {JOIN(EACH_LANE, BYTES)(RESULT_BEFORE)};
        STORE(to + i, x - (VECTOR)SHIFT_IN(last, x, BYTES) + with_init);
        last = x;
    }
    ELEMENT previous = last[LANES - 1];
    for (; i < segments; i++) {
        to[i] = (ELEMENT)(in[ends[i]] - previous + (ELEMENT)init);
        previous = in[ends[i]];
    }
    *open = previous;
}
#undef RESULT_BEFORE

/* Writes a value to where bits are set. */
static void JOIN(place, BYTES)(void *to, size_t n, const uint64_t *words, uint64_t value)
{
    ELEMENT *out = to;
    const VECTOR all = SPLAT((ELEMENT)value);
    for (size_t i = 0; i < n; i += 64) {
        uint64_t word = words[i / 64];
        if (i + 64 <= n && __builtin_popcountll(word) > 8) {
            for (int j = 0; j < 64; j += LANES) {
                const VECTOR set = (VECTOR)JOIN(lanes_of, BYTES)(word >> j);
                STORE(out + i + j, (all & set) | (LOAD(out + i + j) & ~set));
            }
            continue;
        }
        for (; word; word &= word - 1)
            out[i + (size_t)__builtin_ctzll(word)] = (ELEMENT)value;
    }
}

#undef BYTES
#undef ELEMENT
#undef SUFFIX
