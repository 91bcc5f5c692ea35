/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the networks in shared memory share. A block scan is a template on the word, with
 *   threads, vectors, width  the tile's shape: see elements.cuh
 *   memory                   its shared memory
 *   scan(x, memory, op, exclusive)
 *                            x becomes the tile's scan, of all threads; returns the tile's total to each
 * where op is one of word/chosen.cuh. To add one is a file, and a line in catalogue.cuh.
 */
#ifndef PREFIX_CUDA_CATALOGUE_NETWORK_CUH
#define PREFIX_CUDA_CATALOGUE_NETWORK_CUH

namespace prefix_cuda
{

constexpr int network_threads = 256;

/* A network with ITEMS elements a thread, a block apart from each other. */
template <class WORD, int ITEMS> struct network {
    static constexpr int threads = network_threads;
    static constexpr int vectors = ITEMS;
    static constexpr int width = 1;
    static constexpr int elements = threads * ITEMS;
    struct memory {
        WORD x[elements];
    };

    static __device__ void put(const WORD (&x)[ITEMS][1], WORD *shared)
    {
#pragma unroll
        for (int v = 0; v < ITEMS; v++)
            shared[v * threads + threadIdx.x] = x[v][0];
        __syncthreads();
    }
    /* From inclusive results, which no thread changes any more. */
    static __device__ WORD get(WORD (&x)[ITEMS][1], const WORD *shared, WORD neutral, bool exclusive)
    {
#pragma unroll
        for (int v = 0; v < ITEMS; v++) {
            const int place = v * threads + (int)threadIdx.x - exclusive;
            x[v][0] = place < 0 ? neutral : shared[place];
        }
        return shared[elements - 1];
    }
};

} // namespace prefix_cuda

#endif
