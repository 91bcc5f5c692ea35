/* SPDX-License-Identifier: BSD-3-Clause */
/* Marks in shared memory, a byte for each element, which is 0 or 1. */
#ifndef PREFIX_CUDA_BLOCK_MARKS_CUH
#define PREFIX_CUDA_BLOCK_MARKS_CUH

#include <stdint.h>

namespace prefix_cuda
{

/* The bits of COUNT marks, the first the lowest. */
template <int COUNT> __device__ inline uint32_t heads_of_marks(const uint8_t *marks)
{
    if constexpr (COUNT > 4) {
        uint32_t bits = 0;
#pragma unroll
        for (int i = 0; i < COUNT; i += 4)
            bits |= heads_of_marks<4>(marks + i) << i;
        return bits;
    } else if constexpr (COUNT == 4) {
        return *(const uint32_t *)marks * 0x10204080u >> 28;
    } else if constexpr (COUNT == 2) {
        const uint32_t two = *(const uint16_t *)marks;
        return (two | two >> 7) & 3;
    } else {
        return *marks;
    }
}

} // namespace prefix_cuda

#endif
