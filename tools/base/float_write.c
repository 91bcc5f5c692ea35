/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/float_write.h"

#include <string.h>

#include "base/bits.h"
#include "base/digits.h"
#include "base/powers.h"

/* Integers below are written as such. */
#define INTEGERS_END ((uint64_t)1000000000000000)

/*
 * significand * 2^exponent, the first bit of the precision set. What reads back reaches as far as below and above, in
 * halves of 2^exponent; the ends are part of it if is_even.
 */
struct binary {
    uint64_t significand;
    int exponent;
    uint64_t below, above;
    int is_even;
};

/* digits * 10^exponent */
struct decimal {
    uint64_t digits;
    int exponent;
};

static struct binary unpack(const struct floats *f, uint64_t bits)
{
    const int fraction = f->precision - 1;
    const int exponent = (int)(bits >> fraction);
    struct binary b = {bits & (((uint64_t)1 << fraction) - 1), f->least, 1, 1, !(bits & 1)};
    if (exponent == 0) {
        /* Floats here are as far apart as the least ones. */
        int shift = __builtin_clzll(b.significand) - (64 - f->precision);
        b.significand <<= shift;
        b.exponent -= shift;
        b.below = b.above = (uint64_t)1 << shift;
    } else {
        b.significand |= (uint64_t)1 << fraction;
        b.exponent += exponent - 1;
    }
    return b;
}

static int is_whole(const struct floats *f, const struct binary *b, uint64_t *value)
{
    if (b->exponent <= -f->precision || b->exponent > 50 - f->precision)
        return 0; /* less than 1, or at least 2^50 */
    *value = b->exponent < 0 ? b->significand >> -b->exponent : b->significand << b->exponent;
    return *value < INTEGERS_END && (b->exponent >= 0 || *value << -b->exponent == b->significand);
}

/* The floor of factor times the power, its last bit set also when there is more than the floor. */
static uint64_t scale(const struct power *power, uint64_t factor)
{
    struct product product = power_times(power, factor);
    /* The power is too low by less than 1. No product is closer to a whole number than 2^-66, unless it is one. */
    uint64_t low = product.low + factor;
    product.middle += low < factor;
    product.high += product.middle == 0 && low < factor;
    return product.high | (product.middle || low >> 60);
}

/* 10^kept */
static uint64_t power_of_kept(const struct floats *f)
{
    uint64_t power = 1;
    for (int i = 0; i < f->kept; i++)
        power *= 10;
    return power;
}

/* 4 times a value and its bounds, each with its last bit set when there is more than its floor. */
struct scaled {
    uint64_t value, low, high;
};

/* The multiple of 10^zeros next to the value, and whether it lies within the bounds; step is 4 * 10^zeros. */
static inline int round_to(uint64_t step, const struct scaled *s, uint64_t *count)
{
    uint64_t rest = s->value % step;
    *count = s->value / step;
    *count += rest > step / 2 || (rest == step / 2 && (*count & 1));
    return s->low <= *count * step && *count * step <= s->high;
}

/*
 * Rounded to multiples of less and less powers of ten, until one reads back, as one of the last does: its unit is at
 * most that of the float. The idea that all can be decided on 4 times the value and its bounds, with one bit for what
 * their floors leave out, is Giulietti's (The Schubfach way to render doubles, 2020).
 */
static struct decimal shorten(const struct floats *f, struct binary b)
{
    /* Below a power of two the floats are closer: the unit must be at most theirs. */
    const int is_uneven = b.below == 1 && b.significand == (uint64_t)1 << (f->precision - 1) && b.exponent > f->least;
    if (is_uneven) {
        b.significand *= 2;
        b.exponent--;
        b.above = 2;
    }
    const int unit = b.exponent * 78913 >> 18; /* floor(log10(2^exponent)) */
    const struct power *power = power_of_ten(-unit);
    const int shift = b.exponent + 1 + power->exponent;
    const struct scaled s = {
        .value = scale(power, 4 * b.significand << shift),
        .low = scale(power, (4 * b.significand - 2 * b.below) << shift) + !b.is_even,
        .high = scale(power, (4 * b.significand + 2 * b.above) << shift) - !b.is_even,
    };
    uint64_t count;
    /* Evenly spaced floats have one multiple of 10 within their bounds at most, which zeros at its end make shorter. */
    if (is_uneven || b.below > 1) {
        const uint64_t end = power_of_kept(f);
        uint64_t step = 40;
        int zeros = 1;
        for (; s.value / step >= end; step *= 10)
            zeros++;
        for (; zeros > 1; step /= 10, zeros--)
            if (round_to(step, &s, &count))
                return (struct decimal){count, unit + zeros};
    }
    if (round_to(40, &s, &count))
        return (struct decimal){count, unit + 1};
    round_to(4, &s, &count);
    return (struct decimal){count, unit};
}

static char *append(char *to, const char *from, size_t length)
{
    memcpy(to, from, length);
    return to + length;
}

static char *append_zeros(char *to, int count)
{
    memset(to, '0', (size_t)count);
    return to + count;
}

/* As printf's %g does: count digits, the first of which is worth 10^exponent. */
static char *lay_out(char *to, const char *digits, int count, int exponent, int kept)
{
    if (exponent >= -4 && exponent < 0) {
        to = append_zeros(append(to, "0.", 2), -exponent - 1);
        return append(to, digits, (size_t)count);
    }
    const int is_fixed = exponent >= 0 && exponent < (count > kept ? count : kept);
    const int whole = is_fixed ? exponent + 1 : 1;
    if (whole >= count) {
        to = append_zeros(append(to, digits, (size_t)count), whole - count);
    } else {
        to = append(to, digits, (size_t)whole);
        *to++ = '.';
        to = append(to, digits + whole, (size_t)(count - whole));
    }
    if (is_fixed)
        return to;
    char text[DIGITS_MAX];
    size_t length = digits_write((uint64_t)(exponent < 0 ? -exponent : exponent), text);
    to = append(to, exponent < 0 ? "e-" : "e+", 2);
    return append(append_zeros(to, length < 2), text + DIGITS_MAX - length, length);
}

static char *write_finite(const struct floats *f, uint64_t bits, char *to)
{
    char text[DIGITS_MAX];
    uint64_t whole;
    size_t length;
    struct binary b = unpack(f, bits);
    if (is_whole(f, &b, &whole)) {
        length = digits_write(whole, text);
        return append(to, text + DIGITS_MAX - length, length);
    }
    struct decimal decimal = shorten(f, b);
    length = digits_write(decimal.digits, text);
    int count = (int)length;
    while (text[DIGITS_MAX - length + (size_t)count - 1] == '0')
        count--;
    return lay_out(to, text + DIGITS_MAX - length, count, decimal.exponent + (int)length - 1, f->kept);
}

size_t float_write(const struct floats *f, const void *element, char *text)
{
    const uint64_t sign = (uint64_t)1 << (8 * f->bytes - 1);
    const uint64_t all = bits_load(element, f->bytes), bits = all & ~sign;
    char *to = text;
    if (bits > f->infinity) {
        to = append(to, "nan", 3);
    } else {
        if (all & sign)
            *to++ = '-';
        if (bits == f->infinity)
            to = append(to, "inf", 3);
        else if (bits == 0)
            *to++ = '0';
        else
            to = write_finite(f, bits, to);
    }
    *to = 0;
    return (size_t)(to - text);
}
