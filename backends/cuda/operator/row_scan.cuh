/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sklansky's network over the rows of a tile: first inside a lane, then across lanes, where all of the right half takes
 * the last element of the left half. An element is open as long as something may be put before it: it is in the array,
 * and no segment has begun in the part of the row that it is the end of.
 */
#ifndef PREFIX_CUDA_OPERATOR_ROW_SCAN_CUH
#define PREFIX_CUDA_OPERATOR_ROW_SCAN_CUH

#include "operator/shape.cuh"

namespace prefix_cuda
{

/* open: a bit for each of the lane's neighbours. CUT: there are segments. */
template <class OP, bool CUT, class T, int EACH>
__device__ inline void scan_lane(T (&x)[EACH], uint32_t &open, const void *state)
{
#pragma unroll
    for (int d = 1; d < EACH; d *= 2) {
#pragma unroll
        for (int v = 0; v < EACH; v++) {
            const int earlier = (v & ~(2 * d - 1)) + d - 1;
            if (!(v & d) || !(open >> v & 1))
                continue;
            x[v] = OP::combine(x[earlier], x[v], state);
            if (CUT && !(open >> earlier & 1))
                open &= ~(1u << v);
        }
    }
}

template <class OP, bool CUT, class T, int EACH>
__device__ inline void scan_row(T (&x)[EACH], uint32_t &open, const void *state)
{
    const int lane = threadIdx.x & 31;
    scan_lane<OP, CUT>(x, open, state);
#pragma unroll
    for (int d = 1; d < operator_shape<T>::lanes; d *= 2) {
        const int from = (lane & ~(2 * d - 1)) + d - 1;
        const T earlier = element_of_lane(x[EACH - 1], from);
        const uint32_t goes_on = CUT ? __shfl_sync(~0u, open >> (EACH - 1) & 1, from) : 1;
        if (!(lane & d))
            continue;
#pragma unroll
        for (int v = 0; v < EACH; v++)
            if (open >> v & 1)
                x[v] = OP::combine(earlier, x[v], state);
        if (CUT && !goes_on)
            open = 0;
    }
}

} // namespace prefix_cuda

#endif
