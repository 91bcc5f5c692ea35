/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/number.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/half.h"

#include <prefix/prefix.h>

static int is_signed(int type)
{
    return type >= PREFIX_I8 && type <= PREFIX_I64;
}

int number_is_float(int type)
{
    return type >= PREFIX_F16 && type <= PREFIX_F64;
}

int number_is_integer(const char *text, size_t length)
{
    size_t i = length && (*text == '-' || *text == '+');
    if (i == length)
        return 0;
    for (; i < length; i++)
        if (text[i] < '0' || text[i] > '9')
            return 0;
    return 1;
}

static int parse_integer(int type, const char *text, size_t length, void *element)
{
    if (!number_is_integer(text, length))
        return NUMBER_BAD;
    int negative = *text == '-';
    unsigned bits = 8 * (unsigned)prefix_type_size(type);
    uint64_t most = UINT64_MAX >> (64 - bits);
    uint64_t limit = !is_signed(type) ? (negative ? 0 : most) : (most >> 1) + (uint64_t)negative;
    uint64_t magnitude = 0;
    for (size_t i = negative || *text == '+'; i < length; i++) {
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (digit > limit || magnitude > (limit - digit) / 10)
            return NUMBER_RANGE;
        magnitude = magnitude * 10 + digit;
    }
    uint64_t value = negative ? 0 - magnitude : magnitude;
    uint8_t as8 = (uint8_t)value;
    uint16_t as16 = (uint16_t)value;
    uint32_t as32 = (uint32_t)value;
    const void *from[] = {&as8, &as16, &as32, &value};
    int log2_size = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
    memcpy(element, from[log2_size], bits / 8);
    return NUMBER_OK;
}

int number_is_rounded(const char *text, size_t length)
{
    const int is_negative = *text == '-';
    uint64_t magnitude;
    int64_t value;
    if (!is_negative)
        return parse_integer(PREFIX_U64, text, length, &magnitude) == NUMBER_OK &&
               ((double)magnitude >= 0x1p64 || (uint64_t)(double)magnitude != magnitude);
    return parse_integer(PREFIX_I64, text, length, &value) == NUMBER_OK && (int64_t)(double)value != value;
}

static int parse_float(int type, const char *text, size_t length, void *element)
{
    char *end;
    errno = 0;
    if (type == PREFIX_F32) {
        float x = strtof(text, &end);
        memcpy(element, &x, sizeof x);
        if (end == text + length && isinf(x) && errno == ERANGE)
            return NUMBER_RANGE;
    } else {
        double x = strtod(text, &end);
        int infinite = isinf(x) && errno == ERANGE;
        if (type == PREFIX_F64) {
            memcpy(element, &x, sizeof x);
        } else {
            uint16_t bits = half_narrow(type, x);
            memcpy(element, &bits, sizeof bits);
            infinite |= !isinf(x) && isinf(half_widen(type, bits));
        }
        if (end == text + length && infinite)
            return NUMBER_RANGE;
    }
    return end == text + length && length ? NUMBER_OK : NUMBER_BAD;
}

int number_parse(int type, const char *text, size_t length, void *element)
{
    return number_is_float(type) ? parse_float(type, text, length, element)
                                 : parse_integer(type, text, length, element);
}

static size_t format_integer(int negative, uint64_t magnitude, char *text)
{
    char digits[20];
    size_t count = 0, length = 0;
    do
        digits[count++] = (char)('0' + magnitude % 10);
    while (magnitude /= 10);
    if (negative)
        text[length++] = '-';
    while (count)
        text[length++] = digits[--count];
    text[length] = 0;
    return length;
}

/* The number of decimal digits that any value of the type keeps, and the number that name each value. */
static void float_digits(int type, int *kept, int *enough)
{
    static const int table[4][2] = {{3, 5}, {2, 4}, {6, 9}, {15, 17}};
    *kept = table[type - PREFIX_F16][0];
    *enough = table[type - PREFIX_F16][1];
}

static size_t format_float(int type, const void *element, char *text)
{
    double x;
    if (type == PREFIX_F64) {
        memcpy(&x, element, sizeof x);
    } else if (type == PREFIX_F32) {
        float f;
        memcpy(&f, element, sizeof f);
        x = (double)f;
    } else {
        uint16_t bits;
        memcpy(&bits, element, sizeof bits);
        x = half_widen(type, bits);
    }
    if (isnan(x)) {
        strcpy(text, "nan");
        return 3;
    }
    if (fabs(x) < 1e15 && x == trunc(x) && !(x == 0 && signbit(x)))
        return format_integer(x < 0, (uint64_t)fabs(x), text);
    int kept, enough, length;
    for (float_digits(type, &kept, &enough);; kept++) {
        length = snprintf(text, NUMBER_TEXT_MAX, "%.*g", kept, x);
        if (kept >= enough)
            break;
        unsigned char back[8];
        if (number_parse(type, text, (size_t)length, back) == NUMBER_OK &&
            memcmp(back, element, prefix_type_size(type)) == 0)
            break;
    }
    return (size_t)length;
}

size_t number_format(int type, const void *element, char text[NUMBER_TEXT_MAX])
{
    if (number_is_float(type))
        return format_float(type, element, text);
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    int64_t value;
    switch (prefix_type_size(type)) {
    case 1:
        memcpy(&u8, element, sizeof u8);
        u64 = u8;
        value = (int8_t)u8;
        break;
    case 2:
        memcpy(&u16, element, sizeof u16);
        u64 = u16;
        value = (int16_t)u16;
        break;
    case 4:
        memcpy(&u32, element, sizeof u32);
        u64 = u32;
        value = (int32_t)u32;
        break;
    default:
        memcpy(&u64, element, sizeof u64);
        value = (int64_t)u64;
        break;
    }
    if (!is_signed(type) || value >= 0)
        return format_integer(0, is_signed(type) ? (uint64_t)value : u64, text);
    return format_integer(1, 0 - (uint64_t)value, text);
}
