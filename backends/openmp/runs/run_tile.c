/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One tile of runs, packed. The reductions of its runs do not depend on what stands before it but for the one that is
 * open there: the rest of that is reduced by itself, and combined when the carry is known. That is the canonical order,
 * in which no part knows more than the carry before it.
 */
#include "runs/run_types.h"
#include "tile/chunks.h"
#include "tile/flush.h"
#include "tile/segmented_tile.h"

#define CHUNK PREFIX__OPENMP_KEYS /* elements that are packed at once, at most */

/* A tile that is being packed. */
struct packer {
    const struct prefix__openmp_runs *r;
    char *slot;
    struct prefix__openmp_runs_tile *tile;
    size_t begin;     /* of the run that is open; at first any */
    uint64_t is_head; /* the element before, where only runs of two and more count */
    uint64_t open;    /* where sums go on across heads, the sum before the run that is open */
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
    const size_t most = least(r->tile, work->n) + LINE_BYTES; /* a pack may write a vector more */
    r->values = work->unique ? to_lines(most * work->keys.size) : 0;
    r->lengths = r->values + (work->scan ? to_lines(most * r->p.core.written) : 0);
    r->offsets = r->lengths + (work->lengths ? to_lines(most * work->index_size) : 0);
    r->slot_bytes = r->offsets + (work->offsets ? to_lines(most * work->index_size) : 0);
}

static uint64_t is_head(const struct prefix__openmp_runs *r, size_t at)
{
    uint64_t word;
    size_t cursor = 0;
    prefix__openmp_find_heads(&r->p, at, 1, &word, &cursor, 0);
    return word;
}

/* So many bytes of each element whose bit is set, side by side. */
static void pack(const struct prefix__openmp_isa *isa, size_t size, const char *in, size_t n, const uint64_t *bits,
                 char *out)
{
    if (size < 16) {
        isa->compact->pack[log2_of(size)](in, bits, n, out);
        return;
    }
    for (size_t i = 0; i < n; i += 64)
        for (uint64_t word = bits[i / 64]; word; word &= word - 1, out += 16)
            memcpy(out, in + 16 * (i + (size_t)__builtin_ctzll(word)), 16);
}

/* Of runs that all count, as the differences of the places where they begin. The first may have begun long before. */
static void pack_lengths(const struct packer *packer, size_t at, size_t n, const uint64_t *heads, size_t count)
{
    const size_t size = packer->r->work->index_size, opens = at == 0; /* the very first head closes no run */
    char *const lengths = packer->slot + packer->r->lengths + packer->tile->closed * size;
    uint32_t list[1 + CHUNK + LINE_BYTES], *const ends = list + 1 + opens;
    if (count == 0)
        return;
    list[0] = 0;
    packer->r->p.isa->compact->places(heads, (n + 63) / 64, list + 1);
    if (size == 4)
        packer->r->p.isa->compact->subtract[2](ends, count, 0, lengths);
    else
        for (size_t i = 0; i < count; i++)
            ((uint64_t *)lengths)[i] = ends[i] - (ends - 1)[i];
    prefix__openmp_store_index(lengths, size, 0, at + ends[0] - packer->begin);
}

/* Of runs of two and more, and where they begin. */
static void pack_nontrivial(const struct packer *packer, size_t at, size_t n, const uint64_t *heads,
                            const uint64_t *closes)
{
    const struct prefix__openmp_runs *r = packer->r;
    size_t k = packer->tile->closed, begin = packer->begin;
    for (size_t i = 0; i < (n + 63) / 64; i++)
        for (uint64_t word = heads[i]; word; word &= word - 1) {
            const size_t bit = (size_t)__builtin_ctzll(word), end = at + i * 64 + bit;
            if (closes[i] >> bit & 1) {
                if (r->work->offsets)
                    prefix__openmp_store_index(packer->slot + r->offsets, r->work->index_size, k, begin);
                if (r->work->lengths)
                    prefix__openmp_store_index(packer->slot + r->lengths, r->work->index_size, k, end - begin);
                k++;
            }
            begin = end;
        }
}

/* The reductions of runs that elements close; before has the results before each of these. */
static void pack_values(struct packer *packer, size_t n, const uint64_t *closes, size_t count, const char *before)
{
    const struct prefix__openmp_pipeline *p = &packer->r->p;
    const size_t size = p->core.written;
    char *const to = packer->slot + packer->r->values + packer->tile->closed * size;
    if (!p->uncut) {
        pack(p->isa, size, before, n, closes, to);
        return;
    }
    _Alignas(LINE_BYTES) char results[LINE_BYTES + PIECE_BYTES + LINE_BYTES]; /* a pack may write a vector more */
    char *const own = results + LINE_BYTES;
    pack(p->isa, size, before, n, closes, own);
    memcpy(own - size, &packer->open, size);
    p->isa->compact->subtract[log2_of(size)](own, count, p->carry, to);
    memcpy(&packer->open, own - size + count * size, size);
}

/* The heads that close a run that counts. */
static void find_closes(struct packer *packer, size_t at, size_t words, const uint64_t *heads, uint64_t *closes)
{
    memcpy(closes, heads, words * sizeof *closes);
    if (at == 0)
        closes[0] &= ~(uint64_t)1;
    for (size_t i = 0; packer->r->work->nontrivial && i < words; i++) {
        closes[i] &= ~(heads[i] << 1 | packer->is_head);
        packer->is_head = heads[i] >> 63;
    }
}

static size_t first_of(const uint64_t *words)
{
    size_t i = 0;
    while (!words[i])
        i++;
    return i * 64 + (size_t)__builtin_ctzll(words[i]);
}

static size_t last_of(const uint64_t *words, size_t count)
{
    size_t i = count - 1;
    while (!words[i])
        i--;
    return i * 64 + 63 - (size_t)__builtin_clzll(words[i]);
}

/* Elements among which runs begin. */
static void pack_chunk(struct packer *packer, size_t at, size_t n, const uint64_t *heads, const char *before)
{
    const struct prefix__openmp_runs *r = packer->r;
    const struct prefix_runs_work *work = r->work;
    struct prefix__openmp_runs_tile *tile = packer->tile;
    const size_t words = (n + 63) / 64, key = work->keys.size;
    uint64_t closes[CHUNK / 64];
    find_closes(packer, at, words, heads, closes);
    const size_t begun = r->p.isa->compact->count(heads, words);
    const size_t closed = work->nontrivial ? r->p.isa->compact->count(closes, words) : begun - (at == 0);
    if (tile->first - at < n)
        tile->first_counts = prefix__bit(closes, tile->first - at);
    if (work->unique)
        pack(r->p.isa, key, (const char *)work->keys.data + at * key, n, heads, packer->slot + tile->begun * key);
    if (before)
        pack_values(packer, n, closes, closed, before);
    if (work->nontrivial)
        pack_nontrivial(packer, at, n, heads, closes);
    else if (work->lengths)
        pack_lengths(packer, at, n, heads, closed);
    tile->begun += begun;
    tile->closed += closed;
    tile->last = packer->begin = at + last_of(heads, words);
}

/* A prefix__openmp_take_fn. */
static void take(void *user, size_t at, size_t n, const uint64_t *heads, const char *before)
{
    struct packer *packer = user;
    for (size_t i = 0; i < n; i += CHUNK) {
        const size_t count = least(CHUNK, n - i);
        if (prefix__openmp_has_heads(heads + i / 64, count))
            pack_chunk(packer, at + i, count, heads + i / 64, before ? before + i * packer->r->p.core.written : NULL);
        else
            packer->is_head = 0;
    }
}

/* Bytes between keys that are read and prefetched; fewer where Intel's processors read values as well. */
static size_t keys_ahead(const struct prefix__openmp_runs *r)
{
    if (prefix__openmp_is_intel && r->work->scan)
        return LONE_AHEAD;
    return r->streams ? pack_ahead() : 0;
}

/*
 * Finds the first head of a part, and reduces what stands before it: by itself, or, where no head is found and a run
 * has begun in the tile, onto that. Returns whether there is one.
 */
static int find_head(struct packer *packer, size_t at, size_t length, size_t part, struct prefix__openmp_heads *heads)
{
    const struct prefix__openmp_runs *r = packer->r;
    struct prefix__openmp_runs_tile *tile = packer->tile;
    const int is_open = tile->first != PREFIX__OPENMP_NOWHERE;
    struct prefix__openmp_state state = prefix__openmp_begin(&r->p.core, 0);
    heads->ahead = keys_ahead(r);
    const int found = prefix__openmp_find_first(&r->p, at, length, heads);
    const size_t head = found ? first_of(heads->words) : length;
    if (r->work->scan && !(found && is_open))
        prefix__openmp_reduce_rows(&r->plain, at, head, &state);
    if (found && !is_open) {
        tile->first = at + head;
        tile->local = state.local;
        tile->carry = r->p.carry;
    } else if (!found && r->work->scan && is_open) {
        tile->carry = r->p.core.combine(tile->carry, state.local);
    } else if (!found && r->work->scan) {
        tile->aggregates[part] = state.local;
    }
    return found;
}

static void scan_part(struct packer *packer, size_t at, size_t length, size_t end, struct prefix__openmp_heads *heads)
{
    const struct prefix__openmp_pipeline *p = &packer->r->p;
    struct prefix__openmp_runs_tile *tile = packer->tile;
    if (!prefix__openmp_is_intel) /* the scan prefetches both arrays */
        heads->ahead = 0;
    packer->open = p->carry;
    tile->carry = prefix__openmp_scan_for(p, at, length, end, heads, tile->carry, take, packer);
    if (p->uncut)
        tile->carry = p->core.combine(tile->carry, p->carry - packer->open);
}

/* Keys alone, as they are looked at. */
static void pack_part(struct packer *packer, size_t at, size_t length, struct prefix__openmp_heads *heads)
{
    for (size_t i = 0, count; i < length; i += count) {
        prefix__openmp_find_up_to(&packer->r->p, at, length, i + 1, heads);
        count = heads->count - i;
        take(packer, at + i, count, heads->words + i / 64, NULL);
    }
}

void prefix__openmp_runs_pack(const struct prefix__openmp_runs *r, size_t k, char *slot,
                              struct prefix__openmp_runs_tile *tile)
{
    const size_t first = k * r->tile, end = least(first + r->tile, r->work->n);
    struct packer packer = {.r = r, .slot = slot, .tile = tile};
    struct prefix__openmp_heads heads;
    prefix__openmp_begin_heads(&heads);
    heads.end = end;
    if (r->work->nontrivial && k > 0)
        packer.is_head = is_head(r, first - 1);
    *tile = (struct prefix__openmp_runs_tile){.first = PREFIX__OPENMP_NOWHERE, .last = PREFIX__OPENMP_NOWHERE};
    for (size_t at = first; at < end; at += r->part) {
        const size_t length = least(r->part, end - at);
        if (!find_head(&packer, at, length, (at - first) / r->part, &heads))
            packer.is_head = 0;
        else if (r->work->scan)
            scan_part(&packer, at, length, end, &heads);
        else
            pack_part(&packer, at, length, &heads);
    }
}
