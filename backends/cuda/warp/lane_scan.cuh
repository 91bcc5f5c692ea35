/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The exclusive scan of a part of shared memory by a warp, in place, by operators that can be undone: a lane has 32
 * bytes of each row of 1024, so that shuffles are few.
 */
#ifndef PREFIX_CUDA_WARP_LANE_SCAN_CUH
#define PREFIX_CUDA_WARP_LANE_SCAN_CUH

#include "word/packet.cuh"
#include "warp/kogge_stone.cuh"
#include "warp/warp_total.cuh"

namespace prefix_cuda
{

/* A lane's bytes of a row. */
template <class OP> struct lane_bytes {
    using word = typename OP::word;
    static constexpr int words = 8, elements = 32 / sizeof(word);
    uint32_t w[words];

    __device__ word element(int k) const
    {
        if constexpr (sizeof(word) == 8)
            return (word)w[2 * k + 1] << 32 | w[2 * k];
        else
            return w[k];
    }
    /* Of each eight lanes that load at once, four take the later half of their bytes first: all banks are in use. */
    __device__ static bool turns()
    {
        return threadIdx.x & 4;
    }
    __device__ void load(const char *row)
    {
        const char *from = row + (threadIdx.x & 31) * 32;
        const packet<16> one = load_packet<16>(from + (turns() ? 16 : 0));
        const packet<16> two = load_packet<16>(from + (turns() ? 0 : 16));
        const packet<16> low = choose(turns(), two, one), high = choose(turns(), one, two);
#pragma unroll
        for (int i = 0; i < 4; i++)
            w[i] = low.w[i], w[i + 4] = high.w[i];
    }
    __device__ void store(char *row) const
    {
        char *to = row + (threadIdx.x & 31) * 32;
        packet<16> low, high;
#pragma unroll
        for (int i = 0; i < 4; i++)
            low.w[i] = w[i], high.w[i] = w[i + 4];
        store_packet(to + (turns() ? 16 : 0), choose(turns(), high, low));
        store_packet(to + (turns() ? 0 : 16), choose(turns(), low, high));
    }
    /* What they come to. */
    __device__ word total() const
    {
        word sum = OP::neutral;
#pragma unroll
        for (int k = 0; k < elements; k++)
            sum = OP::combine(sum, element(k));
        return sum;
    }
    /* They become what stands before each, behind what stands before all. */
    __device__ void scan(word before)
    {
        word x[elements];
#pragma unroll
        for (int k = 0; k < elements; k++) {
            x[k] = before;
            before = OP::combine(before, element(k));
        }
#pragma unroll
        for (int i = 0; i < words; i++)
            w[i] = sizeof(word) == 8 ? (uint32_t)((uint64_t)x[i * 4 / sizeof(word)] >> (i % 2 * 32))
                                     : (uint32_t)x[i * 4 / sizeof(word)];
    }
};

/* ROWS of 512 bytes; what they come to, for all lanes. */
template <class OP, int ROWS> __device__ inline typename OP::word scan_part(char *memory)
{
    using word = typename OP::word;
    constexpr int some = 2;
    word before = OP::neutral;
#pragma unroll 1
    for (int row = 0; row < ROWS / 2; row += some) {
        lane_bytes<OP> own[some];
        word total[some], up_to[some];
#pragma unroll
        for (int r = 0; r < some; r++) {
            own[r].load(memory + (row + r) * 1024);
            up_to[r] = total[r] = own[r].total();
        }
        warp_scan<OP>(up_to);
#pragma unroll
        for (int r = 0; r < some; r++) {
            const word all = __shfl_sync(~0u, up_to[r], 31);
            own[r].scan(OP::combine(before, OP::remove(total[r], up_to[r])));
            own[r].store(memory + (row + r) * 1024);
            before = OP::combine(before, all);
        }
    }
    return before;
}

/* The same if nothing else is wanted. */
template <class OP, int ROWS> __device__ inline typename OP::word total_of_part(const char *memory)
{
    typename OP::word sum = OP::neutral;
#pragma unroll 2
    for (int row = 0; row < ROWS / 2; row++) {
        lane_bytes<OP> own;
        own.load(memory + row * 1024);
        sum = OP::combine(sum, own.total());
    }
    return warp_total<OP>(sum);
}

} // namespace prefix_cuda

#endif
