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

int number_is_signed(int type)
{
    return type >= PREFIX_I8 && type <= PREFIX_I64;
}

int number_is_float(int type)
{
    return type >= PREFIX_F16 && type <= PREFIX_F64;
}

/* Reads the digits of an integer, hexadecimal ones after 0x. NUMBER_RANGE: more than 64 bits. */
static int parse_magnitude(const char *text, const char *end, uint64_t *magnitude)
{
    uint64_t value = 0;
    int is_over = 0;
    if (end - text > 2 && text[0] == '0' && (text[1] | 0x20) == 'x') {
        for (text += 2; text < end; text++) {
            const unsigned decimal = (unsigned char)*text - '0', letter = ((unsigned char)*text | 0x20) - 'a';
            if (decimal > 9 && letter > 5)
                return NUMBER_BAD;
            is_over |= value >> 60 != 0;
            value = value << 4 | (decimal > 9 ? letter + 10 : decimal);
        }
    } else {
        if (text == end)
            return NUMBER_BAD;
        for (const char *const first = text; text < end; text++) {
            const unsigned digit = (unsigned char)*text - '0';
            if (digit > 9)
                return NUMBER_BAD;
            if (text - first >= 19) /* as many digits fit */
                is_over |= value > UINT64_MAX / 10 || 10 * value > UINT64_MAX - digit;
            value = 10 * value + digit;
        }
    }
    *magnitude = value;
    return is_over ? NUMBER_RANGE : NUMBER_OK;
}

static int has_sign(const char *text, size_t length)
{
    return length > 0 && (*text == '-' || *text == '+');
}

int number_is_integer(const char *text, size_t length)
{
    uint64_t magnitude;
    return parse_magnitude(text + has_sign(text, length), text + length, &magnitude) != NUMBER_BAD;
}

static int parse_integer(int type, const char *text, size_t length, void *element)
{
    uint64_t magnitude = 0;
    const int status = parse_magnitude(text + has_sign(text, length), text + length, &magnitude);
    if (status != NUMBER_OK)
        return status;
    const int is_negative = *text == '-';
    const size_t bytes = prefix_type_size(type);
    const uint64_t most = UINT64_MAX >> (64 - 8 * bytes);
    if (magnitude > (!number_is_signed(type) ? (is_negative ? 0 : most) : (most >> 1) + (uint64_t)is_negative))
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
    if (!number_is_signed(type) || !(bits >> (8 * bytes - 1)))
        return write_integer(0, bits, text);
    return write_integer(1, (0 - bits) & (UINT64_MAX >> (64 - 8 * bytes)), text);
}
