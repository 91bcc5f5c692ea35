/* SPDX-License-Identifier: BSD-3-Clause */
/* Canonical tiles of a scan, taken through its pipeline. */
#ifndef PREFIX_BACKENDS_OPENMP_TILE_TILE_H
#define PREFIX_BACKENDS_OPENMP_TILE_TILE_H

#include "tile/pipeline.h"

/*
 * aggregates gets one value for each canonical tile; scan gives the carry behind its last tile. By rows, a
 * state moves on by elements of a tile, from the beginning of a row.
 */
void prefix__openmp_reduce(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t *aggregates);
void prefix__openmp_reduce_rows(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                struct prefix__openmp_state *state);
/* Aggregates of canonical tiles, folded from left to right into the carry before them: the canonical order. */
static inline uint64_t prefix__openmp_fold(const struct prefix__openmp_pipeline *p, uint64_t carry,
                                           const uint64_t *aggregates, size_t tiles)
{
    for (size_t i = 0; i < tiles; i++)
        carry = p->kernel.combine(carry, aggregates[i]);
    return carry;
}
uint64_t prefix__openmp_scan_range(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t carry,
                                   const struct prefix__openmp_ahead *ahead);

/*
 * A part of a scan that is reduced first and scanned later: its aggregates, one for each canonical tile, and for a
 * kernel with a step its values, are there (known), or come to be (fresh). A count of 0: there is none.
 */
struct prefix__openmp_part {
    size_t first, count;
    uint64_t carry; /* before it */
    uint64_t *aggregates;
    char *values; /* memory from the beginning of a line; NULL: there is no step */
};
/* Memory for the values of so many canonical tiles; 0: the kernel has no step that writes to the array. */
size_t prefix__openmp_values_bytes(const struct prefix__openmp_pipeline *p, size_t tiles);
/* Scans the known part and reduces the fresh one, a chunk of each in turn; ahead is what is read after that. */
uint64_t prefix__openmp_scan_beside(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_part *known,
                                    const struct prefix__openmp_part *fresh, const struct prefix__openmp_ahead *ahead);

#endif
