/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/float_read.h"

#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/number_status.h"
#include "base/powers.h"

/* What is as large takes no further digit: 19 of them fit 64 bits, and 9 fit an int. */
#define DIGITS_FULL ((uint64_t)1000000000000000000)
#define EXPONENT_FULL 100000000

/* digits * 10^exponent, and more when other digits than 0 follow those. */
struct decimal {
    uint64_t digits;
    int exponent;
    int more;
    int is_negative;
};

static int digit_at(const char *text)
{
    return (unsigned char)*text - '0';
}

static const char *read_exponent(const char *text, int *exponent)
{
    int is_negative = *text == '-', value = 0;
    text += *text == '-' || *text == '+';
    const char *first = text;
    for (; digit_at(text) >= 0 && digit_at(text) <= 9; text++)
        if (value < EXPONENT_FULL)
            value = 10 * value + digit_at(text);
    *exponent += is_negative ? -value : value;
    return text > first ? text : NULL;
}

/* Whether the text is a decimal number and nothing else. */
static int read_decimal(const char *text, size_t length, struct decimal *decimal)
{
    const char *end = text + length;
    uint64_t digits = 0;
    int exponent = 0, more = 0, fraction = 0, count = 0;
    decimal->is_negative = *text == '-';
    text += *text == '-' || *text == '+';
    for (;; text++) {
        int digit = digit_at(text);
        if (digit >= 0 && digit <= 9) {
            count = 1;
            if (digits < DIGITS_FULL) {
                digits = 10 * digits + (unsigned)digit;
                exponent -= fraction;
            } else {
                more |= digit;
                exponent += !fraction;
            }
        } else if (*text == '.' && !fraction) {
            fraction = 1;
        } else {
            break;
        }
    }
    if (count && (*text == 'e' || *text == 'E'))
        text = read_exponent(text + 1, &exponent);
    decimal->digits = digits;
    decimal->exponent = exponent;
    decimal->more = more != 0;
    return count && text == end;
}

/*
 * The float nearest to the decimal, after Eisel and Lemire (2021): its product with a power of ten that is known to 128
 * bits. Returns whether what is not known of the product, and of the digits that follow, can make no difference.
 */
static int round_decimal(const struct floats *f, const struct decimal *decimal, uint64_t *bits)
{
    *bits = 0;
    if (decimal->digits == 0 || decimal->exponent < POWERS_LEAST)
        return 1;
    *bits = f->infinity;
    if (decimal->exponent > POWERS_MOST)
        return 1;
    const struct power *power = power_of_ten(decimal->exponent);
    int shift = __builtin_clzll(decimal->digits);
    struct product product = power_times(power, decimal->digits << shift);
    int exponent = power->exponent + 1 - shift;
    int some = !power->is_exact || decimal->more || product.middle || product.low;
    *bits = floats_round(f, product.high, some, exponent);
    /* How far the true product may reach beyond the next whole number, in units of product.high. */
    uint64_t reach = !power->is_exact && product.middle >= UINT64_MAX - 1;
    if (decimal->more)
        reach = 1 + ((uint64_t)1 << shift);
    uint64_t most = product.high + reach;
    return reach == 0 || (most > product.high && floats_round(f, most, 1, exponent) == *bits);
}

/*
 * The number if it is an f64, else the one of its neighbours whose last bit is 1: a narrower float is rounded from that
 * as from the number itself (Boldo and Melquiond, 2008).
 */
static double read_odd(const char *text, char **end)
{
    int before = fegetround();
    fesetround(FE_DOWNWARD);
    double below = strtod(text, end);
    fesetround(FE_UPWARD);
    double above = strtod(text, end);
    fesetround(before);
    uint64_t bits;
    memcpy(&bits, &below, sizeof bits);
    return bits & 1 ? below : above;
}

/* The bits of f16 or bf16. */
static uint64_t narrow(const struct floats *f, double x)
{
    uint64_t sign = signbit(x) ? (uint64_t)1 << 15 : 0;
    if (isnan(x))
        return sign | f->infinity | f->infinity >> 1;
    if (isinf(x))
        return sign | f->infinity;
    int exponent;
    double significand = frexp(fabs(x), &exponent);
    return sign | floats_round(f, (uint64_t)ldexp(significand, 64), 0, exponent - 64);
}

/* The C library reads what is undecided, and what is no plain decimal: hexadecimal digits, "inf" and "nan". */
static int read_any(const struct floats *f, const char *text, size_t length, void *element)
{
    char *end;
    int is_infinite;
    errno = 0;
    if (f->bytes == 8) {
        double x = strtod(text, &end);
        memcpy(element, &x, sizeof x);
        is_infinite = isinf(x) && errno == ERANGE;
    } else if (f->bytes == 4) {
        float x = strtof(text, &end);
        memcpy(element, &x, sizeof x);
        is_infinite = isinf(x) && errno == ERANGE;
    } else {
        double x = read_odd(text, &end);
        uint64_t bits = narrow(f, x);
        bits_store(bits, element, f->bytes);
        is_infinite = (bits & 0x7fff) == f->infinity && (!isinf(x) || errno == ERANGE);
    }
    if (end != text + length || length == 0)
        return NUMBER_BAD;
    return is_infinite ? NUMBER_RANGE : NUMBER_OK;
}

int float_read(const struct floats *f, const char *text, size_t length, void *element)
{
    struct decimal decimal;
    uint64_t bits;
    if (!read_decimal(text, length, &decimal) || !round_decimal(f, &decimal, &bits))
        return read_any(f, text, length, element);
    bits_store(bits | (uint64_t)decimal.is_negative << (8 * f->bytes - 1), element, f->bytes);
    return bits == f->infinity ? NUMBER_RANGE : NUMBER_OK;
}
