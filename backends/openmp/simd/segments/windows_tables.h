/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of short segments, a vector of 32-bit places of them at once: each is looked up at both of its ends in TABLES
 * of what elements that stand side by side come to. Included by windows.h and windows_trees.h, which say what these
 * are: find_tables() writes them, windows_bytes of elements at a time, and find_ends() says where segments that are
 * known are looked up; others anywhere. TOTAL(init, x) is what an element of the result comes to.
 *
 * An instruction set that gathers may define WINDOWS; NEAR_PLACES, of a vector of offsets less a position, far behind
 * it where they lie before it; LOOK_UP, the lanes of a vector at places, and LOOK_UP_ONTO, the same in lanes that are
 * known, and in the others what does in other; AMONG_, of elements of 4 and of 8 bytes the ones at the first places, as
 * many as a vector has lanes, in lanes that are known, and in the others what does in x; and UPPER_PLACES and
 * UPPER_KNOWN, those in the upper half.
 */
#define STRIDE (FN(windows_bytes) / BYTES + LANES) /* from table to table */

INLINE void FN(find_tables)(const SOURCE *in, size_t n, ELEMENT *tables, int prefetches);
/* Places in the tables of both ends of segments, and which have them. */
struct FN(ends) {
    v_u32 first, last;
    known_4 has_first, has_last;
};
INLINE struct FN(ends) FN(find_ends)(v_u32 begins, v_u32 ends, known_4 known);

INLINE VECTOR FN(look_up)(const ELEMENT *tables, v_u32 first, known_4 has_first, v_u32 last, known_4 has_last,
                          uint64_t init)
{
    const raw identity = (raw)SPLAT(IDENTITY);
    (void)init; /* of floats it is the identity */
    return TOTAL(init, OP((VECTOR)JOIN(AMONG, BYTES)(identity, has_first, first, tables),
                          (VECTOR)JOIN(AMONG, BYTES)(identity, has_last, last, tables)));
}

/* Elements from one on, and the identity behind them. */
INLINE VECTOR FN(prefetch_some)(const SOURCE *in, size_t i, size_t n)
{
    return i + LANES <= n ? FN(load)(in + i) : i < n ? FN(load_part)(in + i, n - i) : SPLAT(IDENTITY);
}

/* Those of some segments that are here. Returns which are before one that is not short or ends elsewhere. */
INLINE known_4 FN(windows_of_some)(const SOURCE *in, size_t n, const ELEMENT *tables, const char *offsets, known_4 here,
                                   uint64_t position, uint64_t init, ELEMENT *totals, int prefetches, int is_wide)
{
    const size_t size = is_wide ? 8 : 4;
    const v_u32 end = (v_u32){0} + (uint32_t)n, most = (v_u32){0} + PREFIX__OPENMP_WINDOW + 1;
    const v_u32 begins = NEAR_PLACES(is_wide, offsets, here, position);
    const v_u32 ends = NEAR_PLACES(is_wide, offsets + size, here, position);
    const known_4 known = here & LESS_4(ends, end) & LESS_4(ends - begins, most);
    const size_t next = (size_t)(prefix__index_at(offsets, size, 0) - position) * sizeof *in + FN(windows_bytes);
    const char *const ahead = (const char *)((uintptr_t)in + next);
    if (prefetches) {
        prefix__openmp_prefetch_near(offsets + MARKED_AHEAD, WINDOWS * size);
        prefix__openmp_prefetch_near_here(ahead);
        prefix__openmp_prefetch_near_here(ahead + LINE_BYTES);
    }
    const struct FN(ends) at = FN(find_ends)(begins, ends, known);
    STORE(totals, FN(look_up)(tables, at.first, at.has_first, at.last, at.has_last, init));
    if (prefetches && sizeof *in == BYTES)
        prefix__openmp_prefetch_near_here(ahead + 2 * LINE_BYTES);
    if (BYTES == 8)
        STORE(totals + LANES, FN(look_up)(tables, UPPER_PLACES(at.first), UPPER_KNOWN(at.has_first),
                                          UPPER_PLACES(at.last), UPPER_KNOWN(at.has_last), init));
    return known;
}

INLINE size_t FN(windows_of)(const SOURCE *in, size_t n, const struct prefix__openmp_segments *segments, uint64_t init,
                             ELEMENT *totals, int prefetches, int is_wide)
{
    /* A segment that ends in front of where it should begin is looked up before the first table. */
    _Alignas(VECTOR_BYTES) ELEMENT room[LANES + TABLES * STRIDE + LANES], *const tables = room + LANES;
    const size_t size = is_wide ? 8 : 4, some = WINDOWS;
    const char *const offsets = segments->offsets;
    const known_4 all = (known_4)(((uint32_t)1 << WINDOWS) - 1);
    known_4 known = all;
    size_t count = 0;
    if (prefix__index_at(offsets, size, 0) < segments->first)
        return 0;
    FN(find_tables)(in, n, tables, prefetches);
    for (; segments->count - count >= some && known == all; count += some)
        known = FN(windows_of_some)(in, n, tables, offsets + count * size, all, segments->first, init, totals + count,
                                    prefetches, is_wide);
    if (known != all)
        return count - some + (size_t)__builtin_ctz(~(unsigned)known);
    known = (known_4)(((uint32_t)1 << (segments->count - count)) - 1);
    known = FN(windows_of_some)(in, n, tables, offsets + count * size, known, segments->first, init, totals + count,
                                prefetches, is_wide);
    return count + (size_t)__builtin_ctz(~(unsigned)known);
}

/* Unused by sums of integers, which are differences. */
static __attribute__((unused)) size_t FN(windows)(const void *in, size_t n, size_t there,
                                                  const struct prefix__openmp_segments *segments, uint64_t init,
                                                  void *totals, int prefetches)
{
    (void)there;
    return segments->size == 8 ? FN(windows_of)(in, n, segments, init, totals, prefetches, 1)
                               : FN(windows_of)(in, n, segments, init, totals, prefetches, 0);
}
