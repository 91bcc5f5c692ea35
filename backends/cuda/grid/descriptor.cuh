/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What tiles tell each other through memory. Value and tag share each 64-bit word: the tag, the
 * launch's own number, says that the value beside it belongs to this launch. So a word proves
 * itself, no fence is needed, and nothing has to be cleared between launches. A 32-bit value takes
 * one word, a 64-bit value two (its halves), each with the tag.
 */
#ifndef PREFIX_CUDA_GRID_DESCRIPTOR_CUH
#define PREFIX_CUDA_GRID_DESCRIPTOR_CUH

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

/*
 * A descriptor as it was read. The read is predicated, not branched round, so that all of a lane's
 * reads are on their way before the first is looked at.
 */
template <class VALUE> struct reading;

template <> struct reading<uint32_t> {
    uint64_t seen = 0;
    __device__ void read(const uint64_t *at, bool wanted)
    {
        asm volatile("{\n\t.reg .pred p;\n\t"
                     "setp.ne.u32 p, %2, 0;\n\t"
                     "@p ld.relaxed.gpu.global.u64 %0, [%1];\n\t}"
                     : "+l"(seen)
                     : "l"(at), "r"((uint32_t)wanted)
                     : "memory");
    }
    /* Whether it has been published in this launch. */
    __device__ bool published(uint32_t tag) const
    {
        return seen >> 32 == tag;
    }
    __device__ uint32_t value() const
    {
        return (uint32_t)seen;
    }
};

template <> struct reading<uint64_t> {
    uint64_t low = 0, high = 0;
    __device__ void read(const uint64_t *at, bool wanted)
    {
        asm volatile("{\n\t.reg .pred p;\n\t"
                     "setp.ne.u32 p, %3, 0;\n\t"
                     "@p ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];\n\t}"
                     : "+l"(low), "+l"(high)
                     : "l"(at), "r"((uint32_t)wanted)
                     : "memory");
    }
    __device__ bool published(uint32_t tag) const
    {
        return low >> 32 == tag && high >> 32 == tag;
    }
    __device__ uint64_t value() const
    {
        return high << 32 | (uint32_t)low;
    }
};

/*
 * One reading of all that is missing, a bit of each lane for each of COUNT, at(k) being where it lies. What has been
 * published is no longer missing, and found(k) is called. All that tiles wait for is read like this, round after round.
 */
template <class READING, int COUNT, class AT, class PUBLISHED, class FOUND>
__device__ inline void poll(READING (&seen)[COUNT], uint32_t &missing, AT at, PUBLISHED published, FOUND found)
{
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        seen[k].read(at(k), missing >> k & 1);
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        if (missing >> k & 1 && published(seen[k])) {
            missing &= ~(1u << k);
            found(k);
        }
    }
}

/* The same until nothing is missing. */
template <class READING, int COUNT, class AT>
__device__ inline void poll_all(READING (&seen)[COUNT], uint32_t missing, uint32_t tag, AT at)
{
    while (__any_sync(~0u, missing))
        poll(
            seen, missing, at, [=](const READING &r) { return r.published(tag); }, [](int) {});
}

/* Those of COUNT neighbours, read at once. */
template <class VALUE, int COUNT> struct reading_of_some;

template <class VALUE> struct reading_of_some<VALUE, 1> : reading<VALUE> {
    __device__ VALUE value(int) const
    {
        return reading<VALUE>::value();
    }
};

template <> struct reading_of_some<uint32_t, 2> : reading<uint64_t> {
    __device__ uint32_t value(int which) const
    {
        return (uint32_t)(which ? high : low);
    }
};

} // namespace prefix_cuda

#endif
