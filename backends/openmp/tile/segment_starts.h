/* SPDX-License-Identifier: BSD-3-Clause */
/* Where segments begin, by flags, bits, keys or offsets. */
#ifndef PREFIX_BACKENDS_OPENMP_TILE_SEGMENT_STARTS_H
#define PREFIX_BACKENDS_OPENMP_TILE_SEGMENT_STARTS_H

#include "tile/pipeline.h"

/* Flags are bytes; what is not 0 is set. */
static const struct prefix_test prefix__openmp_not_zero
    __attribute__((unused)) = {.mask = 0xff, .first = 1, .range = 0xfe};

/* Whether segments are searched for; else all that tells of them is looked at. */
static inline int prefix__openmp_are_searched(const struct prefix__openmp_pipeline *p)
{
    return p->heads->form == PREFIX_HEADS_OFFSETS && !p->reverse;
}
/* Whether no segment begins in a range. */
int prefix__openmp_is_uncut(const struct prefix__openmp_pipeline *p, size_t first, size_t count);

/*
 * Where segments begin among elements from a position of the scan on; 0 after the last. Who goes through a range
 * keeps a cursor, at first 0: then offsets need not be searched for. Keys are prefetched so many bytes ahead; 0: as
 * many as by default.
 */
void prefix__openmp_find_heads(const struct prefix__openmp_pipeline *p, size_t at, size_t count, uint64_t *words,
                               size_t *cursor, size_t ahead);
/* Of keys of at most 8 bytes, elements of the array after its first one, whose words need not be 0 before. */
static inline void prefix__openmp_compare_keys(const struct prefix__openmp_isa *isa, const struct prefix_heads *heads,
                                               size_t first, size_t count, uint64_t *words, size_t ahead)
{
    const struct prefix_test test = {.mask = heads->mask, .range = heads->range};
    isa->compact->heads[prefix__log2_of(heads->size)]((const char *)heads->data + first * heads->size, words, count,
                                                      &test, 0, ahead);
}
static inline int prefix__openmp_has_heads(const uint64_t *words, size_t count)
{
    uint64_t any = 0;
    for (size_t i = 0; i < (count + 63) / 64; i++)
        any |= words[i];
    return any != 0;
}

/* Where segments begin in a canonical tile, as far as is known: found piece by piece, as memory idles meanwhile. */
struct prefix__openmp_heads {
    size_t count;
    size_t cursor; /* from tile to tile */
    size_t ahead;  /* bytes between keys looked at and prefetched; 0: as by default on Intel's processors, else none */
    size_t end;    /* none are prefetched after it */
    uint64_t words[PREFIX__TILE_BYTES / 64];
};
static inline void prefix__openmp_begin_heads(struct prefix__openmp_heads *heads)
{
    heads->cursor = heads->ahead = 0;
}
/* Finds out up to a segment that begins, at least, of a tile of length elements; 0: none does. */
int prefix__openmp_find_first(const struct prefix__openmp_pipeline *p, size_t tile, size_t length,
                              struct prefix__openmp_heads *heads);
/* Of the first count elements of a tile, at least. */
void prefix__openmp_find_up_to(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t count,
                               struct prefix__openmp_heads *heads);

#endif
