/* SPDX-License-Identifier: BSD-3-Clause */
/* Totals of the segments of offsets that end in a canonical tile. */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTS_REDUCE_TILE_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTS_REDUCE_TILE_H

#include "segments/output_buffer.h"
#include "tile/segment_starts.h"

struct reducer {
    const struct prefix__openmp_pipeline *p;
    char *array;          /* of totals */
    uint64_t *aggregates; /* of tiles that lie in one segment; or NULL */
    size_t end;           /* of what is reduced by this thread */
    struct prefix__openmp_lines
        lines; /* that have not been prefetched for the kernel; none if the input fits the caches */
    struct prefix__openmp_heads heads;
    struct output_buffer totals;
};

void prefix__openmp_begin_reducer(struct reducer *r, const struct prefix__openmp_pipeline *p, char *array,
                                  uint64_t *aggregates, size_t first, size_t end, int streams);
/* Returns the carry after the tile. */
uint64_t prefix__openmp_reduce_tile(struct reducer *r, size_t at, size_t length, uint64_t carry);
/* After the last tile. */
void prefix__openmp_end_reducer(struct reducer *r, uint64_t carry);
/* The total of segment j of the scan; NULL for value: of an empty one. */
void prefix__openmp_store_total(const struct prefix__openmp_pipeline *p, char *array, size_t j, const char *value);

/* Where a segment of the scan begins and ends. */
static inline uint64_t begin_of(const struct prefix__openmp_pipeline *p, size_t j)
{
    return prefix__segment_begin(p->heads, p->n, p->reverse, j);
}

static inline uint64_t end_of(const struct prefix__openmp_pipeline *p, size_t j)
{
    return prefix__segment_begin(p->heads, p->n, p->reverse, j + 1);
}

#endif
