/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where runs begin and end among the elements of a warp that reduces by key, as it has them in registers: ROWS
 * rows of 32 lanes' COUNT neighbours. Bit r * COUNT + k of a lane is that of its k-th element of row r.
 */
#ifndef PREFIX_CUDA_SEGMENTS_RUN_HEADS_CUH
#define PREFIX_CUDA_SEGMENTS_RUN_HEADS_CUH

#include "word/packet.cuh"
#include "word/types.cuh"
#include "warp/heads.cuh"

namespace prefix_cuda
{

/* Calls act with keys of their type. */
template <class ACT> __device__ inline void with_keys(const prefix__cuda_segmented &s, ACT act)
{
    switch (s.head_size) {
    case 1:
        return act((const uint8_t *)s.heads);
    case 2:
        return act((const uint16_t *)s.heads);
    case 4:
        return act((const uint32_t *)s.heads);
    case 8:
        return act((const uint64_t *)s.heads);
    default:
        return act((const key_pair *)s.heads);
    }
}

template <int ROWS, int COUNT> struct runs_bits {
    static constexpr uint32_t row = (1u << COUNT) - 1; /* of a row's elements */

    /* Bits of elements that exist: left is how many do from the lane's first on. */
    static __device__ uint32_t existing(int64_t left)
    {
        uint32_t bits = 0;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const int64_t here = left - r * 32 * COUNT;
            bits |= (here >= COUNT ? row : here > 0 ? (1u << here) - 1 : 0) << (r * COUNT);
        }
        return bits;
    }

    /* A lane's keys of a row. */
    template <class KEY> struct keys_of_row {
        static constexpr int all = COUNT * sizeof(KEY), bytes = all > 16 ? 16 : all, pieces = all / bytes;
        union {
            packet<bytes> p[pieces];
            KEY key[COUNT];
        };
        __device__ void load(const KEY *from)
        {
#pragma unroll
            for (int k = 0; k < pieces; k++)
                p[k] = load_packet<bytes>((const char *)from + k * bytes);
        }
        __device__ void load_some(const KEY *from, int64_t left)
        {
#pragma unroll
            for (int k = 0; k < COUNT; k++)
                key[k] = k < left ? from[k] : KEY{};
        }
        /* before: the key before the row; becomes its last, in lane 31. */
        template <class DIFFER> __device__ uint32_t heads(KEY &before, DIFFER differ) const
        {
            const int lane = threadIdx.x & 31;
            KEY last = key_from_lane(lane == 31 ? before : key[COUNT - 1], (lane + 31) & 31);
            uint32_t bits = 0;
            before = key[COUNT - 1];
#pragma unroll
            for (int k = 0; k < COUNT; k++) {
                bits |= (differ(key[k], last) ? 1u : 0) << k;
                last = key[k];
            }
            return bits;
        }
    };

    /*
     * first: the place of the lane's first element; all the warp's are in the array if full. Some rows are on
     * their way at once: as many as there are registers for.
     */
    template <class KEY, class DIFFER>
    static __device__ uint32_t heads(const KEY *keys, uint64_t first, uint64_t n, bool full, DIFFER differ)
    {
        constexpr int some = sizeof(KEY) * COUNT <= 16 ? ROWS : 1;
        const bool whole = full && (uintptr_t)keys % keys_of_row<KEY>::bytes == 0;
        const int lane = threadIdx.x & 31;
        const uint64_t begin = first - lane * COUNT;
        KEY before = {};
        if (lane == 31 && begin > 0 && begin <= n)
            before = keys[begin - 1];
        uint32_t bits = 0;
#pragma unroll 1
        for (int r = 0; r < ROWS; r += some) {
            keys_of_row<KEY> own[some];
            const uint64_t at = first + r * 32 * COUNT;
            if (whole) {
#pragma unroll
                for (int i = 0; i < some; i++)
                    own[i].load(keys + at + i * 32 * COUNT);
            } else {
#pragma unroll
                for (int i = 0; i < some; i++)
                    own[i].load_some(keys + at + i * 32 * COUNT, (int64_t)(n - at) - i * 32 * COUNT);
            }
#pragma unroll
            for (int i = 0; i < some; i++)
                bits |= own[i].heads(before, differ) << ((r + i) * COUNT);
        }
        if (!full)
            bits &= existing((int64_t)(n - first));
        return first == 0 ? bits | 1 : bits;
    }

    static __device__ uint32_t heads(const prefix__cuda_segmented &s, uint64_t first, bool full)
    {
        uint32_t bits = 0;
        with_keys(s, [&](auto *keys) {
            using key = typename target_of<decltype(keys)>::type;
            if constexpr (sizeof(key) <= 8)
                bits = with_keys_differ((key)s.mask, (key)s.range,
                                        [&](auto differ) { return heads(keys, first, s.scan.n, full, differ); });
            else
                bits = heads(keys, first, s.scan.n, full, [&](key x, key y) { return keys_differ(x, y, s); });
        });
        return bits;
    }
};

} // namespace prefix_cuda

#endif
