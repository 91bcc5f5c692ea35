/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs written out. What chunks of runs come to is added up first, so that it is known where each chunk ends in the
 * output. Then blocks take tiles of the output by turns, so that a single long run is written by all of them. A block
 * searches the chunk in which a group of tiles begins; for each tile its warps take chunks, add up the lengths, and
 * put the value of each run where it begins in the tile, with a mark. Each element then takes the value at the last
 * mark up to it.
 */
#ifndef PREFIX_CUDA_RUNS_EXPAND_CUH
#define PREFIX_CUDA_RUNS_EXPAND_CUH

#include "block/marks.cuh"
#include "runs/expand_lengths.cuh"

namespace prefix_cuda
{

constexpr int expand_blocks = PREFIX__CUDA_EXPAND_BLOCKS;

template <int SIZE> struct expand_value {
    using type = typename element_of<SIZE>::type;
};
template <> struct expand_value<16> {
    struct type {
        uint64_t low, high;
    };
};

/* A tile: SIZE bytes are a value's. Places are counted from an aligned address at or before the output. */
template <int SIZE> struct expand_shape {
    using value = typename expand_value<SIZE>::type;
    static constexpr int elements = SIZE <= 4 ? 4096 : 16384 / SIZE;
    static constexpr int each = SIZE <= 4 ? 4 : 16 / SIZE; /* neighbours that a lane stores at once */
    static constexpr int row = 32 * each, rows = elements / expand_warps / row;
};

template <int SIZE> struct expand_shared {
    using shape = expand_shape<SIZE>;
    alignas(16) typename shape::value values[shape::elements + shape::elements / 32];
    alignas(16) uint8_t marks[expand_shape<SIZE>::elements];
    int last[expand_warps]; /* mark of each; -1 if there is none */

    /* That at a place: lanes that are a power of two apart use different banks. */
    __device__ typename shape::value &value(int place)
    {
        return values[place + place / 32];
    }
    __device__ const typename shape::value &value(int place) const
    {
        return values[place + place / 32];
    }
};

/*
 * Values of a chunk that begins at base, to where its runs begin among the places from begin to end - 1, of which the
 * first is behind skipped ones of the tile. SUM: of places.
 */
template <int SIZE, class SUM, class INDEX>
__device__ inline void expand_put(expand_shared<SIZE> &shared, const expand_lengths<INDEX> &mine,
                                  const typename expand_shape<SIZE>::value (&values)[expand_rows][expand_each],
                                  SUM base, SUM begin, SUM end, uint32_t skipped)
{
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int r = 0; r < expand_rows; r++) {
        SUM sum = 0;
#pragma unroll
        for (int k = 0; k < expand_each; k++)
            sum = add_lengths(sum, (SUM)mine.length[r][k]);
        SUM all = sum;
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            const SUM before = __shfl_up_sync(~0u, all, distance);
            all = lane >= distance ? add_lengths(before, all) : all;
        }
        SUM at = __shfl_up_sync(~0u, all, 1);
        at = add_lengths(base, lane == 0 ? (SUM)0 : at);
        base = add_lengths(base, __shfl_sync(~0u, all, 31));
#pragma unroll
        for (int k = 0; k < expand_each; k++) {
            const SUM behind = add_lengths(at, (SUM)mine.length[r][k]);
            if (at < end && behind > begin && behind > at) {
                const uint32_t place = (uint32_t)(max(at, begin) - begin) + skipped;
                shared.marks[place] = 1;
                shared.value((int)place) = values[r][k];
            }
            at = behind;
        }
    }
}

/* A lane's elements, of which those from first to end - 1 exist. */
template <int SIZE>
__device__ inline void expand_store(typename expand_shape<SIZE>::value *out,
                                    const typename expand_shape<SIZE>::value (&x)[expand_shape<SIZE>::each], int at,
                                    int first, int end)
{
    constexpr int each = expand_shape<SIZE>::each;
    if constexpr (SIZE == 16) { /* aligned to 8 */
        if (at >= first && at < end) {
            ((uint64_t *)(out + at))[0] = x[0].low;
            ((uint64_t *)(out + at))[1] = x[0].high;
        }
    } else if (at >= first && at + each <= end) {
        packet<SIZE * each> p;
        memcpy(p.w, x, sizeof x);
        store_packet((char *)(out + at), p);
    } else {
#pragma unroll
        for (int k = 0; k < each; k++) {
            if (at + k >= first && at + k < end)
                out[at + k] = x[k];
        }
    }
}

/* A warp's rows to the output: out is where the tile's first place is; last: the last mark before the rows. */
template <int SIZE>
__device__ inline void expand_rows_out(const expand_shared<SIZE> &shared, typename expand_shape<SIZE>::value *out,
                                       const uint32_t (&bits)[expand_shape<SIZE>::rows], int last, int first, int end)
{
    using shape = expand_shape<SIZE>;
    const int lane = threadIdx.x & 31, begin = (int)(threadIdx.x >> 5) * shape::rows * shape::row;
#pragma unroll
    for (int r = 0; r < shape::rows; r++) {
        const int at = begin + r * shape::row + lane * shape::each;
        const uint32_t lanes = __ballot_sync(~0u, bits[r] != 0), before = lanes & ((1u << lane) - 1);
        typename shape::value x[shape::each];
        int mark = last;
        if (lanes != 0) {
            const int own = at + 31 - __clz((int)bits[r]);
            const int left = __shfl_sync(~0u, own, 31 - __clz((int)(before | 1)));
            mark = before == 0 ? last : left;
            last = __shfl_sync(~0u, own, 31 - __clz((int)lanes));
        }
        if (bits[r] == 0) {
            x[0] = shared.value(max(mark, 0));
#pragma unroll
            for (int k = 1; k < shape::each; k++)
                x[k] = x[0];
        } else {
#pragma unroll
            for (int k = 0; k < shape::each; k++) {
                mark = bits[r] >> k & 1 ? at + k : mark;
                x[k] = shared.value(max(mark, 0));
            }
        }
        expand_store<SIZE>(out, x, at, first, end);
    }
}

/* By a warp: the chunk is that from from to to - 1 of the output. */
template <int SIZE, class INDEX>
__device__ inline void expand_chunk_in(const prefix__cuda_expand &e, expand_shared<SIZE> &shared, uint64_t chunk,
                                       uint64_t from, uint64_t to, uint64_t begin, uint64_t end, uint32_t skipped)
{
    using value = typename expand_shape<SIZE>::value;
    expand_lengths<INDEX> mine;
    value values[expand_rows][expand_each];
    mine.load(e, chunk);
#pragma unroll
    for (int r = 0; r < expand_rows; r++) {
        const uint64_t run = mine.run(chunk, r);
        load_some(values[r], (const value *)e.values + run, e.runs > run ? e.runs - run : 0);
    }
    if (to - from < (uint64_t)1 << 30) /* so that 32 bits do */
        expand_put<SIZE, uint32_t>(shared, mine, values, (uint32_t)(from - begin) + (1u << 31), 1u << 31,
                                   (1u << 31) + (uint32_t)(end - begin), skipped);
    else
        expand_put<SIZE, uint64_t>(shared, mine, values, from, begin, end, skipped);
}

/* Places from begin to end - 1 of the output, skipped places behind the tile's first; chunk: where begin is. */
template <int SIZE, class INDEX>
__device__ inline void expand_tile(const prefix__cuda_expand &e, const expand_ends &ends, expand_shared<SIZE> &shared,
                                   uint64_t begin, uint64_t end, uint32_t skipped, uint64_t &chunk)
{
    using shape = expand_shape<SIZE>;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int i = threadIdx.x; i < shape::elements / 16; i += expand_threads)
        ((uint4 *)shared.marks)[i] = make_uint4(0, 0, 0, 0);
    __syncthreads();
    for (bool more = true; more;) {
        /* Lane i has the end of the one before the i-th. */
        uint64_t ended = 0;
        if (lane <= expand_warps && chunk + lane > 0)
            ended = chunk + lane <= ends.chunks ? ends.end(chunk + lane - 1) : ~(uint64_t)0;
        const uint64_t from = __shfl_sync(~0u, ended, warp), to = __shfl_sync(~0u, ended, warp + 1);
        if (chunk + warp < ends.chunks && from < end && to > begin)
            expand_chunk_in<SIZE, INDEX>(e, shared, chunk + warp, from, to, begin, end, skipped);
        const uint32_t done = __ballot_sync(~0u, lane > 0 && lane <= expand_warps && ended <= end);
        const uint64_t behind = __shfl_sync(~0u, ended, expand_warps);
        more = __popc(done) == expand_warps && behind < end;
        chunk += __popc(done);
        if (more && behind == __shfl_sync(~0u, ended, 0)) /* all were empty, as others may be */
            chunk = ends.find(behind);
    }
    __syncthreads();
    uint32_t bits[shape::rows];
    int last = -1;
#pragma unroll
    for (int r = 0; r < shape::rows; r++) {
        const int at = (warp * shape::rows + r) * shape::row + lane * shape::each;
        bits[r] = heads_of_marks<shape::each>(shared.marks + at);
        last = bits[r] != 0 ? at + 31 - __clz((int)bits[r]) : last;
    }
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        last = max(last, __shfl_xor_sync(~0u, last, distance));
    if (lane == 0)
        shared.last[warp] = last;
    __syncthreads();
    last = -1;
    for (int w = 0; w < warp; w++)
        last = max(last, shared.last[w]);
    expand_rows_out<SIZE>(shared, (typename shape::value *)e.out + (int64_t)begin - skipped, bits, last, (int)skipped,
                          (int)(end - begin) + (int)skipped);
    __syncthreads();
}

template <int SIZE, class INDEX>
__device__ inline void expand_tiles(const prefix__cuda_expand &e, expand_shared<SIZE> &shared)
{
    using shape = expand_shape<SIZE>;
    const expand_ends ends(e);
    const uint64_t total = ends.end(ends.chunks - 1), length = min(total, e.capacity);
    const uint64_t skew = (uintptr_t)e.out / SIZE % shape::each, behind = length > 0 ? skew + length : 0;
    const uint64_t group = (uint64_t)e.group * shape::elements;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *e.count = total;
    for (uint64_t place = blockIdx.x * group; place < behind; place += gridDim.x * group) {
        const uint64_t group_end = min(place + group, behind);
        uint64_t chunk = ends.find(max(place, skew) - skew);
        for (uint64_t at = place; at < group_end; at += shape::elements) {
            const uint64_t begin = max(at, skew), end = min(at + shape::elements, group_end);
            expand_tile<SIZE, INDEX>(e, ends, shared, begin - skew, end - skew, (uint32_t)(begin - at), chunk);
        }
    }
}

template <int SIZE>
__global__ void __launch_bounds__(expand_threads, expand_blocks)
    expand_kernel(const __grid_constant__ prefix__cuda_expand e)
{
    __shared__ expand_shared<SIZE> shared;
    if (e.index_size == 4)
        expand_tiles<SIZE, uint32_t>(e, shared);
    else
        expand_tiles<SIZE, uint64_t>(e, shared);
}

} // namespace prefix_cuda

#endif
