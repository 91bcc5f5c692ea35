/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The windows of windows.h for elements of 1 and 2 bytes. No table is written: those that begin at the elements of two
 * vectors, from where a group of segments begins, are permuted to the segments' beginnings, in the lower half of a
 * vector, and to the last window of each, in the upper half. Included by core_integer.h.
 *
 * An instruction set may define SHORT_WINDOWS, the target of functions that do so; PERMUTED_, what stands at places in
 * two vectors; SHORTENED_, the lowest bits of half as many words as a vector has lanes, in both of its halves; and
 * STORE_HALF.
 *
 * Two Xeon cores, maxima of 2^26 elements in segments of up to 8 of which half are empty, ms, gathered from tables of
 * each length, and so: u8 8.2 and 6.3, i16 11.5 and 9.9; u8 of 4 scanned 6.1 ms, and so 3.9.
 */
#define GROUP ((size_t)LANES / 2)
#define REACH (2 * (size_t)LANES)       /* elements in which the segments of a group lie */
#define AROUND_BYTES (4 * VECTOR_BYTES) /* of elements that are read behind the last of a segment */
/*
 * Bytes between elements that are read and those that are prefetched: more than are mapped at once. Two Xeon cores, maxima
 * of 2^26 f16 in segments of up to 8 of which half are empty, ms, by 6144 and so: 11.4 and 11.1.
 */
#define WINDOWS_AHEAD 7168

#ifdef AS_IT_IS
enum { FN(windows_bytes) = 2 * PREFIX__TILE_BYTES }; /* any tile */
#else
enum { FN(windows_bytes) = 6144 };
#endif

/* Windows of 1, 2 and 4 elements that begin at each of a vector; of what is taken as it is, not all may be there. */
INLINE void FN(windows_from)(const ELEMENT *in, size_t there, int are_there, VECTOR windows[3])
{
    VECTOR x[4];
    _Pragma("GCC unroll 4") for (size_t j = 0; j < 4; j++) x[j] =
        are_there ? LOAD(in + j) : FN(load_first)(in + j, j < there ? there - j : 0, NULL);
    windows[0] = x[0];
    windows[1] = OP(x[0], x[1]);
    windows[2] = OP(windows[1], OP(x[2], x[3]));
}

/*
 * The totals of some segments that begin and end up to REACH elements from one on. Returns those that are not too long,
 * by bits.
 */
SHORT_WINDOWS INLINE uint64_t FN(totals_of_group)(const ELEMENT *in, size_t there, int are_there, const char *offsets,
                                                  size_t some, ELEMENT init, ELEMENT *totals, int is_wide)
{
    typedef JOIN(unsigned_lanes, BYTES) lanes;
    const uint64_t here = some < GROUP ? ((uint64_t)1 << some) - 1 : UINT64_MAX;
    const uint64_t upper = (((uint64_t)1 << GROUP) - 1) << GROUP;
    const lanes first = (lanes){0} + (__typeof__(((lanes){0})[0]))prefix__index_at(offsets, is_wide ? 8 : 4, 0);
    const lanes begins = (lanes)JOIN(SHORTENED, BYTES)(is_wide, offsets, here) - first;
    const lanes ends = (lanes)JOIN(SHORTENED, BYTES)(is_wide, offsets + (is_wide ? 8 : 4), here) - first;
    const lanes lengths = ends - begins, one = (lanes){0} + 1;
    const uint64_t above_1 = ~(uint64_t)JOIN(LE_BITS, BYTES)((raw)lengths, (raw)one),
                   above_3 = ~(uint64_t)JOIN(LE_BITS, BYTES)((raw)lengths, (raw)(3 * one));
    const raw window =
        (raw)JOIN(PICK, BYTES)(above_3, (raw)(4 * one), JOIN(PICK, BYTES)(above_1, (raw)(2 * one), (raw)one));
    const raw places = JOIN(PICK, BYTES)(upper, (raw)(ends - (lanes)window), (raw)begins);
    VECTOR low[3], high[3];
    FN(windows_from)(in, there, are_there, low);
    FN(windows_from)(in + LANES, there > LANES ? there - LANES : 0, are_there, high);
    raw x = JOIN(PERMUTED, BYTES)((raw)low[0], places, (raw)high[0]);
    x = JOIN(PICK, BYTES)(above_1, JOIN(PERMUTED, BYTES)((raw)low[1], places, (raw)high[1]), x);
    x = JOIN(PICK, BYTES)(above_3, JOIN(PERMUTED, BYTES)((raw)low[2], places, (raw)high[2]), x);
    const VECTOR total = OP((VECTOR)x, (VECTOR)OTHER_HALF(x));
    const uint64_t empty = (uint64_t)JOIN(LE_BITS, BYTES)((raw)lengths, (raw)(lanes){0});
    STORE_HALF(totals, TOTAL(init, (VECTOR)JOIN(PICK, BYTES)(empty, (raw)SPLAT(IDENTITY), (raw)total)));
    return (uint64_t)JOIN(LE_BITS, BYTES)((raw)lengths, (raw)(PREFIX__OPENMP_WINDOW * one));
}

/* Whether some segments lie within REACH elements, and end before the end of these. */
INLINE int FN(are_near)(const char *offsets, size_t size, size_t some, uint64_t first, size_t n)
{
    const uint64_t begin = prefix__index_at(offsets, size, 0) - first;
    const uint64_t end = prefix__index_at(offsets, size, some) - first;
    return begin <= end && end < n && end - begin <= REACH;
}

SHORT_WINDOWS INLINE size_t FN(windows_of)(const SOURCE *from, size_t n, size_t there,
                                           const struct prefix__openmp_segments *segments, ELEMENT init,
                                           ELEMENT *totals, int prefetches, int is_wide)
{
    const size_t size = is_wide ? 8 : 4;
#ifdef AS_IT_IS
    const ELEMENT *const in = from;
#else /* mapped once, as windows are read more often */
    ELEMENT in[(FN(windows_bytes) + AROUND_BYTES) / BYTES];
    for (size_t i = 0; i < n + REACH + LANES; i += LANES)
        STORE(in + i, FN(load_first)(from + i, i < there ? there - i : 0, NULL));
    there = n + REACH + LANES;
#endif
    for (size_t count = 0, some;; count += some) {
        const char *const offsets = (const char *)segments->offsets + count * size;
        const size_t i = (size_t)(prefix__index_at(offsets, size, 0) - segments->first), left = segments->count - count;
        for (some = left < GROUP ? left : GROUP; some > 0; some = some > GROUP / 2 ? GROUP / 2 : some - 1)
            if (FN(are_near)(offsets, size, some, segments->first, n))
                break;
        if (some == 0)
            return count;
        if (prefetches) {
            prefix__openmp_prefetch_near(offsets + OFFSETS_AHEAD, GROUP * size);
            prefix__openmp_prefetch_lines((const char *)(from + i) + WINDOWS_AHEAD, 2 * LINE_BYTES);
        }
        uint64_t known;
        if (i + REACH + 3 <= there)
            known = FN(totals_of_group)(in + i, there - i, 1, offsets, some, init, totals + count, is_wide);
        else
            known = FN(totals_of_group)(in + i, there - i, 0, offsets, some, init, totals + count, is_wide);
        known |= UINT64_MAX << some;
        if (~known)
            return count + (size_t)__builtin_ctzll(~known);
    }
}

/* Unused by operators of which elements count once. */
SHORT_WINDOWS static __attribute__((unused)) size_t FN(windows)(const void *in, size_t n, size_t there,
                                                                const struct prefix__openmp_segments *segments,
                                                                uint64_t init, void *totals, int prefetches)
{
    return segments->size == 8 ? FN(windows_of)(in, n, there, segments, (ELEMENT)init, totals, prefetches, 1)
                               : FN(windows_of)(in, n, there, segments, (ELEMENT)init, totals, prefetches, 0);
}
#undef GROUP
#undef REACH
#undef AROUND_BYTES
#undef WINDOWS_AHEAD
