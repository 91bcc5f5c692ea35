/* SPDX-License-Identifier: BSD-3-Clause */
/* Types, and single values of them. See oracle.h; slow and plain on purpose. */
#include "oracle.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

size_t oracle_size(int type)
{
    switch (type) {
    case PREFIX_I8:
    case PREFIX_U8:
        return 1;
    case PREFIX_I16:
    case PREFIX_U16:
    case PREFIX_F16:
    case PREFIX_BF16:
        return 2;
    case PREFIX_I32:
    case PREFIX_U32:
    case PREFIX_F32:
        return 4;
    case PREFIX_I64:
    case PREFIX_U64:
    case PREFIX_F64:
        return 8;
    }
    return 0;
}

int oracle_is_float(int type)
{
    return type == PREFIX_F16 || type == PREFIX_BF16 || type == PREFIX_F32 || type == PREFIX_F64;
}

int oracle_is_signed(int type)
{
    return type == PREFIX_I8 || type == PREFIX_I16 || type == PREFIX_I32 || type == PREFIX_I64;
}

int oracle_takes(int op, int type)
{
    int bitwise = op == PREFIX_AND || op == PREFIX_OR || op == PREFIX_XOR;
    return oracle_size(type) > 0 && !(bitwise && oracle_is_float(type));
}

int oracle_widens(int type, int output_type)
{
    if (oracle_size(type) == 0 || oracle_size(output_type) == 0)
        return 0;
    return type == output_type ||
           (oracle_is_float(type) == oracle_is_float(output_type) &&
            oracle_is_signed(type) == oracle_is_signed(output_type) && oracle_size(type) < oracle_size(output_type));
}

int oracle_carry_type(int op, int output_type)
{
    if (!oracle_takes(op, output_type))
        return 0;
    if (op == PREFIX_SUM && oracle_is_float(output_type))
        return PREFIX_F64;
    if (op == PREFIX_PRODUCT && (output_type == PREFIX_F16 || output_type == PREFIX_BF16))
        return PREFIX_F32;
    return output_type;
}

/* The value of a non-negative half with these bits; the infinity counts as the next power of two. */
static double half_value(int type, unsigned bits)
{
    int fraction_bits = type == PREFIX_F16 ? 10 : 7;
    int bias = type == PREFIX_F16 ? 15 : 127;
    int exponent = (int)(bits >> fraction_bits);
    double fraction = (double)(bits & ((1u << fraction_bits) - 1)) / (double)(1u << fraction_bits);
    return exponent == 0 ? ldexp(fraction, 1 - bias) : ldexp(1 + fraction, exponent - bias);
}

static unsigned half_infinity(int type)
{
    return type == PREFIX_F16 ? 0x7c00u : 0x7f80u;
}

static const double *half_table(int type)
{
    static double tables[2][0x8000];
    double *table = tables[type == PREFIX_F16];
    if (table[1] == 0)
        for (unsigned bits = 0; bits <= half_infinity(type); bits++)
            table[bits] = half_value(type, bits);
    return table;
}

double oracle_float_get(int type, const void *from)
{
    if (type == PREFIX_F64) {
        double x;
        memcpy(&x, from, sizeof x);
        return x;
    }
    if (type == PREFIX_F32) {
        float x;
        memcpy(&x, from, sizeof x);
        return (double)x;
    }
    uint16_t bits;
    memcpy(&bits, from, sizeof bits);
    unsigned magnitude = bits & 0x7fffu;
    double x;
    if (magnitude > half_infinity(type))
        return (double)NAN;
    x = magnitude == half_infinity(type) ? (double)INFINITY : half_table(type)[magnitude];
    return bits & 0x8000u ? -x : x;
}

/* The largest half that is not above x, then the nearer of it and its successor. */
static uint16_t half_nearest(int type, double x)
{
    const double *table = half_table(type);
    unsigned sign = signbit(x) ? 0x8000u : 0;
    unsigned low = 0, high = half_infinity(type);
    if (isnan(x))
        return (uint16_t)(sign | high | 1u);
    x = fabs(x);
    if (x >= table[high])
        return (uint16_t)(sign | high);
    while (high - low > 1) { /* table[low] <= x < table[high] */
        unsigned middle = (low + high) / 2;
        if (table[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    double half_way = (table[low] + table[high]) / 2; /* exact: one bit more than a half has */
    if (x > half_way || (x == half_way && low % 2 == 1))
        low = high;
    return (uint16_t)(sign | low);
}

void oracle_float_put(int type, void *to, double value)
{
    if (type == PREFIX_F64) {
        memcpy(to, &value, sizeof value);
    } else if (type == PREFIX_F32) {
        float x = (float)value;
        memcpy(to, &x, sizeof x);
    } else {
        uint16_t bits = half_nearest(type, value);
        memcpy(to, &bits, sizeof bits);
    }
}

/* Where the byte of weight 256^i lies in an integer of this size. */
static size_t byte_at(size_t i, size_t size)
{
    const uint16_t probe = 1;
    return *(const unsigned char *)&probe ? i : size - 1 - i;
}

oracle_wide oracle_integer_get(int type, const void *from)
{
    uint64_t bits = 0;
    size_t size = oracle_size(type);
    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)((const unsigned char *)from)[byte_at(i, size)] << (8 * i);
    oracle_wide value = (oracle_wide)bits;
    if (oracle_is_signed(type) && bits >> (8 * size - 1))
        value -= (oracle_wide)1 << (8 * size);
    return value;
}

void oracle_integer_put(int type, void *to, oracle_wide value)
{
    size_t size = oracle_size(type);
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[byte_at(i, size)] = (unsigned char)((unsigned __int128)value >> (8 * i) & 0xff);
}
