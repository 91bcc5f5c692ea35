/* SPDX-License-Identifier: BSD-3-Clause */
/* A recurrence, tile by tile. */
#include "serial/recurrence.h"

#define ROWS 2

#define ELEMENT float
#define BITS uint32_t
#define TYPE f32
#include "shared/recurrence_kernel.h"

#undef ELEMENT
#undef BITS
#undef TYPE
#define ELEMENT double
#define BITS uint64_t
#define TYPE f64
#include "shared/recurrence_kernel.h"

#include "shared/operator_stages.h"

static const struct prefix__recurrence_loops loops[] = {RECURRENCE_LOOPS(f32), RECURRENCE_LOOPS(f64)};

const struct prefix__recurrence_loops *prefix__serial_recurrence_loops(int type)
{
    return type == PREFIX_F32 ? &loops[0] : type == PREFIX_F64 ? &loops[1] : NULL;
}

int prefix__serial_recurrence(const struct prefix_host *host, void *owner, const struct prefix_operator_work *work)
{
    const struct prefix__recurrence_loops *const loop = prefix__serial_recurrence_loops(work->recurrence_type);
    const struct prefix__recurrence_flow none = {{0}, 0, NULL};
    struct prefix__step y = {0, 0};
    const size_t bytes = prefix__tiles_bytes(1, sizeof(struct prefix__recurrence_tile));
    void *const memory = host->alloc(owner, bytes);
    if (!memory) {
        host->error(owner, "out of memory: %zu bytes for a tile", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    struct prefix__recurrence_tile *const tile = prefix__tiles_in(memory);
    if (work->first)
        y = *(const struct prefix__step *)work->first;
    if (!work->second)
        loop->begin(work, tile);
    for (size_t at = 0; at < work->n; at += tile->count) {
        const int has_before = at > 0 || work->first;
        const double before = y.b;
        loop->scan(work, at, tile);
        prefix__recurrence_pass(tile, has_before, &y.b);
        loop->store(work, has_before ? &before : NULL, tile, &none);
    }
    if (work->total)
        prefix__operator_store_total(work, &y);
    host->free(owner, memory);
    return PREFIX_OK;
}
