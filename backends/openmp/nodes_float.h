/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments out of the nodes of the trees of rows; included by core_float.h. The total of a segment in a row,
 * in the canonical order, is that of the row's tree in which all other elements are the identity. It is what comes of
 * the first element, going up, and of each node on its right that ends in the segment's part of the lowest tree that
 * has both its ends; and of the last element, and each node on its left, in the other part. The bits of the places of
 * the two tell which nodes these are, of a vector of segments at once. Of a segment that lies in more than one row,
 * these are all of the first and of the last one, and between them stand whole rows, in order.
 *
 * All nodes of a row without regard to segments are 127 sums, and a segment takes as many gathers as twice the
 * logarithm of its length, wherever it lies; nobody has to find out where segments begin. A Xeon core, 2^18 f32 in
 * segments of 10, 40, 200 and 500, us: 60, 30, 22, 19; with nodes of what there is of segments, by bits of where they
 * begin, of 10 and 40 80 and 61; each by itself (segmented_few.c), of 200 and 500 55 and 31.
 *
 * Two of them, 2^24 from memory in segments of 10, 16, 40 and 200, ms: 3.3, 3.0, 3.0, 2.6; where totals come behind
 * eight rows and not beside the next ones 3.5, 3.3, 3.2, 2.8; where lines are drawn 4 KiB ahead, a whole
 * page, 3.7, 3.4, 3.2, 2.8.
 */
#define NODES_MOST ((size_t)(PREFIX__OPENMP_NODE_BYTES / BYTES))
/* From where on the nodes of a level stand, those of pairs on the first. */
#define NODES_AT(level) (NODES_MOST - (NODES_MOST >> ((level)-1)))
#define TOP (BYTES == 4 ? 7 : 6) /* of whole rows */

/* Segments of a piece that is taken in order. */
struct FN(paths) {
    const ELEMENT *leaves, *nodes;
    const struct prefix__openmp_segments *segments;
    ELEMENT *out;
    size_t count;  /* totals that are there */
    ELEMENT local; /* of the segment that is open at the beginning, and of the one at the end */
    int is_wide;
};

INLINE uint64_t FN(offset)(const struct FN(paths) * p, size_t i)
{
    const void *at = p->segments->offsets;
    return p->is_wide ? ((const uint64_t *)at)[i] : ((const uint32_t *)at)[i];
}

/* Whether a vector of segments ends before the end of n elements, unless offsets decrease. */
INLINE int FN(are_many)(const struct FN(paths) * p, size_t n)
{
    return p->segments->count - p->count >= (size_t)LANES && FN(offset)(p, p->count + LANES) < p->segments->first + n;
}

/*
 * Totals of the next segments, at most a vector, that end before the end of n elements; of less than that the one that
 * is open at the end comes, too. Returns how many they are.
 */
INLINE size_t FN(follow)(struct FN(paths) * p, size_t n, struct prefix__openmp_lines *lines)
{
    typedef JOIN(known, BYTES) known;
    typedef JOIN(places, BYTES) places;
#define OF(name) JOIN(name, BYTES)
#define SPLAT_PLACE(x) ((places){0} + (__typeof__(((places){0})[0]))(x))
    const size_t size = p->is_wide ? 8 : 4, left = p->segments->count - p->count;
    const char *const at = (const char *)p->segments->offsets + p->count * size;
    const known all = (known)(left >= (size_t)LANES ? ~0u : (1u << left) - 1);
    const places end = SPLAT_PLACE(n);
    if (lines->end) /* elements come from memory, and so do offsets */
        prefix__openmp_draw_near(at + OFFSETS_AHEAD, LANES * size);
    const places ends = OF(PLACES)(p->is_wide, at + size, all, p->segments->first);
    const known ended = OF(LESS)(ends, end) & all;
    const size_t count = (size_t)__builtin_ctz(~(unsigned)ended);
    const places begins = OF(PLACES)(p->is_wide, at, all, p->segments->first), lasts = OF(LEAST)(ends, end) - 1;
    const known has_first = OF(LESS)(begins, end), has_last = OF(LESS)(lasts, end);
    const places apart = begins ^ lasts, below = OF(BELOW_HIGHEST)(apart);
    const VECTOR identity = SPLAT(IDENTITY);
    VECTOR x = OF(GATHER)(SPLAT(p->local), has_first, begins, p->leaves);
    VECTOR y = OF(GATHER)(identity, has_last & OF(TESTED)(apart, apart), lasts, p->leaves);
    _Pragma("GCC unroll 7") for (int level = 0; level < TOP; level++)
    {
        const ELEMENT *const from = level ? p->nodes + NODES_AT(level ? level : 1) : p->leaves;
        const places bit = SPLAT_PLACE(1 << level);
        const known on_right = OF(TESTED)(~begins & below, bit) & has_first;
        const known on_left = OF(TESTED)(lasts & below, bit) & has_last;
        draw_some(lines, 1);
        if (on_right)
            x = OP(x, OF(GATHER)(identity, on_right, (begins >> level) ^ 1, from));
        if (on_left)
            y = OP(OF(GATHER)(identity, on_left, (lasts >> level) ^ 1, from), y);
    }
    places row = (places)((JOIN(index, BYTES))begins >> TOP) + 1; /* -1 + 1 where it begins before all */
    for (known between; (between = OF(LESS)(row, lasts >> TOP) & has_last); row += 1)
        x = OP(x, OF(GATHER)(identity, between, row, p->nodes + NODES_AT(TOP)));
    x = OP(x, y);
    if ((IDENTITY) == 0)
        x = x + (ELEMENT)0; /* no -0 */
    STORE(p->out + p->count, (VECTOR)OF(PICK)(OF(TESTED)(begins ^ ends, begins ^ ends), (raw)x, (raw)identity));
    p->count += count;
    if (count < (size_t)LANES) {
        ELEMENT of_lanes[LANES];
        STORE(of_lanes, count < left ? x : identity);
        p->local = of_lanes[count];
    }
    return count;
#undef OF
#undef SPLAT_PLACE
}

/*
 * The nodes of NODE_ROWS rows from element i on, and beside them totals of segments that end before it. leaves gets
 * elements that are narrower in memory.
 */
INLINE void FN(take_rows)(const SOURCE *in, size_t i, ELEMENT *leaves, ELEMENT *nodes, struct FN(paths) * paths,
                          struct prefix__openmp_aside *aside)
{
    VECTOR x[NODE_ROWS];
    struct prefix__openmp_lines lines = aside->lines;
    cut_aside(aside, 0, NODE_ROWS * LINE_BYTES);
    _Pragma("GCC unroll 1") for (int r = 0; r < NODE_ROWS; r++)
    {
        const size_t at = i + (size_t)r * ROW;
        const char *const ahead = (const char *)(in + at + ROW) + AHEAD;
        VECTOR twos[4], fours[2];
        lines.end = ahead < aside->lines.end ? ahead : aside->lines.end;
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
        {
            draw_some(&lines, 2);
            const VECTOR a = DRAW(in + at + 2 * j * LANES), b = DRAW(in + at + (2 * j + 1) * LANES);
            if (sizeof(SOURCE) != BYTES) {
                STORE(leaves + at + 2 * j * LANES, a);
                STORE(leaves + at + (2 * j + 1) * LANES, b);
            }
            twos[j] = FN(pairs)(a, b);
            STORE(nodes + NODES_AT(1) + at / 2 + j * LANES, twos[j]);
        }
        _Pragma("GCC unroll 2") for (int j = 0; j < 2; j++)
        {
            fours[j] = FN(pairs)(twos[2 * j], twos[2 * j + 1]);
            STORE(nodes + NODES_AT(2) + at / 4 + j * LANES, fours[j]);
        }
        x[r] = FN(pairs)(fours[0], fours[1]);
        STORE(nodes + NODES_AT(3) + at / 8, x[r]);
        if (FN(are_many)(paths, i))
            FN(follow)(paths, i, &lines);
    }
    aside->lines.at = lines.at;
    _Pragma("GCC unroll 3") for (int level = 4; level < 7; level++)
    {
        _Pragma("GCC unroll 4") for (int j = 0; j < NODE_ROWS >> (level - 3); j++)
        {
            x[j] = FN(pairs)(x[2 * j], x[2 * j + 1]);
            STORE(nodes + NODES_AT(level) + (i >> level) + j * LANES, x[j]);
        }
    }
    if (TOP == 7) /* half of a vector; the next rows, if any, write the other half */
        STORE(nodes + NODES_AT(7) + (i >> 7), FN(pairs)(x[0], x[0]));
}

INLINE size_t FN(totals_of)(const SOURCE *in, size_t n, const struct prefix__openmp_segments *segments, ELEMENT *totals,
                            struct prefix__openmp_state *state, struct prefix__openmp_aside *aside, int is_wide)
{
    _Alignas(VECTOR_BYTES) ELEMENT nodes[NODES_MOST + LANES];
    _Alignas(VECTOR_BYTES) ELEMENT copies[sizeof(SOURCE) == BYTES ? 1 : NODES_MOST];
    struct FN(paths)
        paths = {sizeof(SOURCE) == BYTES ? (const void *)in : copies, nodes, segments, totals, .is_wide = is_wide};
    memcpy(&paths.local, &state->local, sizeof paths.local);
    for (size_t i = 0; i < n; i += NODE_ROWS * ROW) {
        FN(take_rows)(in, i, copies, nodes, &paths, aside);
        while (FN(are_many)(&paths, i) && FN(follow)(&paths, i, &aside->lines) == (size_t)LANES)
            ;
    }
    while (FN(follow)(&paths, n, &aside->lines) == (size_t)LANES)
        ;
    memcpy(&state->local, &paths.local, sizeof paths.local);
    const uint64_t begin = FN(offset)(&paths, 0);
    if (begin < segments->first && paths.count > 0) {
        CARRY carry;
        memcpy(&carry, &state->carry, sizeof carry);
        totals[0] = (ELEMENT)(carry OPERATOR(CARRY) totals[0]);
    }
    if (begin >= segments->first || paths.count > 0) {
        const CARRY carry = IDENTITY;
        memcpy(&state->carry, &carry, sizeof carry);
    }
    return paths.count;
}

static size_t FN(totals)(const void *in, size_t n, const struct prefix__openmp_segments *segments, void *totals,
                         struct prefix__openmp_state *state, struct prefix__openmp_aside *aside)
{
    return segments->size == 8 ? FN(totals_of)(in, n, segments, totals, state, aside, 1)
                               : FN(totals_of)(in, n, segments, totals, state, aside, 0);
}
#undef NODES_MOST
#undef NODES_AT
#undef TOP
