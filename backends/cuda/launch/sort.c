/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels take values of 4 and 8 bytes along. Others are fetched when their places are known. Of segments keys alone go
 * with the numbers of their segments, by which they are then sorted. Else it is words of the segment and the place that
 * are sorted by both, and all is fetched.
 */
#include "launch/sort.h"

#include <stdint.h>

#include "base/context.h"
#include "launch/sort_gather.h"
#include "launch/sort_passes.h"
#include "launch/split_merge.h"
#include "memory/room.h"
#include "memory/scratch.h"
#include "shared/types.h"

static int sort_by_indices(struct prefix_session *session, const struct prefix_sort_work *work,
                           struct prefix__cuda_room room)
{
    const size_t index_size = work->n - 1 <= UINT32_MAX ? 4 : 8;
    void *const indices = prefix__cuda_cut(&room, work->n * index_size);
    const struct prefix__cuda_sort_arrays arrays = {work->keys, NULL, work->out, indices, index_size};
    const struct prefix__cuda_sorted sorted = {indices, work->n, index_size, index_size, work->stream};
    int status = prefix__cuda_sort_passes(session, work, &arrays, room);
    if (status == PREFIX_OK)
        status = prefix__cuda_sort_gather(session, &sorted, work->values, work->values_out, work->value_size,
                                          work->value_alignment, room);
    return status;
}

static int bits_of(uint64_t x)
{
    int bits = 0;
    for (; x > 0; x /= 2)
        bits++;
    return bits;
}

/* The words of elements, first by their keys, then by their segments. */
static int sort_words(struct prefix_session *session, const struct prefix_sort_work *work, uint64_t *words,
                      struct prefix__cuda_room room)
{
    const struct prefix_sort_work by_segment = {
        .type = PREFIX_U64,
        .first_bit = 32,
        .bits = bits_of(work->segments->segments + 1),
        .n = work->n,
        .stream = work->stream,
    };
    uint64_t *const by_keys = prefix__cuda_cut(&room, work->n * sizeof *by_keys);
    const struct prefix__cuda_sort_arrays keys = {work->keys, words, NULL, by_keys, sizeof *words};
    const struct prefix__cuda_sort_arrays segments = {by_keys, NULL, words, NULL, 0};
    int status = PREFIX_OK;
    if (!room.needed)
        status = prefix__cuda_sort_number(session, work->segments, work->n, words, NULL, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_sort_passes(session, work, &keys, room);
    return status == PREFIX_OK ? prefix__cuda_sort_passes(session, &by_segment, &segments, room) : status;
}

/* Keys that kernels can take along. */
static int sort_segments_of_keys(struct prefix_session *session, const struct prefix_sort_work *work,
                                 struct prefix__cuda_room room)
{
    const size_t key = prefix__size_of(work->type);
    uint32_t *const numbers = prefix__cuda_cut(&room, work->n * sizeof *numbers);
    uint32_t *const by_keys = prefix__cuda_cut(&room, work->n * sizeof *by_keys);
    void *const sorted = prefix__cuda_cut(&room, work->n * key);
    const struct prefix_sort_work by_segment = {
        .type = PREFIX_U32,
        .bits = bits_of(work->segments->segments + 1),
        .n = work->n,
        .stream = work->stream,
    };
    const struct prefix__cuda_sort_arrays keys = {work->keys, numbers, sorted, by_keys, sizeof *numbers};
    const struct prefix__cuda_sort_arrays segments = {by_keys, sorted, NULL, work->out, key};
    int status = PREFIX_OK;
    if (!room.needed)
        status = prefix__cuda_sort_number(session, work->segments, work->n, NULL, numbers, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_sort_passes(session, work, &keys, room);
    return status == PREFIX_OK ? prefix__cuda_sort_passes(session, &by_segment, &segments, room) : status;
}

static int sort_segments(struct prefix_session *session, const struct prefix_sort_work *work,
                         struct prefix__cuda_room room)
{
    const size_t key = prefix__size_of(work->type), index = work->indices ? prefix__size_of(work->index_type) : 0;
    if (work->n - 1 > UINT32_MAX || work->segments->segments >= UINT32_MAX) {
        session->host->error(session->owner, "on a GPU, no more than %lu elements can be sorted in segments",
                             (unsigned long)UINT32_MAX + 1);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    if (!work->values && !work->indices && key >= sizeof(uint32_t))
        return sort_segments_of_keys(session, work, room);
    uint64_t *const words = prefix__cuda_cut(&room, work->n * sizeof *words);
    const struct prefix__cuda_sorted sorted = {words, work->n, 4, sizeof *words, work->stream};
    int status = sort_words(session, work, words, room);
    if (status == PREFIX_OK && work->out)
        status = prefix__cuda_sort_gather(session, &sorted, work->keys, work->out, key, key, room);
    if (status == PREFIX_OK && work->values)
        status = prefix__cuda_sort_gather(session, &sorted, work->values, work->values_out, work->value_size,
                                          work->value_alignment, room);
    if (status == PREFIX_OK && work->indices)
        status = prefix__cuda_sort_gather(session, &sorted, NULL, work->indices, index, index, room);
    return status;
}

static int is_taken_along(const struct prefix_sort_work *work)
{
    return (work->value_size == 4 || work->value_size == 8) && work->value_alignment >= work->value_size;
}

static int sort(struct prefix_session *session, const struct prefix_sort_work *work, struct prefix__cuda_room room)
{
    if (work->algorithm != PREFIX_ALGORITHM_AUTO)
        return prefix__cuda_split_merge(session, work, room);
    if (work->segments)
        return sort_segments(session, work, room);
    if (work->values && !is_taken_along(work))
        return sort_by_indices(session, work, room);
    const struct prefix__cuda_sort_arrays arrays = {
        .keys = work->keys,
        .values = work->values,
        .out = work->out,
        .values_out = work->values ? work->values_out : work->indices,
        .value_size = work->values    ? work->value_size
                      : work->indices ? prefix__size_of(work->index_type)
                                      : 0,
    };
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
