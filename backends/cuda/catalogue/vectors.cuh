/* SPDX-License-Identifier: BSD-3-Clause */
/* Block scans of which each thread scans vectors of 16 bytes by itself, and the block their totals. */
#ifndef PREFIX_CUDA_CATALOGUE_VECTORS_CUH
#define PREFIX_CUDA_CATALOGUE_VECTORS_CUH

namespace prefix_cuda
{

template <class WORD, int VECTORS> struct vectors_shape {
    static constexpr int threads = 256;
    static constexpr int vectors = VECTORS;
    static constexpr int width = 16 / (int)sizeof(WORD);
    static constexpr int totals = threads * VECTORS;
};

/* Each vector becomes its inclusive scan, the last element its total. */
template <class WORD, int VECTORS, int WIDTH, class OP>
__device__ inline void scan_vectors(WORD (&x)[VECTORS][WIDTH], const OP &op)
{
#pragma unroll
    for (int v = 0; v < VECTORS; v++) {
#pragma unroll
        for (int k = 1; k < WIDTH; k++)
            x[v][k] = op.combine(x[v][k - 1], x[v][k]);
    }
}

/* A vector that has been scanned so, behind what stands before it. */
template <class WORD, int WIDTH, class OP>
__device__ inline void enter_vector(WORD (&x)[WIDTH], WORD before, const OP &op, bool exclusive)
{
    if (exclusive) {
#pragma unroll
        for (int k = WIDTH - 1; k > 0; k--)
            x[k] = op.combine(before, x[k - 1]);
        x[0] = before;
    } else {
#pragma unroll
        for (int k = 0; k < WIDTH; k++)
            x[k] = op.combine(before, x[k]);
    }
}

} // namespace prefix_cuda

#endif
