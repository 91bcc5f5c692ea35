/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments of an operator to which any order will do; included by integer_kernel.h. Of each of SOME segments
 * a vector of elements is loaded with a mask, with which others are combined where it is longer; the vectors are folded
 * into one, in which each segment has a word.
 */
#define PREFETCHED_VECTORS 8 /* of a long segment, after which lines are prefetched */
#include "simd/vector/fold_vectors.h"

/* Up to a vector of elements, and the identity. */
INLINE VECTOR FN(load_first)(const ELEMENT *in, size_t count, const struct FN(key) * key)
{
    const uint64_t known = count < (size_t)LANES ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
    const VECTOR x = MAP((VECTOR)JOIN(LOAD_ONTO, BYTES)((raw)(VECTOR){0}, known, in));
    return (VECTOR)JOIN(PICK, BYTES)(known, (raw)x, (raw)SPLAT(IDENTITY));
}

static void FN(totals)(const void *from, const uint32_t *places, size_t segments, void *to,
                       const struct prefix__openmp_state *state, struct prefix__openmp_lines *lines)
{
    const struct FN(key) keys = FN(key_of)(state), *const key = &keys;
    const ELEMENT *const in = from;
    for (size_t i = 0; i < segments; i += SOME) {
        VECTOR x[SOME];
        _Pragma("GCC unroll 16") for (size_t j = 0; j < SOME; j++)
        {
            const size_t begin = places[i + j], end = places[i + j + 1];
            x[j] = FN(load_first)(in + begin, end - begin, key);
            if (j % (SOME / 2) == 0)
                prefetch_soon(lines, in + begin);
            for (size_t k = begin + LANES, n = 1; k < end; k += LANES, n++) {
                if (n % PREFETCHED_VECTORS == 0)
                    prefetch_soon(lines, in + k);
                x[j] = OP(x[j], FN(load_first)(in + k, end - k, key));
            }
        }
        x[0] = FN(fold_vectors)(x);
        _Pragma("GCC unroll 2") for (int bits = 4 * WORD; bits >= 8 * BYTES && bits < 32; bits /= 2) x[0] =
            OP(x[0], (VECTOR)((WORDS)x[0] >> bits));
        JOIN(STORE_WORDS, BYTES)((ELEMENT *)to + i, (raw)UNMAP(x[0]));
    }
}
#undef PREFETCHED_VECTORS
