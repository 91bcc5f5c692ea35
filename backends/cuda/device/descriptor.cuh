/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What tiles tell each other through memory. Value and tag share each 64-bit word: the tag, the
 * launch's own number, says that the value beside it belongs to this launch. So a word proves
 * itself, no fence is needed, and nothing has to be cleared between launches. A 32-bit value takes
 * one word, a 64-bit value two (its halves), each with the tag.
 */
#ifndef PREFIX_CUDA_DEVICE_DESCRIPTOR_CUH
#define PREFIX_CUDA_DEVICE_DESCRIPTOR_CUH

#include <stdint.h>

namespace prefix_cuda
{

template <class VALUE> constexpr int descriptor_words = sizeof(VALUE) / 4;

__device__ inline void publish(uint64_t *at, uint32_t value, uint32_t tag)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at), "l"((uint64_t)tag << 32 | value) : "memory");
}

__device__ inline void publish(uint64_t *at, uint64_t value, uint32_t tag)
{
    asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(at), "l"((uint64_t)tag << 32 | (uint32_t)value),
                 "l"((uint64_t)tag << 32 | value >> 32)
                 : "memory");
}

/* True, and *value set, when the descriptor has been published in this launch. */
__device__ inline bool published(const uint64_t *at, uint32_t *value, uint32_t tag)
{
    uint64_t seen;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(seen) : "l"(at) : "memory");
    *value = (uint32_t)seen;
    return seen >> 32 == tag;
}

__device__ inline bool published(const uint64_t *at, uint64_t *value, uint32_t tag)
{
    uint64_t low, high;
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(low), "=l"(high) : "l"(at) : "memory");
    *value = high << 32 | (uint32_t)low;
    return low >> 32 == tag && high >> 32 == tag;
}

} // namespace prefix_cuda

#endif
