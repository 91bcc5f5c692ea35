/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One tile of runs, packed. The reductions of its runs do not depend on what stands before it but for the one that is
 * open there: the rest of that is reduced by itself, and combined when the carry is known. That is the canonical order,
 * in which no canonical tile knows more than the carry before it.
 */
#include "runs/runs.h"
#include "tile/chunks.h"
#include "tile/flush.h"
#include "tile/segmented_tile.h"

#define CHUNK PREFIX__OPENMP_MARKS /* elements that are packed at once, at most */

/* A tile that is being packed. */
struct packer {
    const struct prefix__openmp_run_plan *r;
    char *slot;
    struct prefix__openmp_run_tile *tile;
    size_t begin;  /* of the run that is open */
    uint64_t open; /* where sums go on across heads, the sum before that run */
};

/* So many bytes of each element whose bit is set, side by side. */
static void pack(const struct prefix__openmp_isa *isa, size_t size, const char *in, size_t n, const uint64_t *bits,
                 char *out)
{
    if (size < 16) {
        isa->compact->pack[prefix__log2_of(size)](in, bits, n, out);
        return;
    }
    for (size_t i = 0; i < n; i += 64)
        for (uint64_t word = bits[i / 64]; word; word &= word - 1, out += 16)
            memcpy(out, in + 16 * (i + (size_t)__builtin_ctzll(word)), 16);
}

/* Of runs that count and end somewhere, without a branch on how long they are. Returns how many there are then. */
static inline __attribute__((always_inline)) size_t list_runs(const struct packer *packer, size_t at,
                                                              const uint32_t *ends, size_t count, size_t size)
{
    char *const lengths = prefix__openmp_packed(packer->slot, packer->r->lengths);
    char *const offsets = prefix__openmp_packed(packer->slot, packer->r->offsets);
    const size_t shortest = packer->r->shortest;
    size_t k = packer->tile->closed, begin = packer->begin;
    for (size_t i = 0; i < count; i++) {
        const size_t length = at + ends[i] - begin;
        prefix__openmp_store_index(lengths, size, k, length);
        prefix__openmp_store_index(offsets, size, k, begin);
        k += length >= shortest;
        begin += length;
    }
    return k;
}

/* The lengths of runs that heads close, and where they began, of those that count. */
static void pack_lengths(struct packer *packer, size_t at, size_t n, const uint64_t *heads, size_t count)
{
    const struct prefix__openmp_run_plan *r = packer->r;
    struct prefix__openmp_run_tile *tile = packer->tile;
    uint32_t list[1 + CHUNK + LINE_BYTES], *const ends = list + 1;
    r->c.isa->compact->places(heads, (n + 63) / 64, ends);
    if (r->shortest == 1 && !r->offsets && r->work->index_size == 4) {
        list[0] = (uint32_t)(packer->begin - at);
        r->c.isa->compact->subtract[2](ends, count, 0, packer->slot + r->lengths->slot + tile->closed * sizeof *list);
        tile->closed += count;
    } else {
        tile->closed =
            r->work->index_size == 4 ? list_runs(packer, at, ends, count, 4) : list_runs(packer, at, ends, count, 8);
    }
}

/* The reductions of runs that heads close; before has the results before each element. */
static void pack_values(struct packer *packer, size_t n, const uint64_t *heads, size_t count, const char *before)
{
    const struct prefix__openmp_pipeline *p = &packer->r->p;
    const size_t size = p->kernel.written;
    char *const to = packer->slot + packer->r->values->slot + packer->tile->closed * size;
    if (!p->uncut) {
        pack(p->isa, size, before, n, heads, to);
        return;
    }
    _Alignas(LINE_BYTES) char results[LINE_BYTES + PIECE_BYTES + LINE_BYTES]; /* a pack may write a vector more */
    char *const own = results + LINE_BYTES;
    pack(p->isa, size, before, n, heads, own);
    memcpy(own - size, &packer->open, size);
    p->isa->compact->subtract[prefix__log2_of(size)](own, count, p->carry, to);
    memcpy(&packer->open, own - size + count * size, size);
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
    const struct prefix__openmp_run_plan *r = packer->r;
    struct prefix__openmp_run_tile *tile = packer->tile;
    const size_t words = (n + 63) / 64, count = r->c.isa->compact->count(heads, words);
    if (tile->heads == 0)
        tile->first = at + first_of(heads);
    if (r->keys)
        pack(r->c.isa, r->keys->size, r->c.in[0] + at * r->keys->size, n, heads,
             packer->slot + r->keys->slot + tile->heads * r->keys->size);
    if (r->values)
        pack_values(packer, n, heads, count, before);
    if (r->lengths || r->offsets || r->shortest > 1)
        pack_lengths(packer, at, n, heads, count);
    else
        tile->closed += count;
    tile->heads += count;
    tile->last = packer->begin = at + last_of(heads, words);
}

/* A prefix__openmp_take_fn. */
static void take(void *user, size_t at, size_t n, const uint64_t *heads, const char *before)
{
    struct packer *packer = user;
    for (size_t i = 0; i < n; i += CHUNK) {
        const size_t count = least(CHUNK, n - i);
        if (prefix__openmp_has_heads(heads + i / 64, count))
            pack_chunk(packer, at + i, count, heads + i / 64, before ? before + i * packer->r->p.kernel.written : NULL);
    }
}

/* Bytes between keys that are read and prefetched; fewer where Intel's processors read values as well. */
static size_t keys_ahead(const struct prefix__openmp_run_plan *r)
{
    if (prefix__openmp_is_intel && r->work->scan)
        return LONE_AHEAD;
    return r->c.past_cache ? pack_ahead() : 0;
}

/* Of a canonical tile, what stands before the first head is reduced; if there is one, or has been, all is scanned. */
static void scan_part(struct packer *packer, size_t at, size_t length, struct prefix__openmp_heads *heads)
{
    const struct prefix__openmp_pipeline *p = &packer->r->p;
    struct prefix__openmp_run_tile *tile = packer->tile;
    heads->count = 0;
    if (tile->heads == 0) {
        struct prefix__openmp_state state = prefix__openmp_begin(&p->kernel, 0);
        const int found = prefix__openmp_find_first(p, at, length, heads);
        const size_t head = found ? first_of(heads->words) : length;
        if (head > 0) {
            prefix__openmp_reduce_rows(&packer->r->plain, at, head, &state);
            tile->aggregates[tile->parts++] = state.local;
        }
        if (!found)
            return;
        tile->carry = p->carry;
    }
    if (!prefix__openmp_is_intel) /* the scan prefetches both arrays */
        heads->ahead = 0;
    packer->open = p->carry;
    tile->carry = prefix__openmp_scan_for(p, at, length, heads->end, heads, tile->carry, take, packer);
    if (p->uncut)
        tile->carry = p->kernel.combine(tile->carry, p->carry - packer->open);
}

/* The end of the array closes a run, too. */
static void close_last(struct packer *packer)
{
    const struct prefix__openmp_run_plan *r = packer->r;
    struct prefix__openmp_run_tile *tile = packer->tile;
    const size_t k = tile->closed, size = r->work->index_size, length = r->c.n - packer->begin;
    if (tile->heads == 0)
        tile->first = r->c.n;
    if (r->values)
        store_carry(&r->p, packer->slot + r->values->slot + k * r->values->width, tile->carry);
    prefix__openmp_store_index(prefix__openmp_packed(packer->slot, r->lengths), size, k, length);
    prefix__openmp_store_index(prefix__openmp_packed(packer->slot, r->offsets), size, k, packer->begin);
    tile->closed += length >= r->shortest;
}

uint64_t prefix__openmp_pack_runs(const void *plan, size_t k, char *slot, void *tile)
{
    const struct prefix__openmp_run_plan *r = plan;
    const size_t first = k * r->c.tile;
    /* The run that goes on into the tile is closed as one that counts; where it is too short, runs.c drops it. */
    struct packer packer = {.r = r, .slot = slot, .tile = tile, .begin = first - r->shortest};
    struct prefix__openmp_heads heads;
    memset(tile, 0, sizeof *packer.tile);
    prefix__openmp_begin_heads(&heads);
    heads.ahead = keys_ahead(r);
    heads.end = first + prefix__openmp_tile_length(&r->c, k);
    for (size_t at = first; r->work->scan && at < heads.end; at += r->p.tile)
        scan_part(&packer, at, least(r->p.tile, heads.end - at), &heads);
    for (size_t at = first; !r->work->scan && at < heads.end; at += heads.count) {
        heads.count = 0;
        prefix__openmp_find_up_to(&r->p, at, heads.end - at, 1, &heads);
        take(&packer, at, heads.count, heads.words, NULL);
    }
    if (heads.end == r->c.n)
        close_last(&packer);
    return 0;
}
