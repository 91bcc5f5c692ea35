/* SPDX-License-Identifier: BSD-3-Clause */
/* What a warp has of a tile of segments: rows, and where segments begin in them. */
#ifndef PREFIX_CUDA_SEGMENTS_PART_CUH
#define PREFIX_CUDA_SEGMENTS_PART_CUH

#include "block/cut_carries.cuh"
#include "block/offsets.cuh"
#include "block/tile_store.cuh"
#include "warp/cut_scan.cuh"
#include "warp/heads.cuh"
#include "warp/row_scan.cuh"
#include "grid/fold.cuh"
#include "word/tile_shape.cuh"

namespace prefix_cuda
{

constexpr int segmented_warps = 16; /* of a block that takes a tile */

/* A plain one, as promised() of scan.cuh has it. */
template <class OP, bool PLAIN>
__device__ inline prefix__cuda_segmented promised_segments(const prefix__cuda_segmented &given)
{
    prefix__cuda_segmented s = given;
    if constexpr (PLAIN) {
        s.scan.in = __builtin_assume_aligned(s.scan.in, 16);
        s.scan.out = __builtin_assume_aligned(s.scan.out, 16);
        s.scan.in_size = s.out_size = sizeof(typename OP::word);
        s.scan.convert = PREFIX__CUDA_CONVERT_NONE;
        s.scan.map = PREFIX__CUDA_MAP_NONE;
        s.scan.round = PREFIX__CUDA_ROUND_NONE;
        s.scan.reverse = false;
    }
    return s;
}

/* By keys of as many bytes as words have, which are equal if their bits are. */
template <class OP> __device__ inline void promise_keys(prefix__cuda_segmented &s)
{
    s.form = PREFIX_HEADS_KEYS;
    s.head_size = sizeof(typename OP::word);
    s.mask = s.range = ~(uint64_t)0;
}

/* A result in the carry type, of elements that are taken as they are, but for inverted bits. */
template <class OP>
__device__ inline typename OP::word plain_result(typename OP::carry c, const prefix__cuda_segmented &s)
{
    if constexpr (OP::flips)
        return c ^ (typename OP::word)s.scan.flip;
    else
        return narrow<OP>(c);
}

/* From the carry type to the output, where that is plain_result(). */
template <class OP> struct plain_finish {
    const prefix__cuda_segmented &s;
    /* Whether results behind an init that is no wider than a word can be made in words; and what becomes of those. */
    __device__ bool in_words(typename OP::carry) const
    {
        return true;
    }
    __device__ typename OP::word of_word(typename OP::word w) const
    {
        return w;
    }
    __device__ typename OP::word operator()(typename OP::carry c) const
    {
        return plain_result<OP>(c, s);
    }
};

/* Has a value made where this is called, and not where it is wanted. */
__device__ inline void made_now(uint32_t &value)
{
    asm volatile("" : "+r"(value));
}

__device__ inline void made_now(uint64_t &value)
{
    asm volatile("" : "+l"(value));
}

/* A warp's rows. */
template <class OP, int ROWS> struct cut_part {
    using word = typename OP::word;
    using carry = typename OP::carry;
    static constexpr int rows = ROWS, count = tile_shape<OP>::lane_words;
    word x[ROWS][count], last[ROWS];
    uint32_t heads;       /* count bits for each row, the first the lowest, */
    uint32_t lanes[ROWS]; /* and lanes that have any */

    __device__ uint32_t own(int r) const
    {
        return heads >> (r * count) & ((1u << count) - 1);
    }
    __device__ cut_row<count> row(int r) const
    {
        return cut_row<count>(own(r), lanes[r]);
    }
    __device__ void set_heads(uint32_t words)
    {
        heads = 0;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            heads |= heads_of_lane<count>(words, r * count) << (r * count);
    }
    __device__ void set_heads(const uint8_t *marks)
    {
        heads = 0;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            heads |= heads_of_marks<count>(marks + (r * 32 + (threadIdx.x & 31)) * count) << (r * count);
    }
    /* Lanes tell each other where segments begin. */
    __device__ void look()
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            lanes[r] = cut_row<count>(own(r)).lanes;
    }
    /* Bit r is set when one does in row r. */
    __device__ uint32_t begins() const
    {
        return rows_begun<ROWS, count>(heads);
    }
    __device__ void scan()
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            scan_cut_row<OP>(x[r], last[r], row(r));
        asm volatile("" : "+r"(heads)); /* whose predicates are sooner made again than kept */
    }
    /* The same; begins: as begins() says. */
    __device__ void scan(uint32_t begins)
    {
        if (OP::ordered && begins == 0)
            row_scan<OP>(x, last);
        else
            scan();
    }
    /* In lane 31: what is behind the last head, begins being those of rows. */
    __device__ word behind(uint32_t begins) const
    {
        word sum = last[0];
#pragma unroll
        for (int r = 1; r < ROWS; r++)
            sum = begins >> r & 1 ? last[r] : OP::combine(sum, last[r]);
        return sum;
    }
    __device__ void keep_results(word *to) const
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            store_packet((char *)(to + (r * 32 + (threadIdx.x & 31)) * count), pack<OP>(x[r]));
    }
    /* Ordered results if nothing of them has to be wide: see enter_begun_row(). begun: in the tile before the part. */
    template <class FINISH>
    __device__ bool enter_begun(const word *before, carry init, bool begun, bool exclusive, FINISH finish)
    {
        if constexpr (OP::ordered) {
            if (begun && OP::widen(narrow<OP>(init)) == init && finish.in_words(init)) {
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    enter_begun_row<OP>(x[r], row(r), before[r], narrow<OP>(init), exclusive);
                for_words(x, [=](word w) { return finish.of_word(w); });
                return true;
            }
        }
        return false;
    }
    template <class FINISH>
    __device__ void enter(const word *before, carry tile, carry init, bool begun, bool exclusive, FINISH finish)
    {
        if (enter_begun(before, init, begun, exclusive, finish))
            return;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const cut_row<count> mine = row(r);
            enter_cut_row<OP>(x[r], last[r], mine, before[r], begun ? init : tile, init, exclusive, finish);
            begun |= mine.begins();
        }
    }
    /* The same in two steps, the first of which needs nothing that stands before the tile: results but for that, */
    struct prepared {
        carry x[ROWS][count];
        uint32_t open; /* bits of those that lack it, as heads has them */
    };
    __device__ prepared prepare(const word *before, carry init, bool begun, bool exclusive)
    {
        prepared p;
        p.open = 0;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const cut_row<count> mine = row(r);
            prepare_cut_row<OP>(p.x[r], x[r], last[r], mine, before[r], begun, init, exclusive);
#pragma unroll
            for (int k = 0; k < count; k++)
                made_now(p.x[r][k]);
            p.open |= (begun ? 0 : (1u << mine.open()) - 1) << (r * count);
            begun |= mine.begins();
        }
        return p;
    }
    /* and with it. */
    template <class FINISH> __device__ void enter_tile(const prepared &p, carry tile, carry init, FINISH finish)
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
#pragma unroll
            for (int k = 0; k < count; k++) {
                const bool open = p.open >> (r * count + k) & 1;
                if constexpr (OP::ordered)
                    x[r][k] = finish(OP::join(open ? tile : init, p.x[r][k]));
                else
                    x[r][k] = finish(open ? OP::join(tile, p.x[r][k]) : p.x[r][k]);
            }
        }
    }
};

} // namespace prefix_cuda

#endif
