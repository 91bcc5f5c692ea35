/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/batch.h"

#include <string.h>

#include "shared/order.h"
#include "shared/types.h"

/* Elements up to which lines of neighbours that are not packed are better off in pieces of a thread. */
#define UNPACKED_LINE 1024

/* Warps of a multiprocessor that lines ought to have. */
#define BUSY_WARPS 64

/* Tiles of a line for each line, from which on a scan for each line takes less time than a block. */
#define SCAN_TILES 4

/* Columns of a tile that make pieces wide enough for memory, and at least for loads that are not staged. */
#define WIDE_COLUMNS 32
#define NARROW_COLUMNS 8

/* Pieces that the whole of a line may have in a tile: across memory, and along it. */
#define SHORT_PIECES 8
#define SHORT_PIECES_ALONG 64

/* A chain of so few tiles is no slower than passes, nor is any of so many strips. */
#define CHAIN_TILES 16
#define CHAIN_STRIPS 32

static uint64_t distance(int64_t step)
{
    return step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
}

/* Lines in the order of memory, the nearest innermost: only totals care. */
static void sort(struct prefix__cuda_batch *params)
{
    for (uint32_t i = 1; i < params->dims; i++)
        for (uint32_t k = i; k > 0 && distance(params->dim[k - 1].in_step) < distance(params->dim[k].in_step); k--) {
            const struct prefix__cuda_batch_dim dim = params->dim[k];
            params->dim[k] = params->dim[k - 1];
            params->dim[k - 1] = dim;
        }
}

void prefix__cuda_batch_places(const struct prefix_scan_work *work, struct prefix__cuda_batch *params)
{
    const struct prefix_batch *batch = work->batch;
    _Static_assert(PREFIX_BATCH_DIMS == PREFIX__CUDA_BATCH_DIMS, "as many of both");
    params->scan.in = work->in;
    params->scan.out = work->out;
    params->scan.n = work->n;
    params->scan.total = work->total;
    if (work->total)
        params->scan.total_form =
            work->total_type == work->output_type ? PREFIX__CUDA_TOTAL_OUTPUT : PREFIX__CUDA_TOTAL_WIDE;
    params->total_size = (uint8_t)prefix__size_of(work->total_type);
    params->out_size = (uint8_t)prefix__size_of(work->output_type);
    params->lines = batch->rows;
    params->in_step = batch->in_step;
    params->out_step = work->out ? batch->out_step : batch->in_step;
    params->dims = (uint32_t)batch->dims;
    for (int d = 0; d < batch->dims; d++)
        params->dim[d] = (struct prefix__cuda_batch_dim){batch->dim[d].count, batch->dim[d].in_step,
                                                         work->out ? batch->dim[d].out_step : batch->dim[d].in_step};
    if (!work->total)
        sort(params);
}

static int is_along(const struct prefix__cuda_batch *params)
{
    return params->in_step == 1 && params->out_step == 1;
}

static int is_whole(uint64_t bytes)
{
    return bytes % 16 == 0;
}

/* Elements of 512 bytes. */
static uint64_t row_of(const struct prefix__cuda_kernel *kernel)
{
    return 512 / kernel->out_size;
}

/* Whether lines are whole packets of elements that the kernel takes, and leaves, as they are. */
static int is_packed(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_batch *params)
{
    const struct prefix__cuda_scan *scan = &params->scan;
    const uint64_t size = kernel->out_size;
    int whole = is_whole((uintptr_t)scan->in) && is_whole((uintptr_t)scan->out) && is_whole(scan->n * size);
    for (uint32_t d = 0; d < params->dims; d++)
        whole &=
            is_whole(distance(params->dim[d].in_step) * size) && is_whole(distance(params->dim[d].out_step) * size);
    return whole && scan->in_size == size && !scan->reverse && scan->map == PREFIX__CUDA_MAP_NONE &&
           scan->round == PREFIX__CUDA_ROUND_NONE;
}

enum prefix__cuda_batch_way prefix__cuda_batch_way(const struct prefix__cuda_kernel *kernel,
                                                   unsigned int multiprocessors,
                                                   const struct prefix__cuda_batch *params)
{
    const uint64_t n = params->scan.n, lines = params->lines;
    const int packed = is_packed(kernel, params);
    if (!is_along(params))
        return PREFIX__CUDA_BATCH_OF_STRIPS;
    if (lines == 1 || (lines * 2 <= multiprocessors && prefix__cuda_divided(n, kernel->tile) > SCAN_TILES * lines))
        return PREFIX__CUDA_BATCH_OF_SCANS;
    if (packed && n <= PREFIX__CUDA_SHORT_LINE_ROWS * row_of(kernel))
        return PREFIX__CUDA_BATCH_OF_SHORT_LINES;
    return packed || n > UNPACKED_LINE ? PREFIX__CUDA_BATCH_OF_LINES : PREFIX__CUDA_BATCH_OF_STRIPS;
}

uint64_t prefix__cuda_plan_short_lines(const struct prefix__cuda_kernel *kernel, struct prefix__cuda_batch *params)
{
    const uint64_t packets = params->scan.n * 32 / row_of(kernel);
    uint64_t lines = PREFIX__CUDA_SHORT_LINE_WARPS;
    params->lanes = 1;
    while (params->lanes < 32 && params->lanes < packets)
        params->lanes *= 2;
    if (params->lanes < 32)
        lines *= PREFIX__CUDA_SHORT_LINE_ROWS * 32 / params->lanes;
    return prefix__cuda_divided(params->lines, lines);
}

/* Few warps each, so that nobody waits for many. */
unsigned int prefix__cuda_batch_line_warps(unsigned int multiprocessors, uint64_t lines)
{
    unsigned int warps = 2;
    while (warps < PREFIX__CUDA_LINE_WARPS && lines * warps < (uint64_t)multiprocessors * BUSY_WARPS)
        warps *= 2;
    return warps;
}

/* Whether neighbours in memory are neighbours in a line, and whether there is nothing between them in a tile. */
static struct prefix__cuda_batch_order order_of(const struct prefix__cuda_batch *params, int64_t step, int64_t across,
                                                uint32_t piece)
{
    const uint64_t n = params->scan.n;
    const int along = params->dims == 0 || distance(step) <= distance(across), alone = params->dims <= 1;
    const int dense =
        along ? step == 1 && (params->lines == 1 || (alone && params->scan.tiles == 1 && across == (int64_t)n))
              : across == 1 && alone && params->strips == 1 && step == (int64_t)params->lines;
    struct prefix__cuda_batch_order order = {.along = (uint8_t)along, .dense = (uint8_t)dense};
    if (along && params->scan.tiles == 1 && n % 2 == 1) /* threads are at different banks as it is */
        order.pad_shift = 31;
    else
        while (1u << order.pad_shift < piece)
            order.pad_shift++;
    return order;
}

/* As many to each of the strips that lines with the same outer index are cut in. */
static uint64_t columns_of(const struct prefix__cuda_batch *params)
{
    const uint64_t inner = params->dims > 0 ? params->dim[params->dims - 1].count : 1;
    if (inner >= WIDE_COLUMNS)
        return prefix__cuda_divided(inner, prefix__cuda_divided(inner, WIDE_COLUMNS));
    return WIDE_COLUMNS / inner * inner;
}

/* Strips are scanned forwards. */
static void turn(struct prefix__cuda_batch *params)
{
    const int64_t last = (int64_t)(params->scan.n - 1);
    if (!params->scan.reverse)
        return;
    params->scan.in = (const char *)params->scan.in + last * params->in_step * params->scan.in_size;
    params->in_step = -params->in_step;
    if (params->scan.out)
        params->scan.out = (char *)params->scan.out + last * params->out_step * params->out_size;
    params->out_step = -params->out_step;
    params->scan.reverse = 0;
}

/* Whether elements of the lines lie side by side in both arrays, as the kernels for tuples take them. */
static int are_tuples(const struct prefix__cuda_strip_kernel *kernel, const struct prefix__cuda_batch *params)
{
    const int64_t lines = (int64_t)params->lines;
    const struct prefix__cuda_scan *scan = &params->scan;
    return lines >= 2 && lines <= PREFIX__CUDA_TUPLE_LINES && kernel->tuple_scan[lines - 2] && params->dims == 1 &&
           params->dim[0].in_step == 1 && params->dim[0].out_step == 1 && params->in_step == lines &&
           params->out_step == lines && scan->in_size == kernel->word && params->out_size == kernel->word &&
           scan->map == PREFIX__CUDA_MAP_NONE && scan->round == PREFIX__CUDA_ROUND_NONE;
}

static void plan_tuples(const struct prefix__cuda_strip_kernel *kernel, struct prefix__cuda_batch *params,
                        struct prefix__cuda_batch_plan *plan)
{
    plan->totals = kernel->tuple_totals[params->lines - 2];
    plan->scan = kernel->tuple_scan[params->lines - 2];
    plan->blocks = prefix__cuda_divided(plan->rows, PREFIX__CUDA_TUPLE_WARPS);
    plan->threads = 32 * PREFIX__CUDA_TUPLE_WARPS;
    params->packed = (uint8_t)(is_whole((uintptr_t)params->scan.in) && is_whole((uintptr_t)params->scan.out));
}

void prefix__cuda_plan_strips(const struct prefix__cuda_strip_kernel *kernel, struct prefix__cuda_batch *params,
                              struct prefix__cuda_batch_plan *plan)
{
    const uint64_t pieces = prefix__cuda_divided(params->scan.n, kernel->piece);
    const uint64_t few = is_along(params) ? SHORT_PIECES_ALONG : SHORT_PIECES;
    uint64_t columns = pieces <= few ? PREFIX__CUDA_STRIP_THREADS / pieces : columns_of(params);
    if (columns > params->lines)
        columns = params->lines;
    uint64_t most = PREFIX__CUDA_STRIP_THREADS / columns;
    if (pieces > most) /* tiles end with whole rows */
        most = most / PREFIX__CUDA_STRIP_PIECES * PREFIX__CUDA_STRIP_PIECES;
    turn(params);
    params->columns = (uint32_t)columns;
    params->pieces = (uint32_t)(pieces < most ? pieces : most);
    params->scan.tiles = prefix__cuda_divided(pieces, params->pieces);
    const uint64_t strips = prefix__cuda_divided(params->lines, columns);
    params->strips = (uint32_t)strips;
    const struct prefix__cuda_batch_dim *inner = &params->dim[params->dims > 0 ? params->dims - 1 : 0];
    params->in = order_of(params, params->in_step, inner->in_step, kernel->piece);
    params->out = order_of(params, params->out_step, inner->out_step, kernel->piece);
    params->staged = params->in.along || params->out.along || columns < NARROW_COLUMNS;
    memset(plan, 0, sizeof *plan);
    plan->blocks = strips * params->scan.tiles;
    plan->threads = PREFIX__CUDA_STRIP_THREADS;
    plan->totals = plan->scan = kernel->function;
    plan->passes = params->scan.tiles > CHAIN_TILES && strips < CHAIN_STRIPS;
    plan->rows = prefix__cuda_divided(pieces, PREFIX__CUDA_STRIP_PIECES);
    plan->tiles = prefix__cuda_divided(plan->rows, PREFIX__TILE_ROWS);
    if (plan->passes && are_tuples(kernel, params))
        plan_tuples(kernel, params, plan);
    if (params->scan.tiles > 1 && !plan->passes)
        plan->words = PREFIX__CUDA_HEADER_WORDS + 1 +
                      params->scan.tiles * params->lines * (kernel->row_words + kernel->tile_words);
}
