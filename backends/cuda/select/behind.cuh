/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The end of a partition in place: the rejected elements, which another array has kept meanwhile, to
 * where they belong, behind as many elements as a count on the device says.
 */
#ifndef PREFIX_CUDA_SELECT_BEHIND_CUH
#define PREFIX_CUDA_SELECT_BEHIND_CUH

#include "word/packet.cuh"

namespace prefix_cuda
{

constexpr int behind_threads = 256;

/*
 * All of size bytes each: the first n - *count elements of from, which is aligned to packets, to those of
 * to behind *count. Whole packets are written, and put together from two.
 */
__global__ void __launch_bounds__(behind_threads)
    behind_kernel(const char *from, char *to, const uint64_t *count, uint64_t n, uint32_t size)
{
    uint64_t first = *count;
    to += first * size;
    int skew = (int)((uintptr_t)to & 15);
    uint64_t end = (uint64_t)skew + (n - first) * size;
    to -= skew;
    for (uint64_t at = ((uint64_t)blockIdx.x * behind_threads + threadIdx.x) * 16; at < end;
         at += (uint64_t)gridDim.x * behind_threads * 16) {
        if (at < (uint64_t)skew || at + 16 + skew > end) {
            for (uint64_t i = max(at, (uint64_t)skew); i < min(at + 16, end); i++)
                to[i] = from[i - skew];
            continue;
        }
        const char *packets = from + (skew > 0 ? at - 16 : at);
        packet<16> p = load_packet<16>(packets);
        if (skew > 0)
            p = shifted_packet(p, load_packet<16>(packets + 16), 16 - skew);
        store_packet(to + at, p);
    }
}

} // namespace prefix_cuda

#endif
