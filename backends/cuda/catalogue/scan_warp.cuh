/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Warps scan the totals of their threads' vectors by shuffles, a row for each vector of a thread; one warp
 * scans the totals of all rows.
 */
#ifndef PREFIX_CUDA_CATALOGUE_SCAN_WARP_CUH
#define PREFIX_CUDA_CATALOGUE_SCAN_WARP_CUH

#include "warp/kogge_stone.cuh"
#include "catalogue/vectors.cuh"

namespace prefix_cuda
{

template <class WORD> struct warps : vectors_shape<WORD, 4> {
    using base = vectors_shape<WORD, 4>;
    static constexpr int of_block = base::threads / 32;
    struct memory {
        WORD rows[32];
    };
    static_assert(4 * of_block == 32, "one warp has all rows' totals");

    template <class OP> static __device__ WORD scan(WORD (&x)[4][base::width], memory &m, const OP &op, bool exclusive)
    {
        const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
        const auto combine = [&](WORD a, WORD b) { return op.combine(a, b); };
        scan_vectors(x, op);
        WORD upto[4];
#pragma unroll
        for (int v = 0; v < 4; v++)
            upto[v] = x[v][base::width - 1];
        warp_scan_by<4>(upto, combine);
        if (lane == 31) {
#pragma unroll
            for (int v = 0; v < 4; v++)
                m.rows[v * of_block + warp] = upto[v];
        }
        __syncthreads();
        if (warp == 0) {
            WORD row[1] = {m.rows[lane]};
            warp_scan_by<1>(row, combine);
            m.rows[lane] = row[0];
        }
        __syncthreads();
#pragma unroll
        for (int v = 0; v < 4; v++) {
            const int row = v * of_block + warp;
            WORD before = __shfl_up_sync(~0u, upto[v], 1);
            if (lane == 0)
                before = op.neutral;
            if (row > 0)
                before = op.combine(m.rows[row - 1], before);
            enter_vector(x[v], before, op, exclusive);
        }
        return m.rows[31];
    }
};

} // namespace prefix_cuda

#endif
