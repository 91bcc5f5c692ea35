/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One tile of runs, packed. What its runs come to does not depend on what stands before it but for the one that is
 * open there: of that the rest is reduced, and joined when the carry is known. That is the canonical order,
 * in which no part knows more than the carry before it.
 */
#include "runs/run_tile.h"
#include "tile/chunks.h"
#include "tile/flush.h"
#include "tile/segmented_tile.h"

#define CHUNK PREFIX__OPENMP_KEYS /* elements that are packed at once, at most */
#define FEW 8                     /* elements of a run, on average, of which places are told sooner than bits */

/* What one thread has in hand. */
struct hand {
    const struct prefix__openmp_runs *r;
    char *slot;
    struct prefix__openmp_runs_tile *tile;
    size_t begin;     /* of the run that is open; at first any */
    uint64_t is_head; /* the element before, where only runs of two and more count */
    uint64_t open;    /* where sums are not cut, what stands before the run that is open */
};

/* Elements of a chunk that are asked for, by their bits, and by their places, which tell sooner where they are few. */
struct asked {
    const uint64_t *bits;
    const uint32_t *places; /* behind another one, or a 0; NULL: they have not been looked for */
    size_t count;
};

static size_t to_lines(size_t bytes)
{
    return (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

void prefix__openmp_runs_cut(struct prefix__openmp_runs *r, size_t parts)
{
    const struct prefix_runs_work *work = r->work;
    r->tile = parts * r->part;
    r->tiles = (work->n - 1) / r->tile + 1;
    const size_t most = least(r->tile, work->n) + LINE_BYTES; /* a pack goes beyond its end */
    r->values = work->unique ? to_lines(most * work->keys.size) : 0;
    r->lengths = r->values + (work->scan ? to_lines(most * r->p.core.written) : 0);
    r->offsets = r->lengths + (work->lengths ? to_lines(most * work->index_size) : 0);
    r->slot_bytes = r->offsets + (work->offsets ? to_lines(most * work->index_size) : 0);
}

static int is_head(const struct prefix__openmp_runs *r, size_t at)
{
    uint64_t word;
    size_t cursor = 0;
    prefix__openmp_find_heads(&r->p, at, 1, &word, &cursor, 0);
    return (int)word;
}

static void pack_pairs(const char *in, const uint64_t *bits, size_t n, char *out)
{
    for (size_t i = 0; i < n; i += 64)
        for (uint64_t word = bits[i / 64]; word; word &= word - 1, out += 16)
            memcpy(out, in + 16 * (i + (size_t)__builtin_ctzll(word)), 16);
}

#define GATHER(element)                                                                                                \
    for (size_t i = 0; i < asked->count; i++)                                                                          \
        ((element *)to)[i] = ((const element *)from)[asked->places[i]];

/* So many bytes of each element, side by side. */
static void pack(const struct prefix__openmp_isa *isa, size_t size, const void *restrict from, size_t n,
                 const struct asked *asked, void *restrict to)
{
    if (size == 16)
        pack_pairs(from, asked->bits, n, to);
    else if (!asked->places)
        isa->pack[log2_of(size)](from, asked->bits, n, to);
    else if (size == 1)
        GATHER(uint8_t)
    else if (size == 2)
        GATHER(uint16_t)
    else if (size == 4)
        GATHER(uint32_t)
    else
        GATHER(uint64_t)
}

/* Of runs that all count, from the places of the elements that close them. The first may have begun long before. */
static void pack_lengths(struct hand *hand, size_t at, const struct asked *closed)
{
    const size_t size = hand->r->work->index_size;
    char *const lengths = hand->slot + hand->r->lengths + hand->tile->closed * size;
    if (closed->count == 0)
        return;
    if (size == 4)
        hand->r->p.isa->subtract[2](closed->places, closed->count, 0, lengths);
    else
        for (size_t i = 0; i < closed->count; i++)
            ((uint64_t *)lengths)[i] = closed->places[i] - (closed->places - 1)[i];
    prefix__openmp_store_index(lengths, size, 0, at + closed->places[0] - hand->begin);
}

/* What runs come to that are closed by elements; before has the results before each of these. */
static void pack_values(struct hand *hand, size_t n, const struct asked *closed, const char *before)
{
    const struct prefix__openmp_pipeline *p = &hand->r->p;
    const size_t size = p->core.written;
    char *const to = hand->slot + hand->r->values + hand->tile->closed * size;
    if (!p->uncut) {
        pack(p->isa, size, before, n, closed, to);
        return;
    }
    _Alignas(LINE_BYTES) char results[LINE_BYTES + PIECE_BYTES + LINE_BYTES]; /* a pack goes beyond its end */
    char *const own = results + LINE_BYTES;
    pack(p->isa, size, before, n, closed, own);
    memcpy(own - size, &hand->open, size);
    p->isa->subtract[log2_of(size)](own, closed->count, p->carry, to);
    memcpy(&hand->open, own - size + closed->count * size, size);
}

/* Of runs of two and more, and where they begin. */
static void pack_nontrivial(const struct hand *hand, size_t at, size_t n, const uint64_t *heads, const uint64_t *closes)
{
    const struct prefix__openmp_runs *r = hand->r;
    size_t k = hand->tile->closed, begin = hand->begin;
    for (size_t i = 0; i < (n + 63) / 64; i++)
        for (uint64_t word = heads[i]; word; word &= word - 1) {
            const size_t bit = (size_t)__builtin_ctzll(word), end = at + i * 64 + bit;
            if (closes[i] >> bit & 1) {
                if (r->work->offsets)
                    prefix__openmp_store_index(hand->slot + r->offsets, r->work->index_size, k, begin);
                if (r->work->lengths)
                    prefix__openmp_store_index(hand->slot + r->lengths, r->work->index_size, k, end - begin);
                k++;
            }
            begin = end;
        }
}

static void take_chunk(struct hand *hand, size_t at, size_t n, const uint64_t *heads, const char *before)
{
    const struct prefix__openmp_runs *r = hand->r;
    const struct prefix_runs_work *work = r->work;
    const struct prefix__openmp_isa *isa = r->p.isa;
    struct prefix__openmp_runs_tile *tile = hand->tile;
    const size_t words = (n + 63) / 64;
    uint64_t closes[CHUNK / 64];
    uint32_t list[1 + CHUNK + LINE_BYTES];
    struct asked begun = {heads, NULL, isa->count(heads, words)}, closed = {closes, NULL, 0};
    memcpy(closes, heads, words * sizeof *closes);
    if (at == 0)
        closes[0] &= ~(uint64_t)1;
    for (size_t i = 0; work->nontrivial && i < words; i++) {
        closes[i] &= ~(heads[i] << 1 | hand->is_head);
        hand->is_head = heads[i] >> 63;
    }
    closed.count = work->nontrivial ? isa->count(closes, words) : begun.count - (at == 0);
    const int are_few = begun.count * FEW <= n;
    if (!work->nontrivial && (are_few || work->lengths)) {
        list[0] = 0;
        isa->places(heads, words, list + 1);
        begun.places = are_few ? list + 1 : NULL;
        closed.places = list + 1 + (at == 0);
    }
    if (tile->first - at < n)
        tile->first_counts = prefix__bit(closes, tile->first - at);
    if (work->unique)
        pack(isa, work->keys.size, (const char *)work->keys.data + at * work->keys.size, n, &begun,
             hand->slot + tile->begun * work->keys.size);
    if (before)
        pack_values(hand, n, &closed, before);
    if (work->nontrivial)
        pack_nontrivial(hand, at, n, heads, closes);
    else if (work->lengths)
        pack_lengths(hand, at, &closed);
    tile->begun += begun.count;
    tile->closed += closed.count;
    for (size_t i = words; i-- > 0;)
        if (heads[i]) {
            tile->last = hand->begin = at + i * 64 + 63 - (size_t)__builtin_clzll(heads[i]);
            break;
        }
}

/* A prefix__openmp_take_fn. */
static void take(void *user, size_t at, size_t n, const uint64_t *heads, const char *before)
{
    struct hand *hand = user;
    for (size_t i = 0; i < n; i += CHUNK) {
        const size_t count = least(CHUNK, n - i);
        if (prefix__openmp_has_heads(heads + i / 64, count))
            take_chunk(hand, at + i, count, heads + i / 64, before ? before + i * hand->r->p.core.written : NULL);
        else
            hand->is_head = 0;
    }
}

static size_t first_of(const uint64_t *words)
{
    size_t i = 0;
    while (!words[i])
        i++;
    return i * 64 + (size_t)__builtin_ctzll(words[i]);
}

/*
 * Reduces the elements of a part that stand before its first head, or all; if a run is open, what stands before the
 * head is not asked for. Returns where that is, or how long the part is.
 */
static size_t reduce_to_head(const struct prefix__openmp_runs *r, size_t at, size_t length, int is_open,
                             struct prefix__openmp_heads *heads, uint64_t *local)
{
    struct prefix__openmp_state state = {0, r->p.core.identity};
    const int found = prefix__openmp_find_first(&r->p, at, length, heads);
    const size_t head = found ? first_of(heads->words) : length;
    if (!found || !is_open)
        prefix__openmp_reduce_rows(&r->plain, at, head, &state);
    *local = state.local;
    return head;
}

/*
 * Bytes between keys that are read and those that are prefetched. On Intel's processors not as many where values are read
 * beside them: two Xeon cores, 2^26 by i32 keys in runs of 500, ms, i32 and f32, by AHEAD 21.8 and 23.9, and so 19.7
 * and 21.9; lengths of such runs take 5 % longer so.
 */
static size_t keys_ahead(const struct prefix__openmp_runs *r)
{
    if (prefix__openmp_is_intel)
        return r->work->scan ? LONE_AHEAD : 0;
    return r->streams ? pack_ahead() : 0;
}

/* Whether each element begins a run. */
static int are_singles(const struct prefix__openmp_runs *r, size_t first, size_t end)
{
    uint64_t words[CHUNK / 64];
    size_t cursor = 0;
    for (size_t at = first, n; at < end; at += n) {
        n = least(at == first ? 64 : CHUNK, end - at); /* as a rule, one look is enough */
        prefix__openmp_find_heads(&r->p, at, n, words, &cursor, 0);
        if (r->p.isa->count(words, (n + 63) / 64) < n)
            return 0;
    }
    return 1;
}

/* Nothing is packed; lengths are there to be put again and again. */
static void take_singles(const struct prefix__openmp_runs *r, size_t first, size_t end, char *slot,
                         struct prefix__openmp_runs_tile *tile)
{
    tile->is_singles = 1;
    tile->first = first;
    tile->last = end - 1;
    tile->begun = end - first;
    tile->first_counts = first > 0;
    tile->closed = tile->begun - !tile->first_counts;
    tile->local = r->p.core.identity;
    if (r->work->scan) {
        uint64_t own;
        prefix__openmp_reduce(&r->plain, end - 1, 1, &own);
        tile->carry = r->p.core.combine(r->p.carry, own);
    }
    for (size_t i = 0; r->work->lengths && i <= least(PREFIX__OPENMP_ONES, tile->closed); i++)
        prefix__openmp_store_index(slot + r->lengths, r->work->index_size, i, 1);
}

void prefix__openmp_runs_pack(const struct prefix__openmp_runs *r, size_t k, char *slot,
                              struct prefix__openmp_runs_tile *tile)
{
    const size_t first = k * r->tile, end = least(first + r->tile, r->work->n);
    const int scans = r->work->scan != NULL;
    struct prefix__openmp_heads heads;
    struct prefix__openmp_aside aside = {.bytes = 0};
    struct hand hand = {.r = r, .slot = slot, .tile = tile};
    prefix__openmp_begin_heads(&heads);
    heads.end = end;
    if (r->work->nontrivial && k > 0)
        hand.is_head = (uint64_t)is_head(r, first - 1);
    *tile = (struct prefix__openmp_runs_tile){.first = PREFIX__OPENMP_NOWHERE, .last = PREFIX__OPENMP_NOWHERE};
    if (r->takes_singles && are_singles(r, first, end)) {
        take_singles(r, first, end, slot, tile);
        return;
    }
    for (size_t at = first, part = 0; at < end; at += r->part, part++) {
        const size_t length = least(r->part, end - at);
        heads.ahead = keys_ahead(r);
        const int is_open = tile->first != PREFIX__OPENMP_NOWHERE;
        uint64_t local = r->p.core.identity;
        size_t head = length;
        if (scans)
            head = reduce_to_head(r, at, length, is_open, &heads, &local);
        else if (prefix__openmp_find_first(&r->p, at, length, &heads))
            head = first_of(heads.words);
        if (head == length) {
            if (scans && is_open)
                tile->carry = r->p.core.combine(tile->carry, local);
            else if (scans)
                tile->aggregates[part] = local;
            hand.is_head = 0;
            continue;
        }
        if (!is_open) {
            tile->first = at + head;
            tile->local = local;
            tile->carry = r->p.carry;
        }
        if (scans) {
            if (!prefix__openmp_is_intel && heads.count <= PREFIX__OPENMP_MARKS) /* a scan prefetches both arrays */
                heads.ahead = 0;
            hand.open = r->p.carry;
            tile->carry = prefix__openmp_scan_for(&r->p, at, length, end, &heads, tile->carry, &aside, take, &hand);
            if (r->p.uncut)
                tile->carry = r->p.core.combine(tile->carry, r->p.carry - hand.open);
        }
        for (size_t i = 0, some; !scans && i < length; i += some) { /* nothing else is read: it goes on soon */
            prefix__openmp_find_up_to(&r->p, at, length, i + 1, &heads);
            some = heads.count - i;
            take(&hand, at + i, some, heads.words + i / 64, NULL);
        }
    }
}
