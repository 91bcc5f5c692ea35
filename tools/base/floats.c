/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/floats.h"

#include <prefix/prefix.h>

const struct floats *floats_of(int type)
{
    static const struct floats table[] = {
        {11, -24, 3, 2, 0x7c00},
        {8, -133, 2, 2, 0x7f80},
        {24, -149, 6, 4, 0x7f800000},
        {53, -1074, 15, 8, (uint64_t)0x7ff << 52},
    };
    return &table[type - PREFIX_F16];
}

uint64_t floats_round(const struct floats *f, uint64_t significand, int some, int exponent)
{
    if (significand == 0)
        return 0;
    int unit = exponent + 64 - __builtin_clzll(significand) - f->precision;
    if (unit < f->least)
        unit = f->least;
    int dropped = unit - exponent;
    if (dropped > 64)
        return 0;
    uint64_t kept = dropped < 64 ? significand >> dropped : 0;
    uint64_t half = (uint64_t)1 << (dropped - 1);
    uint64_t rest = significand & (2 * half - 1);
    kept += rest > half || (rest == half && (some || kept & 1));
    /* The first bit of a normal significand adds 1 to the exponent, and so does a carry out of it. */
    uint64_t bits = ((uint64_t)(unit - f->least) << (f->precision - 1)) + kept;
    return bits < f->infinity ? bits : f->infinity;
}
