/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sklansky's network over the rows of a tile. Of tiles that are whole, and in which no segment begins, in registers:
 * first inside a lane, then across lanes, where all of the right half takes the last element of the left half. Of the
 * others in shared memory: an operator gets no element that is not in the array, and none of two segments.
 */
#ifndef PREFIX_CUDA_OPERATOR_ROW_SCAN_CUH
#define PREFIX_CUDA_OPERATOR_ROW_SCAN_CUH

#include "operator/heads.cuh"

namespace prefix_cuda
{

template <class OP, class T> __device__ inline void scan_chunk(operator_chunk<T> &c, const void *state)
{
    using shape = operator_shape<T>;
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < shape::each; d *= 2)
#pragma unroll
        for (int v = 0; v < shape::each; v++)
            if (v & d)
                c.x[v] = OP::combine(c.x[(v & ~(2 * d - 1)) + d - 1], c.x[v], state);
#pragma unroll
    for (int d = 1; d < shape::lanes; d *= 2) {
        const T earlier = element_of_lane(c.x[shape::each - 1], (lane & ~(2 * d - 1)) + d - 1);
        if (!(lane & d))
            continue;
#pragma unroll
        for (int v = 0; v < shape::each; v++)
            c.x[v] = OP::combine(earlier, c.x[v], state);
    }
}

/* The lane's chunk of a step. */
template <class T> __device__ inline int chunk_of(int step)
{
    return ((int)threadIdx.x / 32 * operator_shape<T>::steps + step) * 32 + (int)(threadIdx.x & 31);
}

/* Whether the tile has it; all lanes of a warp agree. */
template <class T> __device__ inline bool in_tile(int chunk)
{
    using shape = operator_shape<T>;
    return shape::tile >= shape::once || chunk < shape::tile / shape::each;
}

/* Each row by itself; totals: of rows. */
template <class OP, class T>
__device__ inline void scan_whole_rows(operator_room<T> &room, T *totals, const void *state)
{
    using shape = operator_shape<T>;
#pragma unroll 1
    for (int s = 0; s < shape::steps; s++) {
        const int at = chunk_of<T>(s);
        operator_chunk<T> c;
        if (!in_tile<T>(at))
            return;
        room.load(c, at);
        scan_chunk<OP>(c, state);
        room.store(c, at);
        if (at % shape::lanes == shape::lanes - 1)
            totals[at / shape::lanes] = c.x[shape::each - 1];
    }
}

/*
 * At each distance, the k-th of the elements that take the last one of the left half. heads: or NULL, of the elements
 * that are in the array. Loads go ahead of what is combined.
 */
template <class OP, class T>
__device__ inline void scan_part_rows(operator_room<T> &room, int count, const uint32_t *heads, const void *state)
{
    using shape = operator_shape<T>;
    constexpr int at_once = sizeof(T) <= 8 ? 4 : sizeof(T) <= 16 ? 2 : 1;
#pragma unroll 1
    for (int d = 1; d < shape::row; d *= 2) {
#pragma unroll 1
        for (int k = threadIdx.x; k < shape::tile / 2; k += at_once * PREFIX__CUDA_OPERATOR_THREADS) {
            T earlier[at_once], later[at_once];
            int to[at_once];
#pragma unroll
            for (int j = 0; j < at_once; j++) {
                const int at = k + j * PREFIX__CUDA_OPERATOR_THREADS, right = (at & ~(d - 1)) * 2 + d;
                to[j] = right + (at & (d - 1));
                if (to[j] >= count || (heads && begins_within(heads, right, to[j])))
                    to[j] = -1;
                if (to[j] < 0)
                    continue;
                earlier[j] = room.element(right - 1);
                later[j] = room.element(to[j]);
            }
#pragma unroll
            for (int j = 0; j < at_once; j++)
                if (to[j] >= 0)
                    room.element(to[j]) = OP::combine(earlier[j], later[j], state);
        }
        __syncthreads();
    }
}

} // namespace prefix_cuda

#endif
