/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Aggregates folded into what stands before them. A warp does it, and every lane gets the result.
 */
#ifndef PREFIX_CUDA_DEVICE_FOLD_CUH
#define PREFIX_CUDA_DEVICE_FOLD_CUH

namespace prefix_cuda
{

/*
 * aggregates: in shared memory, as carries, the first count of them meant, the rest up to ROOM
 * neutral. Ordered operators fold left to right, all lanes the same, so that none has to be told;
 * loads go ahead of the chain, which is all that takes time.
 */
template <class OP, int ROOM>
__device__ inline typename OP::carry fold(typename OP::carry before, const typename OP::carry *aggregates, int count)
{
    using carry = typename OP::carry;
    if constexpr (OP::ordered) {
        constexpr int ahead = 16;
        int i = 0;
#pragma unroll 1
        for (; i + ahead <= count; i += ahead) {
            carry a[ahead];
#pragma unroll
            for (int k = 0; k < ahead; k++)
                a[k] = aggregates[i + k];
#pragma unroll
            for (int k = 0; k < ahead; k++)
                before = OP::join(before, a[k]);
        }
        carry a[ahead];
#pragma unroll
        for (int k = 0; k < ahead; k++)
            a[k] = aggregates[(i + k) % ROOM];
#pragma unroll
        for (int k = 0; k < ahead; k++) {
            if (i + k >= count)
                break;
            before = OP::join(before, a[k]);
        }
        return before;
    } else {
        int lane = threadIdx.x & 31;
        carry sum = aggregates[lane];
#pragma unroll
        for (int k = 1; k < ROOM / 32; k++)
            sum = OP::join(sum, aggregates[k * 32 + lane]);
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2)
            sum = OP::join(sum, __shfl_xor_sync(~0u, sum, distance));
        return OP::join(before, sum);
    }
}

} // namespace prefix_cuda

#endif
