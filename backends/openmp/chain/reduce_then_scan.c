/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two passes: threads reduce pieces to the aggregates of canonical tiles, the caller folds these into carries, and
 * threads scan the pieces. What the caches hold is read twice at little cost, and nobody waits for a tile.
 */
#include "chain/chain.h"

#include "threads/pool.h"
#include "threads/team.h"
#include "tile/tile.h"

struct passes {
    const struct prefix__openmp_pipeline *p;
    size_t tiles;
    uint64_t *carries; /* of tiles: their aggregates first, then what stands before them */
    size_t last;       /* the first tile of the last piece, which is not reduced: nobody asks for what it comes to */
    uint64_t total;
};

static void reduce(void *user, size_t first, size_t last)
{
    struct passes *passes = user;
    const size_t tile = passes->p->tile;
    if (last == passes->tiles)
        passes->last = first;
    else
        prefix__openmp_reduce(passes->p, first * tile, (last - first) * tile, passes->carries + first);
}

static void scan(void *user, size_t first, size_t last)
{
    struct passes *passes = user;
    const struct prefix__openmp_pipeline *p = passes->p;
    const size_t at = first * p->tile, end = last == passes->tiles ? p->n : last * p->tile;
    const uint64_t carry = prefix__openmp_scan_range(p, at, end - at, passes->carries[first], NULL);
    if (last == passes->tiles)
        passes->total = carry;
}

uint64_t prefix__openmp_reduce_then_scan(const struct prefix__openmp_pipeline *p, void *memory, int threads,
                                         int wake_them)
{
    struct passes passes = {.p = p, .tiles = (p->n - 1) / p->tile + 1, .carries = memory};
    uint64_t carry = p->carry;
    if (!wake_them && prefix__openmp_pool_awake() == 0) /* nobody else comes */
        return prefix__openmp_scan_range(p, 0, p->n, carry, NULL);
    prefix__openmp_each(passes.tiles, 1, threads, wake_them, reduce, &passes);
    for (size_t k = 0; k < passes.last; k++) {
        const uint64_t aggregate = passes.carries[k];
        passes.carries[k] = carry;
        carry = p->kernel.combine(carry, aggregate);
    }
    passes.carries[passes.last] = carry;
    prefix__openmp_each(passes.tiles, 1, threads, wake_them, scan, &passes);
    return passes.total;
}
