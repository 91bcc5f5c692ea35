/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements of a tile in registers and in shared memory: a warp has rows that follow each other. */
#ifndef PREFIX_CUDA_SORT_TILE_CUH
#define PREFIX_CUDA_SORT_TILE_CUH

#include "sort/code.cuh"
#include "sort/rank.cuh"

namespace prefix_cuda
{

/* Keys alone have these as values. */
struct sort_no_value {
};
template <class VALUE> constexpr int sort_value_size = (int)sizeof(VALUE);
template <> constexpr int sort_value_size<sort_no_value> = 0;

/*
 * Whether the order of a tile can be proved: of keys that differ in their codes if they do, without values. It is right
 * if the bits of codes up to the digit's end nowhere decrease, however the elements got there.
 */
template <class CODE, class VALUE> constexpr bool sort_is_provable = !CODE::is_float && sort_value_size<VALUE> == 0;

/* Where the thread's first element is in the tile; its others are 32 apart. */
template <int ROWS> __device__ inline int sort_own()
{
    return (int)((threadIdx.x >> 5) * ROWS * 32 + (threadIdx.x & 31));
}

/*
 * first: the place of the thread's first element; left: how many elements there are from it on; absent: what stands for
 * others. from NULL: places.
 */
template <int ROWS, class T>
__device__ inline void sort_load(T (&x)[ROWS], const T *from, uint64_t first, int left, T absent)
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
        x[r] = r * 32 < left ? from[r * 32] : absent;
}

template <int ROWS, class T>
__device__ inline void sort_stage(T *staged, const T (&x)[ROWS], const sort_places<ROWS> &places)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        staged[places[r]] = x[r];
}

/* For a provable sort: whether none of a thread's staged keys, 32 apart from first on, is behind one that it precedes.
 */
template <class CODE, int ROWS, class KEY = typename CODE::key>
__device__ inline bool sort_in_order(const CODE &code, const KEY *staged, const KEY (&keys)[ROWS], int first,
                                     uint32_t pass)
{
    const uint32_t digits = sizeof(KEY), beyond = pass + 1 < digits ? 8 * (digits - pass - 1) : 0;
    bool in_order = true;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const int place = first + r * 32;
        const KEY before = staged[place - (place > 0)];
        in_order &= (KEY)(code(before) << beyond) <= (KEY)(code(keys[r]) << beyond);
    }
    return in_order;
}

} // namespace prefix_cuda

#endif
