/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Takes canonical tiles in which segments begin through a pipeline. Where each begins is found out for a
 * piece at a time, beside its elements, from the flags, bits, offsets or keys themselves. Rows without a
 * beginning go through the core as in any scan.
 */
#include "session.h"
#include "tile.h"

#define PIECE_MAX PIECE_BYTES /* elements, of one byte */
#define MARKS 1024            /* elements whose beginnings are marked at once: a power of two */
#define AT_ONCE 8             /* offsets */
#define NEAR 256              /* elements of an end that are looked at first */
#define STRETCH 4             /* rows without a beginning that are worth a call by themselves */

static const struct prefix_test not_zero = {.mask = 0xff, .first = 1, .range = 0xfe};

static int log2_of(size_t size)
{
    return size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
}

/* A row of the pipeline's core, in elements and in words of heads. */
static size_t row_of(const struct prefix__openmp_pipeline *p)
{
    return PREFIX__ROW_BYTES / p->core.size;
}

static void heads_of_pairs(const uint64_t *keys, size_t count, uint64_t *words)
{
    for (size_t i = 0; i < count; i++, keys += 2)
        words[i / 64] |= (uint64_t)(((keys[0] ^ keys[-2]) | (keys[1] ^ keys[-1])) != 0) << i % 64;
}

/* Whether offsets are those of segments of one element. */
#define ARE_ONES(index)                                                                                                \
    static int are_ones_##index(const index *at)                                                                       \
    {                                                                                                                  \
        index differ = 0;                                                                                              \
        for (index i = 0; i < AT_ONCE; i++)                                                                            \
            differ |= at[i] - at[0] - i;                                                                               \
        return differ == 0;                                                                                            \
    }
ARE_ONES(uint32_t)
ARE_ONES(uint64_t)

/*
 * Bytes have their places, and need not wait for each other as the bits of a word do. As many offsets as were
 * read are drawn into the cache behind them.
 */
#define MARK(index)                                                                                                    \
    do {                                                                                                               \
        const index *const all = heads->data, *const end = all + heads->segments + 1;                                  \
        const index *at = all + (is_from(heads, *cursor, first) ? *cursor : prefix__offset_from(heads, first));        \
        for (size_t i = 0; i < count; i += MARKS) {                                                                    \
            const size_t length = least(MARKS, count - i);                                                             \
            const index *const begin = at;                                                                             \
            memset(marks, 0, length);                                                                                  \
            for (; length == MARKS && end - at >= AT_ONCE; at += AT_ONCE) {                                            \
                uint64_t places[AT_ONCE], any = 0;                                                                     \
                if (at[AT_ONCE - 1] - at[0] == AT_ONCE - 1 && at[0] - (uint64_t)(first + i) <= MARKS - AT_ONCE &&      \
                    are_ones_##index(at)) {                                                                            \
                    memset(marks + (at[0] - (uint64_t)(first + i)), 1, AT_ONCE);                                       \
                    continue;                                                                                          \
                }                                                                                                      \
                _Pragma("GCC unroll 8") for (int j = 0; j < AT_ONCE; j++) any |= places[j] =                           \
                    at[j] - (uint64_t)(first + i);                                                                     \
                if (any >= MARKS)                                                                                      \
                    break;                                                                                             \
                _Pragma("GCC unroll 8") for (int j = 0; j < AT_ONCE; j++) marks[places[j]] = 1;                        \
            }                                                                                                          \
            for (; at < end && *at - (uint64_t)(first + i) < length; at++)                                             \
                marks[*at - (uint64_t)(first + i)] = 1;                                                                \
            prefix__openmp_draw_lines(at + (at - begin), (size_t)(at - begin) * sizeof *at);                           \
            isa->test[0](marks, words + i / 64, length, &not_zero);                                                    \
        }                                                                                                              \
        *cursor = (size_t)(at - all);                                                                                  \
    } while (0)

/* Whether it is the k-th of the offsets that is the first not below an element. */
static int is_from(const struct prefix_heads *heads, size_t k, size_t element)
{
    return k <= heads->segments && prefix__index_at(heads->data, heads->size, k) >= element &&
           (k == 0 || prefix__index_at(heads->data, heads->size, k - 1) < element);
}

static void heads_of_offsets(const struct prefix__openmp_isa *isa, const struct prefix_heads *heads, size_t first,
                             size_t count, uint64_t *words, size_t *cursor)
{
    uint8_t marks[MARKS];
    if (heads->size == 4)
        MARK(uint32_t);
    else
        MARK(uint64_t);
}

struct finder {
    const struct prefix__openmp_isa *isa;
    size_t *cursor;
};

/* A prefix__heads_fn. */
static void heads_of_array(const void *user, const struct prefix_heads *heads, size_t first, size_t count,
                           uint64_t *words)
{
    const struct finder *finder = user;
    const struct prefix__openmp_isa *isa = finder->isa;
    const char *from = (const char *)heads->data + first * heads->size;
    const struct prefix_test test = {.mask = heads->mask, .range = heads->range};
    if (heads->form == PREFIX_HEADS_FLAGS)
        isa->test[0](from, words, count, &not_zero);
    else if (heads->form == PREFIX_HEADS_KEYS && heads->size == 16)
        heads_of_pairs((const uint64_t *)from, count, words);
    else if (heads->form == PREFIX_HEADS_KEYS)
        isa->heads[log2_of(heads->size)](from, words, count, &test, 0);
    else if (heads->form == PREFIX_HEADS_OFFSETS)
        heads_of_offsets(isa, heads, first, count, words, finder->cursor);
    else
        prefix__heads_of_array(NULL, heads, first, count, words);
}

void prefix__openmp_find_heads(const struct prefix__openmp_pipeline *p, size_t at, size_t count, uint64_t *words,
                               size_t *cursor)
{
    const struct finder finder = {p->isa, cursor};
    prefix__heads_by(heads_of_array, &finder, p->heads, p->n, p->reverse, at, count, words);
}

/* The last position in a range where a segment begins, or its end. */
static size_t last_head(const struct prefix__openmp_pipeline *p, size_t first, size_t end)
{
    uint64_t words[PIECE_MAX / 64];
    size_t cursor = 0;
    for (size_t at = end; at > first;) {
        const size_t length = least(at == end ? NEAR : PIECE_MAX, at - first);
        at -= length;
        prefix__openmp_find_heads(p, at, length, words, &cursor);
        for (size_t i = (length + 63) / 64; i-- > 0;)
            if (words[i])
                return at + i * 64 + 63 - (size_t)__builtin_clzll(words[i]);
    }
    return end;
}

/* Writes elements that change no result: zeros are that to sums that read narrower ones, too. */
static void clear(const struct prefix__openmp_pipeline *p, char *to, size_t size, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (p->core.identity)
            memcpy(to + i * size, &p->core.identity, size);
        else
            memset(to + i * size, 0, size);
}

/*
 * What the elements of a tile come to from the last beginning in it to the end. In order that is the row of
 * that beginning, without what stands before it, and the rows that follow.
 */
static uint64_t reduce_from(const struct prefix__openmp_pipeline *p, size_t tile, size_t head, size_t end)
{
    struct buffers b;
    struct prefix__openmp_state state = {0, p->core.identity};
    const int turned = p->mirror_in && p->ordered;
    size_t at = head;
    if (p->ordered) {
        _Alignas(LINE_BYTES) char row[PREFIX__ROW_BYTES];
        const size_t length = row_of(p), size = p->widen ? p->core.size : p->in_size;
        at = tile + (head - tile) / length * length;
        const size_t count = least(length, end - at);
        memcpy(row, fetch(p, &b, at, count, turned), count * size);
        clear(p, row, size, head - at);
        p->core.reduce(row, count, &state);
        at += count;
    }
    for (size_t length; at < end; at += length) {
        length = least(PIECE_BYTES / p->core.size, end - at);
        p->core.reduce(fetch(p, &b, at, length, turned), length, &state);
    }
    return state.local;
}

size_t prefix__openmp_reduce_segments(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                      uint64_t *aggregates)
{
    for (size_t k = (count + p->tile - 1) / p->tile; k-- > 0;) {
        const size_t at = first + k * p->tile, end = least(at + p->tile, first + count);
        const size_t head = last_head(p, at, end);
        if (head < end) {
            aggregates[k] = reduce_from(p, at, head, end);
            return k + 1;
        }
        prefix__openmp_reduce(p, at, end - at, &aggregates[k], 0);
    }
    return 0;
}

int prefix__openmp_has_heads(const uint64_t *words, size_t count)
{
    uint64_t any = 0;
    for (size_t i = 0; i < (count + 63) / 64; i++)
        any |= words[i];
    return any != 0;
}

/* Scans a piece, stretches of rows with and without beginnings each by themselves. */
static void scan_piece(const struct prefix__openmp_pipeline *p, const char *in, char *out, size_t n,
                       const uint64_t *heads, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next)
{
    const size_t row = row_of(p), rows = (n + row - 1) / row, words = row / 64;
    const size_t in_size = p->widen ? p->core.size : p->in_size;
    for (size_t i = 0, end; i < rows; i = end) {
        size_t plain = 0; /* rows without beginnings, before end */
        for (end = i; end < rows && plain < STRETCH; end++)
            plain = prefix__openmp_has_heads(heads + end * words, least(row, n - end * row)) ? 0 : plain + 1;
        const size_t cut = end - i - (end == rows || plain == STRETCH ? plain : 0);
        if (cut > 0) {
            const size_t at = i * row;
            end = i + cut;
            p->core.cut(in + at * in_size, out + at * p->core.written, least(n - at, cut * row), heads + i * words,
                        state, p->carry, next ? next->at + at * p->in_size : NULL);
            continue;
        }
        while (end < rows && !prefix__openmp_has_heads(heads + end * words, least(row, n - end * row)))
            end++;
        const size_t at = i * row;
        struct prefix__openmp_next part;
        p->core.scan(in + at * in_size, out + at * p->core.written, least(n - at, (end - i) * row), state,
                     prefix__openmp_next_part(next, at * p->in_size, &part));
    }
}

/* Draws into the cache what tells of segments. */
static void draw_heads(const struct prefix__openmp_pipeline *p, size_t at, size_t count)
{
    const struct prefix_heads *heads = p->heads;
    if (!p->large || heads->form == PREFIX_HEADS_OFFSETS || at + count > p->n)
        return;
    const size_t bits = heads->form == PREFIX_HEADS_BITS ? 1 : 8 * heads->size;
    const char *from = (const char *)heads->data + (heads->first + place(p, at, count)) * bits / 8;
    prefix__openmp_draw(from, count * bits / 8);
}

/* A canonical tile in which segments begin; at is the position where it does. */
static void scan_cut_tile(const struct prefix__openmp_pipeline *p, size_t first, size_t count, const uint64_t *heads,
                          struct prefix__openmp_state *state, const struct prefix__openmp_ahead *ahead)
{
    struct buffers b;
    const size_t width = p->core.written, piece = PIECE_BYTES / p->core.size;
    const int direct = !p->unmap && !p->mirror_out && !p->exclusive && !p->past_cache;
    char *const scanned = b.scanned + LINE_BYTES, *const before = scanned - width;
    uint64_t init = 0;
    put(p, (char *)&init, p->carry);
    put(p, before, state->carry);
    for (size_t i = 0, length; i < count; i += length, heads += piece / 64) {
        length = least(piece, count - i);
        struct prefix__openmp_next drawn;
        const struct prefix__openmp_next *next = draw_next(p, ahead, i, length, &drawn);
        draw_heads(p, ahead->first + i, length);
        drawn.also = NULL;
        const char *in = fetch(p, &b, first + i, length, 1);
        if (direct) {
            scan_piece(p, in, p->out + (first + i) * p->out_size, length, heads, state, next);
            continue;
        }
        scan_piece(p, in, scanned, length, heads, state, next);
        if (p->exclusive)
            p->isa->place[log2_of(width)](before, length, heads, init);
        deliver(p, &b, p->exclusive ? before : scanned, first + i, length);
        memcpy(before, scanned + (length - 1) * width, width);
    }
    state->carry = p->core.combine(state->carry, state->local);
    state->local = p->core.identity;
}

uint64_t prefix__openmp_scan_segments(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                      uint64_t carry, const struct prefix__openmp_ahead *ahead)
{
    uint64_t heads[PREFIX__TILE_BYTES / 64];
    size_t cursor = 0;
    struct prefix__openmp_state state = {carry, p->core.identity};
    for (size_t i = 0; i < count; i += p->tile) {
        const size_t length = least(p->tile, count - i);
        struct prefix__openmp_ahead next = {first + i + p->tile, length};
        if (ahead && ahead->count)
            next = (struct prefix__openmp_ahead){ahead->first + i, ahead->count > i ? ahead->count - i : 0};
        prefix__openmp_find_heads(p, first + i, length, heads, &cursor);
        if (prefix__openmp_has_heads(heads, length))
            scan_cut_tile(p, first + i, length, heads, &state, &next);
        else
            state.carry = prefix__openmp_scan_range(p, first + i, length, state.carry, &next);
    }
    return state.carry;
}

uint64_t prefix__openmp_scan_for(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                 const uint64_t *heads, uint64_t carry, prefix__openmp_take_fn *take, void *user)
{
    struct buffers b;
    const size_t width = p->core.written, piece = PIECE_BYTES / p->core.size;
    char *const scanned = b.scanned + LINE_BYTES, *const before = scanned - width;
    const size_t behind = least(first + AHEAD / p->in_size, p->n);
    const struct prefix__openmp_ahead ahead = {behind, p->n - behind};
    struct prefix__openmp_state state = {carry, p->core.identity};
    put(p, before, carry);
    for (size_t i = 0, length; i < count; i += length, heads += piece / 64) {
        length = least(piece, count - i);
        struct prefix__openmp_next drawn;
        const struct prefix__openmp_next *next = draw_next(p, &ahead, i, length, &drawn);
        scan_piece(p, fetch(p, &b, first + i, length, 1), scanned, length, heads, &state, next);
        take(user, first + i, length, heads, before);
        memcpy(before, scanned + (length - 1) * width, width);
    }
    return p->core.combine(state.carry, state.local);
}

uint64_t prefix__openmp_pass_tile(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t carry,
                                  const uint64_t *aggregate)
{
    uint64_t own;
    if (!aggregate)
        prefix__openmp_reduce(p, first, count, &own, 0);
    return p->core.combine(carry, aggregate ? *aggregate : own);
}
