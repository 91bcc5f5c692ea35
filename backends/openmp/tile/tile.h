/* SPDX-License-Identifier: BSD-3-Clause */
/* Canonical tiles of a scan, taken through its pipeline. */
#ifndef PREFIX_BACKENDS_OPENMP_TILE_TILE_H
#define PREFIX_BACKENDS_OPENMP_TILE_TILE_H

#include "tile/pipeline.h"

/* What comes next, where that is chosen when it has to be prefetched: whoever takes it later is waited for less. */
struct prefix__openmp_upcoming {
    struct prefix__openmp_ahead ahead;
    int starts; /* it is scanned itself: only the starts of its pages are prefetched */
    struct prefix__openmp_ahead (*choose)(void *user); /* NULL: nothing comes, or it has been chosen */
    void *user;
};

/*
 * aggregates gets one value for each canonical tile; scan gives the carry behind its last tile. By rows, a
 * state moves on by elements of a tile, from the beginning of a row.
 */
void prefix__openmp_reduce(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t *aggregates);
void prefix__openmp_reduce_rows(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                struct prefix__openmp_state *state);
uint64_t prefix__openmp_scan_range(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t carry,
                                   const struct prefix__openmp_ahead *ahead);
/* The same of what is in no cache yet, where others have what stands behind it; then another range is scanned. */
uint64_t prefix__openmp_scan_onward(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t carry,
                                    const struct prefix__openmp_ahead *then);

/*
 * A part of a scan on its way through a core's two steps: its aggregates and, in memory for so many canonical
 * tiles, its values are there (known), or come to be (fresh). A count of 0: there is none.
 */
struct prefix__openmp_part {
    size_t first, count;
    uint64_t carry; /* before it */
    uint64_t *aggregates;
    char *values; /* from the beginning of a line */
};
size_t prefix__openmp_values_bytes(const struct prefix__openmp_pipeline *p, size_t tiles);
/* Writes the known part and takes in the fresh one, by steps, or by scanning and reducing; returns the carry behind. */
uint64_t prefix__openmp_step(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_part *known,
                             const struct prefix__openmp_part *fresh, struct prefix__openmp_upcoming *upcoming);
uint64_t prefix__openmp_scan_beside(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_part *known,
                                    const struct prefix__openmp_part *fresh, struct prefix__openmp_upcoming *upcoming);

#endif
