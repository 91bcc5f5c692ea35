/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The last step of a sum of halves: element = tile carry + its value in the tile, in f64, rounded once to the output
 * type. Without a carry that is the value, which is not -0.
 */
#ifndef PREFIX_BACKENDS_OPENMP_FINISH_H
#define PREFIX_BACKENDS_OPENMP_FINISH_H

#include "simd/vector/halves.h"

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
    return narrow_f64(round_to_odd((v_f64)ADD_8(carry, widen_low(x))),
                      round_to_odd((v_f64)ADD_8(carry, widen_high(x))));
}

INLINE v_half settle_f16_vector(v_f32 x, v_f64 carry)
{
    return f32_half(finish_vector(x, carry));
}

INLINE v_half settle_bf16_vector(v_f32 x, v_f64 carry)
{
    return f32_bhalf(finish_vector(x, carry));
}

/* Values as they are, none of which is -0. Of sums of bf16 that are NaN the lower halves are 0. */
INLINE void narrow_f16_values(const float *in, uint16_t *out, size_t n)
{
    stage_f32_f16(in, out, n);
}

INLINE void narrow_bf16_values(const float *in, uint16_t *out, size_t n)
{
    size_t i = 0;
#ifdef UPPER_HALVES
    for (; i + 2 * FLOATS <= n; i += 2 * FLOATS) {
        const raw y =
            UPPER_HALVES(round_upper_halves((raw)load_f32(in + i)), round_upper_halves((raw)load_f32(in + i + FLOATS)));
        memcpy(out + i, &y, sizeof y);
    }
#endif
    stage_f32_bf16(in + i, out + i, n - i);
}

#define DEFINE_FINISH(format)                                                                                          \
    DEFINE_CONVERT(finish_##format, v_f32, v_half, settle_##format##_vector(x, carry))                                 \
    __attribute__((unused)) static void finish_##format##_values(const float *in, uint16_t *out, size_t n,             \
                                                                 uint64_t bits)                                        \
    {                                                                                                                  \
        double carry;                                                                                                  \
        memcpy(&carry, &bits, sizeof carry);                                                                           \
        if (carry == 0)                                                                                                \
            narrow_##format##_values(in, out, n);                                                                      \
        else                                                                                                           \
            convert(in, out, n, sizeof *in, sizeof *out, convert_finish_##format, splat_f64(carry));                   \
    }

DEFINE_FINISH(f16)
DEFINE_FINISH(bf16)

#endif
