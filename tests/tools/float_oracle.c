/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "float_oracle.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/number.h"

int oracle_precision(int type)
{
    return type == PREFIX_F16 ? 11 : type == PREFIX_BF16 ? 8 : type == PREFIX_F32 ? 24 : 53;
}

uint64_t oracle_infinity(int type)
{
    return oracle_nearest(type, (double)INFINITY);
}

double oracle_value(int type, uint64_t bits)
{
    double x;
    if (type == PREFIX_F64) {
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    if (type == PREFIX_F32 || type == PREFIX_BF16) {
        uint32_t bits32 = (uint32_t)(type == PREFIX_F32 ? bits : bits << 16);
        float f;
        memcpy(&f, &bits32, sizeof f);
        return (double)f;
    }
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent == 31)
        x = fraction ? (double)NAN : (double)INFINITY;
    else
        x = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return bits >> 15 ? -x : x;
}

/* Of the halves, which are in the order of their bits, by bisection. */
static uint64_t nearest_half(int type, double x)
{
    uint64_t infinity = type == PREFIX_F16 ? 0x7c00 : 0x7f80, sign = signbit(x) ? 0x8000 : 0;
    if (isnan(x))
        return sign | infinity | (type == PREFIX_F16 ? 0x200 : 0x40);
    double least = fabs(x);
    uint64_t low = 0, high = infinity;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (oracle_value(type, middle) <= least)
            low = middle;
        else
            high = middle;
    }
    if (least >= (double)INFINITY)
        return sign | infinity;
    /* The float that would follow the last one takes the place of infinity. */
    double above =
        high < infinity ? oracle_value(type, high) : 2 * oracle_value(type, low) - oracle_value(type, low - 1);
    double half = (oracle_value(type, low) + above) / 2;
    return sign | (least > half || (least == half && low & 1) ? high : low);
}

uint64_t oracle_nearest(int type, double x)
{
    uint64_t bits = 0;
    if (type == PREFIX_F64) {
        memcpy(&bits, &x, sizeof bits);
        return bits;
    }
    if (type == PREFIX_F32) {
        float f = (float)x;
        uint32_t bits32;
        memcpy(&bits32, &f, sizeof bits32);
        return bits32;
    }
    return nearest_half(type, x);
}

int oracle_read(int type, const char *text, size_t length, uint64_t *bits)
{
    char *end;
    errno = 0;
    if (type == PREFIX_F32) {
        float f = strtof(text, &end);
        uint32_t bits32;
        memcpy(&bits32, &f, sizeof bits32);
        *bits = bits32;
    } else {
        double x = strtod(text, &end);
        *bits = oracle_nearest(type, x);
        if (!isinf(x) && isinf(oracle_value(type, *bits)))
            errno = ERANGE;
    }
    if (length == 0 || end != text + length)
        return NUMBER_BAD;
    return isinf(oracle_value(type, *bits)) && errno == ERANGE ? NUMBER_RANGE : NUMBER_OK;
}

void oracle_write(int type, uint64_t bits, char text[ORACLE_TEXT_MAX])
{
    static const int kept[] = {3, 2, 6, 15}, enough[] = {5, 4, 9, 17};
    double x = oracle_value(type, bits);
    if (isnan(x))
        strcpy(text, "nan");
    else if (fabs(x) < 1e15 && x == trunc(x) && !(x == 0 && signbit(x)))
        snprintf(text, ORACLE_TEXT_MAX, "%.0f", x);
    else
        for (int digits = kept[type - PREFIX_F16]; digits <= enough[type - PREFIX_F16]; digits++) {
            uint64_t back;
            int length = snprintf(text, ORACLE_TEXT_MAX, "%.*g", digits, x);
            if (oracle_read(type, text, (size_t)length, &back) == NUMBER_OK && back == bits)
                break;
        }
}

void oracle_store(int type, uint64_t bits, void *element)
{
    uint16_t bits16 = (uint16_t)bits;
    uint32_t bits32 = (uint32_t)bits;
    const size_t size = prefix_type_size(type);
    memcpy(element, size == 2 ? (void *)&bits16 : size == 4 ? (void *)&bits32 : (void *)&bits, size);
}

uint64_t oracle_load(int type, const void *element)
{
    uint16_t bits16;
    uint32_t bits32;
    uint64_t bits64;
    const size_t size = prefix_type_size(type);
    memcpy(size == 2 ? (void *)&bits16 : size == 4 ? (void *)&bits32 : (void *)&bits64, element, size);
    return size == 2 ? bits16 : size == 4 ? bits32 : bits64;
}
