/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch/batch.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "launch/scan.h"
#include "memory/scratch.h"
#include "memory/workspace.h"
#include "plan/batch.h"
#include "plan/lower.h"
#include "plan/registry.h"

static const char what[] = "launching the scans of a batch";

static int queue(struct prefix_session *session, const struct prefix_scan_work *work, const void *function,
                 uint64_t blocks, unsigned int threads, struct prefix__cuda_batch *params)
{
    const struct prefix__cuda_grid grid = {(unsigned int)blocks, threads, 0, 0, 0};
    if (blocks > INT32_MAX) {
        session->host->error(session->owner, "%zu rows of %zu elements are too many for a device", work->batch->rows,
                             work->n);
        return PREFIX_ERROR_OVERFLOW;
    }
    return prefix__cuda_queue(session, function, &grid, work->stream, (void *[]){params}, what);
}

/* Each is a scan of its own. */
static int scan_one_by_one(struct prefix_session *session, const struct prefix_scan_work *work,
                           const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_batch *params)
{
    int status = PREFIX_OK;
    for (uint64_t line = 0; line < params->lines && status == PREFIX_OK; line++) {
        struct prefix__cuda_scan scan = params->scan;
        uint64_t rest = line;
        int64_t in = 0, out = 0;
        for (uint32_t d = params->dims; d-- > 0; rest /= params->dim[d].count) {
            const int64_t index = (int64_t)(rest % params->dim[d].count);
            in += index * params->dim[d].in_step;
            out += index * params->dim[d].out_step;
        }
        scan.in = (const char *)scan.in + in * scan.in_size;
        if (scan.out)
            scan.out = (char *)scan.out + out * params->out_size;
        if (scan.total)
            scan.total = (char *)scan.total + line * params->total_size;
        status = prefix__cuda_launch_for_call(session, work, kernel, &scan);
    }
    return status;
}

static int scan_chain(struct prefix_session *session, const struct prefix_scan_work *work,
                      const struct prefix__cuda_strip_kernel *kernel, const struct prefix__cuda_batch_plan *plan,
                      struct prefix__cuda_batch *params)
{
    struct prefix__cuda_workspace *own = NULL;
    int status = PREFIX_OK;
    params->pass = PREFIX__CUDA_BATCH_CHAINED;
    if (plan->words > 0)
        status =
            prefix__cuda_workspace_for_call(session, plan->words * sizeof(uint64_t), work->stream, &params->scan, &own);
    if (status != PREFIX_OK)
        return status;
    status = queue(session, work, kernel->function, plan->blocks, plan->threads, params);
    return prefix__cuda_workspace_used(session, own, work->stream, status);
}

static int scan_passes(struct prefix_session *session, const struct prefix_scan_work *work,
                       const struct prefix__cuda_strip_kernel *kernel, const struct prefix__cuda_batch_plan *plan,
                       struct prefix__cuda_batch *params)
{
    const uint64_t rows = plan->rows * params->lines, tiles = plan->tiles * params->lines;
    void *memory;
    int status =
        prefix__cuda_allocate(session, &memory, tiles * kernel->carry + (rows + tiles) * kernel->word, work->stream);
    if (status != PREFIX_OK)
        return status;
    params->carries = memory;
    params->row_totals = (char *)memory + tiles * kernel->carry;
    params->tile_totals = (char *)params->row_totals + rows * kernel->word;
    params->pass = PREFIX__CUDA_BATCH_TOTALS;
    status = queue(session, work, plan->totals, plan->blocks, plan->threads, params);
    if (status == PREFIX_OK)
        status = queue(session, work, kernel->tile_totals, (tiles - 1) / kernel->tile_totals_threads + 1,
                       kernel->tile_totals_threads, params);
    if (status == PREFIX_OK)
        status = queue(session, work, kernel->carries, params->lines, kernel->carries_threads, params);
    params->pass = PREFIX__CUDA_BATCH_GIVEN;
    if (status == PREFIX_OK && work->out)
        status = queue(session, work, plan->scan, plan->blocks, plan->threads, params);
    return prefix__cuda_release(session, memory, work->stream, status);
}

static int scan_strips(struct prefix_session *session, const struct prefix_scan_work *work,
                       struct prefix__cuda_batch *params)
{
    struct prefix__cuda_batch_plan plan;
    prefix__cuda_word_lower(work, &params->scan);
    const struct prefix__cuda_strip_kernel *kernel = prefix__cuda_strip_of(params->scan.kernel);
    prefix__cuda_batch_places(work, params);
    prefix__cuda_plan_strips(kernel, params, &plan);
    return plan.passes ? scan_passes(session, work, kernel, &plan, params)
                       : scan_chain(session, work, kernel, &plan, params);
}

int prefix__cuda_batch_on_device(struct prefix_session *session, const struct prefix_scan_work *work)
{
    struct prefix__cuda_batch params = {.lines = 0};
    int status = prefix__cuda_look_at_device(session);
    if (status != PREFIX_OK)
        return status;
    const struct prefix__cuda_kernel *kernel = prefix__cuda_lower(work, &params.scan);
    const uint64_t lines = work->batch->rows;
    prefix__cuda_batch_places(work, &params);
    switch (prefix__cuda_batch_way(kernel, session->multiprocessors, &params)) {
    case PREFIX__CUDA_BATCH_OF_SCANS:
        return scan_one_by_one(session, work, kernel, &params);
    case PREFIX__CUDA_BATCH_OF_LINES:
        return queue(session, work, kernel->lines, lines,
                     32 * prefix__cuda_batch_line_warps(session->multiprocessors, lines), &params);
    case PREFIX__CUDA_BATCH_OF_SHORT_LINES:
        return queue(session, work, kernel->short_lines, prefix__cuda_plan_short_lines(kernel, &params),
                     32 * PREFIX__CUDA_SHORT_LINE_WARPS, &params);
    default:
        return scan_strips(session, work, &params);
    }
}
