/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether neighbours are different, which are keys of at most 8 bytes as unsigned integers: as struct prefix_heads
 * says, or what is left of that for integers, floats whose NaN are all different, and those whose NaN are equal.
 */
#ifndef PREFIX_CUDA_WORD_KEYS_CUH
#define PREFIX_CUDA_WORD_KEYS_CUH

namespace prefix_cuda
{

template <class KEY> struct integers_differ {
    __device__ bool operator()(KEY x, KEY y) const
    {
        return x != y;
    }
};

template <class KEY> struct floats_differ {
    KEY mask, infinity;
    __device__ bool operator()(KEY x, KEY y) const
    {
        return ((x != y) & (((x | y) & mask) != 0)) | ((x & mask) > infinity); /* and no branch */
    }
};

template <class KEY> struct floats_or_nans_differ {
    KEY mask, infinity;
    __device__ bool operator()(KEY x, KEY y) const
    {
        const KEY a = x & mask, b = y & mask;
        return (x != y) & ((a | b) != 0) & !((a > infinity) & (b > infinity));
    }
};

/* Of any keys. */
template <class KEY> __device__ inline bool keys_differ(KEY x, KEY y, KEY mask, KEY range)
{
    return floats_or_nans_differ<KEY>{mask, (KEY)(range & mask)}(x, y) | ((x & mask) > range);
}

/* Calls act with the second or the third of the rules, */
template <class KEY, class ACT> __device__ inline auto with_floats_differ(KEY mask, KEY range, ACT act)
{
    if (range > mask)
        return act(floats_or_nans_differ<KEY>{mask, (KEY)(range & mask)});
    return act(floats_differ<KEY>{mask, range});
}

/* or with any. No float has a single byte. */
template <class KEY, class ACT> __device__ inline auto with_keys_differ(KEY mask, KEY range, ACT act)
{
    if constexpr (sizeof(KEY) > 1) {
        if ((KEY)(mask & range) != (KEY) ~(KEY)0)
            return with_floats_differ(mask, range, act);
    }
    return act(integers_differ<KEY>());
}

} // namespace prefix_cuda

#endif
