/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * f16 (IEEE 754 binary16) and bf16 (bfloat16) in software: exact widening, and narrowing from f32
 * or f64 with one rounding to nearest, ties to even. A NaN stays a NaN.
 */
#ifndef PREFIX_LIB_HALF_H
#define PREFIX_LIB_HALF_H

#include <stdint.h>
#include <string.h>

static inline uint32_t prefix__f32_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float prefix__f32_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t prefix__f64_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float prefix__bf16_to_f32(uint16_t h)
{
    return prefix__f32_from_bits((uint32_t)h << 16);
}

static inline float prefix__f16_to_f32(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000u) << 16;
    uint32_t exponent = (h >> 10) & 0x1fu;
    uint32_t fraction = h & 0x3ffu;
    if (exponent == 0x1f)
        return prefix__f32_from_bits(sign | 0x7f800000u | fraction << 13);
    if (exponent == 0) { /* zero or subnormal: fraction * 2^-24, exact in f32 */
        float magnitude = (float)fraction * 0x1p-24f;
        return sign ? -magnitude : magnitude;
    }
    return prefix__f32_from_bits(sign | (exponent + 112) << 23 | fraction << 13);
}

/*
 * Narrows an f64 to a 16-bit format with the given number of fraction bits and least exponent of
 * a normal number. Every f32 is an f64, so this serves both.
 */
static inline uint16_t prefix__narrow(double x, int fraction_bits, int least_exponent)
{
    uint64_t bits = prefix__f64_bits(x);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000u);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    uint64_t significand = (bits & 0xfffffffffffffull) | 1ull << 52;
    uint32_t infinity = (uint32_t)((1u << (15 - fraction_bits)) - 1) << fraction_bits;
    if (exponent == 1024) {
        if (significand != 1ull << 52) /* NaN: quiet, the upper payload kept */
            return (uint16_t)(sign | infinity | 1u << (fraction_bits - 1) |
                              (uint32_t)(significand >> (52 - fraction_bits) & ((1u << fraction_bits) - 1)));
        return (uint16_t)(sign | infinity);
    }
    int shift = 52 - fraction_bits;
    uint32_t biased;
    if (exponent < least_exponent) { /* subnormal in the narrow format, or zero */
        shift += least_exponent - exponent;
        if (shift > 54)
            return sign; /* less than half of the least subnormal */
        biased = 0;
    } else {
        biased = (uint32_t)(exponent - least_exponent); /* the implicit bit adds the 1 */
    }
    uint64_t kept = significand >> shift;
    uint64_t rest = significand & ((1ull << shift) - 1);
    uint64_t half = 1ull << (shift - 1);
    if (rest > half || (rest == half && (kept & 1)))
        kept++;
    uint64_t result = ((uint64_t)biased << fraction_bits) + kept;
    return (uint16_t)(sign | (result > infinity ? infinity : result));
}

static inline uint16_t prefix__f16_from_f64(double x)
{
    return prefix__narrow(x, 10, -14);
}

static inline uint16_t prefix__bf16_from_f64(double x)
{
    return prefix__narrow(x, 7, -126);
}

#endif
