/* SPDX-License-Identifier: BSD-3-Clause */
/* Where segments begin: bits for elements, out of flags, bits, offsets or keys as they are. */
#include "tile/segment_starts.h"
#include "tile/chunks.h"

#define MARKS PREFIX__OPENMP_MARKS

static void heads_of_pairs(const uint64_t *keys, size_t count, uint64_t *words)
{
    for (size_t i = 0; i < count; i++, keys += 2)
        words[i / 64] |= (uint64_t)(((keys[0] ^ keys[-2]) | (keys[1] ^ keys[-1])) != 0) << i % 64;
}

struct finder {
    const struct prefix__openmp_isa *isa;
    size_t *cursor;
    size_t ahead;   /* bytes between keys and those that are prefetched */
    int prefetches; /* offsets, too */
};

static void heads_of_offsets(const struct finder *finder, const struct prefix_heads *heads, size_t first, size_t count,
                             uint64_t *words)
{
    uint32_t places[MARKS];
    size_t k = *finder->cursor;
    if (!prefix__is_offset_from(heads, k, first))
        k = prefix__offset_from(heads, first);
    for (size_t i = 0; i < count; i += MARKS)
        for (size_t some = MARKS; some == MARKS; k += some) {
            some = finder->isa->segments->load_places[heads->size == 8](
                (const char *)heads->data + k * heads->size, least(MARKS, heads->segments + 1 - k), first + i,
                least(MARKS, count - i), places, finder->prefetches);
            finder->isa->segments->places_to_bits(places, some, words + i / 64);
        }
    *finder->cursor = k;
}

/* A prefix__heads_fn. */
static void heads_of_array(const void *user, const struct prefix_heads *heads, size_t first, size_t count,
                           uint64_t *words)
{
    const struct finder *finder = user;
    const struct prefix__openmp_isa *isa = finder->isa;
    const char *from = (const char *)heads->data + first * heads->size;
    if (heads->form == PREFIX_HEADS_FLAGS)
        isa->compact->test[0](from, words, count, &prefix__openmp_not_zero);
    else if (heads->form == PREFIX_HEADS_KEYS && heads->size == 16)
        heads_of_pairs((const uint64_t *)from, count, words);
    else if (heads->form == PREFIX_HEADS_KEYS)
        prefix__openmp_compare_keys(isa, heads, first, count, words, finder->ahead);
    else if (heads->form == PREFIX_HEADS_OFFSETS)
        heads_of_offsets(finder, heads, first, count, words);
    else
        prefix__heads_of_array(NULL, heads, first, count, words);
}

void prefix__openmp_find_heads(const struct prefix__openmp_pipeline *p, size_t at, size_t count, uint64_t *words,
                               size_t *cursor, size_t ahead)
{
    const struct prefix_heads *heads = p->heads;
    if (heads->form == PREFIX_HEADS_KEYS && heads->size <= sizeof(uint64_t) && at > 0 &&
        !p->reverse) { /* by the shortest way, as memory waits */
        prefix__openmp_compare_keys(p->isa, heads, at, count, words, ahead ? ahead : AHEAD);
        return;
    }
    const struct finder finder = {p->isa, cursor, ahead ? ahead : AHEAD, p->large};
    prefix__heads_by(heads_of_array, &finder, p->heads, p->n, p->reverse, at, count, words);
}

/* Elements from one on, at most, of which one offset says that none begins a segment: many, or 0. */
static size_t count_plain(const struct prefix__openmp_pipeline *p, size_t at, size_t most, size_t cursor)
{
    const struct prefix_heads *heads = p->heads;
    if (!prefix__openmp_are_searched(p) || at == 0 || !prefix__is_offset_from(heads, cursor, at))
        return 0;
    if (cursor > heads->segments)
        return most;
    const uint64_t distance = prefix__index_at(heads->data, heads->size, cursor) - at;
    return distance < most ? (size_t)distance / MARKS * MARKS : most;
}

/* No more than a chunk that is scanned; of short keys more where nothing is scanned. */
static size_t found_at_once(const struct prefix__openmp_pipeline *p)
{
    if (p->kernel.scan)
        return least(MARKS, quotient(PIECE_BYTES, p->kernel.size));
    return p->heads->size > 2 ? MARKS : quotient(PREFIX__OPENMP_KEYS, p->heads->size);
}

/* Finds out more of a tile of length elements. Returns whether a segment begins among them. */
static int find_some(const struct prefix__openmp_pipeline *p, size_t tile, size_t length,
                     struct prefix__openmp_heads *heads)
{
    const size_t plain = count_plain(p, tile + heads->count, length - heads->count, heads->cursor);
    const size_t most = found_at_once(p), count = least(most, length - heads->count);
    uint64_t *words = heads->words + heads->count / 64;
    if (plain) {
        memset(words, 0, (plain + 63) / 64 * sizeof *words);
        heads->count += plain;
        return 0;
    }
    if (!prefix__openmp_is_intel && heads->ahead &&
        tile + heads->count + quotient(heads->ahead, p->heads->size) < heads->end)
        prefix__openmp_prefetch((const char *)p->heads->data + (tile + heads->count) * p->heads->size + heads->ahead,
                                count * p->heads->size);
    prefix__openmp_find_heads(p, tile + heads->count, count, words, &heads->cursor, heads->ahead);
    heads->count += count;
    return prefix__openmp_has_heads(words, count);
}

int prefix__openmp_find_first(const struct prefix__openmp_pipeline *p, size_t tile, size_t length,
                              struct prefix__openmp_heads *heads)
{
    int found = 0;
    for (heads->count = 0; !found && heads->count < length;)
        found = find_some(p, tile, length, heads);
    return found;
}

void prefix__openmp_find_up_to(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t count,
                               struct prefix__openmp_heads *heads)
{
    while (heads->count < count)
        find_some(p, tile, length, heads);
}
