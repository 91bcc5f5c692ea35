/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * f16 and bf16, by vectors: as lib/half.h does, but for the signalling NaN, which may get quiet here
 * (any operator would do that). An instruction set with conversions of f16 defines HALF_F32 and F32_HALF.
 */
#ifndef PREFIX_BACKENDS_OPENMP_HALVES_H
#define PREFIX_BACKENDS_OPENMP_HALVES_H

#include "simd/vector/vector.h"

#define FLOATS (VECTOR_BYTES / (int)sizeof(float))

typedef uint16_t v_half __attribute__((vector_size(VECTOR_BYTES / 2)));

INLINE v_half load_half(const uint16_t *from)
{
    v_half x;
    memcpy(&x, from, sizeof x);
    return x;
}

INLINE v_f32 bhalf_f32(v_half h)
{
    return (v_f32)(__builtin_convertvector(h, v_u32) << 16);
}

#ifdef HALF_F32
INLINE v_f32 half_f32(v_half h)
{
    return (v_f32)HALF_F32(h);
}

INLINE v_half f32_half(v_f32 x)
{
    return (v_half)F32_HALF(x);
}
#else
INLINE v_u32 choose(index_4 which, v_u32 a, v_u32 b)
{
    return ((v_u32)which & a) | (~(v_u32)which & b);
}

INLINE v_f32 half_f32(v_half h)
{
    v_u32 wide = __builtin_convertvector(h, v_u32), magnitude = wide & 0x7fff;
    v_u32 tiny = (v_u32)(__builtin_convertvector((v_i32)magnitude, v_f32) * 0x1p-24f);
    v_u32 bits = choose(magnitude < 0x400, tiny, (magnitude << 13) + (112u << 23));
    bits = choose(magnitude >= 0x7c00, magnitude << 13 | 0x7f800000u, bits);
    return (v_f32)(bits | (wide & 0x8000) << 16);
}

INLINE v_half f32_half(v_f32 x)
{
    v_u32 bits = (v_u32)x, magnitude = bits & 0x7fffffffu;
    v_u32 rounded = (magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
    /* Below the least normal number: adding 1/2 rounds at 2^-24, the quantum of f16's subnormals. */
    v_u32 tiny = (v_u32)((v_f32)magnitude + 0.5f) - 0x3f000000u;
    v_u32 h = choose(magnitude < 113u << 23, tiny, rounded);
    h = choose(magnitude >= 143u << 23, splat_u32(0x7c00), h);
    h = choose(magnitude > 0x7f800000u, 0x7e00 | (magnitude >> 13 & 0x3ff), h);
    return __builtin_convertvector(h | (bits >> 16 & 0x8000), v_half);
}
#endif

INLINE v_half f32_bhalf(v_f32 x)
{
    v_u32 bits = (v_u32)x;
    v_u32 nan = (v_u32)((bits & 0x7fffffffu) > 0x7f800000u);
    v_u32 rounded = bits + 0x7fff + (bits >> 16 & 1), quiet = bits | 0x400000;
    return __builtin_convertvector(((quiet & nan) | (rounded & ~nan)) >> 16, v_half);
}

struct doubles {
    v_f64 low, high;
};

INLINE struct doubles widen_f32(v_f32 x)
{
    return (struct doubles){widen_low(x), widen_high(x)};
}

/* A vector of elements to those of another type; those of f32 after a carry, where it has one. */
typedef void convert_fn(const void *in, void *out, v_f64 carry);

/* A loop over n elements of any alignment and effective type, whose sizes are from and to; the last vector through
 * buffers. */
INLINE void convert(const void *in, void *out, size_t n, size_t from, size_t to, convert_fn *one, v_f64 carry)
{
    size_t i = 0;
    _Pragma("GCC unroll 4") for (; i + FLOATS <= n; i += FLOATS)
        one((const char *)in + i * from, (char *)out + i * to, carry);
    if (i < n) {
        char last[FLOATS * sizeof(double)] = {0}, result[FLOATS * sizeof(double)];
        memcpy(last, (const char *)in + i * from, (n - i) * from);
        one(last, result, carry);
        memcpy((char *)out + i * to, result, (n - i) * to);
    }
}

#define DEFINE_CONVERT(name, from, to, converted)                                                                      \
    INLINE void convert_##name(const void *in, void *out, v_f64 carry)                                                 \
    {                                                                                                                  \
        from x;                                                                                                        \
        memcpy(&x, in, sizeof x);                                                                                      \
        const to y = converted;                                                                                        \
        memcpy(out, &y, sizeof y);                                                                                     \
        (void)carry;                                                                                                   \
    }
#define DEFINE_HALF_STAGE(name, from, to, converted)                                                                   \
    DEFINE_CONVERT(name, from, to, converted)                                                                          \
    __attribute__((unused)) static void stage_##name(const void *in, void *out, size_t n)                              \
    {                                                                                                                  \
        convert(in, out, n, sizeof(from) / FLOATS, sizeof(to) / FLOATS, convert_##name, (v_f64){0});                   \
    }

DEFINE_HALF_STAGE(f16_f32, v_half, v_f32, half_f32(x))
DEFINE_HALF_STAGE(bf16_f32, v_half, v_f32, bhalf_f32(x))
DEFINE_HALF_STAGE(f16_f64, v_half, struct doubles, widen_f32(half_f32(x)))
DEFINE_HALF_STAGE(f32_f16, v_f32, v_half, f32_half(x))
DEFINE_HALF_STAGE(f32_bf16, v_f32, v_half, f32_bhalf(x))

#endif
