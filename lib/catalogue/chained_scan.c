/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One pass: a worker reduces its tile, waits for the prefix of the tile before, publishes its own and
 * scans. The array is read and written once, 2n memory traffic, and the chain of waiting is as long as
 * there are tiles.
 * S. Yan, G. Long and Y. Zhang, StreamScan: Fast Scan Algorithms for GPUs without Global Barrier
 * Synchronization, PPoPP 2013.
 */
#include "catalogue/tiles.h"

enum { REDUCE, WAIT, SCAN };

static int act(struct prefix__tiles *t, struct prefix__worker *worker)
{
    const size_t k = worker->tile;
    switch (worker->stage) {
    case REDUCE:
        t->tiles[k].aggregate = prefix__tile_reduce(t, k);
        worker->stage = WAIT;
        return 0;
    case WAIT:
        if (k > 0)
            prefix__tiles_report(t, PREFIX_EVENT_LOOK, k - 1, k, 1);
        if (k > 0 && t->tiles[k - 1].state != PREFIX__TILE_PREFIX)
            return 0;
        prefix__tile_publish(t, k, PREFIX__TILE_PREFIX,
                             prefix__tile_fold(t, prefix__tile_before(t, k), t->tiles[k].aggregate));
        worker->stage = SCAN;
        return 0;
    default:
        prefix__tile_scan(t, k, prefix__tile_before(t, k));
        return 1;
    }
}

struct prefix__carried prefix__chained_scan(struct prefix__tiles *t)
{
    prefix__tiles_in_step(t, act);
    return t->tiles[t->count - 1].prefix;
}
