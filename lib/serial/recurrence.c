/* SPDX-License-Identifier: BSD-3-Clause */
/* A recurrence, tile by tile. */
#include "serial/recurrence.h"

#define ROWS 2

#define ELEMENT float
#define BITS uint32_t
#define TYPE f32
#include "shared/recurrence_kernel.h"
#include "shared/recurrence_strip_kernel.h"

#undef ELEMENT
#undef BITS
#undef TYPE
#define ELEMENT double
#define BITS uint64_t
#define TYPE f64
#include "shared/recurrence_kernel.h"
#include "shared/recurrence_strip_kernel.h"

#include "shared/operator_stages.h"
#include "shared/recurrence_rows.h"

static const struct prefix__recurrence_loops loops[] = {RECURRENCE_LOOPS(f32), RECURRENCE_LOOPS(f64)};

static void *allocate(const struct prefix_host *host, void *owner, size_t size)
{
    const size_t bytes = prefix__tiles_bytes(1, size);
    void *const memory = host->alloc(owner, bytes);
    if (!memory)
        host->error(owner, "out of memory: %zu bytes for a tile", bytes);
    return memory;
}

static int scan_rows(const struct prefix_host *host, void *owner, const struct prefix_operator_work *work)
{
    const struct prefix__recurrence_loops *const loop = &loops[work->recurrence_type == PREFIX_F64];
    const size_t most = prefix__recurrence_lines(work->in_size);
    void *const memory = allocate(host, owner, sizeof(struct prefix__recurrence_panel));
    struct prefix__rows rows;
    if (!memory)
        return PREFIX_ERROR_NOMEM;
    prefix__rows_of_operator(&rows, work);
    for (size_t at = 0, count; at < rows.count; at += count) {
        count = rows.count - at < most ? rows.count - at : most;
        prefix__recurrence_scan_rows(work, loop, &rows, at, count, prefix__tiles_in(memory), NULL);
    }
    host->free(owner, memory);
    return PREFIX_OK;
}

int prefix__serial_recurrence(const struct prefix_host *host, void *owner, const struct prefix_operator_work *work)
{
    const struct prefix__recurrence_loops *const loop = &loops[work->recurrence_type == PREFIX_F64];
    const struct prefix__recurrence_flow none = {{0}, 0, NULL};
    struct prefix__step y = {0, 0};
    if (work->batch)
        return scan_rows(host, owner, work);
    void *const memory = allocate(host, owner, sizeof(struct prefix__recurrence_tile));
    if (!memory)
        return PREFIX_ERROR_NOMEM;
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
