/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The total, in the form that was asked for. One thread writes it.
 */
#ifndef PREFIX_CUDA_GRID_TOTAL_CUH
#define PREFIX_CUDA_GRID_TOTAL_CUH

#include "word/convert.cuh"
#include "word/packet.cuh"

namespace prefix_cuda
{

template <class OP> __device__ inline void write_total(const prefix__cuda_scan &scan, typename OP::carry total)
{
    using word = typename OP::word;
    using carry = typename OP::carry;
    if (scan.total_form == PREFIX__CUDA_TOTAL_CARRY) {
        *(uint64_t *)scan.total = total;
        return;
    }
    if constexpr (OP::ordered) {
        if (scan.total_form == PREFIX__CUDA_TOTAL_WIDE) {
            *(carry *)scan.total = total;
            return;
        }
        if constexpr (OP::bits == 32) {
            if (scan.round != PREFIX__CUDA_ROUND_NONE) {
                *(uint16_t *)scan.total = (uint16_t)narrow_to_half<OP>(total, scan.round);
                return;
            }
        }
        *(word *)scan.total = narrow<OP>(total);
    } else {
        word w[1][1] = {{(word)total}};
        flip_words<OP>(w, scan);
        unmap<OP>(w, scan.map);
        *(typename element_of<OP::bits / 8>::type *)scan.total = (typename element_of<OP::bits / 8>::type) w[0][0];
    }
}

} // namespace prefix_cuda

#endif
