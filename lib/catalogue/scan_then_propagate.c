/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three passes: all tiles are scanned by themselves, their totals are scanned, and what stands before a
 * tile goes before all of its results. The array is read, written, read and written: 4n memory traffic.
 * M. Harris, S. Sengupta and J. D. Owens, GPU Gems 3, ch. 39.2.4, 2007 (CUDPP).
 */
#include "catalogue/tiles.h"

struct prefix__carried prefix__scan_then_propagate(struct prefix__tiles *t)
{
    struct prefix__carried carry = t->before;
    for (size_t k = 0; k < t->count; k++) {
        prefix__tile_publish(t, k, PREFIX__TILE_AGGREGATE, prefix__tile_reduce(t, k));
        prefix__tiles_report(t, PREFIX_EVENT_WRITE, k, k, 0);
    }
    prefix__tiles_report(t, PREFIX_EVENT_STEP, 0, 0, t->count);
    for (size_t k = 0; k < t->count; k++) {
        carry = prefix__tile_fold(t, carry, t->tiles[k].aggregate);
        prefix__tile_publish(t, k, PREFIX__TILE_PREFIX, carry);
    }
    prefix__tiles_report(t, PREFIX_EVENT_STEP, 0, 0, t->count);
    for (size_t k = 0; k < t->count; k++)
        prefix__tile_propagate(t, k, prefix__tile_before(t, k));
    prefix__tiles_report(t, PREFIX_EVENT_STEP, 0, 0, t->count);
    return carry;
}
