/* SPDX-License-Identifier: BSD-3-Clause */
/* A scan by an operator of the caller's own, tile by tile. */
#include "serial/operator_scan.h"

#include <string.h>

#include "shared/operator_tile.h"
#include "shared/order.h"

int prefix__serial_operator_scan(const struct prefix_host *host, void *owner, const struct prefix_operator_work *work)
{
    const size_t size = work->element, length = prefix__operator_tile(size);
    _Alignas(16) char carry[PREFIX__ELEMENT_MAX];
    const void *before = work->first;
    char *const tile = host->alloc(owner, PREFIX__TILE_BYTES);
    if (!tile) {
        host->error(owner, "out of memory: %d bytes for a tile", PREFIX__TILE_BYTES);
        return PREFIX_ERROR_NOMEM;
    }
    for (size_t at = 0; at < work->n; at += length) {
        const size_t count = work->n - at < length ? work->n - at : length;
        prefix__operator_scan_tile(work, at, count, tile);
        if (before)
            prefix__operator_enter(work, before, tile, count);
        if (work->out)
            prefix__operator_store(work, at, count, before, tile);
        memcpy(carry, tile + (count - 1) * size, size);
        before = carry;
    }
    if (work->total)
        memcpy(work->total, carry, size);
    host->free(owner, tile);
    return PREFIX_OK;
}
