/* SPDX-License-Identifier: BSD-3-Clause */
/* The historic sort: one launch that sorts chunks, and one for each round of merges; then all follow their places. */
#include "launch/split_merge.h"

#include <stdint.h>

#include "base/context.h"
#include "base/function.h"
#include "launch/sort_gather.h"
#include "plan/split_merge_kernels.h"
#include "shared/sort_code.h"
#include "shared/types.h"

static int queue(struct prefix_session *session, const void *kernel, uint64_t blocks, void *params, void *stream)
{
    const struct prefix__cuda_grid grid = {(unsigned)blocks, prefix__cuda_split_merge_kernels()->chunk, 0, 0, 0};
    return prefix__cuda_queue(session, kernel, &grid, stream, &params, "a sort by name");
}

static int split(struct prefix_session *session, const struct prefix_sort_work *work, struct prefix__cuda_elements to)
{
    const struct prefix__cuda_split_merge_set *kernels = prefix__cuda_split_merge_kernels();
    struct prefix__cuda_split s = {
        .keys = work->keys,
        .to = to,
        .n = work->n,
        .flip = work->code.flip,
        .infinity = work->code.infinity,
        .zero = work->code.zero,
        .nan = work->code.nan,
        .mask = prefix__sort_mask(work->bits),
        .first_bit = (uint32_t)work->first_bit,
        .size = (uint32_t)prefix__size_of(work->type),
    };
    return queue(session, kernels->split, (s.n - 1) / kernels->chunk + 1, &s, work->stream);
}

/* Chunks, which are merged until there is one run, at last where from is. */
static int sort(struct prefix_session *session, const struct prefix_sort_work *work, struct prefix__cuda_elements *from,
                struct prefix__cuda_elements *to)
{
    const struct prefix__cuda_split_merge_set *kernels = prefix__cuda_split_merge_kernels();
    int status = split(session, work, *from);
    for (uint64_t run = kernels->chunk; run < work->n && status == PREFIX_OK; run *= 2) {
        struct prefix__cuda_merge m = {*from, *to, work->n, run};
        status = queue(session, kernels->merge, (m.n - 1) / (2 * run) + 1, &m, work->stream);
        *from = m.to;
        *to = m.from;
    }
    return status;
}

static int gather(struct prefix_session *session, const struct prefix_sort_work *work, const uint32_t *places,
                  struct prefix__cuda_room room)
{
    const struct prefix__cuda_sorted sorted = {places, work->n, sizeof *places, sizeof *places, work->stream, NULL};
    const size_t key = prefix__size_of(work->type), index = work->indices ? prefix__size_of(work->index_type) : 0;
    int status = PREFIX_OK;
    if (work->values)
        status = prefix__cuda_sort_gather(session, &sorted, work->values, work->values_out, work->value_size,
                                          work->value_alignment, room);
    if (status == PREFIX_OK && work->indices)
        status = prefix__cuda_sort_gather(session, &sorted, NULL, work->indices, index, index, room);
    if (status == PREFIX_OK && work->out)
        status = prefix__cuda_sort_gather(session, &sorted, work->keys, work->out, key, key, room);
    return status;
}

int prefix__cuda_split_merge(struct prefix_session *session, const struct prefix_sort_work *work,
                             struct prefix__cuda_room room)
{
    const size_t n = work->n;
    if (n >= UINT32_MAX) {
        session->host->error(session->owner, "on a GPU, less than %lu elements can be sorted by this algorithm",
                             (unsigned long)UINT32_MAX);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    struct prefix__cuda_elements from, to;
    from.codes = prefix__cuda_cut(&room, n * sizeof *from.codes);
    from.places = prefix__cuda_cut(&room, n * sizeof *from.places);
    to.codes = prefix__cuda_cut(&room, n * sizeof *to.codes);
    to.places = prefix__cuda_cut(&room, n * sizeof *to.places);
    int status = room.needed ? PREFIX_OK : sort(session, work, &from, &to);
    return status == PREFIX_OK ? gather(session, work, from.places, room) : status;
}
