/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two passes: threads reduce pieces to the aggregates of canonical tiles, the caller folds these into carries, and
 * threads scan the pieces. What the caches hold is read twice at little cost, and nobody waits for a tile.
 */
#include "chain/chain.h"

#include <stdatomic.h>

#include "threads/pool.h"
#include "tile/chunks.h"
#include "tile/tile.h"

#define PIECES 4 /* for each thread, so that a late one leaves its work to others */

struct passes {
    const struct prefix__openmp_pipeline *p;
    size_t tiles, piece; /* canonical tiles, and those of a piece */
    uint64_t *carries;   /* of tiles: their aggregates first, then what stands before them */
    uint64_t total;      /* written with the last piece */
    int is_second;
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

static void work(void *user)
{
    struct passes *passes = user;
    const struct prefix__openmp_pipeline *p = passes->p;
    for (;;) {
        const size_t first = passes->piece * atomic_fetch_add_explicit(&passes->ticket, 1, memory_order_relaxed);
        if (first >= passes->tiles)
            return;
        const size_t last = least(first + passes->piece, passes->tiles);
        const size_t at = first * p->tile, count = least(last * p->tile, p->n) - at;
        if (!passes->is_second) {
            if (last < passes->tiles) /* nobody asks for what the last one comes to */
                prefix__openmp_reduce(p, at, count, passes->carries + first);
            continue;
        }
        const uint64_t carry = prefix__openmp_scan_range(p, at, count, passes->carries[first], NULL);
        if (last == passes->tiles)
            passes->total = carry;
    }
}

size_t prefix__openmp_reduce_then_scan_bytes(const struct prefix__openmp_pipeline *p)
{
    return ((p->n - 1) / p->tile + 1) * sizeof(uint64_t);
}

uint64_t prefix__openmp_reduce_then_scan(const struct prefix__openmp_pipeline *p, void *memory, int threads,
                                         int wake_them)
{
    struct passes passes = {.p = p, .tiles = (p->n - 1) / p->tile + 1, .carries = memory};
    const size_t pieces = PIECES * (size_t)threads;
    uint64_t carry = p->carry;
    passes.piece = (passes.tiles + pieces - 1) / pieces;
    prefix__openmp_pool_run(work, &passes, threads, wake_them);
    const size_t reduced = (passes.tiles - 1) / passes.piece * passes.piece; /* the last piece begins here */
    for (size_t k = 0; k <= reduced; k++) {
        const uint64_t aggregate = passes.carries[k];
        passes.carries[k] = carry;
        if (k < reduced)
            carry = p->core.combine(carry, aggregate);
    }
    passes.is_second = 1;
    atomic_store_explicit(&passes.ticket, 0, memory_order_relaxed);
    prefix__openmp_pool_run(work, &passes, threads, wake_them);
    return passes.total;
}
