/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The last step of a sum whose carry is f64: element = tile carry + its value in the tile, in f64,
 * rounded once to the output type.
 */
#ifndef PREFIX_BACKENDS_OPENMP_FINISH_H
#define PREFIX_BACKENDS_OPENMP_FINISH_H

#include "stages.h"

#define FLOATS (VECTOR_BYTES / (int)sizeof(float))

INLINE double carry_value(uint64_t bits)
{
    double carry;
    memcpy(&carry, &bits, sizeof carry);
    return carry;
}

INLINE v_f32 finish_vector(const float *in, v_f64 carry)
{
    v_f32 x = load_f32(in);
    return narrow_f64(carry + widen_low(x), carry + widen_high(x));
}

static void finish_f32(const void *from, void *to, size_t n, uint64_t carry)
{
    const float *in = from;
    float *out = to;
    v_f64 c = splat_f64(carry_value(carry));
    size_t i = 0;
    for (; i + FLOATS <= n; i += FLOATS)
        store_f32(out + i, finish_vector(in + i, c));
    for (; i < n; i++)
        out[i] = (float)(c[0] + (double)in[i]);
}

/* The same past the caches; draws the line at the same distance from ahead into the cache for each line written. */
static void finish_f32_stream(const void *from, void *to, size_t n, uint64_t carry, const void *ahead)
{
    const float *in = from, *next = ahead;
    float *out = to;
    v_f64 c = splat_f64(carry_value(carry));
    size_t i = 0;
    for (; i < n && (uintptr_t)(out + i) % 64 != 0; i++)
        out[i] = (float)(c[0] + (double)in[i]);
    for (; i + 16 <= n; i += 16) {
        __builtin_prefetch(next + i, 0, 3);
        for (int j = 0; j < 16; j += FLOATS) {
            v_f32 x = finish_vector(in + i + j, c);
            STREAM(out + i + j, &x);
        }
    }
    for (; i < n; i++)
        out[i] = (float)(c[0] + (double)in[i]);
}

#define DEFINE_FINISH(name, narrow)                                                                                   \
    static void finish_##name(const void *from, void *to, size_t n, uint64_t carry)                                   \
    {                                                                                                                 \
        const float *in = from;                                                                                       \
        uint16_t *out = to;                                                                                           \
        double c = carry_value(carry);                                                                                \
        for (size_t i = 0; i < n; i++)                                                                                \
            out[i] = narrow(f64_f32_odd(c + (double)in[i]));                                                          \
    }

DEFINE_FINISH(f16, bits_f16)
DEFINE_FINISH(bf16, bits_bf16)

#endif
