/* SPDX-License-Identifier: BSD-3-Clause */
/* The code of a key, as struct prefix_sort_code says, and its digits: eight bits of those that count at a time. */
#ifndef PREFIX_CUDA_SORT_CODE_CUH
#define PREFIX_CUDA_SORT_CODE_CUH

#include "params/sort_params.h"

namespace prefix_cuda
{

/* Most sorts are of integers, and want no instruction more than these need. */
template <class KEY> struct sort_integer_code {
    static constexpr bool is_float = false;
    using key = KEY;
    KEY flip;

    template <class PARAMS> __device__ explicit sort_integer_code(const PARAMS &s) : flip((KEY)s.flip)
    {
    }
    __device__ KEY operator()(KEY x) const
    {
        return x ^ flip;
    }
    /* A key whose code has all bits set: no other is behind it by any digit. */
    __device__ KEY last() const
    {
        return (KEY)~flip;
    }
};

template <class KEY> struct sort_float_code {
    static constexpr bool is_float = true;
    using key = KEY;
    KEY flip, infinity, zero, nan;

    template <class PARAMS>
    __device__ explicit sort_float_code(const PARAMS &s)
        : flip((KEY)s.flip), infinity((KEY)s.infinity), zero((KEY)s.zero), nan((KEY)s.nan)
    {
    }
    __device__ KEY operator()(KEY x) const
    {
        constexpr KEY sign = (KEY)((KEY)1 << (8 * sizeof(KEY) - 1));
        const KEY y = x ^ flip, m = y & (KEY)~sign;
        const KEY code = y & sign ? (KEY)(zero - m) : (KEY)(zero + m);
        return m > infinity ? nan : code;
    }
    __device__ KEY last() const
    {
        return nan == 0 ? infinity ^ flip : (KEY)~flip;
    }
};

/* Of segments. */
__device__ inline uint64_t sort_offset(const void *offsets, uint32_t size, uint64_t at)
{
    return size == 4 ? ((const uint32_t *)offsets)[at] : ((const uint64_t *)offsets)[at];
}

/* A pass beyond the bits that count has but one digit. */
struct sort_digit {
    uint32_t shift, mask;

    __device__ sort_digit(const prefix__cuda_sort &s, uint32_t pass)
    {
        const uint32_t before = 8 * pass, left = before < s.bits ? s.bits - before : 0;
        shift = left > 0 ? s.first_bit + before : 0;
        mask = left < 8 ? (1u << left) - 1 : 0xff;
    }
    template <class KEY> __device__ uint32_t operator()(KEY code) const
    {
        return (uint32_t)(code >> shift) & mask;
    }
};

} // namespace prefix_cuda

#endif
