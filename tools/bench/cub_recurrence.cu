/* SPDX-License-Identifier: BSD-3-Clause */
/* Recurrences by CUB: scans of pairs, which iterators make of the inputs and results of. */
#include "cuda.cuh"
#include "peer.h"

#include <stdint.h>
#include <stdlib.h>

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <prefix/prefix.h>

struct recurrence_state {
    cudaError_t (*call)(recurrence_state *state, const void *a, const void *b, void *out);
    double constant;
    size_t n, bytes; /* of temp */
    void *temp;
};

template <class T> struct step {
    T a, b;
};

template <class T> struct follow {
    __device__ step<T> operator()(step<T> x, step<T> y) const
    {
        return {x.a * y.a, y.a * x.b + y.b};
    }
};

template <class T, bool IS_CONSTANT, class N> struct load {
    const T *a, *b;
    T constant;
    __host__ __device__ step<T> operator()(N i) const
    {
        return {IS_CONSTANT ? constant : a[i], b[i]};
    }
};

template <class T> struct value {
    __host__ __device__ T operator()(step<T> x) const
    {
        return x.b;
    }
};

template <class T, bool IS_CONSTANT, class N>
static cudaError_t scan(recurrence_state *s, const T *a, const T *b, T *out)
{
    const auto in =
        thrust::make_transform_iterator(thrust::counting_iterator<N>(0), load<T, IS_CONSTANT, N>{a, b, (T)s->constant});
    return cub::DeviceScan::InclusiveScan(
        s->temp, s->bytes, in, thrust::make_transform_output_iterator(out, value<T>{}), follow<T>{}, (N)s->n);
}

/* The type that counts elements: 32 bits are faster where they suffice. */
template <class T, bool IS_CONSTANT>
static cudaError_t call(recurrence_state *s, const void *a, const void *b, void *out)
{
    return s->n <= INT32_MAX ? scan<T, IS_CONSTANT, int32_t>(s, (const T *)a, (const T *)b, (T *)out)
                             : scan<T, IS_CONSTANT, int64_t>(s, (const T *)a, (const T *)b, (T *)out);
}

void *bench_cub_recurrence_open(int type, int is_constant, double constant, size_t n)
{
    if (type != PREFIX_F32 && type != PREFIX_F64)
        return NULL;
    recurrence_state *s = (recurrence_state *)calloc(1, sizeof *s);
    s->call = type == PREFIX_F32 ? (is_constant ? call<float, true> : call<float, false>)
                                 : (is_constant ? call<double, true> : call<double, false>);
    s->constant = constant;
    s->n = n;
    must(s->call(s, NULL, NULL, NULL)); /* sets the bytes */
    must(cudaMalloc(&s->temp, s->bytes));
    return s;
}

void bench_cub_recurrence(void *state, const void *a, const void *b, void *out)
{
    recurrence_state *s = (recurrence_state *)state;
    must(s->call(s, a, b, out));
}

void bench_cub_recurrence_close(void *state)
{
    recurrence_state *s = (recurrence_state *)state;
    must(cudaFree(s->temp));
    free(s);
}
