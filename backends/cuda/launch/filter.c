/* SPDX-License-Identifier: BSD-3-Clause */
/* Filters: one launch of rows in one go, or three of blocks, with states in scratch memory. */
#include "launch/filter.h"

#include <string.h>

#include "base/function.h"
#include "memory/scratch.h"
#include "plan/filter_kernels.h"

_Static_assert(PREFIX__CUDA_FILTER_ORDER == PREFIX_FILTER_ORDER && PREFIX__CUDA_FILTER_STEPS == PREFIX_FILTER_BLOCK &&
                   PREFIX__CUDA_FILTER_STRANDS == PREFIX_FILTER_GROUP,
               "the kernels' blocks and groups are those of backend/filter.h");

static void set_map(struct prefix__cuda_filter *f, const double *map)
{
    for (size_t i = 0; i < f->order; i++)
        for (size_t k = 0; k < f->order; k++)
            f->map[k * f->order + i] = map[i * f->order + k];
}

static struct prefix__cuda_filter describe(const struct prefix_filter_work *work)
{
    struct prefix__cuda_filter f = {
        .in = work->in,
        .out = work->out,
        .first = work->first,
        .last = work->last,
        .n = work->n,
        .rows = work->rows,
        .in_step = (int64_t)work->in_step,
        .out_step = (int64_t)work->out_step,
        .order = (uint32_t)work->order,
        .sections = (uint32_t)work->sections,
        .part = PREFIX__CUDA_FILTER_ROWS,
        .is_wide = work->type == PREFIX_F64,
        .reverse = work->reverse != 0,
        .feedback = work->feedback != 0,
    };
    if (work->sections > 0) {
        memcpy(f.section, work->coefficients, work->sections * sizeof *f.section);
    } else {
        memcpy(f.b, work->coefficients, (work->order + 1) * sizeof *f.b);
        memcpy(f.a, work->coefficients + work->order + 1, work->order * sizeof *f.a);
    }
    return f;
}

static int queue(struct prefix_session *session, const void *kernel, uint64_t blocks, struct prefix__cuda_filter *f,
                 void *stream)
{
    const struct prefix__cuda_grid grid = {(unsigned int)blocks, PREFIX__CUDA_FILTER_STRANDS, 0, 0, 0};
    if (blocks > INT32_MAX) {
        session->host->error(session->owner, "%llu rows of %llu elements are too many for a device",
                             (unsigned long long)f->rows, (unsigned long long)f->n);
        return PREFIX_ERROR_OVERFLOW;
    }
    return prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){f}, "launching a filter");
}

static int filter_blocks(struct prefix_session *session, const struct prefix_filter_work *work,
                         struct prefix__cuda_filter *f)
{
    const void *const kernel = prefix__cuda_filter_kernel(f->order, f->sections);
    f->row_blocks = prefix__cuda_divided(f->n, PREFIX_FILTER_BLOCK);
    f->row_groups = prefix__cuda_divided(f->row_blocks, PREFIX_FILTER_GROUP);
    const uint64_t states = f->rows * f->row_blocks, groups = f->rows * f->row_groups;
    double *memory = NULL;
    int status = prefix__cuda_allocate(session, (void **)&memory,
                                       (states + groups + f->rows) * f->order * sizeof *memory, work->stream);
    if (status != PREFIX_OK)
        return status;
    f->blocks = memory;
    f->groups = memory + states * f->order;
    f->part = PREFIX__CUDA_FILTER_ENDS;
    set_map(f, work->block_map);
    status = queue(session, kernel, groups, f, work->stream);
    set_map(f, work->group_map);
    if (status == PREFIX_OK)
        status = queue(session, prefix__cuda_filter_chain_kernel(), f->rows, f, work->stream);
    f->part = PREFIX__CUDA_FILTER_RESULTS;
    set_map(f, work->block_map);
    if (status == PREFIX_OK)
        status = queue(session, kernel, groups, f, work->stream);
    return prefix__cuda_release(session, memory, work->stream, status);
}

int prefix__cuda_filter_on_device(struct prefix_session *session, const struct prefix_filter_work *work)
{
    struct prefix__cuda_filter f = describe(work);
    return work->block_map && work->n >= PREFIX_FILTER_LONG
               ? filter_blocks(session, work, &f)
               : queue(session, prefix__cuda_filter_kernel(f.order, f.sections),
                       prefix__cuda_divided(f.rows, PREFIX__CUDA_FILTER_STRANDS), &f, work->stream);
}
