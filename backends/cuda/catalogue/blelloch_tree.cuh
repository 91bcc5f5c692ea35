/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blelloch's two sweeps over an array in shared memory, which becomes its exclusive scan. PLACE says where in
 * the array an element lies.
 */
#ifndef PREFIX_CUDA_CATALOGUE_BLELLOCH_TREE_CUH
#define PREFIX_CUDA_CATALOGUE_BLELLOCH_TREE_CUH

namespace prefix_cuda
{

/* Threads of the first sweep's rounds touch addresses a power of two apart: many in one of the 32 banks. */
struct packed_place {
    static constexpr __device__ int at(int i)
    {
        return i;
    }
};

/* One place left free in 33: such addresses lie in different banks. */
struct padded_place {
    static constexpr __device__ int at(int i)
    {
        return i + (int)((unsigned int)i / 32);
    }
};

/* A node: the end of a block's left half, and its end. Combines them, or hands on what stands before. */
template <class PLACE, class WORD, class OP> __device__ inline void node_up(WORD *x, int node, int half, const OP &op)
{
    const int right = PLACE::at((node + 1) * 2 * half - 1);
    x[right] = op.combine(x[PLACE::at((node + 1) * 2 * half - 1 - half)], x[right]);
}

template <class PLACE, class WORD, class OP> __device__ inline void node_down(WORD *x, int node, int half, const OP &op)
{
    const int left = PLACE::at((node + 1) * 2 * half - 1 - half), right = PLACE::at((node + 1) * 2 * half - 1);
    const WORD total = x[left], before = x[right];
    x[left] = before;
    x[right] = op.combine(before, total);
}

/*
 * COUNT elements, a power of two, two for each thread, which all threads have put there. Returns the total.
 * Unrolled, each round knows its distance.
 */
template <int COUNT, bool UNROLLED, class PLACE, class WORD, class OP>
__device__ inline WORD blelloch_tree(WORD *x, const OP &op)
{
    constexpr int unroll = UNROLLED ? 32 : 1;
    const int t = (int)threadIdx.x;
#pragma unroll unroll
    for (int half = 1, nodes = COUNT / 2; nodes > 0; half *= 2, nodes /= 2) {
        if (t < nodes)
            node_up<PLACE>(x, t, half, op);
        __syncthreads();
    }
    const WORD total = x[PLACE::at(COUNT - 1)];
    __syncthreads();
    if (t == 0)
        x[PLACE::at(COUNT - 1)] = op.neutral;
#pragma unroll unroll
    for (int half = COUNT / 2, nodes = 1; half > 0; half /= 2, nodes *= 2) {
        __syncthreads();
        if (t < nodes)
            node_down<PLACE>(x, t, half, op);
    }
    __syncthreads();
    return total;
}

/* What the scan of single elements is by this tree, two a thread. */
template <class PLACE, class WORD, int COUNT, class OP>
__device__ inline WORD blelloch_scan(WORD (&x)[2][1], WORD *shared, const OP &op, bool exclusive)
{
    const int place[2] = {PLACE::at((int)threadIdx.x), PLACE::at((int)threadIdx.x + COUNT / 2)};
    shared[place[0]] = x[0][0];
    shared[place[1]] = x[1][0];
    __syncthreads();
    const WORD total = blelloch_tree<COUNT, false, PLACE>(shared, op);
#pragma unroll
    for (int v = 0; v < 2; v++)
        x[v][0] = exclusive ? shared[place[v]] : op.combine(shared[place[v]], x[v][0]);
    return total;
}

} // namespace prefix_cuda

#endif
