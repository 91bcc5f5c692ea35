/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a block of totals.cuh does where any order will do, but an operator cannot be undone: a lane combines all that
 * the tile has of a segment, out of shared memory, where elements are as memory has them. Nothing is marked, listed or
 * scanned. Where segments are few, a team of lanes takes each; of a few long ones among others, warps take one after
 * the other. On an H200, maxima of 2^27 u8 in segments of 1, 4 and 40 take 233, 83 and 56 us, those of i16 278, 129 and
 * 84; where rows were scanned behind marks, 368, 160 and 69, and 388, 177 and 98.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_LANES_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_LANES_CUH

#include "reduce_by_offset/floats.cuh"
#include "reduce_by_offset/shares.cuh"

namespace prefix_cuda
{

template <class OP, bool PLAIN, int TILE_ROWS> struct totals_lanes : totals_shares<OP, PLAIN, TILE_ROWS, 5> {
    using base = totals_shares<OP, PLAIN, TILE_ROWS, 5>;
    using base::begin, base::behind, base::end, base::first, base::last, base::left, base::offsets_here, base::shared,
        base::some, base::stage, base::t, base::tile;
    using base::offsets, base::place_of;
    using typename base::word;
    using how_elements = totals_elements<OP, PLAIN>;
    using value = typename how_elements::value;
    using element = typename element_of<word_bytes<OP>>::type;
    static constexpr int count = how_elements::count; /* elements of a packet of 16 bytes */
    static constexpr int short_most = 8;              /* elements that are taken one by one */
    static constexpr int part = base::elements / totals_warps;

    how_elements how;

    __device__ totals_lanes(const prefix__cuda_segment_totals &totals, totals_shared<OP> &s, char *memory)
        : base(totals, s, memory), how(totals.segmented)
    {
    }
    /*
     * Elements from BEGIN to END - 1 of those that lie at some places. All are loaded, at once, also what lies behind
     * them, or behind the tile.
     */
    template <int BEGIN, int END, int EACH>
    __device__ void add_elements(value (&v)[EACH], const element *const (&at)[EACH], const int (&lengths)[EACH]) const
    {
        value x[EACH][END - BEGIN];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
#pragma unroll
            for (int k = BEGIN; k < END; k++)
                x[e][k - BEGIN] = how.element(at[e][k]);
        }
#pragma unroll
        for (int e = 0; e < EACH; e++) {
#pragma unroll
            for (int k = BEGIN; k < END; k++)
                how.combine_where(lengths[e] > k, x[e][k - BEGIN], v[e]);
        }
    }
    /*
     * Of elements of one byte, in so many words, which are loaded where they are aligned: on an H200, maxima of 2^27 u8
     * in segments of up to 8, half of them empty, take 148 us, and one by one 164.
     */
    template <int WORDS, int EACH>
    __device__ void total_words(value (&v)[EACH], const uint32_t (&from)[EACH], const int (&lengths)[EACH]) const
    {
        uint32_t w[EACH][WORDS + 1];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
#pragma unroll
            for (int i = 0; i <= WORDS; i++)
                w[e][i] = ((const uint32_t *)stage)[from[e] / 4 + i];
        }
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            uint32_t own[WORDS];
#pragma unroll
            for (int i = 0; i < WORDS; i++)
                own[i] = __funnelshift_r(w[e][i], w[e][i + 1], from[e] * 8);
            v[e] = how.total_of_first(own, lengths[e]);
        }
    }
    /* What the tile has between two of its places, and others that are no more apart than most. */
    template <int EACH>
    __device__ void total_shorts(value (&v)[EACH], const uint32_t (&from)[EACH], const uint32_t (&to)[EACH],
                                 int most) const
    {
        const element *at[EACH];
        int lengths[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            at[e] = (const element *)stage + from[e];
            lengths[e] = (int)(to[e] - from[e]);
            v[e] = how.neutral;
        }
        if constexpr (word_bytes<OP> == 1) {
            if (most <= 1)
                add_elements<0, 1>(v, at, lengths);
            else if (most <= 4)
                total_words<1>(v, from, lengths);
            else
                total_words<2>(v, from, lengths);
        } else {
            add_elements<0, 1>(v, at, lengths);
            if (most > 1)
                add_elements<1, 4>(v, at, lengths);
            if (most > 4)
                add_elements<4, short_most>(v, at, lengths);
        }
    }
    /* Of each step-th packet, from one on. */
    __device__ value total_of_packets(uint32_t from, uint32_t to, uint32_t packet, uint32_t step) const
    {
        constexpr uint32_t all = (1u << count) - 1;
        const uint32_t first_packet = from / count, end_packet = (to + count - 1) / count;
        const uint32_t of_first = all << from % count, of_last = all >> (0 - to) % count;
        value v = how.neutral;
#pragma unroll 1
        for (; packet < end_packet; packet += step) {
            const uint32_t which =
                (packet == first_packet ? of_first & all : all) & (packet + 1 == end_packet ? of_last : all);
            v = how.combine(v, how.total(load_packet<16>(stage + packet * 16), which));
        }
        return v;
    }
    /* By a warp. */
    __device__ value total_of_long(uint32_t from, uint32_t to) const
    {
        return how.of_warp(total_of_packets(from, to, from / count + (threadIdx.x & 31), 32));
    }
    /* By a warp, of a segment for each of its first lanes, by a team of so many. */
    __device__ value total_of_team(uint32_t from, uint32_t to, int team) const
    {
        const int lane = threadIdx.x & 31, whose = lane / team;
        from = __shfl_sync(~0u, from, whose);
        to = __shfl_sync(~0u, to, whose);
        value v = total_of_packets(from, to, from / count + lane % team, team);
#pragma unroll 1
        for (int distance = 1; distance < team; distance *= 2)
            v = how.combine(v, __shfl_xor_sync(~0u, v, distance));
        return __shfl_sync(~0u, v, lane * team & 31);
    }
    /* By a warp, of a segment for each of its first lanes; where these are few, a power of two of lanes takes each. */
    __device__ value total_of_any(uint32_t from, uint32_t to, uint32_t segments) const
    {
        const int length = (int)(to - from), lane = threadIdx.x & 31, team = 1 << (__clz((int)segments - 1) - 27);
        const int packets_of_long = team == 1 ? 3 : 5; /* that take a lane no more than a long segment takes the warp */
        uint32_t longs = __ballot_sync(~0u, length > short_most);
        const uint32_t packets = largest_of_lanes(length > 0 ? (to - 1) / count - from / count + 1 : 0);
        if ((int)packets <= packets_of_long * team * __popc(longs)) {
            const uint32_t end = length > 0 ? to : 0;
            return team == 1 ? total_of_packets(from, end, from / count, 1) : total_of_team(from, end, team);
        }
        const uint32_t starts[1] = {from}, ends[1] = {length > short_most ? from : to};
        value v[1];
        total_shorts(v, starts, ends, short_most);
#pragma unroll 1
        for (; longs != 0; longs &= longs - 1) {
            const int whose = __ffs((int)longs) - 1;
            const value total = total_of_long(__shfl_sync(~0u, from, whose), __shfl_sync(~0u, to, whose));
            v[0] = lane == whose ? total : v[0];
        }
        return v[0];
    }
    /* Of the segment that ends with the k-th offset of all. leads: it began before the tile, or there is none. */
    __device__ void store(uint64_t k, value v, value start, bool leads) const
    {
        if (!leads)
            store_total(t.segmented.scan.out, k - 1, t.segmented.out_size, how.result(how.combine(start, v)));
        else if (first > 0)
            ((word *)t.leads)[tile] = how.word_of(v);
    }
    /* before: where the first of these begins; becomes that of the next. */
    template <bool ALL, int EACH>
    __device__ void store_some(const uint32_t (&ends)[EACH], uint32_t j, uint32_t &before, value start) const
    {
        const uint32_t lane = threadIdx.x & 31;
        const bool leads = j + lane == 0 && shared.skips;
        const uint64_t own = first + j + lane;
        uint32_t from[EACH], to[EACH];
        int most = 0;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const uint32_t place = place_of(ends[e]), other = __shfl_sync(~0u, place, (lane + 31) & 31);
            from[e] = lane == 0 ? before : other;
            to[e] = ALL || j + e * 32 + lane < behind ? place : from[e];
            before = other; /* in the first lane, which alone looks at it */
            most = max(most, (int)(to[e] - from[e]));
        }
        most = (int)largest_of_lanes((uint32_t)most);
        if (most <= short_most) {
            value v[EACH];
            total_shorts(v, from, to, most);
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                if (ALL || j + e * 32 + lane < behind)
                    store(own + e * 32, v[e], start, e == 0 && leads);
            }
            return;
        }
#pragma unroll 1
        for (int e = 0; e < EACH && (ALL || j + e * 32 < behind); e++) {
            const value v = total_of_any(from[0], to[0], ALL ? 32 : min(behind - j - e * 32, 32u));
            if (ALL || j + e * 32 + lane < behind)
                store(own + e * 32, v, start, e == 0 && leads);
#pragma unroll
            for (int i = 1; i < EACH; i++) /* arrays in registers have no place that is known only then */
                from[i - 1] = from[i], to[i - 1] = to[i];
        }
    }
    __device__ void store_all() const
    {
        if (some >= behind)
            return;
        const value start = how.start();
        uint32_t before = some > 0 ? place_of(left) : 0;
        const auto act = [&](const auto &ends, uint32_t j, auto all) {
            store_some<decltype(all)::value>(ends, j, before, start);
        };
        /*
         * Of few elements each, more segments at once: on an H200, maxima of 2^27 u8 in segments of 1 take 235 us, and
         * 262 by four of them; but those of 7 take 79 by eight, and 75. Wider elements are no faster so.
         */
        if (word_bytes<OP> == 1 && TILE_ROWS == dense_totals_rows && offsets_here > base::elements / 6)
            this->template each_share<8>(act);
        else
            this->template each_share<4>(act);
    }
    /* The same where many offsets are equal. */
    __device__ void store_crowded()
    {
        const value start = how.start();
        this->each_crowded([&](uint64_t k, bool counts) {
            if (!__any_sync(~0u, counts))
                return;
            const uint32_t to = counts ? place_of(offsets().low(k)) : 0;
            const value v = total_of_any(counts && k > first ? place_of(offsets().low(k - 1)) : 0, to, 32);
            if (counts)
                store(k, v, start, k == first && shared.skips);
        });
    }
    /* What the tile comes to behind its last offset: by the last warp, which has no more of these than others. */
    __device__ void publish_rest()
    {
        const uint32_t warp = threadIdx.x >> 5, lane = threadIdx.x & 31, all = (uint32_t)(end - begin);
        value v;
        if (offsets_here > 0) {
            if (warp < totals_warps - 1)
                return;
            v = total_of_long(place_of(__shfl_sync(~0u, last, 0)), all);
        } else {
            const value mine = total_of_long(min(warp * part, all), min((warp + 1) * part, all));
            if (lane == 0)
                shared.rows[warp] = (word)mine;
            __syncthreads();
            if (warp < totals_warps - 1)
                return;
            v = how.of_warp(lane < totals_warps ? (value)shared.rows[lane] : how.neutral);
        }
        if (lane == 0)
            publish(cut_aggregate<OP>(t.segmented.scan.workspace, (uint32_t)tile), how.word_of(v),
                    totals_tag + (offsets_here > 0 || this->begins()));
    }
};

template <class OP, bool PLAIN, int TILE_ROWS>
__device__ inline void reduce_by_lanes(const prefix__cuda_segment_totals &t, totals_shared<OP> &shared, char *memory)
{
    totals_lanes<OP, PLAIN, TILE_ROWS> mine(t, shared, memory);
    mine.bring();
    await_previous();
    mine.find_offsets();
    if (threadIdx.x == 0)
        shared.skips = mine.first == 0 || !mine.begins();
    __syncthreads();
    barrier_wait(&shared.full, 0);
    if constexpr (!PLAIN && !is_floats<OP>) {
        mine.widen();
        __syncthreads();
    }
    mine.publish_rest();
    if (mine.crowded())
        mine.store_crowded();
    else
        mine.store_all();
}

} // namespace prefix_cuda

#endif
