/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_BLOCK_STORE_TOTAL_CUH
#define PREFIX_CUDA_BLOCK_STORE_TOTAL_CUH

#include <stdint.h>

namespace prefix_cuda
{

/* The total of a segment to its place in an array of elements of size bytes. */
template <class WORD> __device__ inline void store_total(void *totals, uint64_t segment, int size, WORD total)
{
    if (size == 8)
        ((uint64_t *)totals)[segment] = total;
    else if (size == 4)
        ((uint32_t *)totals)[segment] = (uint32_t)total;
    else if (size == 2)
        ((uint16_t *)totals)[segment] = (uint16_t)total;
    else
        ((uint8_t *)totals)[segment] = (uint8_t)total;
}

} // namespace prefix_cuda

#endif
