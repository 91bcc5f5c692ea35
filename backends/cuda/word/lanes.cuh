/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How elements of 8, 16, 32 and 64 bits lie in a register word. The narrow ones are packed, the
 * earliest in the lowest bits, as in memory.
 *   spread(w)          the last element in every place
 *   shift(before, w)   w moved up by one element, the last of before moved in
 *   reverse(w)         the elements in the other direction
 *   keep(w, fill, k)   the first k elements of w, then fill
 *   repeat(element)    an element in every place
 */
#ifndef PREFIX_CUDA_WORD_LANES_CUH
#define PREFIX_CUDA_WORD_LANES_CUH

#include <stdint.h>

namespace prefix_cuda
{

/* As __byte_perm(), which knows of no signs: where a place's selector has 8 added, its byte's sign, 8 times. */
__device__ inline uint32_t permute_bytes(uint32_t lower, uint32_t upper, uint32_t selector)
{
    uint32_t w;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(w) : "r"(lower), "r"(upper), "r"(selector));
    return w;
}

/* Where bits are ones, those of yes, else of no. */
__device__ inline uint32_t choose_bits(uint32_t ones, uint32_t yes, uint32_t no)
{
    return (yes & ones) | (no & ~ones);
}

template <int BITS> struct lanes;

template <> struct lanes<8> {
    using word = uint32_t;
    static constexpr int elements = 4;
    static __host__ __device__ constexpr word repeat(uint32_t element)
    {
        return (element & 0xffu) * 0x01010101u;
    }
    static __device__ word spread(word w)
    {
        return __byte_perm(w, 0, 0x3333);
    }
    static __device__ word shift(word before, word w)
    {
        return __byte_perm(before, w, 0x6543);
    }
    static __device__ word reverse(word w)
    {
        return __byte_perm(w, 0, 0x0123);
    }
};

template <> struct lanes<16> {
    using word = uint32_t;
    static constexpr int elements = 2;
    static __host__ __device__ constexpr word repeat(uint32_t element)
    {
        return (element & 0xffffu) * 0x00010001u;
    }
    static __device__ word spread(word w)
    {
        return __byte_perm(w, 0, 0x3232);
    }
    static __device__ word shift(word before, word w)
    {
        return __byte_perm(before, w, 0x5432);
    }
    static __device__ word reverse(word w)
    {
        return __byte_perm(w, 0, 0x1032);
    }
};

template <class WORD> struct whole_lanes {
    using word = WORD;
    static constexpr int elements = 1;
    static __host__ __device__ constexpr word repeat(word element)
    {
        return element;
    }
    static __device__ word spread(word w)
    {
        return w;
    }
    static __device__ word shift(word before, word)
    {
        return before;
    }
    static __device__ word reverse(word w)
    {
        return w;
    }
};

template <> struct lanes<32> : whole_lanes<uint32_t> {
};

template <> struct lanes<64> : whole_lanes<uint64_t> {
};

/* In that order: done for many words by turns, it would take more registers than there are. */
template <int BITS>
__device__ inline typename lanes<BITS>::word keep(typename lanes<BITS>::word w, typename lanes<BITS>::word fill,
                                                  int count)
{
    if constexpr (BITS == 64)
        asm volatile("{\n\t.reg .pred p;\n\tsetp.gt.s32 p, %1, 0;\n\tselp.b64 %0, %0, %2, p;\n\t}"
                     : "+l"(w)
                     : "r"(count), "l"(fill));
    else if constexpr (BITS == 32)
        asm volatile("{\n\t.reg .pred p;\n\tsetp.gt.s32 p, %1, 0;\n\tselp.b32 %0, %0, %2, p;\n\t}"
                     : "+r"(w)
                     : "r"(count), "r"(fill));
    else /* shl makes 0 of what is shifted by 32 or more */
        asm volatile("{\n\t.reg .b32 bits, mask;\n\tshl.b32 mask, 0xffffffff, %1;\n\t"
                     "lop3.b32 %0, %0, %2, mask, 0xd8;\n\t}"
                     : "+r"(w)
                     : "r"(max(count, 0) * BITS), "r"(fill));
    return w;
}

} // namespace prefix_cuda

#endif
