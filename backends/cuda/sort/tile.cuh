/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements of a tile in registers and in shared memory: a warp has rows that follow each other. */
#ifndef PREFIX_CUDA_SORT_TILE_CUH
#define PREFIX_CUDA_SORT_TILE_CUH

#include "sort/rank.cuh"

namespace prefix_cuda
{

/* Keys alone have these as values. */
struct sort_no_value {
};
template <class VALUE> constexpr int sort_value_size = (int)sizeof(VALUE);
template <> constexpr int sort_value_size<sort_no_value> = 0;

/* Where the thread's first element is in the tile; its others are 32 apart. */
template <int ROWS> __device__ inline int sort_own()
{
    return (int)((threadIdx.x >> 5) * ROWS * 32 + (threadIdx.x & 31));
}

/* first: the place of the thread's first element; left: how many elements there are from it on. from NULL: places. */
template <int ROWS, class T> __device__ inline void sort_load(T (&x)[ROWS], const T *from, uint64_t first, int left)
{
    if (!from) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            x[r] = (T)(first + r * 32);
        return;
    }
    from += first;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        x[r] = r * 32 < left ? from[r * 32] : (T)0;
}

template <int ROWS, class T>
__device__ inline void sort_stage(T *staged, const T (&x)[ROWS], const sort_places<ROWS> &places)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        staged[places[r]] = x[r];
}

} // namespace prefix_cuda

#endif
