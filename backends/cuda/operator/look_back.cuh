/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Look-back for elements of any size, in groups as in grid/look_back.cuh. Each word of a descriptor has its own tag, as
 * in grid/descriptor.cuh, and is written once in a launch: so words prove themselves, and no fence is needed.
 */
#ifndef PREFIX_CUDA_OPERATOR_LOOK_BACK_CUH
#define PREFIX_CUDA_OPERATOR_LOOK_BACK_CUH

#include "grid/claim.cuh"
#include "operator/shape.cuh"

namespace prefix_cuda
{

/* What a part of the array comes to; open: no segment begins in it. */
template <class T> struct operator_part {
    T value;
    bool open;
};

/* What stands before something, if anything does. */
template <class T> struct operator_before {
    T value;
    bool is_there;
};

/* What stands behind a part; first: what stands before each segment. */
template <class OP, class T>
__device__ inline T behind_part(const operator_before<T> &before, const operator_before<T> &first,
                                const operator_part<T> &part, const void *state)
{
    const bool some = part.open ? before.is_there : first.is_there;
    return some ? OP::combine(part.open ? before.value : first.value, part.value, state) : part.value;
}

/* CUT: there are segments, and the last word tells whether the part is open. */
template <class T, bool CUT> struct operator_descriptor {
    static constexpr int words = operator_shape<T>::words + CUT;
    uint64_t seen[words];

    static __device__ void publish(uint64_t *at, const operator_part<T> &part, uint32_t tag)
    {
        const operator_words<T> value = words_of(part.value);
#pragma unroll
        for (int i = 0; i < words; i++) {
            const uint32_t word = i < operator_shape<T>::words ? value.w[i] : (uint32_t)part.open;
            asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at + i), "l"((uint64_t)tag << 32 | word)
                         : "memory");
        }
    }
    __device__ void read(const uint64_t *at)
    {
#pragma unroll
        for (int i = 0; i < words; i++)
            asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(seen[i]) : "l"(at + i) : "memory");
    }
    __device__ bool published(uint32_t tag) const
    {
        bool all = true;
#pragma unroll
        for (int i = 0; i < words; i++)
            all &= seen[i] >> 32 == tag;
        return all;
    }
    __device__ T value() const
    {
        operator_words<T> value;
#pragma unroll
        for (int i = 0; i < operator_shape<T>::words; i++)
            value.w[i] = (uint32_t)seen[i];
        return element_of<T>(value);
    }
    __device__ bool open() const
    {
        return !CUT || (uint32_t)seen[words - 1] != 0;
    }
};

/* The aggregates of the tiles before one in its group. */
template <class T> struct operator_window {
    static constexpr int group = PREFIX__CUDA_OPERATOR_GROUP(sizeof(T));
    T values[group];
    uint8_t open[group];
};

/* Reads several at once, as the way takes long. */
template <class T, bool CUT>
__device__ inline void await_window(operator_window<T> &window, const uint64_t *aggregates, int count, uint32_t tag)
{
    constexpr int at_once = sizeof(T) <= 16 ? 4 : 1;
    using descriptor = operator_descriptor<T, CUT>;
    for (int first = (int)(threadIdx.x & 31); first < count; first += 32 * at_once) {
        descriptor d[at_once];
        bool all;
        do {
            all = true;
#pragma unroll
            for (int k = 0; k < at_once; k++)
                if (first + 32 * k < count)
                    d[k].read(aggregates + (first + 32 * k) * descriptor::words);
#pragma unroll
            for (int k = 0; k < at_once; k++)
                all &= first + 32 * k >= count || d[k].published(tag);
        } while (!all);
#pragma unroll
        for (int k = 0; k < at_once; k++) {
            if (first + 32 * k < count) {
                window.values[first + 32 * k] = d[k].value();
                window.open[first + 32 * k] = d[k].open();
            }
        }
    }
}

/* From place i on, in steps, whose loads go ahead of the chain; then the rest in smaller steps. */
template <int STEP, class OP, class T, bool CUT>
__device__ inline void fold_steps(operator_before<T> &before, const operator_before<T> &first,
                                  const operator_window<T> &window, int i, int count, const void *state)
{
#pragma unroll 1
    for (; i + STEP <= count; i += STEP) {
        operator_part<T> parts[STEP];
#pragma unroll
        for (int k = 0; k < STEP; k++)
            parts[k] = {window.values[i + k], !CUT || window.open[i + k]};
#pragma unroll
        for (int k = 0; k < STEP; k++)
            before.value = CUT ? behind_part<OP>(before, first, parts[k], state)
                               : OP::combine(before.value, parts[k].value, state);
    }
    if constexpr (STEP > 1)
        fold_steps<STEP / 2, OP, T, CUT>(before, first, window, i, count, state);
}

/* Left to right, all lanes the same. */
template <class OP, class T, bool CUT>
__device__ inline operator_before<T> fold_window(operator_before<T> before, const operator_before<T> &first,
                                                 const operator_window<T> &window, int count, const void *state)
{
    constexpr int step = sizeof(T) > 32 ? 1 : sizeof(T) > 16 ? 2 : sizeof(T) > 8 ? 8 : 16;
    int i = 0;
    if (!before.is_there && count > 0) {
        before = {behind_part<OP>(before, first, {window.values[0], !CUT || window.open[0]}, state), true};
        i = 1;
    }
    fold_steps<step, OP, T, CUT>(before, first, window, i, count, state);
    return before;
}

/* Where the descriptors of tiles lie, and behind them those of groups. */
template <class T, bool CUT> __device__ inline uint64_t *aggregate_at(const prefix__cuda_operator &p, uint64_t tile)
{
    return p.scan.workspace + PREFIX__CUDA_HEADER_WORDS + tile * operator_descriptor<T, CUT>::words;
}

template <class T, bool CUT> __device__ inline uint64_t *prefix_at(const prefix__cuda_operator &p, uint64_t group)
{
    return aggregate_at<T, CUT>(p, p.scan.tiles + group);
}

template <class T, bool CUT>
__device__ inline void publish_aggregate(const prefix__cuda_operator &p, claim mine, const operator_part<T> &part)
{
    operator_descriptor<T, CUT>::publish(aggregate_at<T, CUT>(p, mine.tile), part, mine.tag);
}

/* Of all up to a tile, if it is the last of its group. */
template <class T, bool CUT>
__device__ inline void publish_prefix(const prefix__cuda_operator &p, claim mine, const operator_part<T> &prefix)
{
    constexpr uint32_t length = operator_window<T>::group;
    const uint64_t group = mine.tile / length;
    if (mine.tile % length == length - 1)
        operator_descriptor<T, CUT>::publish(prefix_at<T, CUT>(p, group), prefix, mine.tag);
}

/* One warp calls it, and gets what stands before the tile, in every lane. */
template <class OP, class T, bool CUT>
__device__ inline operator_before<T> operator_look_back(const prefix__cuda_operator &p, claim mine,
                                                        const operator_before<T> &first, operator_window<T> &window,
                                                        const void *state)
{
    constexpr uint32_t length = operator_window<T>::group;
    const int count = (int)(mine.tile % length);
    const uint64_t group = mine.tile / length;
    await_window<T, CUT>(window, aggregate_at<T, CUT>(p, group * length), count, mine.tag);
    operator_before<T> before = first;
    if (group > 0) {
        operator_descriptor<T, CUT> prefix;
        do
            prefix.read(prefix_at<T, CUT>(p, group - 1));
        while (!prefix.published(mine.tag));
        before = {prefix.value(), true};
    }
    __syncwarp();
    return fold_window<OP, T, CUT>(before, first, window, count, state);
}

} // namespace prefix_cuda

#endif
