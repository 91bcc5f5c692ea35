/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments that are short beside all are sorted by warps and blocks, each by itself. Whether one is too long only the
 * device knows: then, and only then, it sorts the whole array by keys and after that by segments. Keys alone go with
 * the numbers of their segments; else it is words of the segment and the place that are sorted, and all is fetched.
 */
#include "launch/sort_segments.h"

#include <stdint.h>

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "launch/sort_gather.h"
#include "launch/sort_passes.h"
#include "plan/sort_kernels.h"
#include "shared/types.h"

/* A segment of more elements, and of more than one part in so many of all, is too long for a block. */
#define LONG ((uint64_t)1 << 14)
#define PARTS 64
#define BLOCKS 4 /* on a multiprocessor */
/* Turns that blocks and warps take, at least, so that they end together, if there are as many segments. */
#define TURNS 4

static uint32_t share(uint64_t segments, uint64_t workers, uint32_t most)
{
    const uint64_t each = segments / (workers * TURNS);
    return each > most ? most : each > 0 ? (uint32_t)each : 1;
}

static int queue(struct prefix_session *session, const void *kernel, size_t shared, struct prefix__cuda_sort *s,
                 struct prefix__cuda_sort_segments *g, void *stream)
{
    const struct prefix__cuda_grid grid = {session->multiprocessors * BLOCKS, PREFIX__CUDA_SORT_BINS, shared, 0, 0};
    return prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){s, g}, "a sort of segments");
}

static int sort_apart(struct prefix_session *session, const struct prefix_sort_work *work,
                      const struct prefix__cuda_sort_arrays *arrays, struct prefix__cuda_sort_segments_state *state,
                      struct prefix__cuda_room room)
{
    const size_t key = prefix__size_of(work->type);
    const struct prefix__cuda_sort_kernels *kernels =
        prefix__cuda_sort_kernels_of(key, work->code.infinity > 0, arrays->value_size);
    const uint64_t blocks = (uint64_t)session->multiprocessors * BLOCKS, parts = work->n / PARTS;
    struct prefix__cuda_sort s = prefix__cuda_sort_described(work, arrays);
    struct prefix__cuda_sort_segments g = {
        .state = state,
        .offsets = work->segments->data,
        .offset_count = work->segments->segments + 1,
        .longest = parts > LONG ? parts : LONG,
        .offset_size = (uint32_t)work->segments->size,
    };
    prefix__cuda_sort_buffers(&s, &room, work->n, key, arrays->value_size);
    if (room.needed)
        return PREFIX_OK;
    int status = prefix__cuda_check(session, cudaMemsetAsync(state, 0, sizeof *state, (cudaStream_t)work->stream),
                                    "clearing scratch memory");
    if (status == PREFIX_OK)
        status = queue(session, kernels->look, 0, &s, &g, work->stream);
    g.chunk = share(g.offset_count, blocks * PREFIX__CUDA_SORT_BINS / 32, 32);
    if (status == PREFIX_OK)
        status = queue(session, kernels->by_warps, 0, &s, &g, work->stream);
    g.chunk = share(g.offset_count, blocks, PREFIX__CUDA_SORT_BINS);
    if (status == PREFIX_OK)
        status = queue(session, kernels->by_blocks, 0, &s, &g, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_sort_reserve(session, kernels->in_passes, kernels->in_passes_shared);
    return status == PREFIX_OK ? queue(session, kernels->in_passes, kernels->in_passes_shared, &s, &g, work->stream)
                               : status;
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
                      const uint32_t *far, struct prefix__cuda_room room)
{
    const struct prefix_sort_work by_segment = {
        .type = PREFIX_U64,
        .first_bit = 32,
        .bits = bits_of(work->segments->segments + 1),
        .n = work->n,
        .stream = work->stream,
    };
    uint64_t *const by_keys = prefix__cuda_cut(&room, work->n * sizeof *by_keys);
    const struct prefix__cuda_sort_arrays keys = {work->keys, words, NULL, by_keys, sizeof *words, far};
    const struct prefix__cuda_sort_arrays segments = {by_keys, NULL, words, NULL, 0, far};
    int status = PREFIX_OK;
    if (!room.needed)
        status = prefix__cuda_sort_number(session, work->segments, work->n, words, NULL, far, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_sort_passes(session, work, &keys, room);
    return status == PREFIX_OK ? prefix__cuda_sort_passes(session, &by_segment, &segments, room) : status;
}

/* Keys that kernels can take along. */
static int sort_keys(struct prefix_session *session, const struct prefix_sort_work *work, const uint32_t *far,
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
    const struct prefix__cuda_sort_arrays keys = {work->keys, numbers, sorted, by_keys, sizeof *numbers, far};
    const struct prefix__cuda_sort_arrays segments = {by_keys, sorted, NULL, work->out, key, far};
    int status = PREFIX_OK;
    if (!room.needed)
        status = prefix__cuda_sort_number(session, work->segments, work->n, NULL, numbers, far, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_sort_passes(session, work, &keys, room);
    return status == PREFIX_OK ? prefix__cuda_sort_passes(session, &by_segment, &segments, room) : status;
}

/* What is not taken along goes where places say; what is, and all else, here. */
static int sort_together(struct prefix_session *session, const struct prefix_sort_work *work, const uint32_t *far,
                         uint32_t *places, struct prefix__cuda_room room)
{
    const size_t key = prefix__size_of(work->type), index = work->indices ? prefix__size_of(work->index_type) : 0;
    if (!work->values && !work->indices && key >= sizeof(uint32_t))
        return sort_keys(session, work, far, room);
    uint64_t *const words = prefix__cuda_cut(&room, work->n * sizeof *words);
    const struct prefix__cuda_sorted sorted = {words, work->n, 4, sizeof *words, work->stream, far};
    int status = sort_words(session, work, words, far, room);
    if (status == PREFIX_OK && work->out)
        status = prefix__cuda_sort_gather(session, &sorted, work->keys, work->out, key, key, room);
    if (status == PREFIX_OK && work->values && !places)
        status = prefix__cuda_sort_gather(session, &sorted, work->values, work->values_out, work->value_size,
                                          work->value_alignment, room);
    if (status == PREFIX_OK && places)
        status = prefix__cuda_sort_gather(session, &sorted, NULL, places, sizeof *places, sizeof *places, room);
    if (status == PREFIX_OK && work->indices)
        status = prefix__cuda_sort_gather(session, &sorted, NULL, work->indices, index, index, room);
    return status;
}

int prefix__cuda_sort_segments(struct prefix_session *session, const struct prefix_sort_work *work,
                               struct prefix__cuda_room room)
{
    const int is_fetched = work->values && !prefix__cuda_is_taken_along(work);
    if (work->n - 1 > UINT32_MAX || work->segments->segments >= UINT32_MAX) {
        session->host->error(session->owner, "on a GPU, no more than %lu elements can be sorted in segments",
                             (unsigned long)UINT32_MAX + 1);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    struct prefix__cuda_sort_segments_state *const state = prefix__cuda_cut(&room, sizeof *state);
    uint32_t *const places = is_fetched ? prefix__cuda_cut(&room, work->n * sizeof *places) : NULL;
    const struct prefix__cuda_sort_arrays with_places = {work->keys, NULL, work->out, places, sizeof *places, NULL};
    const struct prefix__cuda_sort_arrays arrays = is_fetched ? with_places : prefix__cuda_sort_arrays_of(work);
    const struct prefix__cuda_sorted sorted = {places, work->n, sizeof *places, sizeof *places, work->stream, NULL};
    int status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK)
        status = sort_apart(session, work, &arrays, state, room);
    if (status == PREFIX_OK)
        status = sort_together(session, work, &state->far, places, room);
    return status == PREFIX_OK && is_fetched
               ? prefix__cuda_sort_gather(session, &sorted, work->values, work->values_out, work->value_size,
                                          work->value_alignment, room)
               : status;
}
