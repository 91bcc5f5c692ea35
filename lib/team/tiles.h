/* SPDX-License-Identifier: BSD-3-Clause */
/* What the tiles of the canonical order come to, each by itself: combined one by one they give the bits of one call. */
#ifndef PREFIX_LIB_TEAM_TILES_H
#define PREFIX_LIB_TEAM_TILES_H

#include <stddef.h>

#include "api/plan.h"

#define PREFIX__TILE_MULTIPLE 32768 /* elements, of which every tile has a whole number */

struct prefix__tiling {
    size_t tile;              /* elements; 0: any order gives the same bits, and all are combined as one */
    size_t total;             /* bytes of what a tile comes to */
    int total_type;           /* a carry; 0: of the caller's own */
    size_t in_size, out_size; /* bytes of an element */
};

/* Of a plan on n elements. */
int prefix__tiling_of(const struct prefix_plan *plan, struct prefix__tiling *tiling);
static inline size_t prefix__tile_count(const struct prefix__tiling *tiling, size_t n)
{
    return tiling->tile ? n / tiling->tile + (n % tiling->tile > 0) : n > 0;
}
/* The totals of n elements from the beginning of a tile on, in the order of the scan: in memory of the part's context.
 */
int prefix__tiles_reduce(const struct prefix__tiling *tiling, const struct prefix_plan *part, const void *in, size_t n,
                         void *totals);

#endif
