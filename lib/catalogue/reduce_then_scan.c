/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three passes: all tiles are reduced, the aggregates are scanned, and all tiles are scanned after what
 * stands before them. The array is read twice and written once: 3n memory traffic. The last tile's
 * aggregate is nobody's business.
 * Y. Dotsenko and others, Fast Scan Algorithms on Graphics Processors (MatrixScan), ICS 2008; D. Merrill
 * and A. Grimshaw, Parallel Scan for Stream Architectures (B40C), CS2009-14, University of Virginia, 2009.
 */
#include "catalogue/tiles.h"

struct prefix__carried prefix__reduce_then_scan(struct prefix__tiles *t)
{
    struct prefix__carried carry = t->before;
    for (size_t k = 0; k + 1 < t->count; k++)
        prefix__tile_publish(t, k, PREFIX__TILE_AGGREGATE, prefix__tile_reduce(t, k));
    prefix__tiles_report(t, PREFIX_EVENT_STEP, 0, 0, t->count);
    for (size_t k = 0; k + 1 < t->count; k++) {
        carry = prefix__tile_fold(t, carry, t->tiles[k].aggregate);
        prefix__tile_publish(t, k, PREFIX__TILE_PREFIX, carry);
    }
    prefix__tiles_report(t, PREFIX_EVENT_STEP, 0, 0, t->count);
    for (size_t k = 0; k < t->count; k++)
        carry = prefix__tile_scan(t, k, prefix__tile_before(t, k));
    prefix__tile_publish(t, t->count - 1, PREFIX__TILE_PREFIX, carry);
    prefix__tiles_report(t, PREFIX_EVENT_STEP, 0, 0, t->count);
    return carry;
}
