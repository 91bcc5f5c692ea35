/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Recurrences, in one launch. Lines of neighbours are cut into tiles, and so are lines that are few, however they lie;
 * others are taken side by side, as those that are next to each other in memory mostly are.
 */
#include "launch/recurrence.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/function.h"
#include "memory/workspace.h"
#include "plan/recurrence_kernels.h"

#define FEW_LINES 16  /* side by side they would leave half of the lanes idle */
#define OWN_TILES 33  /* of lines of so many, each folds those before it */
#define FOLD_BLOCKS 2 /* for all longer lines in flight at once */
#define FOLD_WARPS (PREFIX__CUDA_RECURRENCE_THREADS / 32)

_Static_assert(PREFIX__CUDA_RECURRENCE_DIMS == PREFIX_BATCH_DIMS, "a batch has as many dimensions at most");

static double first_of(const struct prefix_operator_work *work)
{
    double step[2] = {0, 0};
    if (work->first)
        memcpy(step, work->first, sizeof step);
    return step[1];
}

/* Steps turn round in a reversed recurrence, which begins at the last elements. */
static void set_places(struct prefix__cuda_recurrence *r, const struct prefix_operator_work *work)
{
    static const struct prefix_batch one = {.in_step = 1, .out_step = 1, .second_step = 1, .rows = 1};
    const struct prefix_batch *const batch = work->batch ? work->batch : &one;
    const ptrdiff_t last = work->reverse ? (ptrdiff_t)(work->n - 1) * (ptrdiff_t)work->in_size : 0;
    const int64_t sign = work->reverse ? -1 : 1;
    r->scan.in = (const char *)work->in + last * batch->in_step;
    r->scan.out = (char *)work->out + last * batch->out_step;
    if (work->second)
        r->second = (const char *)work->second + last * batch->second_step;
    r->in_step = sign * batch->in_step;
    r->out_step = sign * batch->out_step;
    r->second_step = sign * batch->second_step;
    r->lines = batch->rows;
    r->dims = (uint32_t)batch->dims;
    for (int d = 0; d < batch->dims; d++)
        r->dim[d] = (struct prefix__cuda_recurrence_dim){batch->dim[d].count, batch->dim[d].in_step,
                                                         batch->dim[d].out_step, batch->dim[d].second_step};
}

/* Blocks, as tiles, and words of the workspace. */
static uint64_t cut_rows(struct prefix__cuda_recurrence *r)
{
    const uint64_t tiles = prefix__cuda_divided(r->scan.n, PREFIX__CUDA_RECURRENCE_TILE);
    for (uint64_t half = PREFIX__CUDA_RECURRENCE_TILE / 2; half >= r->scan.n && half >= PREFIX__CUDA_RECURRENCE_ROW;
         half /= 2)
        r->short_shift++;
    if (tiles > OWN_TILES) {
        const uint64_t blocks = prefix__cuda_divided(r->lines, FOLD_WARPS);
        r->chains = blocks < FOLD_BLOCKS ? (uint32_t)blocks : FOLD_BLOCKS;
    }
    r->scan.tiles = prefix__cuda_divided(r->lines, (uint64_t)1 << r->short_shift) * tiles + r->chains;
    r->line_tiles = (uint32_t)tiles;
    return r->lines * tiles * PREFIX__CUDA_RECURRENCE_TILE_WORDS;
}

/* The same of pieces, each of a block of so many warps. */
static uint64_t cut_columns(struct prefix__cuda_recurrence *r, unsigned int warps)
{
    const uint64_t pieces = prefix__cuda_divided(r->scan.n, warps * PREFIX__CUDA_RECURRENCE_ROW);
    const uint64_t strips = prefix__cuda_divided(r->lines, PREFIX__CUDA_RECURRENCE_STRIP);
    r->scan.tiles = pieces * strips;
    r->line_tiles = (uint32_t)pieces;
    r->strips = (uint32_t)strips;
    return pieces * strips * PREFIX__CUDA_RECURRENCE_STRIP * PREFIX__CUDA_RECURRENCE_PIECE_WORDS;
}

static int queue(struct prefix_session *session, const struct prefix_operator_work *work,
                 struct prefix__cuda_recurrence *r)
{
    const unsigned int warps = PREFIX__CUDA_RECURRENCE_PIECE(work->in_size);
    const int is_side_by_side = r->lines > FEW_LINES && r->in_step != 1 && r->in_step != -1;
    const uint64_t words = is_side_by_side ? cut_columns(r, warps) : cut_rows(r);
    struct prefix__cuda_workspace *own = NULL;
    struct prefix__cuda_grid grid = {.threads = is_side_by_side ? warps * 32 : PREFIX__CUDA_RECURRENCE_THREADS + 32};
    int status = PREFIX_OK;
    if (r->scan.tiles > INT32_MAX) {
        session->host->error(session->owner, "n: %llu rows of %zu elements are too many for a device",
                             (unsigned long long)r->lines, work->n);
        return PREFIX_ERROR_OVERFLOW;
    }
    grid.blocks = (unsigned int)r->scan.tiles;
    if (r->line_tiles > 1)
        status = prefix__cuda_workspace_for_call(session, (PREFIX__CUDA_HEADER_WORDS + words) * sizeof(uint64_t),
                                                 work->stream, &r->scan, &own);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_queue(session,
                                is_side_by_side ? prefix__cuda_recurrence_columns_kernel(work->recurrence_type)
                                                : prefix__cuda_recurrence_rows_kernel(work->recurrence_type),
                                &grid, work->stream, (void *[]){r}, "launching a recurrence");
    return prefix__cuda_workspace_used(session, own, work->stream, status);
}

int prefix__cuda_recurrence_on_device(struct prefix_session *session, const struct prefix_operator_work *work)
{
    struct prefix__cuda_recurrence r = {
        .scan = {.n = work->n, .total = work->total},
        .firsts = work->firsts,
        .first = first_of(work),
        .has_first = work->first != NULL,
        .firsts_are_wide = work->first_is_element || work->in_size == sizeof(double),
        .total_is_wide = work->total_is_element || work->in_size == sizeof(double),
    };
    set_places(&r, work);
    if (!work->second)
        memcpy(&r.constant, work->state, sizeof r.constant);
    r.is_plain = fabs(r.constant) >= 0x1p-15 && fabs(r.constant) < 2;
    return queue(session, work, &r);
}
