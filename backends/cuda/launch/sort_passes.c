/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One block for a small array. Else a kernel that counts all digits, and one for each digit that finds out on the
 * device whether it has anything to do, and between which buffers: the host waits for nothing, and does not know.
 */
#include "launch/sort_passes.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "plan/sort_kernels.h"
#include "shared/types.h"

/* Shared memory of a block that counts: what needs no leave, and the most that is of use. */
#define COUNTERS_FEW ((size_t)32 << 10)
#define COUNTERS_MANY ((size_t)128 << 10)
/* Blocks on a multiprocessor; of those that count, of a small array. */
#define HISTOGRAM_BLOCKS 2
#define FEW_BLOCKS 4
#define LARGE_BLOCKS 2
#define FILL_BLOCKS 8
/* Keys of two bytes that pay for counters of all their values: what those take is the same for any number. */
#define VALUES_FROM ((uint64_t)1 << 25)

int prefix__cuda_is_taken_along(const struct prefix_sort_work *work)
{
    return (work->value_size == 4 || work->value_size == 8) && work->value_alignment >= work->value_size;
}

struct prefix__cuda_sort_arrays prefix__cuda_sort_arrays_of(const struct prefix_sort_work *work)
{
    return (struct prefix__cuda_sort_arrays){
        .keys = work->keys,
        .values = work->values,
        .out = work->out,
        .values_out = work->values ? work->values_out : work->indices,
        .value_size = work->values    ? work->value_size
                      : work->indices ? prefix__size_of(work->index_type)
                                      : 0,
    };
}

struct prefix__cuda_sort prefix__cuda_sort_described(const struct prefix_sort_work *work,
                                                     const struct prefix__cuda_sort_arrays *arrays)
{
    struct prefix__cuda_sort s = {
        .keys = arrays->keys,
        .values = arrays->values,
        .keys_to = {arrays->out},
        .values_to = {arrays->values_out},
        .n = work->n,
        .flip = work->code.flip,
        .infinity = work->code.infinity,
        .zero = work->code.zero,
        .nan = work->code.nan,
        .first_bit = (uint32_t)work->first_bit,
        .bits = (uint32_t)work->bits,
        .passes = ((uint32_t)work->bits + 7) / 8,
        .keys_kept = arrays->out != NULL,
        .provable = (size_t)work->bits == 8 * prefix__size_of(work->type),
        .wanted = arrays->wanted,
    };
    const int has_values = arrays->value_size > 0;
    s.even = arrays->out == arrays->keys || (has_values && arrays->values_out == arrays->values);
    s.least = (arrays->out && arrays->out != arrays->keys) || (has_values && arrays->values_out != arrays->values);
    if (s.passes < s.least)
        s.passes = s.least;
    s.passes += s.even && s.passes % 2;
    return s;
}

void prefix__cuda_sort_buffers(struct prefix__cuda_sort *s, struct prefix__cuda_room *room, size_t n, size_t key,
                               size_t value)
{
    if (s->passes > 1)
        s->keys_to[1] = prefix__cuda_cut(room, n * key);
    if (s->passes > 1 && value > 0)
        s->values_to[1] = prefix__cuda_cut(room, n * value);
    if (s->passes > 2 && !s->keys_kept)
        s->keys_to[0] = prefix__cuda_cut(room, n * key);
}

static int queue(struct prefix_session *session, const void *kernel, uint64_t blocks, uint32_t threads, size_t shared,
                 struct prefix__cuda_sort *s, void *stream)
{
    const struct prefix__cuda_grid grid = {(unsigned)blocks, threads, shared, 0, 0};
    return prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){s}, "a sort");
}

int prefix__cuda_sort_reserve(struct prefix_session *session, const void *kernel, size_t shared)
{
    return prefix__cuda_check(session,
                              cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                              "reserving shared memory");
}

/* How many elements make a large array, with a kernel of passes of its own; more than there are without its memory. */
static uint64_t large_from(const struct prefix_session *session, const struct prefix__cuda_sort_kernels *kernels)
{
    const struct prefix__cuda_sort_pass *pass = &kernels->passes[1];
    return pass->shared <= session->ring_shared ? (uint64_t)pass->tile * LARGE_BLOCKS * session->multiprocessors
                                                : UINT64_MAX;
}

/* For which there are descriptors: as many as any smaller array has, whose own may be smaller. */
static uint64_t most_tiles(const struct prefix__cuda_sort_kernels *kernels, uint64_t n, uint64_t large)
{
    const uint64_t few = (n < large ? n : large - 1) / kernels->passes[0].tile + 1;
    const uint64_t many = n < large ? 0 : n / kernels->passes[1].tile + 1;
    return few > many ? few : many;
}

/* From how many keys on they are written from their counts, which takes less than a pass: equal ones are the same. */
static uint64_t filled_from(const struct prefix_session *session, const struct prefix__cuda_sort_kernels *kernels,
                            const struct prefix__cuda_sort *s)
{
    if (!kernels->fill || !s->provable)
        return UINT64_MAX;
    if (!kernels->values)
        return 0;
    return kernels->values_shared <= session->ring_shared ? VALUES_FROM : UINT64_MAX;
}

/* To have more copies of counters pays where more than their clearing is to be done. */
static int count(struct prefix_session *session, const struct prefix__cuda_sort_kernels *kernels, int large,
                 struct prefix__cuda_sort *s, void *stream)
{
    const size_t each = kernels->counters * sizeof(uint32_t), room = large ? COUNTERS_MANY : COUNTERS_FEW;
    const uint64_t chunks = (s->n - 1) / kernels->histogram_chunk + 1;
    const uint64_t blocks = (uint64_t)session->multiprocessors * (large ? 1 : HISTOGRAM_BLOCKS);
    int status = PREFIX_OK;
    for (s->copies = 32; s->copies * each > (large && session->ring_shared < room ? session->ring_shared : room);)
        s->copies /= 2;
    if (large)
        status = prefix__cuda_sort_reserve(session, kernels->histogram, s->copies * each);
    return status == PREFIX_OK ? queue(session, kernels->histogram, chunks < blocks ? chunks : blocks,
                                       kernels->histogram_threads, s->copies * each, s, stream)
                               : status;
}

static int clear(struct prefix_session *session, const struct prefix__cuda_sort *s, size_t words, void *stream)
{
    const size_t bytes = sizeof *s->state + words * sizeof(uint64_t);
    return prefix__cuda_check(session, cudaMemsetAsync(s->state, 0, bytes, (cudaStream_t)stream),
                              "clearing scratch memory");
}

/* A block's counters are all that a multiprocessor has room for. */
static int count_values(struct prefix_session *session, const struct prefix__cuda_sort_kernels *kernels, int large,
                        struct prefix__cuda_sort *s, void *stream)
{
    (void)large; /* one size serves all arrays that are counted so */
    int status = prefix__cuda_sort_reserve(session, kernels->values, kernels->values_shared);
    return status == PREFIX_OK ? queue(session, kernels->values, session->multiprocessors, kernels->values_threads,
                                       kernels->values_shared, s, stream)
                               : status;
}

/* Without passes. */
static int fill(struct prefix_session *session, const struct prefix__cuda_sort_kernels *kernels, int large,
                struct prefix__cuda_sort *s, void *stream)
{
    int status = clear(session, s, kernels->values ? PREFIX__CUDA_SORT_VALUES : 0, stream);
    if (status == PREFIX_OK)
        status = (kernels->values ? count_values : count)(session, kernels, large, s, stream);
    return status == PREFIX_OK ? queue(session, kernels->fill, (uint64_t)session->multiprocessors * FILL_BLOCKS,
                                       kernels->fill_threads, 0, s, stream)
                               : status;
}

static int run(struct prefix_session *session, const struct prefix__cuda_sort_kernels *kernels, int large,
               struct prefix__cuda_sort *s, void *stream)
{
    const struct prefix__cuda_sort_pass *pass = &kernels->passes[large];
    const uint64_t blocks = (uint64_t)session->multiprocessors * (large ? LARGE_BLOCKS : FEW_BLOCKS);
    int status = large ? prefix__cuda_sort_reserve(session, pass->kernel, pass->shared) : PREFIX_OK;
    if (status == PREFIX_OK)
        status = clear(session, s, s->tiles * PREFIX__CUDA_SORT_BINS, stream);
    if (status == PREFIX_OK)
        status = count(session, kernels, large, s, stream);
    for (; s->pass < s->passes && status == PREFIX_OK; s->pass++)
        status = queue(session, pass->kernel, s->tiles < blocks ? s->tiles : blocks, kernels->threads, pass->shared, s,
                       stream);
    return status;
}

int prefix__cuda_sort_passes(struct prefix_session *session, const struct prefix_sort_work *work,
                             const struct prefix__cuda_sort_arrays *arrays, struct prefix__cuda_room room)
{
    const size_t key = prefix__size_of(work->type), value = arrays->value_size;
    const struct prefix__cuda_sort_kernels *kernels = prefix__cuda_sort_kernels_of(key, work->code.infinity > 0, value);
    struct prefix__cuda_sort s = prefix__cuda_sort_described(work, arrays);
    if (s.passes == 0)
        return PREFIX_OK;
    if (s.n <= kernels->small_most)
        return room.needed ? PREFIX_OK : queue(session, kernels->small, 1, kernels->threads, 0, &s, work->stream);
    const int status = prefix__cuda_look_at_device(session);
    if (status != PREFIX_OK)
        return status;
    /* Enough for fewer elements, too, which go by passes where more are counted; counts of values take less. */
    const uint64_t large = large_from(session, kernels), filled = filled_from(session, kernels, &s);
    const size_t n = s.n < filled ? s.n : filled, tiles = n > 0 ? most_tiles(kernels, n, large) : 0;
    s.tiles = (s.n - 1) / kernels->passes[s.n >= large].tile + 1;
    s.state = prefix__cuda_cut(&room, sizeof *s.state + tiles * PREFIX__CUDA_SORT_BINS * sizeof(uint64_t));
    prefix__cuda_sort_buffers(&s, &room, n, key, value);
    if (room.needed)
        return PREFIX_OK;
    return (s.n < filled ? run : fill)(session, kernels, s.n >= large, &s, work->stream);
}
