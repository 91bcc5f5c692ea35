/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments out of the trees of rows; included by float_kernel.h. The total of a segment in a row, in the
 * canonical order, is that of the row's tree in which all other elements are the identity. A block is as many elements
 * as a vector has lanes: its tree is taken of the block as it is loaded with a mask. A vector of segments is taken at
 * once: of each the block of its first element and, where that is another one, that of its last. What lies between the
 * two are nodes of higher levels: going up from the first one each on its right, and from the last one each on its
 * left, below the lowest tree that has both, as the bits of their places tell. Of a segment in more than one row these
 * are all of the first and of the last row, and whole rows between them. Nodes are found as far as they are needed.
 */
#define TREE_TILE ((size_t)(PREFIX__TILE_BYTES / BYTES))
#define NODE_ROWS 8 /* whose nodes are found at once */
#define MANY 4      /* vectors of segments whose windows are */
/* The level of blocks, the first that is kept, and that of whole rows. */
#define BLOCK (BYTES == 4 ? 4 : 3)
#define TOP (BYTES == 4 ? 7 : 6)
#define PARTS (NODE_ROWS * ROW / (8 * LANES)) /* of eight vectors */
/* From where on the nodes of a level stand. */
#define NODES_AT(level) ((TREE_TILE >> (BLOCK - 1)) - (TREE_TILE >> ((level)-1)))
#define OF(name) JOIN(name, BYTES)
#define SPLAT_PLACE(x) ((OF(places)){0} + (__typeof__(((OF(places)){0})[0]))(x))

struct FN(tree) {
    const ELEMENT *in;
    ELEMENT *nodes;
    size_t known; /* elements whose nodes are */
    struct prefix__openmp_aside *aside;
};

/* Where an element is read. */
INLINE void FN(prefetch_share)(const struct FN(tree) * t, size_t at)
{
    prefix__openmp_prefetch_share(&t->aside->lines, (const char *)(t->in + at) + NODES_AHEAD);
}

/* The nodes of NODE_ROWS rows more. */
INLINE void FN(find_nodes)(struct FN(tree) * t)
{
    VECTOR x[PARTS];
    ELEMENT *const nodes = t->nodes;
    const size_t i = t->known;
    _Pragma("GCC unroll 1") for (int r = 0; r < PARTS; r++)
    {
        const size_t at = i + (size_t)r * 8 * LANES;
        VECTOR y[8];
        if (at % ROW == 0)
            FN(prefetch_share)(t, at);
        _Pragma("GCC unroll 8") for (int j = 0; j < 8; j++) y[j] = LOAD(t->in + at + j * LANES);
#ifdef FOLDS_VECTORS
        y[0] = FN(fold_vectors)(y);
        STORE(nodes + NODES_AT(BLOCK) + at / LANES, y[0]);
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
    t->known += NODE_ROWS * ROW;
}

/* Of some segments, x, nodes between the block of the first element and that of the last, and y. */
INLINE VECTOR FN(join)(struct FN(tree) * t, OF(places) begins, OF(places) lasts, OF(known) which, size_t end, VECTOR x,
                       VECTOR y)
{
    const OF(places) below = (OF(places))OF(BELOW_HIGHEST)(begins ^ lasts);
    const VECTOR identity = SPLAT(IDENTITY);
    while (t->known < end)
        FN(find_nodes)(t);
    _Pragma("GCC unroll 4") for (int level = BLOCK; level < TOP; level++)
    {
        const ELEMENT *const nodes = t->nodes + NODES_AT(level);
        const OF(places) bit = SPLAT_PLACE(1 << level);
        const OF(known) on_right = OF(TESTED)(~begins & below, bit) & which;
        const OF(known) on_left = OF(TESTED)(lasts & below, bit) & which;
        if (on_right)
            x = OP(x, OF(GATHER)(identity, on_right, (begins >> level) ^ 1, nodes));
        if (on_left)
            y = OP(OF(GATHER)(identity, on_left, (lasts >> level) ^ 1, nodes), y);
    }
    OF(places) row = (begins >> TOP) + 1;
    for (OF(known) between; (between = OF(LESS)(row, lasts >> TOP) & which); row += 1)
        x = OP(x, OF(GATHER)(identity, between, row, t->nodes + NODES_AT(TOP)));
    return OP(x, y);
}

/* What comes of the elements of each of a vector of blocks whose bits are set. */
INLINE VECTOR FN(blocks)(const struct FN(tree) * t, const uint16_t *places, const uint16_t *bits, size_t at)
{
    VECTOR x[LANES];
    _Pragma("GCC unroll 16") for (int j = 0; j < LANES; j++)
    {
        if (j % (LANES / 2) == 0)
            FN(prefetch_share)(t, at);
        x[j] = (VECTOR)OF(LOAD_ONTO)((raw)SPLAT(IDENTITY), (OF(known))bits[j], t->in + places[j]);
    }
    return FN(fold_vectors)(x);
}

/*
 * Windows of vectors of segments: one of each, and another one, y, of those that do not lie in it; in half a block and
 * the next half one window has all. They are found before elements are read: what has just been written as vectors is
 * not read at once as words.
 */
struct FN(windows) {
    _Alignas(VECTOR_BYTES) uint16_t places[MANY * LANES], bits[MANY * LANES], y_places[(MANY + 1) * LANES],
        y_bits[(MANY + 1) * LANES];
    OF(known) crosses[MANY], far[MANY]; /* which have another one, and nodes between the two */
    size_t y_count;
};

INLINE void FN(find_windows)(const uint32_t *at, size_t n, size_t many, struct FN(windows) * w)
{
    typedef OF(spots) spots;
    const spots zero = {0}, one = zero + 1, block = zero + (LANES - 1), final = zero + (uint16_t)(n - LANES);
    w->y_count = 0;
    for (size_t j = 0; j < many; j++, at += LANES) {
        const spots b = (spots)OF(SPOTS)(OF(PLACES)(at)), e = (spots)OF(SPOTS)(OF(PLACES)(at + 1));
        const spots half = (spots)OF(LEAST_SPOTS)(b & ~(block >> 1), final);
        const OF(known) cross = OF(MORE_SPOTS)(e - half, zero + LANES);
        spots place = half, bits = (spots)OF(SHIFT_SPOTS)(one, e - half) - (spots)OF(SHIFT_SPOTS)(one, b - half);
        w->far[j] = 0;
        if (cross) {
            const spots last = e - 1, whole = b & ~block;
            const spots up_to_last = (spots)OF(SHIFT_SPOTS)(one + 1, last & block) - 1;
            place = (spots)OF(PICK_SPOTS)(cross, whole, half);
            bits = (spots)OF(PICK_SPOTS)(cross, zero - (spots)OF(SHIFT_SPOTS)(one, b - whole), bits);
            w->far[j] = cross & OF(MORE_SPOTS)((last >> BLOCK) - (b >> BLOCK), one);
            OF(STORE_SPOTS)(w->y_places + w->y_count, OF(PACK_SPOTS)(cross, last & ~block));
            OF(STORE_SPOTS)(w->y_bits + w->y_count, OF(PACK_SPOTS)(cross, up_to_last));
            w->y_count += (size_t)__builtin_popcount(cross);
        }
        w->crosses[j] = cross;
        OF(STORE_SPOTS)(w->places + j * LANES, place);
        OF(STORE_SPOTS)(w->bits + j * LANES, bits);
    }
    OF(STORE_SPOTS)(w->y_places + w->y_count, zero);
    OF(STORE_SPOTS)(w->y_bits + w->y_count, zero);
}

/* Some vectors of segments. What is written past the caches comes last: in the store buffer, loads would wait for it.
 */
INLINE void FN(total_windows)(struct FN(tree) * t, const uint32_t *at, size_t n, size_t many, ELEMENT *out)
{
    struct FN(windows) w;
    _Alignas(VECTOR_BYTES) ELEMENT x[MANY * LANES], y[(MANY + 1) * LANES];
    FN(find_windows)(at, n, many, &w);
    for (size_t i = 0; i < many * LANES; i += LANES)
        STORE(x + i, FN(blocks)(t, w.places + i, w.bits + i, at[i]));
    for (size_t i = 0; i < w.y_count; i += LANES)
        STORE(y + i, FN(blocks)(t, w.y_places + i, w.y_bits + i, at[many * LANES]));
    for (size_t j = 0, i = 0; j < many; i += (size_t)__builtin_popcount(w.crosses[j++]), at += LANES) {
        VECTOR total = LOAD(x + j * LANES);
        if (w.crosses[j]) {
            const VECTOR last = (VECTOR)OF(SPREAD)(IDENTITY, w.crosses[j], (raw)LOAD(y + i));
            total = w.far[j] ? FN(join)(t, OF(PLACES)(at), OF(PLACES)(at + 1) - 1, w.far[j], at[LANES], total, last)
                             : OP(total, last);
        }
        STORE(out + j * LANES, total + (ELEMENT)0); /* no -0 */
    }
    stream_aside(t->aside, MANY * LINE_BYTES);
}

static void FN(totals)(const void *in, const uint32_t *places, size_t segments, void *to,
                       const struct prefix__openmp_state *state, struct prefix__openmp_aside *aside)
{
    (void)state;
    _Alignas(VECTOR_BYTES) ELEMENT nodes[(TREE_TILE >> (BLOCK - 1)) + LANES];
    struct FN(tree) tree = {in, nodes, 0, aside};
    for (size_t i = 0; i < segments; i += MANY * LANES) {
        const size_t left = (segments - i + LANES - 1) / LANES;
        FN(total_windows)(&tree, places + i, TREE_TILE, left < MANY ? left : MANY, (ELEMENT *)to + i);
    }
}
#undef TREE_TILE
#undef NODE_ROWS
#undef MANY
#undef BLOCK
#undef TOP
#undef PARTS
#undef NODES_AT
#undef OF
#undef SPLAT_PLACE
