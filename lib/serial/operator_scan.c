/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans by an operator of the caller's own, tile by tile. */
#include "serial/operator_scan.h"

#include "shared/operator_results.h"
#include "shared/operator_rows.h"
#include "shared/operator_stages.h"

static void *allocate(const struct prefix_host *host, void *owner, size_t bytes)
{
    void *const memory = host->alloc(owner, bytes);
    if (!memory)
        host->error(owner, "out of memory: %zu bytes for a tile", bytes);
    return memory;
}

int prefix__serial_operator_scan(const struct prefix_host *host, void *owner, const struct prefix_operator_work *work,
                                 const struct prefix_runs_work *runs)
{
    _Alignas(16) char own[PREFIX__ELEMENT_MAX];
    struct prefix__operator_state state;
    void *const memory = allocate(host, owner, prefix__tiles_bytes(1, sizeof(struct prefix__operator_tile)));
    if (!memory)
        return PREFIX_ERROR_NOMEM;
    struct prefix__operator_tile *const tile = prefix__tiles_in(memory);
    prefix__operator_begin(work, &state);
    for (size_t at = 0; at < work->n; at += tile->count) {
        prefix__operator_scan_tile(work, at, tile);
        const void *before = prefix__operator_pass(work, tile, state.carry, own);
        if (runs)
            prefix__operator_store_runs(runs, before, state.closed, tile);
        else
            prefix__operator_store(work, before, tile);
        state.closed += prefix__operator_count_runs(tile);
    }
    if (runs)
        prefix__operator_end_runs(runs, &state);
    else if (work->total && !work->heads)
        prefix__operator_store_total(work, state.carry);
    host->free(owner, memory);
    return PREFIX_OK;
}

int prefix__serial_operator_batch(const struct prefix_host *host, void *owner, const struct prefix_operator_work *work)
{
    struct prefix__rows rows;
    void *const memory = allocate(host, owner, prefix__operator_panel_bytes(1));
    if (!memory)
        return PREFIX_ERROR_NOMEM;
    prefix__rows_of_operator(&rows, work);
    for (size_t at = 0, count; at < rows.count; at += count) {
        count = rows.count - at < PREFIX__OPERATOR_ROWS ? rows.count - at : PREFIX__OPERATOR_ROWS;
        prefix__operator_scan_rows(work, &rows, at, count, prefix__operator_panels(memory));
    }
    host->free(owner, memory);
    return PREFIX_OK;
}
