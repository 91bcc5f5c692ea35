/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels take values of 4 and 8 bytes along. Others are fetched when their places are known. */
#include "launch/sort.h"

#include <stdint.h>

#include "base/context.h"
#include "launch/sort_gather.h"
#include "launch/sort_passes.h"
#include "launch/sort_segments.h"
#include "launch/split_merge.h"
#include "memory/room.h"
#include "memory/scratch.h"
#include "shared/types.h"

static int sort_by_indices(struct prefix_session *session, const struct prefix_sort_work *work,
                           struct prefix__cuda_room room)
{
    const size_t index_size = work->n - 1 <= UINT32_MAX ? 4 : 8;
    void *const indices = prefix__cuda_cut(&room, work->n * index_size);
    const struct prefix__cuda_sort_arrays arrays = {work->keys, NULL, work->out, indices, index_size, NULL};
    const struct prefix__cuda_sorted sorted = {indices, work->n, index_size, index_size, work->stream, NULL};
    int status = prefix__cuda_sort_passes(session, work, &arrays, room);
    if (status == PREFIX_OK)
        status = prefix__cuda_sort_gather(session, &sorted, work->values, work->values_out, work->value_size,
                                          work->value_alignment, room);
    return status;
}

static int sort(struct prefix_session *session, const struct prefix_sort_work *work, struct prefix__cuda_room room)
{
    if (work->algorithm != PREFIX_ALGORITHM_AUTO)
        return prefix__cuda_split_merge(session, work, room);
    if (work->segments)
        return prefix__cuda_sort_segments(session, work, room);
    if (work->values && !prefix__cuda_is_taken_along(work))
        return sort_by_indices(session, work, room);
    const struct prefix__cuda_sort_arrays arrays = prefix__cuda_sort_arrays_of(work);
    return prefix__cuda_sort_passes(session, work, &arrays, room);
}

int prefix__cuda_sort_bytes(struct prefix_session *session, const struct prefix_sort_work *work, size_t *bytes)
{
    return sort(session, work, prefix__cuda_room_measured(bytes));
}

static int sort_in_own(struct prefix_session *session, const struct prefix_sort_work *work, size_t bytes)
{
    void *memory = NULL;
    int status = bytes > 0 ? prefix__cuda_allocate(session, &memory, bytes, work->stream) : PREFIX_OK;
    if (status == PREFIX_OK)
        status = sort(session, work, prefix__cuda_room_in(memory));
    return prefix__cuda_release(session, memory, work->stream, status);
}

int prefix__cuda_sort_on_device(struct prefix_session *session, const struct prefix_sort_work *work)
{
    size_t bytes;
    int status = prefix__cuda_sort_bytes(session, work, &bytes);
    if (status != PREFIX_OK)
        return status;
    if (!work->workspace)
        return sort_in_own(session, work, bytes);
    if (bytes <= work->workspace_bytes)
        return sort(session, work, prefix__cuda_room_in(work->workspace));
    session->host->error(session->owner, "workspace: %zu bytes are given, and %zu are needed", work->workspace_bytes,
                         bytes);
    return PREFIX_ERROR_WORKSPACE;
}
