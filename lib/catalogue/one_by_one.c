/* SPDX-License-Identifier: BSD-3-Clause */
/* One worker with one carry: n - 1 combinations, one after the other. What is watched of the serial scan. */
#include "catalogue/tiles.h"

struct prefix__carried prefix__one_by_one(struct prefix__tiles *t)
{
    struct prefix__carried carry = t->before;
    for (size_t k = 0; k < t->count; k++) {
        carry = prefix__tile_scan(t, k, carry);
        prefix__tile_publish(t, k, PREFIX__TILE_PREFIX, carry);
        prefix__tiles_report(t, PREFIX_EVENT_STEP, 0, 0, t->count);
    }
    return carry;
}
