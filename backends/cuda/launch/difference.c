/* SPDX-License-Identifier: BSD-3-Clause */
/* Differences of neighbours: a launch, and one before that where results may replace elements. */
#include "launch/difference.h"

#include <string.h>

#include "base/function.h"
#include "memory/scratch.h"
#include "plan/batch.h"
#include "plan/lower.h"
#include "plan/window_kernels.h"
#include "shared/types.h"

#define STRIP_BITS 5 /* columns of lines whose elements are not neighbours, as a power of two, at least */
#define MOST_BITS 8  /* and at most: those of a block's threads */

/* Lines that are scanned backwards are lines that begin at the other end. */
static void turn_round(struct prefix__cuda_batch *batch, const struct prefix_scan_work *scan)
{
    const int64_t last = (int64_t)(scan->n - 1);
    batch->scan.in = (const char *)batch->scan.in + last * batch->in_step * batch->scan.in_size;
    batch->scan.out = (char *)batch->scan.out + last * batch->out_step * batch->out_size;
    batch->in_step = -batch->in_step;
    batch->out_step = -batch->out_step;
}

static struct prefix__cuda_difference describe(const struct prefix_difference_work *work)
{
    struct prefix__cuda_difference d = {.leads = work->leads != 0};
    struct prefix__cuda_window *const w = &d.window;
    struct prefix_scan_work scan = *work->scan;
    if (prefix__is_float(scan.output_type))
        scan.output_type = PREFIX_F64;
    prefix__cuda_word_lower(&scan, &w->batch.scan);
    d.first = w->batch.scan.carry;
    prefix__cuda_batch_places(work->scan, &w->batch);
    w->lines = w->batch.lines;
    w->n = scan.n;
    w->step = 1;
    w->out_type = (uint8_t)work->scan->output_type;
    const int is_strip = w->batch.in_step != 1 || w->batch.out_step != 1;
    while ((1u << w->column_bits) < w->lines && w->column_bits < MOST_BITS &&
           ((is_strip && w->column_bits < STRIP_BITS) ||
            w->n <= (uint64_t)PREFIX__CUDA_WINDOW_VALUES >> (w->column_bits + 1)))
        w->column_bits++;
    w->rows = PREFIX__CUDA_WINDOW_VALUES >> w->column_bits;
    w->line_tiles = prefix__cuda_divided(w->n, w->rows);
    if (scan.reverse)
        turn_round(&w->batch, work->scan);
    return d;
}

static int queue(struct prefix_session *session, const struct prefix_scan_work *scan, const void *kernel,
                 uint32_t threads, uint64_t blocks, void *params)
{
    const struct prefix__cuda_grid grid = {(unsigned int)blocks, threads, 0, 0, 0};
    if (blocks > INT32_MAX) {
        session->host->error(session->owner, "%zu rows of %zu elements are too many for a device", scan->batch->rows,
                             scan->n);
        return PREFIX_ERROR_OVERFLOW;
    }
    return prefix__cuda_queue(session, kernel, &grid, scan->stream, (void *[]){params}, "launching differences");
}

/* The kernel for one row of neighbours into another array, or NULL. */
static const void *row_kernel(const struct prefix_scan_work *scan, uint32_t *threads)
{
    const struct prefix_batch *batch = scan->batch;
    if (batch->rows != 1 || batch->in_step != 1 || batch->out_step != 1 || scan->type != scan->output_type)
        return NULL;
    return prefix__cuda_row_difference_kernel(prefix__is_float(scan->type), prefix__size_of(scan->type), threads);
}

static int run_row(struct prefix_session *session, const struct prefix_scan_work *scan, const void *kernel,
                   uint32_t threads)
{
    struct prefix__cuda_row_difference d = {scan->in, scan->out, scan->n, 0, scan->reverse};
    if (scan->type == PREFIX_F32) {
        const float first = (float)scan->carry.d;
        memcpy(&d.first, &first, sizeof first);
    } else {
        d.first = scan->carry.u; /* or bits of an f64; lower bytes first */
    }
    return queue(session, scan, kernel, threads, prefix__cuda_divided(scan->n, PREFIX__CUDA_ROW_DIFFERENCE_TILE), &d);
}

int prefix__cuda_difference_on_device(struct prefix_session *session, const struct prefix_difference_work *work)
{
    struct prefix__cuda_difference d = describe(work);
    const struct prefix_scan_work *scan = work->scan;
    const int in_place = scan->in == scan->out || work->leads;
    uint32_t threads;
    const void *const row = in_place ? NULL : row_kernel(scan, &threads);
    if (row)
        return run_row(session, scan, row, threads);
    const int wide = prefix__size_of(scan->output_type) == 8;
    const struct prefix__cuda_difference_kernels *kernels =
        prefix__cuda_difference_kernels_of(prefix__is_float(scan->output_type), wide);
    const uint64_t tiles = d.window.lines * d.window.line_tiles;
    int status = PREFIX_OK;
    if (in_place)
        status = prefix__cuda_allocate(session, &d.last, tiles * sizeof(uint64_t), scan->stream);
    if (status == PREFIX_OK && in_place)
        status =
            queue(session, scan, kernels->save, kernels->threads, prefix__cuda_divided(tiles, kernels->threads), &d);
    if (status == PREFIX_OK)
        status =
            queue(session, scan, kernels->subtract, kernels->threads,
                  prefix__cuda_divided(d.window.lines, (uint64_t)1 << d.window.column_bits) * d.window.line_tiles, &d);
    return prefix__cuda_release(session, d.last, scan->stream, status);
}
