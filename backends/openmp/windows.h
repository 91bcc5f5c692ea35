/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments of at most PREFIX__OPENMP_WINDOW elements, of an operator for which elements may count more than
 * once: op(x, x) is x. They come of windows that begin at each element, in tables: of 1, 2 and 4 elements, of which the
 * longest two at the beginning and at the end of a segment have its total (a sparse table; Bender and Farach-Colton
 * 2000). Included by core_integer.h; for short elements windows_short.h is.
 *
 * An instruction set that gathers may define WINDOWS, and LOOK_UP_, the lanes of a vector at places, beside what mark.h
 * and nodes.h name.
 *
 * Two Xeon cores, maxima of 2^26 elements in segments of up to 8 of which half are empty, ms, scanned and cut where
 * they begin, and so: i32 18.8 and 15.0, f32 19.8 and 15.3, i64 33.1 and 26.0.
 */
#define OF(name) JOIN(name, WORD)
#define ALL_KNOWN ((OF(known))(((uint32_t)1 << SOME) - 1))
#define TABLES 3
#define STRIDE (FN(windows_bytes) / BYTES + LANES)

enum { FN(windows_bytes) = 3072 };

/* Elements from one on, and the identity behind them. */
INLINE VECTOR FN(draw_some)(const SOURCE *in, size_t i, size_t n)
{
    return i + LANES <= n ? FN(draw)(in + i) : i < n ? FN(draw_part)(in + i, n - i) : SPLAT(IDENTITY);
}

/* What is read next is drawn beside the elements: evenly beside segments, they take a tenth longer. */
INLINE void FN(find_windows)(const SOURCE *in, size_t n, ELEMENT *tables, int draws)
{
    VECTOR x = FN(draw_some)(in, 0, n), next = FN(draw_some)(in, LANES, n);
    VECTOR pairs = OP(x, (VECTOR)SHIFT_IN(x, next, VECTOR_BYTES - BYTES));
    for (size_t i = 0; i < n; i += LANES) {
        if (draws)
            prefix__openmp_draw_here((const char *)(in + i) + AHEAD);
        const VECTOR behind = FN(draw_some)(in, i + 2 * LANES, n);
        const VECTOR next_pairs = OP(next, (VECTOR)SHIFT_IN(next, behind, VECTOR_BYTES - BYTES));
        STORE(tables + i, x);
        STORE(tables + STRIDE + i, pairs);
        STORE(tables + 2 * STRIDE + i, OP(pairs, (VECTOR)SHIFT_IN(pairs, next_pairs, VECTOR_BYTES - 2 * BYTES)));
        x = next;
        next = behind;
        pairs = next_pairs;
    }
}

/* Of segments of known lengths that begin at places; of others anything. */
INLINE VECTOR FN(window_totals)(const ELEMENT *tables, OF(places) begins, OF(places) lengths, OF(known) known)
{
    const raw identity = (raw)SPLAT(IDENTITY);
    const WORDS length = (WORDS)IOTA_OF(WORD);
    /* The lanes of 8-byte elements are as many as lengths: 8 looks up what 0 would. */
    const WORDS level = ((length - 1) % 8 > 0) + ((length - 1) % 8 > 2), table = -(WORDS)level, window = (WORDS){0} + 1;
    const OF(places) first = (OF(places))OF(LOOK_UP)(table * STRIDE, lengths);
    const OF(places) last = (OF(places))OF(LOOK_UP)(table * STRIDE - (window << table), lengths);
    known &= OF(TESTED)(lengths, lengths);
    return OP((VECTOR)OF(GATHER)(identity, known, begins + first, tables),
              (VECTOR)OF(GATHER)(identity, known, begins + lengths + last, tables));
}

/* A vector of segments, of which some are here. Returns those before one that is not short or ends elsewhere. */
INLINE OF(known)
    FN(windows_of_some)(const SOURCE *in, size_t n, const ELEMENT *tables, const char *offsets, OF(known) here,
                        uint64_t position, ELEMENT init, ELEMENT *totals, int draws, int is_wide)
{
    const size_t size = is_wide ? 8 : 4;
    const OF(places) zero = {0}, end = (OF(places))((WORDS){0} + (__typeof__(((WORDS){0})[0]))n);
    const OF(places) begins = OF(PLACES)(is_wide, offsets, here, position);
    const OF(places) ends = OF(PLACES)(is_wide, offsets + size, here, position), lengths = ends - begins;
    const OF(known) known =
        here & OF(LESS)(ends, end) & OF(LESS)(begins, end) & OF(LESS)(lengths, zero + (PREFIX__OPENMP_WINDOW + 1));
    if (draws) {
        prefix__openmp_draw_near(offsets + MARKED_AHEAD, SOME * size);
        const uintptr_t next = (uintptr_t)in + (uintptr_t)begins[0] * BYTES + FN(windows_bytes);
        prefix__openmp_draw_near((const char *)next, 3 * SOME * BYTES);
    }
    const VECTOR x = FN(window_totals)(tables, begins, lengths, known);
    JOIN(STORE_WORDS, BYTES)(totals, (raw)UNMAP(OP(SPLAT(init), x)));
    return known;
}

INLINE size_t FN(windows_of)(const SOURCE *in, size_t n, const struct prefix__openmp_segments *segments, ELEMENT init,
                             ELEMENT *totals, int draws, int is_wide)
{
    _Alignas(VECTOR_BYTES) ELEMENT tables[TABLES * STRIDE + LANES];
    const size_t size = is_wide ? 8 : 4;
    const char *const offsets = segments->offsets;
    OF(known) known = ALL_KNOWN;
    size_t count = 0;
    FN(find_windows)(in, n, tables, draws);
    for (; segments->count - count >= SOME && known == ALL_KNOWN; count += SOME)
        known = FN(windows_of_some)(in, n, tables, offsets + count * size, ALL_KNOWN, segments->first, init,
                                    totals + count, draws, is_wide);
    if (known != ALL_KNOWN)
        return count - SOME + (size_t)__builtin_ctz(~(unsigned)known);
    known = (OF(known))(((uint32_t)1 << (segments->count - count)) - 1);
    known = FN(windows_of_some)(in, n, tables, offsets + count * size, known, segments->first, init, totals + count,
                                draws, is_wide);
    return count + (size_t)__builtin_ctz(~(unsigned)known);
}

/* Unused by operators of which elements count once. */
static __attribute__((unused)) size_t FN(windows)(const void *in, size_t n, size_t there,
                                                  const struct prefix__openmp_segments *segments, uint64_t init,
                                                  void *totals, int draws)
{
    (void)there;
    return segments->size == 8 ? FN(windows_of)(in, n, segments, (ELEMENT)init, totals, draws, 1)
                               : FN(windows_of)(in, n, segments, (ELEMENT)init, totals, draws, 0);
}
#undef OF
#undef ALL_KNOWN
#undef TABLES
#undef STRIDE
