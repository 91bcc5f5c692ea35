/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs written out. Blocks take tiles of the output by turns, so that a single long run is written by all
 * of them. A block searches the runs that its tile begins and ends in, notes each of those between where
 * it begins, spreads the notes to the elements behind them by a maximum scan, and fetches values by them.
 */
#ifndef PREFIX_CUDA_DEVICE_EXPAND_CUH
#define PREFIX_CUDA_DEVICE_EXPAND_CUH

#include "../block/packet.cuh"
#include "../runs_params.h"
#include "../warp/kogge_stone.cuh"

namespace prefix_cuda
{

constexpr int expand_threads = 256;
constexpr int expand_each = 16; /* elements of a thread */
constexpr int expand_tile = expand_threads * expand_each;

__device__ inline uint64_t run_end(const prefix__cuda_expand &e, uint64_t wraps, uint64_t k)
{
    return k < wraps ? e.ends[k] : ~(uint64_t)0;
}

/* The run that the element at place belongs to, which exists: by a warp, which asks 32 at a time. */
__device__ inline uint64_t run_at(const prefix__cuda_expand &e, uint64_t wraps, uint64_t place)
{
    uint64_t first = 0, count = e.runs; /* it is one of these */
    while (count > 1) {
        uint64_t step = (count + 31) / 32, last = min((threadIdx.x & 31) * step + step, count) - 1;
        uint64_t before =
            (uint64_t)(__ffs((int)__ballot_sync(~0u, run_end(e, wraps, first + last) > place)) - 1) * step;
        first += before;
        count = min(step, count - before);
    }
    return first;
}

/* Where the note of a tile's i-th element lies: threads with some that follow each other use different banks. */
__device__ inline uint32_t note_at(uint32_t i)
{
    return i + i / expand_each;
}

/* The largest of the notes up to each, in place; each thread has some that follow each other. */
__device__ inline void spread_notes(uint32_t *notes, uint32_t *warps)
{
    uint32_t *mine = notes + note_at(threadIdx.x * expand_each), largest[1] = {0};
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
    for (int k = 0; k < expand_each; k++)
        mine[k] = largest[0] = max(largest[0], mine[k]);
    warp_scan_by<1, true>(largest, [](uint32_t a, uint32_t b) { return max(a, b); });
    uint32_t before = __shfl_up_sync(~0u, largest[0], 1);
    if (lane == 31)
        warps[warp] = largest[0];
    __syncthreads();
    before = lane == 0 ? 0 : before;
    for (int w = 0; w < warp; w++)
        before = max(before, warps[w]);
#pragma unroll
    for (int k = 0; k < expand_each; k++)
        mine[k] = max(before, mine[k]);
    __syncthreads();
}

/* Those of a value of 16 bytes are two words, since it is aligned to no more. */
template <int SIZE> struct expand_word {
    using type = typename element_of<SIZE == 16 ? 8 : SIZE>::type;
    static constexpr int words = SIZE == 16 ? 2 : 1;
};

/* All whole packets, seen from an aligned address; first to end - 1: what exists. */
template <int SIZE, class RUN>
__device__ inline void expand_stores(const prefix__cuda_expand &e, char *base, uint32_t first, uint32_t end, RUN run)
{
    using word = typename expand_word<SIZE>::type;
    constexpr int words = expand_word<SIZE>::words, each = 16 / (SIZE < 16 ? SIZE : 16);
    const word *values = (const word *)e.values;
    for (uint32_t at = threadIdx.x * each; at < end; at += expand_threads * each) {
        if (SIZE == 16 || at < first || at + each > end) {
            for (uint32_t i = max(at, first); i < min(at + each, end); i++) {
#pragma unroll
                for (int w = 0; w < words; w++)
                    ((word *)base)[i * words + w] = values[run(i) * words + w];
            }
            continue;
        }
        if constexpr (SIZE < 16) {
            union {
                packet<16> p;
                word x[16 / sizeof(word)];
            } packed;
#pragma unroll
            for (int k = 0; k < each; k++)
                packed.x[k] = values[run(at + k)];
            store_packet(base + (size_t)at * SIZE, packed.p);
        }
    }
}

template <int SIZE>
__global__ void __launch_bounds__(expand_threads) expand_kernel(const __grid_constant__ prefix__cuda_expand e)
{
    __shared__ uint32_t notes[expand_tile + expand_threads], warps[expand_threads / 32];
    __shared__ uint64_t outer[2];
    const uint64_t wraps = e.wraps ? *e.wraps : e.runs;
    const uint64_t total = run_end(e, wraps, e.runs - 1), length = min(total, e.capacity);
    const uint64_t skew = SIZE < 16 ? ((uintptr_t)e.out & 15) / SIZE : 0;
    int warp = threadIdx.x >> 5;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *e.count = total;
    /* Places are counted from the aligned address before the output. */
    const uint64_t behind = length > 0 ? skew + length : 0;
    for (uint64_t begin = (uint64_t)blockIdx.x * expand_tile; begin < behind;
         begin += (uint64_t)gridDim.x * expand_tile) {
        uint64_t first = max(begin, skew), end = min(begin + expand_tile, behind);
        if (warp < 2) {
            uint64_t found = run_at(e, wraps, (warp == 0 ? first : end - 1) - skew);
            if ((threadIdx.x & 31) == 0)
                outer[warp] = found;
        }
        for (int i = threadIdx.x; i < expand_tile + expand_threads; i += expand_threads)
            notes[i] = 0;
        __syncthreads();
        const uint64_t run = outer[0], last = outer[1];
        char *base = (char *)e.out + (begin - skew) * SIZE;
        uint32_t from = (uint32_t)(first - begin), to = (uint32_t)(end - begin);
        if (run == last) {
            expand_stores<SIZE>(e, base, from, to, [&](uint32_t) { return run; });
        } else {
            for (uint64_t k = run + 1 + threadIdx.x; k <= last; k += expand_threads) {
                uint64_t before = run_end(e, wraps, k - 1);
                if (run_end(e, wraps, k) > before)
                    notes[note_at((uint32_t)(before + skew - begin))] = (uint32_t)(k - run);
            }
            __syncthreads();
            spread_notes(notes, warps);
            expand_stores<SIZE>(e, base, from, to, [&](uint32_t i) { return run + notes[note_at(i)]; });
        }
        __syncthreads();
    }
}

/* The first run whose end is beyond all numbers, if there is one: before, *wraps is the number of runs. */
__global__ void __launch_bounds__(expand_threads)
    expand_wraps_kernel(const uint64_t *ends, uint64_t runs, unsigned long long *wraps)
{
    for (uint64_t k = (uint64_t)blockIdx.x * expand_threads + threadIdx.x + 1; k < runs;
         k += (uint64_t)gridDim.x * expand_threads) {
        if (ends[k] < ends[k - 1])
            atomicMin(wraps, (unsigned long long)k);
    }
}

} // namespace prefix_cuda

#endif
