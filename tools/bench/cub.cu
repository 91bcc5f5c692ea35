/* SPDX-License-Identifier: BSD-3-Clause */
/* CUB's scans and reductions, of the toolkit that compiles this, and the runtime's copy without a detour. */
#include "cuda.cuh"
#include "peer.h"

#include <stdint.h>
#include <stdlib.h>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/functional>

#include <prefix/prefix.h>

struct peer_state {
    cudaError_t (*call)(peer_state *state, const void *in, void *out);
    size_t n;
    size_t bytes; /* of temp, or those that are copied */
    void *temp;
};

constexpr int reduction = 0; /* in the place of a kind */

/* N is the type that counts elements: 32 bits are faster where they suffice. */
template <class T, int OP, int KIND, class N> static cudaError_t scan(peer_state *s, const T *in, T *out)
{
    N n = (N)s->n;
    if constexpr (KIND == reduction && OP == PREFIX_MAX)
        return cub::DeviceReduce::Max(s->temp, s->bytes, in, out, n);
    else if constexpr (KIND == reduction)
        return cub::DeviceReduce::Sum(s->temp, s->bytes, in, out, n);
    else if constexpr (OP == PREFIX_MAX)
        return cub::DeviceScan::InclusiveScan(s->temp, s->bytes, in, out, cuda::maximum<>{}, n);
    else if constexpr (KIND == PREFIX_EXCLUSIVE)
        return cub::DeviceScan::ExclusiveSum(s->temp, s->bytes, in, out, n);
    else
        return cub::DeviceScan::InclusiveSum(s->temp, s->bytes, in, out, n);
}

template <class T, int OP, int KIND> static cudaError_t call(peer_state *s, const void *in, void *out)
{
    if (s->n <= INT32_MAX)
        return scan<T, OP, KIND, int32_t>(s, (const T *)in, (T *)out);
    return scan<T, OP, KIND, int64_t>(s, (const T *)in, (T *)out);
}

template <class T> static auto choose(int kind, int op) -> decltype(peer_state::call)
{
    if (kind == reduction)
        return op == PREFIX_SUM   ? call<T, PREFIX_SUM, reduction>
               : op == PREFIX_MAX ? call<T, PREFIX_MAX, reduction>
                                  : nullptr;
    if (op == PREFIX_SUM)
        return kind == PREFIX_INCLUSIVE ? call<T, PREFIX_SUM, PREFIX_INCLUSIVE> : call<T, PREFIX_SUM, PREFIX_EXCLUSIVE>;
    return op == PREFIX_MAX && kind == PREFIX_INCLUSIVE ? call<T, PREFIX_MAX, PREFIX_INCLUSIVE> : nullptr;
}

static auto choose(int kind, int op, int type) -> decltype(peer_state::call)
{
    switch (type) {
    case PREFIX_I8:
        return choose<int8_t>(kind, op);
    case PREFIX_I16:
        return choose<int16_t>(kind, op);
    case PREFIX_I32:
        return choose<int32_t>(kind, op);
    case PREFIX_I64:
        return choose<int64_t>(kind, op);
    case PREFIX_F32:
        return choose<float>(kind, op);
    case PREFIX_F64:
        return choose<double>(kind, op);
    default:
        return nullptr;
    }
}

static void *open_cub(int reduces, int kind, int op, int type, int output_type, size_t n)
{
    auto call = type == output_type ? choose(reduces ? reduction : kind, op, type) : nullptr;
    if (!call)
        return NULL;
    peer_state *s = (peer_state *)calloc(1, sizeof *s);
    s->call = call;
    s->n = n;
    must(call(s, NULL, NULL)); /* sets the bytes */
    must(cudaMalloc(&s->temp, s->bytes));
    return s;
}

static cudaError_t copy(peer_state *s, const void *in, void *out)
{
    return cudaMemcpyAsync(out, in, s->bytes, cudaMemcpyDeviceToDevice, 0);
}

static void *open_copy(int reduces, int, int, int type, int output_type, size_t n)
{
    peer_state *s = (peer_state *)calloc(1, sizeof *s);
    s->call = copy;
    s->bytes = (n * (prefix_type_size(type) + (reduces ? 0 : prefix_type_size(output_type))) + 1) / 2;
    return s;
}

static void run(void *state, const void *in, void *out)
{
    peer_state *s = (peer_state *)state;
    must(s->call(s, in, out));
}

static void close(void *state)
{
    peer_state *s = (peer_state *)state;
    must(cudaFree(s->temp));
    free(s);
}

static cudaEvent_t events[2]; /* made by the first measurement; they live as long as the command */

void bench_events_begin(void)
{
    for (int i = 0; i < 2 && !events[i]; i++)
        must(cudaEventCreate(&events[i]));
    must(cudaEventRecord(events[0]));
}

double bench_events_end(void)
{
    float ms;
    must(cudaEventRecord(events[1]));
    must(cudaEventSynchronize(events[1]));
    must(cudaEventElapsedTime(&ms, events[0], events[1]));
    return 1e-3 * ms;
}

const struct bench_peer bench_peers[BENCH_PEERS] = {
    {"cub", open_cub, run, close},
    {"memcpy", open_copy, run, close},
};
