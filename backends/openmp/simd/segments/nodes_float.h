/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Nodes of the trees of rows, of which totals of segments come (totals_float.h); included by that. What lies between
 * the block of a segment's first element and that of its last are nodes: going up from the first one, each on its right
 * that ends in the segment's part of the lowest tree that has both; and from the last one each on its left, in the
 * other part. The bits of the places of the two tell which these are. Of a segment that lies in more than one row,
 * these are all of the first and of the last one, and between them stand whole rows, in order. Nodes are found only as
 * far as they are asked for.
 */
#define NODES_MOST ((size_t)(PREFIX__OPENMP_NODE_BYTES / BYTES))
/* The level of as many elements as a vector has lanes, the first that is kept, and that of whole rows. */
#define BLOCK (VECTOR_BYTES / BYTES == 16 ? 4 : VECTOR_BYTES / BYTES == 8 ? 3 : 2)
#define TOP (BYTES == 4 ? 7 : 6)
#define PARTS (NODE_ROWS * ROW / (8 * LANES)) /* of eight vectors, whose nodes are found at once */
/* From where on the nodes of a level stand. */
#define NODES_AT(level) ((NODES_MOST >> (BLOCK - 1)) - (NODES_MOST >> ((level)-1)))
#define OF(name) JOIN(name, BYTES)
#define SPLAT_PLACE(x) ((OF(places)){0} + (__typeof__(((OF(places)){0})[0]))(x))

/* Segments of a piece that is taken in order. */
struct FN(paths) {
    const ELEMENT *in;
    ELEMENT *copies; /* of elements that are narrower in memory */
    ELEMENT *nodes;
    size_t known; /* elements whose nodes are */
    const struct prefix__openmp_segments *segments;
    ELEMENT *out;
    size_t count;  /* totals that are there */
    ELEMENT local; /* of the segment that is open at the beginning, and of the one at the end */
    int is_wide;
    struct prefix__openmp_aside *aside;
};

/* Where an element is read. */
INLINE void FN(prefetch_share)(const struct FN(paths) * p, size_t at)
{
    prefix__openmp_prefetch_share(&p->aside->lines, (const char *)(p->in + at) + NODES_AHEAD);
}

/* The nodes of NODE_ROWS rows more. */
INLINE void FN(find_nodes)(struct FN(paths) * p)
{
    VECTOR x[PARTS];
    ELEMENT *const nodes = p->nodes;
    const size_t i = p->known;
    _Pragma("GCC unroll 1") for (int r = 0; r < PARTS; r++)
    {
        const size_t at = i + (size_t)r * 8 * LANES;
        VECTOR y[8];
        if (at % ROW == 0)
            FN(prefetch_share)(p, at);
        _Pragma("GCC unroll 8") for (int j = 0; j < 8; j++)
        {
            y[j] = LOAD(p->in + at + j * LANES);
            if (sizeof(ELEMENT) != BYTES)
                STORE(p->copies + at + j * LANES, y[j]);
        }
#ifdef FOLDS_VECTORS
        _Pragma("GCC unroll 2") for (int j = 0; j < 8 / LANES; j++)
        {
            y[j] = FN(fold_vectors)(y + j * LANES);
            STORE(nodes + NODES_AT(BLOCK) + at / LANES + j * LANES, y[j]);
        }
        if (LANES < 8) {
            y[0] = FN(pairs)(y[0], y[1]);
            STORE(nodes + NODES_AT(3) + at / 8, y[0]);
        }
#else
        _Pragma("GCC unroll 3") for (int left = 4; left > 0; left /= 2)
        {
            _Pragma("GCC unroll 4") for (int j = 0; j < left; j++) y[j] = FN(pairs)(y[2 * j], y[2 * j + 1]);
        }
#endif
        x[r] = y[0];
    }
    _Pragma("GCC unroll 4") for (int level = 4; level <= TOP; level++)
    {
        _Pragma("GCC unroll 8") for (int j = 0; j < PARTS >> (level - 3); j++)
        {
            x[j] = FN(pairs)(x[2 * j], x[2 * j + 1]);
            STORE(nodes + NODES_AT(level) + (i >> level) + j * LANES, x[j]);
        }
    }
    if (PARTS >> (TOP - 3) == 0) /* half of a vector; the next rows, if any, write the other half */
        STORE(nodes + NODES_AT(TOP) + (i >> TOP), FN(pairs)(x[0], x[0]));
    p->known += NODE_ROWS * ROW;
}

/* Nodes of a level, out of NEAR_VECTORS vectors from a place on if all stand there. */
INLINE VECTOR FN(nodes_at)(const ELEMENT *level, OF(places) at, OF(known) which, size_t from, int are_near)
{
    const VECTOR identity = SPLAT(IDENTITY);
    if (!are_near)
        return OF(GATHER)(identity, which, at, level);
    const raw found = OF(among_four)((raw)(at - SPLAT_PLACE(from)), (const char *)(level + from));
    return (VECTOR)OF(PICK)(which, found, (raw)identity);
}

/*
 * Of some segments, x, nodes between the block of the first element and that of the last, and y. They lie between the
 * elements first and end - 1.
 */
INLINE VECTOR FN(join)(struct FN(paths) * p, OF(places) begins, OF(places) lasts, OF(known) has_first,
                       OF(known) has_last, size_t first, size_t end, VECTOR x, VECTOR y)
{
    const OF(places) below = (OF(places))OF(BELOW_HIGHEST)(begins ^ lasts);
    while (p->known < end)
        FN(find_nodes)(p);
    _Pragma("GCC unroll 4") for (int level = BLOCK; level < TOP; level++)
    {
        const ELEMENT *const nodes = p->nodes + NODES_AT(level);
        const OF(places) bit = SPLAT_PLACE(1 << level);
        const size_t from = first >> level & ~(size_t)1;
        const int are_near = (end - 1) >> level < from + NEAR_VECTORS * LANES - 1;
        FN(prefetch_share)(p, p->known);
        const OF(known) on_right = OF(TESTED)(~begins & below, bit) & has_first;
        const OF(known) on_left = OF(TESTED)(lasts & below, bit) & has_last;
        if (on_right)
            x = OP(x, FN(nodes_at)(nodes, (begins >> level) ^ 1, on_right, from, are_near));
        if (on_left)
            y = OP(FN(nodes_at)(nodes, (lasts >> level) ^ 1, on_left, from, are_near), y);
    }
    OF(places) row = (OF(places))((OF(index))begins >> TOP) + 1; /* -1 + 1 where it begins before all */
    for (OF(known) between; (between = OF(LESS)(row, lasts >> TOP) & has_last); row += 1) {
        FN(prefetch_share)(p, p->known);
        x = OP(x, OF(GATHER)(SPLAT(IDENTITY), between, row, p->nodes + NODES_AT(TOP)));
    }
    return OP(x, y);
}
