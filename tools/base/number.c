/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/number.h"

#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/bits.h"
#include "base/digits.h"
#include "base/float_read.h"
#include "base/float_write.h"

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
    const char *const end = text + length;
    const int is_negative = *text == '-';
    text += *text == '-' || *text == '+';
    if (text >= end)
        return NUMBER_BAD;
    uint64_t magnitude = 0;
    int is_over = 0;
    for (const char *const first = text; text < end; text++) {
        const unsigned digit = (unsigned)(*text - '0');
        if (digit > 9)
            return NUMBER_BAD;
        if (text - first >= 19) /* as many digits fit */
            is_over |= magnitude > UINT64_MAX / 10 || 10 * magnitude > UINT64_MAX - digit;
        magnitude = 10 * magnitude + digit;
    }
    const size_t bytes = prefix_type_size(type);
    const uint64_t most = UINT64_MAX >> (64 - 8 * bytes);
    const uint64_t limit = !is_signed(type) ? (is_negative ? 0 : most) : (most >> 1) + (uint64_t)is_negative;
    if (is_over || magnitude > limit)
        return NUMBER_RANGE;
    bits_store(is_negative ? 0 - magnitude : magnitude, element, bytes);
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

int number_parse(int type, const char *text, size_t length, void *element)
{
    return number_is_float(type) ? float_read(floats_of(type), text, length, element)
                                 : parse_integer(type, text, length, element);
}

static size_t write_integer(int negative, uint64_t magnitude, char *text)
{
    char digits[DIGITS_MAX];
    const size_t count = digits_write(magnitude, digits);
    char *to = text;
    if (negative)
        *to++ = '-';
    memcpy(to, digits + DIGITS_MAX - count, count);
    to[count] = 0;
    return (size_t)(to - text) + count;
}

size_t number_format(int type, const void *element, char text[NUMBER_TEXT_MAX])
{
    if (number_is_float(type))
        return float_write(floats_of(type), element, text);
    const size_t bytes = prefix_type_size(type);
    const uint64_t bits = bits_load(element, bytes);
    if (!is_signed(type) || !(bits >> (8 * bytes - 1)))
        return write_integer(0, bits, text);
    return write_integer(1, (0 - bits) & (UINT64_MAX >> (64 - 8 * bytes)), text);
}
