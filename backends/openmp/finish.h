/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The last step of a sum of halves: element = tile carry + its value in the tile, in f64, rounded
 * once to the output type.
 */
#ifndef PREFIX_BACKENDS_OPENMP_FINISH_H
#define PREFIX_BACKENDS_OPENMP_FINISH_H

#include "halves.h"

/*
 * One rounding from f64 to 16 bits takes two steps: by rounding to odd (an inexact result gets an
 * odd last bit, so that it lies on no half-way point of a narrower format), and from there to
 * nearest. 14 bits are two more than f16 and bf16 need, and few enough to be exact in f32 wherever
 * the result is not 0, subnormals of bf16 included.
 */
INLINE v_f64 round_to_odd(v_f64 x)
{
    const index_8 below = (index_8){0} + ((1ll << (53 - 14)) - 1);
    index_8 bits = (index_8)x;
    return (v_f64)((bits | ((bits & below) + below)) & ~below);
}

INLINE v_f32 finish_vector(v_f32 x, v_f64 carry)
{
    return narrow_f64(round_to_odd((v_f64)ADD_F64(carry, widen_low(x))),
                      round_to_odd((v_f64)ADD_F64(carry, widen_high(x))));
}

#define DEFINE_FINISH(name, narrow)                                                                                    \
    __attribute__((unused)) static void finish_##name##_values(const void *from, void *to, size_t n, uint64_t bits)    \
    {                                                                                                                  \
        const float *in = from;                                                                                        \
        uint16_t *out = to;                                                                                            \
        double carry;                                                                                                  \
        memcpy(&carry, &bits, sizeof carry);                                                                           \
        size_t i = 0;                                                                                                  \
        for (; i + FLOATS <= n; i += FLOATS) {                                                                         \
            v_half y = narrow(finish_vector(load_f32(in + i), splat_f64(carry)));                                      \
            memcpy(out + i, &y, sizeof y);                                                                             \
        }                                                                                                              \
        if (i < n) {                                                                                                   \
            v_f32 x = {0};                                                                                             \
            memcpy(&x, in + i, (n - i) * sizeof *in);                                                                  \
            v_half y = narrow(finish_vector(x, splat_f64(carry)));                                                     \
            memcpy(out + i, &y, (n - i) * sizeof *out);                                                                \
        }                                                                                                              \
    }

DEFINE_FINISH(f16, f32_half)
DEFINE_FINISH(bf16, f32_bhalf)

#endif
