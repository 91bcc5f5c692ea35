/* SPDX-License-Identifier: BSD-3-Clause */
/* CUB's radix sorts and sorts of segments, of the toolkit that compiles this. */
#include "cuda.cuh"
#include "peer.h"

#include <stdint.h>
#include <stdlib.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include <prefix/prefix.h>

struct sort_state {
    cudaError_t (*call)(sort_state *state);
    struct bench_sort_arrays arrays;
    void *temp;
    size_t bytes; /* of temp */
};

/* N is the type that counts elements, and neither is always the faster one. */
template <class T, class N> static cudaError_t sort(sort_state *s)
{
    const bench_sort_arrays &a = s->arrays;
    const T *keys = (const T *)a.keys;
    T *out = (T *)a.keys_out;
    if (a.call == BENCH_SORT_KEYS)
        return cub::DeviceRadixSort::SortKeys(s->temp, s->bytes, keys, out, (N)a.n);
    return cub::DeviceRadixSort::SortPairs(s->temp, s->bytes, keys, out, a.values, a.values_out, (N)a.n);
}

template <class T, class SORT> static cudaError_t sort_segments(sort_state *s)
{
    const bench_sort_arrays &a = s->arrays;
    return SORT::SortKeys(s->temp, s->bytes, (const T *)a.keys, (T *)a.keys_out, (int64_t)a.n, (int64_t)a.segments,
                          a.offsets, a.offsets + 1);
}

template <class T> static auto choose(int which, const struct bench_sort_arrays *arrays) -> decltype(sort_state::call)
{
    if (arrays->call == BENCH_SORT_SEGMENTS)
        return which == 0 ? sort_segments<T, cub::DeviceSegmentedSort>
                          : sort_segments<T, cub::DeviceSegmentedRadixSort>;
    if (which == 0)
        return arrays->n <= INT32_MAX ? sort<T, int32_t> : nullptr;
    return sort<T, int64_t>;
}

static auto choose(int which, int type, const struct bench_sort_arrays *arrays) -> decltype(sort_state::call)
{
    switch (type) {
    case PREFIX_U8:
        return choose<uint8_t>(which, arrays);
    case PREFIX_U16:
        return choose<uint16_t>(which, arrays);
    case PREFIX_U32:
        return choose<uint32_t>(which, arrays);
    case PREFIX_U64:
        return choose<uint64_t>(which, arrays);
    case PREFIX_F32:
        return choose<float>(which, arrays);
    default:
        return nullptr;
    }
}

const char *bench_cub_sort_name(int which, enum bench_sort_call call)
{
    static const char *const names[2][BENCH_PEERS] = {{"cub", "cub-64"}, {"cub", "cub-radix"}};
    return names[call == BENCH_SORT_SEGMENTS][which];
}

void *bench_cub_sort_open(int which, int type, const struct bench_sort_arrays *arrays)
{
    auto call = choose(which, type, arrays);
    if (!call)
        return NULL;
    sort_state *s = (sort_state *)calloc(1, sizeof *s);
    s->call = call;
    s->arrays = *arrays;
    must(call(s)); /* sets the bytes */
    must(cudaMalloc(&s->temp, s->bytes));
    return s;
}

void bench_cub_sort(void *state)
{
    sort_state *s = (sort_state *)state;
    must(s->call(s));
}

void bench_cub_sort_close(void *state)
{
    sort_state *s = (sort_state *)state;
    must(cudaFree(s->temp));
    free(s);
}
