/* SPDX-License-Identifier: BSD-3-Clause */
/* CUB's compactions and runs, of the toolkit that compiles this. */
#include "cuda.cuh"
#include "peer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cub/device/device_for.cuh>
#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_select.cuh>
#include <cuda/functional>

#include <prefix/prefix.h>

struct runs_state {
    cudaError_t (*call)(runs_state *state);
    struct bench_runs_arrays arrays;
    void *temp;
    size_t bytes; /* of temp */
};

template <class T> struct below {
    T limit;
    __host__ __device__ bool operator()(T x) const
    {
        return x < limit;
    }
};

/* Turns around those of n elements that stand after the first *count: the i-th pair, of no more than n / 2. */
template <class T> struct turn_rejected {
    T *out;
    const uint64_t *count;
    uint64_t n;
    __device__ void operator()(uint64_t i) const
    {
        const uint64_t from = *count + i, to = n - 1 - i;
        if (from < to) {
            const T x = out[from];
            out[from] = out[to];
            out[to] = x;
        }
    }
};

/* As thrust::stable_partition() does it, but that the host need not know the count. */
template <class T, class N> static cudaError_t partition_stably(runs_state *s, const T *in, T *out, N n, below<T> test)
{
    uint64_t *count = s->arrays.count;
    const cudaError_t error = cub::DevicePartition::If(s->temp, s->bytes, in, out, count, n, test);
    if (error != cudaSuccess || !s->temp)
        return error;
    return cub::DeviceFor::Bulk((N)(n / 2), turn_rejected<T>{out, count, (uint64_t)n});
}

template <class T, int CALL, class N> static cudaError_t call_counted(runs_state *s)
{
    const bench_runs_arrays &a = s->arrays;
    const N n = (N)a.n;
    const T *in = (const T *)a.in;
    T *out = (T *)a.out;
    const uint8_t *flags = (const uint8_t *)a.heads;
    below<T> test = {};
    if (a.operand)
        memcpy(&test.limit, a.operand, sizeof test.limit);
    if constexpr (CALL == BENCH_SELECT)
        return cub::DeviceSelect::If(s->temp, s->bytes, in, out, a.count, n, test);
    else if constexpr (CALL == BENCH_FLAGGED)
        return cub::DeviceSelect::Flagged(s->temp, s->bytes, in, flags, out, a.count, n);
    else if constexpr (CALL == BENCH_PARTITION)
        return cub::DevicePartition::If(s->temp, s->bytes, in, out, a.count, n, test);
    else if constexpr (CALL == BENCH_STABLE_PARTITION)
        return partition_stably(s, in, out, n, test);
    else if constexpr (CALL == BENCH_UNIQUE)
        return cub::DeviceSelect::Unique(s->temp, s->bytes, in, out, a.count, n);
    else if constexpr (CALL == BENCH_ENCODE)
        return cub::DeviceRunLengthEncode::Encode(s->temp, s->bytes, in, out, (uint32_t *)a.heads, a.count, n);
    else
        return cub::DeviceReduce::ReduceByKey(s->temp, s->bytes, (const int32_t *)a.heads, (int32_t *)a.unique, in, out,
                                              a.count, cuda::std::plus<>{}, n);
}

/* The type that counts elements: 32 bits are faster where they suffice. */
template <class T, int CALL> static cudaError_t call(runs_state *s)
{
    return s->arrays.n <= INT32_MAX ? call_counted<T, CALL, int32_t>(s) : call_counted<T, CALL, int64_t>(s);
}

template <class T> static auto choose(int which) -> decltype(runs_state::call)
{
    static const decltype(runs_state::call) calls[] = {
        call<T, BENCH_SELECT>, call<T, BENCH_FLAGGED>, call<T, BENCH_PARTITION>,    call<T, BENCH_STABLE_PARTITION>,
        call<T, BENCH_UNIQUE>, call<T, BENCH_ENCODE>,  call<T, BENCH_REDUCE_BY_KEY>};
    return calls[which];
}

static auto choose(int which, int type) -> decltype(runs_state::call)
{
    switch (type) {
    case PREFIX_U8:
        return choose<uint8_t>(which);
    case PREFIX_I32:
        return choose<int32_t>(which);
    case PREFIX_I64:
        return choose<int64_t>(which);
    case PREFIX_F32:
        return choose<float>(which);
    default:
        return nullptr;
    }
}

void *bench_cub_runs_open(int which, int type, const struct bench_runs_arrays *arrays)
{
    auto call = choose(which, type);
    if (!call)
        return NULL;
    runs_state *s = (runs_state *)calloc(1, sizeof *s);
    s->call = call;
    s->arrays = *arrays;
    must(call(s)); /* sets the bytes */
    must(cudaMalloc(&s->temp, s->bytes));
    return s;
}

void bench_cub_runs(void *state)
{
    runs_state *s = (runs_state *)state;
    must(s->call(s));
}

void bench_cub_runs_close(void *state)
{
    runs_state *s = (runs_state *)state;
    must(cudaFree(s->temp));
    free(s);
}
