/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments out of the trees of rows; included by float_kernel.h. The total of a segment in a row, in the
 * canonical order, is that of the row's tree in which all other elements are the identity. The tree of a block, which
 * has as many elements as a vector has lanes, is taken of the block as it is loaded with a mask. A vector of segments
 * is taken at once: of each the block of its first element, and, where that is another one, that of its last. Of those
 * that lie in half a block and the next half one window of a vector has all.
 *
 * A Zen 4 core, 2^16 f32 in segments of 7, 10, 40 and 200, us: 12.7, 9.6, 9.2, 6.1; where the elements at both ends
 * are gathered one by one, and nodes from pairs on, 19.8, 14.9, 14.2, 8.6; where the first two are cut (scan_float.h)
 * 19.6 and 26.8.
 *
 * What comes next is prefetched beside windows and nodes, as evenly as can be (NODES_AHEAD).
 */
#include "simd/segments/nodes_float.h"

#define ALL_KNOWN ((OF(known))(((uint32_t)1 << LANES) - 1))

INLINE uint64_t FN(offset)(const struct FN(paths) * p, size_t i)
{
    const void *at = p->segments->offsets;
    return p->is_wide ? ((const uint64_t *)at)[i] : ((const uint32_t *)at)[i];
}

/* Those of the vector of segments from one on are read, while elements come from memory, and so do offsets. */
INLINE void FN(prefetch_offsets)(const struct FN(paths) * p, size_t i)
{
    const size_t size = p->is_wide ? 8 : 4;
    if (p->aside->lines.end)
        prefix__openmp_prefetch_near((const char *)p->segments->offsets + i * size + OFFSETS_AHEAD, LANES * size);
}

/* What comes of the elements of each of a vector of windows whose bits are set; most is read that stands before at. */
INLINE VECTOR FN(trees)(const struct FN(paths) * p, const uint16_t *places, const uint16_t *bits, size_t at)
{
    const ELEMENT *const leaves = sizeof(ELEMENT) == BYTES ? (const void *)p->in : p->copies;
    VECTOR x[LANES];
    _Pragma("GCC unroll 16") for (int j = 0; j < LANES; j++)
    {
        if (j % (LANES / 2) == 0)
            FN(prefetch_share)(p, at);
        x[j] = (VECTOR)OF(LOAD_ONTO)((raw)SPLAT(IDENTITY), (OF(known))bits[j], leaves + places[j]);
    }
    return FN(fold_vectors)(x);
}

/* At most a vector of segments, some of which may begin before the piece, end behind it or not be there. */
INLINE size_t FN(follow_few)(struct FN(paths) * p, size_t n)
{
    typedef OF(known) known;
    typedef OF(places) places;
    const size_t size = p->is_wide ? 8 : 4, left = p->segments->count - p->count;
    const char *const at = (const char *)p->segments->offsets + p->count * size;
    const known all = (known)(left >= (size_t)LANES ? ALL_KNOWN : (1u << left) - 1);
    const places begins = OF(PLACES)(p->is_wide, at, all, p->segments->first), end = SPLAT_PLACE(n), zero = {0};
    const places ends = OF(PLACES)(p->is_wide, at + size, all, p->segments->first);
    const places lasts = (places)OF(LEAST)(ends, end) - 1, block = SPLAT_PLACE(LANES - 1);
    const known has_first = OF(LESS)(begins, end), has_last = OF(LESS)(lasts, end);
    const known two = OF(TESTED)(begins ^ lasts, ~block);
    const places from_first = (zero - 1) << (begins & block), up_to_last = ((zero + 2) << (lasts & block)) - 1;
    const places blocks = (places)((OF(index))lasts >> BLOCK) - (places)((OF(index))begins >> BLOCK);
    const known far = OF(LESS)(zero + 1, blocks) & OF(LESS)(begins + 1, lasts + 1) & has_last;
    uint16_t spots[LANES], bits[LANES];
    OF(STORE_SPOTS)(spots, OF(SPOTS)(OF(PICK)(has_first, (raw)(begins & ~block), (raw)zero)));
    OF(STORE_SPOTS)(bits, OF(SPOTS)(OF(PICK)(two, (raw)from_first, (raw)(from_first & up_to_last))));
    VECTOR x = (VECTOR)OF(PICK)(has_first, (raw)FN(trees)(p, spots, bits, p->known), (raw)SPLAT(p->local));
    OF(STORE_SPOTS)(spots, OF(SPOTS)(OF(PICK)(has_last, (raw)(lasts & ~block), (raw)zero)));
    OF(STORE_SPOTS)(bits, OF(SPOTS)(OF(PICK)(has_last & two, (raw)up_to_last, (raw)zero)));
    const VECTOR y = FN(trees)(p, spots, bits, p->known);
    x = far ? FN(join)(p, begins, lasts, has_first, has_last, 0, (size_t)OF(MOST)(has_last, lasts) + 1, x, y)
            : OP(x, y);
    if ((IDENTITY) == 0)
        x = x + (ELEMENT)0; /* no -0 */
    const size_t count = (size_t)__builtin_ctz(~(unsigned)(OF(LESS)(ends, end) & all));
    STORE(p->out + p->count, (VECTOR)OF(PICK)(OF(TESTED)(begins ^ ends, begins ^ ends), (raw)x, (raw)SPLAT(IDENTITY)));
    p->count += count;
    if (count < (size_t)LANES) {
        ELEMENT of_lanes[LANES];
        STORE(of_lanes, count < left ? x : SPLAT(IDENTITY));
        p->local = of_lanes[count];
    }
    return count;
}

/*
 * Windows of vectors of segments: one of each, and another one, y, of those that do not lie in it. They are all found
 * before elements are read: what has just been written as vectors is not read at once as words.
 */
struct FN(windows) {
    _Alignas(VECTOR_BYTES) uint16_t places[MANY * LANES], bits[MANY * LANES], y_places[(MANY + 1) * LANES],
        y_bits[(MANY + 1) * LANES];
    OF(known) crosses[MANY], far[MANY]; /* which have another one, and nodes between the two */
    size_t many, y_count;
    size_t end; /* of the last segment */
};

/* Where vector j of the next segments begins, or ends, in the piece. */
INLINE OF(places) FN(places_of)(const struct FN(paths) * p, size_t j, int ends)
{
    const size_t size = p->is_wide ? 8 : 4;
    return OF(PLACES)(p->is_wide, (const char *)p->segments->offsets + (p->count + j * LANES + ends) * size, ALL_KNOWN,
                      p->segments->first);
}

/* Of the next vectors of segments, as long as all of them lie in the piece. */
INLINE void FN(find_windows)(const struct FN(paths) * p, size_t n, struct FN(windows) * w)
{
    typedef OF(known) known;
    typedef OF(places) places;
    typedef OF(spots) spots;
    const spots zero = {0}, one = zero + 1, block = zero + (LANES - 1);
    const size_t left = p->segments->count - p->count, read = NODE_ROWS * ROW;
    const spots final = zero + (uint16_t)((n + read - 1) / read * read - LANES); /* window that memory is read for */
    w->many = w->y_count = w->end = 0;
    for (size_t j = 0; j < MANY && left >= (j + 1) * LANES; j++) {
        const places begins = FN(places_of)(p, j, 0), ends = FN(places_of)(p, j, 1);
        if ((known)(OF(LESS)(ends, SPLAT_PLACE(n)) & ~OF(LESS)(ends, begins)) != ALL_KNOWN)
            break;
        const spots b = (spots)OF(SPOTS)(begins), e = (spots)OF(SPOTS)(ends), half_block = b & ~(block >> 1);
        const spots half = (spots)OF(LEAST_SPOTS)(half_block, final);
        const known cross = OF(MORE_SPOTS)(e - half, zero + LANES);
        spots place = half, bits = (spots)OF(SHIFT_SPOTS)(one, e - half) - (spots)OF(SHIFT_SPOTS)(one, b - half);
        w->far[j] = 0;
        if (cross) {
            const spots last = e - 1, whole = b & ~block,
                        up_to_last = (spots)OF(SHIFT_SPOTS)(one + 1, last & block) - 1;
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
        w->end = (size_t)ends[LANES - 1];
        w->many = j + 1;
    }
    OF(STORE_SPOTS)(w->y_places + w->y_count, zero);
    OF(STORE_SPOTS)(w->y_bits + w->y_count, zero);
}

/*
 * Vectors of segments that lie in the piece. Returns how many. What is written past the caches comes last: behind it
 * in the store buffer, what is read again would wait.
 */
INLINE size_t FN(follow_many)(struct FN(paths) * p, size_t n)
{
    struct FN(windows) w;
    _Alignas(VECTOR_BYTES) ELEMENT x[MANY * LANES], y[(MANY + 1) * LANES];
    ELEMENT *const out = p->out + p->count;
    FN(find_windows)(p, n, &w);
    if (w.many == 0)
        return 0;
    for (size_t i = 0; i < w.many * LANES; i += LANES) {
        FN(prefetch_offsets)(p, p->count + i);
        STORE(x + i, FN(trees)(p, w.places + i, w.bits + i, w.places[i]));
    }
    for (size_t i = 0; i < w.y_count; i += LANES)
        STORE(y + i, FN(trees)(p, w.y_places + i, w.y_bits + i, w.end));
    for (size_t j = 0, i = 0; j < w.many; i += (size_t)__builtin_popcount(w.crosses[j++])) {
        VECTOR total = LOAD(x + j * LANES);
        if (w.crosses[j]) {
            const VECTOR last = (VECTOR)OF(SPREAD)(IDENTITY, w.crosses[j], (raw)LOAD(y + i));
            if (w.far[j]) {
                const OF(places) begins = FN(places_of)(p, j, 0), lasts = FN(places_of)(p, j, 1) - 1;
                total = FN(join)(p, begins, lasts, w.far[j], w.far[j], begins[0], lasts[LANES - 1] + 1, total, last);
            } else {
                total = OP(total, last);
            }
        }
        if ((IDENTITY) == 0)
            total = total + (ELEMENT)0; /* no -0 */
        STORE(out + j * LANES, total);
    }
    stream_aside(p->aside, MANY * LINE_BYTES);
    p->count += w.many * LANES;
    return w.many;
}

INLINE size_t FN(totals_of)(const ELEMENT *in, size_t n, const struct prefix__openmp_segments *segments, ELEMENT *totals,
                            struct prefix__openmp_state *state, struct prefix__openmp_aside *aside, int is_wide)
{
    _Alignas(VECTOR_BYTES) ELEMENT nodes[(NODES_MOST >> (BLOCK - 1)) + NEAR_VECTORS * LANES];
    _Alignas(VECTOR_BYTES) ELEMENT copies[sizeof(ELEMENT) == BYTES ? 1 : NODES_MOST];
    struct FN(paths) paths = {in, copies, nodes, 0, segments, totals, .is_wide = is_wide, .aside = aside};
    memcpy(&paths.local, &state->local, sizeof paths.local);
    while (sizeof(ELEMENT) != BYTES && paths.known < n)
        FN(find_nodes)(&paths);
    do {
        while (FN(follow_many)(&paths, n) == MANY)
            ;
    } while (FN(follow_few)(&paths, n) == (size_t)LANES);
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
#undef ALL_KNOWN
#undef NODES_MOST
#undef NODES_AT
#undef BLOCK
#undef TOP
#undef PARTS
#undef OF
#undef SPLAT_PLACE
