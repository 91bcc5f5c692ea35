/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One warp rakes the totals of all threads' vectors: each lane reduces its share, the lanes' totals are
 * scanned by shuffles, and each lane scans its share. Y. Dotsenko and others, Fast Scan Algorithms on
 * Graphics Processors, 2008; D. Merrill and M. Garland, 2016, figure 2b.
 */
#ifndef PREFIX_CUDA_CATALOGUE_SCAN_RAKING_CUH
#define PREFIX_CUDA_CATALOGUE_SCAN_RAKING_CUH

#include "warp/kogge_stone.cuh"
#include "catalogue/vectors.cuh"

namespace prefix_cuda
{

template <class WORD> struct raking : vectors_shape<WORD, 2> {
    using base = vectors_shape<WORD, 2>;
    static constexpr int share = base::totals / 32;
    struct memory {
        WORD x[base::totals + 32]; /* a place left free behind each share: lanes then meet in no bank */
        WORD total;
    };

    static __device__ int place(int i)
    {
        return i + (int)((unsigned int)i / share);
    }

    template <class OP> static __device__ WORD scan(WORD (&x)[2][base::width], memory &m, const OP &op, bool exclusive)
    {
        const int t = (int)threadIdx.x;
        scan_vectors(x, op);
#pragma unroll
        for (int v = 0; v < 2; v++)
            m.x[place(v * base::threads + t)] = x[v][base::width - 1];
        __syncthreads();
        if (t < 32)
            rake(m, m.x + place(t * share), op);
        __syncthreads();
#pragma unroll
        for (int v = 0; v < 2; v++)
            enter_vector(x[v], m.x[place(v * base::threads + t)], op, exclusive);
        return m.total;
    }

    template <class OP> static __device__ void rake(memory &m, WORD *mine, const OP &op)
    {
        WORD total[1] = {mine[0]};
#pragma unroll 4
        for (int i = 1; i < share; i++)
            total[0] = op.combine(total[0], mine[i]);
        warp_scan_by<1>(total, [&](WORD a, WORD b) { return op.combine(a, b); });
        WORD before = __shfl_up_sync(~0u, total[0], 1);
        if (threadIdx.x == 0)
            before = op.neutral;
        if (threadIdx.x == 31)
            m.total = total[0];
#pragma unroll 4
        for (int i = 0; i < share; i++) {
            const WORD own = mine[i];
            mine[i] = before;
            before = op.combine(before, own);
        }
    }
};

} // namespace prefix_cuda

#endif
