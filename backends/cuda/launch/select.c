/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One selection: what the kernel is told, in how many passes, where the counts go. Arrays lie on the
 * device here; calls/select.c sees to those that do not.
 *
 * Where the rejected elements stand behind the selected ones, or in several ways, each way is a pass of
 * its own: its place is known only when all before it are counted. Two ways of arrays that are not large are made
 * by one launch, and of large arrays of wide elements by a pass that counts, and one that stores both, 10 to 25 %
 * faster than two passes. In place, one pass keeps the rejected elsewhere.
 *
 * Values are read when their places are known, by then others may be writing: in place, they are copied
 * first, and so is what three ways are selected from.
 */
#include "launch/select.h"

#include <string.h>

#include "base/context.h"
#include "launch/partition.h"
#include "launch/select_pass.h"
#include "memory/counts.h"
#include "memory/scratch.h"
#include "shared/types.h"

/* As the kernel takes it: in the highest bits of its register. */
static struct prefix__cuda_test raised(const struct prefix_test *test, size_t size)
{
    unsigned int up = size < 4 ? 32 - 8 * (unsigned int)size : 0;
    return (struct prefix__cuda_test){test->flip << up, test->mask << up, test->first << up, test->range << up};
}

void prefix__cuda_select_lower(const struct prefix_select_work *work, struct prefix__cuda_select *params)
{
    size_t size = work->in ? prefix__size_of(work->type) : 4;
    memset(params, 0, sizeof *params);
    params->scan.in = work->in;
    params->scan.in_size = (uint8_t)size;
    params->scan.n = work->n;
    params->test = raised(&work->test, size);
    params->second = raised(&work->second, size);
    params->flags = work->flags;
    params->values = work->values;
    params->out = work->out;
    params->rejected = work->rejected;
    params->indices = work->indices;
    params->values_out = work->values_out;
    params->capacity = work->capacity;
    params->rejected_capacity = work->rejected_capacity;
    params->selector = (uint8_t)work->selector;
    params->head_first = 1;
    params->ends = 1;
    params->negate = work->selector == PREFIX_SELECTOR_TEST && work->test.negate;
    params->index_size = work->indices ? (uint8_t)prefix__size_of(work->index_type) : 0;
    params->value_size = work->values ? (uint8_t)prefix__size_of(work->value_type) : 0;
}

/* What is selected in a later pass: what those before have not taken, to behind what they have. */
static void lower_way(const struct prefix_select_work *work, const uint64_t *counts, int way,
                      struct prefix__cuda_select *params)
{
    prefix__cuda_select_lower(work, params);
    params->negate ^= 1;
    params->use_second = work->ways == 3;
    params->negate_second = (work->second.negate != 0) ^ (way == 2);
    params->values = params->values_out = params->indices = NULL;
    params->base_from = counts;
    params->base_words = (uint32_t)way;
}

/* In place, the rejected are kept in another array until all have been read. */
static int run_two_ways_in_place(struct prefix_session *session, const struct prefix_select_work *work,
                                 uint64_t *counts)
{
    struct prefix__cuda_select params;
    size_t size = prefix__size_of(work->type);
    void *rejected;
    int status = prefix__cuda_allocate(session, &rejected, work->n * size, work->stream);
    if (status != PREFIX_OK)
        return status;
    prefix__cuda_select_lower(work, &params);
    params.rejected = rejected;
    params.rejected_capacity = work->n;
    params.scan.total = counts;
    status = prefix__cuda_select_launch(session, &params, work->stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_select_behind(session, rejected, work->out, counts, work->n, size, work->stream);
    return prefix__cuda_release(session, rejected, work->stream, status);
}

static int run_passes(struct prefix_session *session, const struct prefix_select_work *work, uint64_t *counts)
{
    struct prefix__cuda_select params;
    int ways = work->rejects == PREFIX_REJECTS_BEHIND ? work->ways : 1;
    if (ways == 2 && work->in == work->out)
        return run_two_ways_in_place(session, work, counts);
    prefix__cuda_select_lower(work, &params);
    params.scan.total = counts;
    if (ways == 2 && prefix__cuda_partition_is_large(&params))
        return prefix__cuda_partition_large(session, &params, work->stream);
    params.again = ways == 2 && prefix__cuda_select_partitions(&params);
    int status = prefix__cuda_select_launch(session, &params, work->stream);
    for (int way = params.again ? ways : 1; way < ways && status == PREFIX_OK; way++) {
        lower_way(work, counts, way, &params);
        params.scan.total = way < ways - 1 ? counts + way : NULL;
        status = prefix__cuda_select_launch(session, &params, work->stream);
    }
    return status;
}

/* Has *array copied to where nothing is written; *copy: what there is to be released. */
static int copy_first(struct prefix_session *session, const void **array, size_t bytes, void *stream, void **copy)
{
    int status = prefix__cuda_allocate(session, copy, bytes, stream);
    if (status != PREFIX_OK)
        return status;
    cudaError_t error = cudaMemcpyAsync(*copy, *array, bytes, cudaMemcpyDeviceToDevice, (cudaStream_t)stream);
    *array = *copy;
    return prefix__cuda_check(session, error, "copying an array that is selected from in place");
}

static int run_with_copies(struct prefix_session *session, const struct prefix_select_work *asked, uint64_t *counts)
{
    struct prefix_select_work work = *asked;
    void *in = NULL, *values = NULL;
    int status = PREFIX_OK;
    if (work.ways == 3 && work.in == work.out)
        status = copy_first(session, &work.in, work.n * prefix__size_of(work.type), work.stream, &in);
    if (status == PREFIX_OK && work.values && work.values == work.values_out)
        status = copy_first(session, &work.values, work.n * prefix__size_of(work.value_type), work.stream, &values);
    if (status == PREFIX_OK)
        status = run_passes(session, &work, counts);
    return prefix__cuda_release(session, in, work.stream, prefix__cuda_release(session, values, work.stream, status));
}

int prefix__cuda_select_on_device(struct prefix_session *session, const struct prefix_select_work *work)
{
    const struct prefix__cuda_counted counted = {work->count, work->count_memory, work->ways == 3 ? 2 : 1,
                                                 work->stream};
    uint64_t *counts;
    int status = prefix__cuda_count_begin(session, &counted, &counts);
    if (status == PREFIX_OK)
        status = run_with_copies(session, work, counts);
    return prefix__cuda_count_end(session, &counted, status);
}
