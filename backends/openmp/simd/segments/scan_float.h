/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows in which segments begin, in the canonical order; included by float_kernel.h. The network is that of a
 * whole row, with one difference: a lane takes the last element of a left half only if no segment has begun
 * after that.
 */

#ifdef MASKS
#define TAKE_LEFT(mask, x, d) (VECTOR) JOIN(MASKED_LEFT, BYTES)(mask, x, d)
#define TAKE(mask, left, x) (VECTOR) JOIN(MASKED_ASIDE, BYTES)(mask, left, x)
#define FIRST(x) OP(SPLAT(IDENTITY), x) /* no -0, to which nothing may be added later */
#else
#define TAKE_LEFT(mask, x, d) KEEP(mask, LEFT(x, d))
#define TAKE(mask, left, x) (VECTOR) ASIDE(KEEP(mask, left), x)
#define FIRST(x) (x)
#endif
#define MASK(level, j) JOIN(mask, BYTES)(masks + (level)*MASK_WORDS, g * GROUP + (j))
/* Inside vectors. The adders and the multipliers take turns. */
#define SEGMENTED_STEP(level)                                                                                          \
    if (LANES >> (level) > 1)                                                                                          \
    EACH(const VECTOR left = TAKE_LEFT(MASK(level, j), x[j], (LANES >> (level) > 1 ? 1 << (level) : 1));               \
         x[j] = (level) % 2 ? OP(left, x[j]) : (VECTOR)ASIDE(left, x[j]))

/* A row, in groups as other rows (float_kernel.h), with the masks from its first word on. */
INLINE VECTOR FN(scan_row)(const ELEMENT *in, ELEMENT *out, const uint64_t *masks, VECTOR row,
                           struct prefix__openmp_lines *lines)
{
    const int across = __builtin_ctz(LANES), among = across + __builtin_ctz(GROUP); /* levels of vectors and groups */
    VECTOR blocks[3] = {row, row, row}, x[GROUP];
    __asm__("" : "+r"(masks)); /* or compilers keep the address of each mask */
    _Pragma("GCC unroll 8") for (int g = 0; g < GROUPS; g++)
    {
        EACH(x[j] = FIRST(LOAD(in + (g * GROUP + j) * LANES)))
        SEGMENTED_STEP(0)
        prefetch_two(lines);
        SEGMENTED_STEP(1)
        prefetch_two(lines);
        SEGMENTED_STEP(2)
        prefetch_two(lines);
        SEGMENTED_STEP(3)
        prefetch_two(lines);
        _Pragma("GCC unroll 3") for (int level = 0; GROUP >> level > 1; level++)
        {
            EACH(if (j >> level & 1) x[j] = TAKE(MASK(across + level, j), LAST(x[(j >> level << level) - 1]), x[j]))
        }
        _Pragma("GCC unroll 3") for (int level = 0; GROUPS >> level > 1; level++)
        {
            if (g >> level & 1)
                EACH(x[j] = TAKE(MASK(among + level, j), blocks[level], x[j]))
            else if ((g & ((1 << level) - 1)) == (1 << level) - 1)
                blocks[level] = LAST(x[GROUP - 1]);
        }
        EACH(x[j] = TAKE(MASK(CARRY_LEVEL, j), row, x[j]); STORE(out + (g * GROUP + j) * LANES, x[j]))
    }
    return LAST(x[GROUP - 1]);
}
#undef TAKE_LEFT
#undef TAKE
#undef FIRST
#undef MASK
#undef SEGMENTED_STEP

/*
 * Rows of a piece without the tile carry, of elements that had size bytes in memory; returns how many elements stand
 * before the first segment that begins.
 */
static size_t FN(scan_piece)(const ELEMENT *in, ELEMENT *out, size_t n, const uint64_t *heads,
                             struct prefix__openmp_state *state, struct prefix__openmp_aside *aside, size_t size)
{
    ELEMENT local, filled[ROW], rest[ROW];
    uint64_t masks[MASK_LEVELS][MASK_WORDS];
    struct FN(sink) sink = {.carry = (FN(carry)){0}};
    size_t i = 0, first = 0;
    memcpy(&local, &state->local, sizeof local);
    VECTOR row = SPLAT(local);
    find_carry_masks(heads, (n + 63) / 64, 1, ROW, masks);
    for (; i < n; i += ROW) {
        struct prefix__openmp_lines lines = work_aside(aside, ROW * size, ROW * size);
        if (n - i >= ROW) {
            const int has_heads = (heads[i / 64] | heads[i / 64 + ROW / 64 - 1]) != 0;
            row = has_heads ? FN(scan_row)(in + i, out + i, masks[0] + i / 64, row, &lines)
                            : FN(rows)(in + i, out + i, 1, row, &sink, NULL, 0, FN(LOCAL));
        } else {
            FN(fill)(filled, in + i, n - i);
            row = FN(scan_row)(filled, rest, masks[0] + i / 64, row, &lines);
            memcpy(out + i, rest, (n - i) * BYTES);
        }
        prefetch_rest(&lines);
    }
    memcpy(&state->local, &row, BYTES);
    while (first < n && !heads[first / 64])
        first += 64;
    return first < n ? first + (size_t)__builtin_ctzll(heads[first / 64]) : n;
}

/* Combines elements with what stands before them. */
INLINE void FN(add_before)(ELEMENT *x, size_t n, uint64_t before)
{
    CARRY value;
    memcpy(&value, &before, sizeof value);
    const FN(carry) carry = value - (FN(carry)){0};
    size_t i = 0;
    if (value == (IDENTITY)) /* no element is -0 */
        return;
    for (; i + LANES <= n; i += LANES)
        STORE(x + i, FN(value)(carry, LOAD(x + i)));
    for (; i < n; i++)
        x[i] = (ELEMENT)(value OPERATOR(CARRY) x[i]);
}

static void FN(scan_segmented)(const void *from, void *to, size_t n, const uint64_t *heads,
                               struct prefix__openmp_state *state, uint64_t init, struct prefix__openmp_aside *aside)
{
    ELEMENT *out = to;
    for (size_t i = 0; i < n; i += MASKED_PIECE) {
        const size_t length = n - i < MASKED_PIECE ? n - i : MASKED_PIECE;
        size_t first = FN(scan_piece)((const ELEMENT *)from + i, out + i, length, heads + i / 64, state, aside, BYTES);
        FN(add_before)(out + i, first, state->carry);
        FN(add_before)(out + i + first, length - first, init);
        if (first < length)
            state->carry = init;
    }
}
