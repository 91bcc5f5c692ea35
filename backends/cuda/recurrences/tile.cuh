/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile of a line in the registers of a block, or several short lines: a lane has neighbours of a row, so that most of
 * a row's network, Sklansky's, is inside of lanes.
 */
#ifndef PREFIX_CUDA_RECURRENCES_TILE_CUH
#define PREFIX_CUDA_RECURRENCES_TILE_CUH

#include "recurrences/line.cuh"

namespace prefix_cuda
{

constexpr int recurrence_row = PREFIX__CUDA_RECURRENCE_ROW, recurrence_tile = PREFIX__CUDA_RECURRENCE_TILE;
constexpr int recurrence_tile_bits = 11;
constexpr int recurrence_rows = recurrence_tile / recurrence_row;
constexpr int recurrence_each = recurrence_tile / PREFIX__CUDA_RECURRENCE_THREADS; /* elements of a lane */
constexpr int recurrence_lanes = recurrence_row / recurrence_each;                 /* of a row */

template <class M> struct alignas(sizeof(M) * recurrence_each < 16 ? 1 : 16) recurrence_packet {
    M x[recurrence_each];
};

/* Elements that lie as packets, upwards or downwards. */
template <class M> __device__ inline bool are_packets(const M *at, int64_t step, int count)
{
    const M *const lowest = step < 0 ? at - (recurrence_each - 1) : at;
    return count == recurrence_each && (step == 1 || step == -1) &&
           (uintptr_t)lowest % alignof(recurrence_packet<M>) == 0;
}

/* Those of a lane, of which count are there; the others are as they were. */
template <class E>
__device__ inline void load_elements(const typename E::memory *from, int64_t step, int count,
                                     typename E::memory (&x)[recurrence_each])
{
    constexpr int last = recurrence_each - 1;
    if (step < 0 && are_packets(from, step, count)) {
        const auto packet = *(const recurrence_packet<typename E::memory> *)(from - last);
#pragma unroll
        for (int i = 0; i < recurrence_each; i++)
            x[i] = packet.x[last - i];
        return;
    }
#pragma unroll
    for (int i = 0; i < recurrence_each; i++)
        if (i < count)
            x[i] = from[i * step];
}

/* Of both inputs, and mostly both at once. With a constant a is not looked at. */
template <class E>
__device__ inline void load_both(const prefix__cuda_recurrence &p, const typename E::memory *in,
                                 const typename E::memory *second, int count, typename E::memory (&a)[recurrence_each],
                                 typename E::memory (&b)[recurrence_each])
{
    using packet = recurrence_packet<typename E::memory>;
    if (!p.second)
        second = in;
    if (p.in_step == 1 && (p.second_step == 1 || !p.second) && are_packets(in, 1, count) &&
        are_packets(second, 1, count)) {
        const packet of_b = *(const packet *)in, of_a = *(const packet *)second;
#pragma unroll
        for (int i = 0; i < recurrence_each; i++) {
            a[i] = of_a.x[i];
            b[i] = of_b.x[i];
        }
        return;
    }
    load_elements<E>(in, p.in_step, count, b);
    if (p.second)
        load_elements<E>(second, p.second_step, count, a);
}

template <class E>
__device__ inline void store_elements(typename E::memory *to, int64_t step, int count,
                                      const typename E::memory (&x)[recurrence_each])
{
    using memory = typename E::memory;
    constexpr int last = recurrence_each - 1;
    recurrence_packet<memory> packet;
    if (are_packets(to, step, count) && step > 0) {
#pragma unroll
        for (int i = 0; i < recurrence_each; i++)
            packet.x[i] = x[i];
        *(recurrence_packet<memory> *)to = packet;
        return;
    }
    if (are_packets(to, step, count)) {
#pragma unroll
        for (int i = 0; i < recurrence_each; i++)
            packet.x[i] = x[last - i];
        *(recurrence_packet<memory> *)(to - last) = packet;
        return;
    }
#pragma unroll
    for (int i = 0; i < recurrence_each; i++)
        if (i < count)
            to[i * step] = x[i];
}

/* The network of rows. */
template <bool PLAIN> __device__ inline void scan_rows(recurrence_step (&s)[recurrence_each])
{
    constexpr int last = recurrence_each - 1;
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < recurrence_each; d *= 2)
#pragma unroll
        for (int i = 0; i < recurrence_each; i++)
            if (i & d)
                s[i] = follow<PLAIN>(s[(i | (d - 1)) - d], s[i]);
#pragma unroll
    for (int d = 1; d < recurrence_lanes; d *= 2) {
        const int from = (lane & ~(2 * d - 1)) + d - 1;
        const recurrence_step earlier = {__shfl_sync(~0u, s[last].a, from), __shfl_sync(~0u, s[last].b, from)};
        if (!(lane & d))
            continue;
#pragma unroll
        for (int i = 0; i < recurrence_each; i++)
            s[i] = follow<PLAIN>(earlier, s[i]);
    }
}

/* From left to right: what stands before each of count rows, but for the first, and what they come to. */
__device__ inline recurrence_step fold_rows(const recurrence_step *rows, int count, recurrence_step *before)
{
    recurrence_step z = rows[0];
#pragma unroll 1
    for (int r = 1; r < count; r++) {
        before[r] = z;
        z = follow_many(z, rows[r]);
    }
    return z;
}

/*
 * The same of all rows of a tile. Magnitudes and signs of products are apart, and rows are read ahead, so that no step
 * waits for long; a 0 among factors, and a NaN, which would stay, are for later.
 */
__device__ inline recurrence_step fold_tile_rows(const recurrence_step *rows, recurrence_step *before)
{
    constexpr int ahead = 4;
    double a = 1, b = -0.0; /* behind which a step is what it is */
    int sign = 0;
    bool has_zero = false;
    recurrence_step next[ahead];
#pragma unroll
    for (int k = 0; k < ahead; k++)
        next[k] = rows[k];
#pragma unroll 1
    for (int first = 0; first < recurrence_rows; first += ahead) {
        recurrence_step now[ahead];
#pragma unroll
        for (int k = 0; k < ahead; k++) {
            now[k] = next[k];
            next[k] = rows[(first + ahead + k) % recurrence_rows];
        }
#pragma unroll
        for (int k = 0; k < ahead; k++) {
            before[first + k] = {with_sign(a, sign), b};
            has_zero |= now[k].a == 0;
            a = at_least(a * fabs(now[k].a));
            sign ^= __double2hiint(now[k].a);
            b = now[k].a * b + now[k].b;
        }
    }
    if (has_zero || a != a || b != b)
        return fold_rows(rows, recurrence_rows, before);
    return {with_sign(a, sign), b};
}

/* Steps of a row behind what stands before it in the tile. */
template <bool PLAIN>
__device__ inline recurrence_step behind_row(const recurrence_step &row, const recurrence_step &step)
{
    if constexpr (PLAIN)
        return {not_less(row.a * step.a), step.a * row.b + step.b};
    else
        return follow<false>(row, step);
}

/* Results behind what stands before the tile. plain: the row is, and y. */
template <bool PLAIN> __device__ inline double behind_tile(double y, const recurrence_step &step)
{
    if constexpr (PLAIN)
        return step.a * y + step.b;
    else
        return follow(y, step);
}

} // namespace prefix_cuda

#endif
