/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels take values of 4 and 8 bytes along. Others are fetched when their places are known. So is all of segments:
 * with the keys go words of an element's segment and its place, which are then sorted by the segment.
 */
#include "launch/sort.h"

#include <stdint.h>

#include "base/context.h"
#include "launch/sort_gather.h"
#include "launch/sort_passes.h"
#include "launch/split_merge.h"
#include "memory/scratch.h"
#include "shared/types.h"

static int sort_by_indices(struct prefix_session *session, const struct prefix_sort_work *work)
{
    const size_t index_size = work->n - 1 <= UINT32_MAX ? 4 : 8;
    void *indices;
    int status = prefix__cuda_allocate(session, &indices, work->n * index_size, work->stream);
    if (status != PREFIX_OK)
        return status;
    const struct prefix__cuda_sort_arrays arrays = {work->keys, NULL, work->out, indices, index_size};
    const struct prefix__cuda_sorted sorted = {indices, work->n, index_size, index_size, work->stream};
    status = prefix__cuda_sort_passes(session, work, &arrays);
    if (status == PREFIX_OK)
        status = prefix__cuda_sort_gather(session, &sorted, work->values, work->values_out, work->value_size,
                                          work->value_alignment);
    return prefix__cuda_release(session, indices, work->stream, status);
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
                      uint64_t *by_keys)
{
    const struct prefix_sort_work by_segment = {
        .type = PREFIX_U64,
        .first_bit = 32,
        .bits = bits_of(work->segments->segments + 1),
        .n = work->n,
        .stream = work->stream,
    };
    const struct prefix__cuda_sort_arrays keys = {work->keys, words, NULL, by_keys, sizeof *words};
    const struct prefix__cuda_sort_arrays segments = {by_keys, NULL, words, NULL, 0};
    int status = prefix__cuda_sort_number(session, work->segments, work->n, words, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_sort_passes(session, work, &keys);
    return status == PREFIX_OK ? prefix__cuda_sort_passes(session, &by_segment, &segments) : status;
}

static int sort_segments(struct prefix_session *session, const struct prefix_sort_work *work)
{
    const size_t key = prefix__size_of(work->type), index = work->indices ? prefix__size_of(work->index_type) : 0;
    uint64_t *words;
    if (work->n - 1 > UINT32_MAX || work->segments->segments >= UINT32_MAX) {
        session->host->error(session->owner, "on a GPU, no more than %lu elements can be sorted in segments",
                             (unsigned long)UINT32_MAX + 1);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    int status = prefix__cuda_allocate(session, (void **)&words, 2 * work->n * sizeof *words, work->stream);
    if (status != PREFIX_OK)
        return status;
    const struct prefix__cuda_sorted sorted = {words, work->n, 4, sizeof *words, work->stream};
    status = sort_words(session, work, words, words + work->n);
    if (status == PREFIX_OK && work->out)
        status = prefix__cuda_sort_gather(session, &sorted, work->keys, work->out, key, key);
    if (status == PREFIX_OK && work->values)
        status = prefix__cuda_sort_gather(session, &sorted, work->values, work->values_out, work->value_size,
                                          work->value_alignment);
    if (status == PREFIX_OK && work->indices)
        status = prefix__cuda_sort_gather(session, &sorted, NULL, work->indices, index, index);
    return prefix__cuda_release(session, words, work->stream, status);
}

static int is_taken_along(const struct prefix_sort_work *work)
{
    return (work->value_size == 4 || work->value_size == 8) && work->value_alignment >= work->value_size;
}

int prefix__cuda_sort_on_device(struct prefix_session *session, const struct prefix_sort_work *work)
{
    if (work->algorithm != PREFIX_ALGORITHM_AUTO)
        return prefix__cuda_split_merge(session, work);
    if (work->segments)
        return sort_segments(session, work);
    if (work->values && !is_taken_along(work))
        return sort_by_indices(session, work);
    const struct prefix__cuda_sort_arrays arrays = {
        .keys = work->keys,
        .values = work->values,
        .out = work->out,
        .values_out = work->values ? work->values_out : work->indices,
        .value_size = work->values    ? work->value_size
                      : work->indices ? prefix__size_of(work->index_type)
                                      : 0,
    };
    return prefix__cuda_sort_passes(session, work, &arrays);
}
