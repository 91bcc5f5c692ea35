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

template <class T> struct operator_descriptor {
    static constexpr int words = operator_shape<T>::words + 1; /* the last: whether it is open */

    static __device__ void publish(uint64_t *at, const operator_part<T> &part, uint32_t tag)
    {
        const operator_words<T> value = words_of(part.value);
#pragma unroll
        for (int i = 0; i < words; i++) {
            const uint32_t word = i < words - 1 ? value.w[i] : (uint32_t)part.open;
            asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at + i), "l"((uint64_t)tag << 32 | word)
                         : "memory");
        }
    }
    /* Waits for it. */
    static __device__ operator_part<T> await(const uint64_t *at, uint32_t tag)
    {
        operator_words<T> value;
        uint64_t seen[words];
        bool published;
        do {
            published = true;
#pragma unroll
            for (int i = 0; i < words; i++)
                asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(seen[i]) : "l"(at + i) : "memory");
#pragma unroll
            for (int i = 0; i < words; i++)
                published &= seen[i] >> 32 == tag;
        } while (!published);
#pragma unroll
        for (int i = 0; i < words - 1; i++)
            value.w[i] = (uint32_t)seen[i];
        return {element_of<T>(value), (uint32_t)seen[words - 1] != 0};
    }
};

/* What stands before something, if anything does. */
template <class T> struct operator_before {
    T value;
    bool is_there;
};

/* What stands behind a part; first: what stands before each segment. */
template <class OP, class T>
__device__ inline operator_before<T> behind_part(const operator_before<T> &before, const operator_before<T> &first,
                                                 const operator_part<T> &part, const void *state)
{
    const bool some = part.open ? before.is_there : first.is_there;
    return {some ? OP::combine(part.open ? before.value : first.value, part.value, state) : part.value, true};
}

template <class T> struct operator_window {
    T values[PREFIX__CUDA_GROUP];
    uint8_t open[PREFIX__CUDA_GROUP];
};

/* One warp calls it, with the tile's aggregate, and gets what stands before the tile, both in every lane. */
template <class OP, class T>
__device__ inline operator_before<T>
operator_look_back(const prefix__cuda_operator &p, claim mine, const operator_part<T> &aggregate,
                   const operator_before<T> &first, operator_window<T> &window, const void *state)
{
    using descriptor = operator_descriptor<T>;
    constexpr int words = descriptor::words;
    uint64_t *aggregates = p.scan.workspace + PREFIX__CUDA_HEADER_WORDS;
    uint64_t *prefixes = aggregates + p.scan.tiles * words;
    const int lane = threadIdx.x & 31, before = (int)(mine.tile % PREFIX__CUDA_GROUP);
    const uint64_t group = mine.tile / PREFIX__CUDA_GROUP;
    if (lane == 0)
        descriptor::publish(aggregates + (uint64_t)mine.tile * words, aggregate, mine.tag);
    for (int i = lane; i < before; i += 32) {
        const operator_part<T> part =
            descriptor::await(aggregates + (group * PREFIX__CUDA_GROUP + i) * words, mine.tag);
        window.values[i] = part.value;
        window.open[i] = part.open;
    }
    operator_before<T> result = first;
    if (group > 0)
        result = {descriptor::await(prefixes + (group - 1) * words, mine.tag).value, true};
    __syncwarp();
#pragma unroll 4
    for (int i = 0; i < before; i++)
        result = behind_part<OP, T>(result, first, {window.values[i], window.open[i] != 0}, state);
    if (before == PREFIX__CUDA_GROUP - 1 && lane == 0)
        descriptor::publish(prefixes + group * words, {behind_part<OP, T>(result, first, aggregate, state).value, true},
                            mine.tag);
    return result;
}

} // namespace prefix_cuda

#endif
