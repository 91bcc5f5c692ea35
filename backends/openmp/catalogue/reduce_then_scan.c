/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three passes, 3n memory traffic: threads reduce tiles, one scans the aggregates, threads scan tiles.
 * The model in lib/catalogue/ has the sources.
 */
#include "catalogue/crew.h"

struct passes {
    const struct prefix__openmp_pipeline *p;
    size_t tiles;
    uint64_t *carries; /* of canonical tiles: their aggregates first, then what stands before them */
    uint64_t total;    /* written with the last tile */
};

static void reduce(void *user, size_t first, size_t last)
{
    const struct passes *passes = user;
    const size_t tile = passes->p->tile;
    prefix__openmp_reduce(passes->p, first * tile, (last - first) * tile, passes->carries + first);
}

static void scan(void *user, size_t first, size_t last)
{
    struct passes *passes = user;
    const size_t tile = passes->p->tile, end = prefix__least(last * tile, passes->p->n);
    const uint64_t carry =
        prefix__openmp_scan_range(passes->p, first * tile, end - first * tile, passes->carries[first], NULL);
    if (last == passes->tiles)
        passes->total = carry;
}

uint64_t prefix__openmp_reduce_then_scan(const struct prefix__openmp_pipeline *p, const struct prefix_scan_work *work,
                                         const struct prefix__openmp_crew *crew, void *memory)
{
    (void)work;
    struct passes passes = {.p = p, .tiles = (p->n - 1) / p->tile + 1, .carries = memory};
    uint64_t carry = p->carry;
    if (passes.tiles > 1)
        prefix__openmp_each(crew, passes.tiles - 1, reduce, &passes);
    for (size_t k = 0; k < passes.tiles; k++) {
        const uint64_t aggregate = passes.carries[k];
        passes.carries[k] = carry;
        if (k + 1 < passes.tiles)
            carry = p->core.combine(carry, aggregate);
    }
    prefix__openmp_each(crew, passes.tiles, scan, &passes);
    return passes.total;
}
