/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs by bits that say where they begin and end, for keys that selections do not take, and for runs that
 * count only when they are long enough: first the bits, then the places of both, and values, are selected by
 * them. A key of 16 bytes is two elements of 8.
 */
#include "launch/runs_by_bits.h"

#include "base/device.h"
#include "base/function.h"
#include "launch/select.h"
#include "launch/select_pass.h"
#include "memory/scratch.h"
#include "plan/runs_kernels.h"

struct bits {
    void *memory;
    uint32_t *begins, *ends, *doubled;
};

static int find_bits(struct prefix_session *session, const struct prefix_runs_work *work, struct bits *bits)
{
    /* Whole packets of bits, so that all begin with one. */
    const size_t words = ((work->n - 1) / 128 + 1) * 4, doubled = work->unique ? 2 * words : 0;
    int status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK)
        status = prefix__cuda_allocate(session, &bits->memory, (2 * words + doubled) * sizeof(uint32_t), work->stream);
    if (status != PREFIX_OK)
        return status;
    bits->begins = bits->memory;
    bits->ends = bits->begins + words;
    bits->doubled = doubled ? bits->ends + words : NULL;
    const size_t up = work->keys.size < 4 ? 32 - 8 * work->keys.size : 0;
    struct prefix__cuda_runs_bits params = {
        .keys = work->keys.data,
        .n = work->n,
        .test = {.mask = work->keys.mask << up, .range = work->keys.range << up},
        .nontrivial = work->nontrivial,
        .begins = bits->begins,
        .ends = bits->ends,
        .doubled = bits->doubled,
    };
    struct prefix__cuda_grid grid = {session->multiprocessors * PREFIX__CUDA_RUNS_BLOCKS, 0, 0, 0, 0};
    const void *kernel = prefix__cuda_runs_bits_kernel(work->keys.size, &grid.threads);
    return prefix__cuda_queue(session, kernel, &grid, work->stream, (void *[]){&params}, "looking for runs");
}

/* The places of bits that are set, and how many these are; either may be NULL. */
static int select_places(struct prefix_session *session, const struct prefix_runs_work *work, const uint32_t *bits,
                         void *places, uint64_t *count)
{
    const struct prefix_select_work selection = {
        .size = sizeof selection,
        .selector = PREFIX_SELECTOR_BITS,
        .index_type = work->index_size == 4 ? PREFIX_U32 : PREFIX_U64,
        .flags = (const uint8_t *)bits,
        .indices = places,
        .n = work->n,
        .capacity = work->capacity,
    };
    struct prefix__cuda_select params;
    prefix__cuda_select_lower(&selection, &params);
    params.scan.total = count;
    return prefix__cuda_select_launch(session, &params, work->stream);
}

static int select_pairs(struct prefix_session *session, const struct prefix_runs_work *work, const uint32_t *doubled)
{
    const struct prefix_select_work selection = {
        .size = sizeof selection,
        .type = PREFIX_U64,
        .selector = PREFIX_SELECTOR_BITS,
        .in = work->keys.data,
        .flags = (const uint8_t *)doubled,
        .out = work->unique,
        .n = 2 * work->n,
        .capacity = 2 * work->capacity,
    };
    struct prefix__cuda_select params;
    prefix__cuda_select_lower(&selection, &params);
    return prefix__cuda_select_launch(session, &params, work->stream);
}

static int measure(struct prefix_session *session, const struct prefix_runs_work *work, const void *begins,
                   const uint64_t *counts)
{
    struct prefix__cuda_grid grid = {session->multiprocessors * PREFIX__CUDA_RUNS_BLOCKS, 0, 0, 0, 0};
    const void *kernel = prefix__cuda_runs_lengths_kernel(work->index_size, &grid.threads);
    void *lengths = work->lengths;
    uint64_t capacity = work->capacity;
    void *arguments[] = {&begins, &lengths, &counts, &capacity};
    return prefix__cuda_queue(session, kernel, &grid, work->stream, arguments, "measuring runs");
}

int prefix__cuda_runs_by_bits(struct prefix_session *session, const struct prefix_runs_work *work, uint64_t *counts)
{
    struct bits bits = {NULL, NULL, NULL, NULL};
    void *begins = work->offsets, *scratch = NULL;
    int status = find_bits(session, work, &bits);
    if (status == PREFIX_OK && work->lengths && !begins && work->capacity > 0) {
        status = prefix__cuda_allocate(session, &scratch, work->capacity * work->index_size, work->stream);
        begins = scratch;
    }
    if (status == PREFIX_OK)
        status = select_places(session, work, bits.begins, begins, counts);
    if (status == PREFIX_OK && work->lengths)
        status = select_places(session, work, bits.ends, work->lengths, NULL);
    if (status == PREFIX_OK && work->lengths)
        status = measure(session, work, begins, counts);
    if (status == PREFIX_OK && work->unique)
        status = select_pairs(session, work, bits.doubled);
    status = prefix__cuda_release(session, scratch, work->stream, status);
    return prefix__cuda_release(session, bits.memory, work->stream, status);
}
