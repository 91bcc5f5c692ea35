/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One pass: a worker reduces its tile, publishes the aggregate, and looks back over the aggregates of the
 * tiles before it until it finds a prefix; then it publishes its own prefix and scans. 2n memory traffic,
 * and nobody waits for a prefix that aggregates can make up for. The look goes back by windows; what it
 * found is folded from left to right.
 * D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVR-2016-002, 2016.
 */
#include "catalogue/tiles.h"

#define WINDOW 4 /* descriptors that are looked at in one step; a warp's 32 on a GPU */

enum { REDUCE, LOOK, SCAN };

/* Tiles from look on to the worker's own have published their aggregates: one window further back. */
static int look(struct prefix__tiles *t, struct prefix__worker *worker)
{
    const size_t first = worker->look > WINDOW ? worker->look - WINDOW : 0;
    prefix__tiles_report(t, PREFIX_EVENT_LOOK, first, worker->tile, worker->look - first);
    for (; worker->look > first; worker->look--) {
        const int state = t->tiles[worker->look - 1].state;
        if (state == PREFIX__TILE_UNKNOWN)
            return 0;
        if (state == PREFIX__TILE_PREFIX)
            return 1;
    }
    return 0;
}

static int act(struct prefix__tiles *t, struct prefix__worker *worker)
{
    const size_t k = worker->tile;
    struct prefix__carried carry;
    switch (worker->stage) {
    case REDUCE:
        worker->look = k;
        worker->stage = k == 0 ? SCAN : LOOK;
        prefix__tile_publish(t, k, PREFIX__TILE_AGGREGATE, prefix__tile_reduce(t, k));
        if (k == 0)
            prefix__tile_publish(t, k, PREFIX__TILE_PREFIX, prefix__tile_fold(t, t->before, t->tiles[k].aggregate));
        return 0;
    case LOOK:
        if (!look(t, worker))
            return 0;
        carry = t->tiles[worker->look - 1].prefix;
        for (size_t i = worker->look; i <= k; i++)
            carry = prefix__tile_fold(t, carry, t->tiles[i].aggregate);
        prefix__tile_publish(t, k, PREFIX__TILE_PREFIX, carry);
        worker->stage = SCAN;
        return 0;
    default:
        prefix__tile_scan(t, k, prefix__tile_before(t, k));
        return 1;
    }
}

struct prefix__carried prefix__decoupled_look_back(struct prefix__tiles *t)
{
    prefix__tiles_in_step(t, act);
    return t->tiles[t->count - 1].prefix;
}
