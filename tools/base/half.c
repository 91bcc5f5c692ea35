/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/half.h"

#include <math.h>

#include <prefix/prefix.h>

static int fraction_bits(int type)
{
    return type == PREFIX_F16 ? 10 : 7;
}

/* The exponent of the least normal number, and of the subnormals. */
static int least_exponent(int type)
{
    return type == PREFIX_F16 ? -14 : -126;
}

double half_widen(int type, uint16_t bits)
{
    int width = fraction_bits(type);
    int fraction = bits & ((1 << width) - 1);
    int exponent = (bits & 0x7fff) >> width;
    double x;
    if (exponent == 0x7fff >> width)
        x = fraction ? (double)NAN : (double)INFINITY;
    else if (exponent == 0)
        x = ldexp(fraction, least_exponent(type) - width);
    else
        x = ldexp(fraction + (1 << width), exponent - 1 + least_exponent(type) - width);
    return bits & 0x8000 ? -x : x;
}

uint16_t half_narrow(int type, double x)
{
    int width = fraction_bits(type);
    unsigned sign = signbit(x) ? 0x8000u : 0;
    unsigned infinity = 0x7fffu >> width << width;
    if (isnan(x))
        return (uint16_t)(sign | infinity | 1u << (width - 1));
    if (isinf(x))
        return (uint16_t)(sign | infinity);
    int least = least_exponent(type);
    int exponent = x == 0 ? least : ilogb(x);
    if (exponent < least)
        exponent = least;
    /* The significand counts from 2^width for a normal number: its top bit adds 1 to the exponent. */
    unsigned significand = (unsigned)nearbyint(ldexp(fabs(x), width - exponent));
    unsigned bits = ((unsigned)(exponent - least) << width) + significand;
    return (uint16_t)(sign | (bits < infinity ? bits : infinity));
}
