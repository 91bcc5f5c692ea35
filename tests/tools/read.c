/* SPDX-License-Identifier: BSD-3-Clause */
/* Floats from text: as strtof and strtod have it, and halves rounded once, between any two of them. */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/number.h"
#include "float_oracle.h"
#include "../support/data.h"
#include "../support/support.h"

enum { TEXT_MAX = 1300 };

static long tried, wrong;

static void expect(int type, const char *text, int status, uint64_t bits)
{
    unsigned char element[8] = {0};
    int got = number_parse(type, text, strlen(text), element);
    uint64_t got_bits = oracle_load(type, element);
    if ((got != status || (status == NUMBER_OK && got_bits != bits)) && wrong++ < 5)
        diag("%s from %s: status %d, bits %#llx; expected %d, %#llx", prefix_type_name(type), text, got,
             (unsigned long long)got_bits, status, (unsigned long long)bits);
    tried++;
}

static void try(int type, const char *text)
{
    uint64_t bits;
    int status = oracle_read(type, text, strlen(text), &bits);
    expect(type, text, status, bits);
}

static void report(int type, const char *what)
{
    ok(wrong == 0, "%s: %s: %ld texts", prefix_type_name(type), what, tried);
    tried = wrong = 0;
}

/* Whatever strtod takes for a number, and what it does not. */
static void spellings(int type)
{
    static const char *const texts[] = {
        "",
        "-",
        "+",
        ".",
        "-.",
        "e5",
        ".e5",
        "1e",
        "1e+",
        "1e-",
        "1.2.3",
        "1..2",
        "--1",
        "+-1",
        "1,5",
        "1 ",
        "1x",
        "0x",
        "0x1p4",
        "0x1.8",
        "-0X.8P-1",
        "0x1p",
        "0x1p2000",
        "inf",
        "-inf",
        "+Infinity",
        "infinit",
        "INF",
        "nan",
        "NaN",
        "nan(1)",
        "nano",
        "0",
        "-0",
        "+0.0",
        "00.00",
        "0e99999",
        "-0e-99999",
        "0e99999999999999999999",
        "1.",
        ".5",
        "-.5",
        "5.e1",
        "+5.25E+001",
        "007",
        "1e5",
        "1E5",
        "1e0000000000000000000000000000000000000005",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "-1e400",
        "1e-400",
        "1e308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "179769313486231580793e289",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.5e-324",
        "-2e-324",
        "3.4028234e38",
        "3.4028235e38",
        "3.4028236e38",
        "3.4028235677973366e38",
        "3.4028235677973367e38",
        "1e-45",
        "7e-46",
        "7.1e-46",
        "65504",
        "65519.999",
        "65520",
        "-65520",
        "3.389e38",
        "3.39e38",
        "3.4e38",
        "9007199254740993",
        "9007199254740992.99999",
        "9007199254740993.0",
        "9007199254740993.00001",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "0.1000000000000000055511151231257827",
        "123456789012345678901234567890",
        "12345678901234567890123456789e-10",
        "9999999999999999999",
        "99999999999999999999",
        "1000000000000000000000000000000",
        "0.0000000000000000000000000000001",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        try(type, texts[i]);
    char text[TEXT_MAX];
    for (int zeros = 0; zeros < 800; zeros += 7) {
        snprintf(text, sizeof text, "%0*d1e%d", zeros + 1, 0, zeros % 40);
        try(type, text);
        snprintf(text, sizeof text, "0.%0*d1e%d", zeros + 1, 0, zeros - 5);
        try(type, text);
        snprintf(text, sizeof text, "1%0*de%d", zeros + 1, 0, -zeros);
        try(type, text);
        snprintf(text, sizeof text, "1.%0*d1", zeros + 1, 0);
        try(type, text);
    }
    report(type, "spellings");
}

static void random_decimals(struct rng *rng, int type, long count)
{
    for (long i = 0; i < count; i++) {
        char digits[32], text[64];
        int length = 1 + (int)rng_below(rng, 24), whole = (int)rng_below(rng, (uint64_t)length + 1);
        for (int j = 0; j < length; j++)
            digits[j] = (char)('0' + rng_below(rng, 10));
        int range = rng_below(rng, 2) ? 25 : 360;
        int exponent = (int)rng_below(rng, 2 * (uint64_t)range) - range;
        const char *sign = rng_below(rng, 2) ? "" : rng_below(rng, 2) ? "-" : "+";
        int at = snprintf(text, sizeof text, "%s%.*s%s%.*s", sign, whole, digits, whole < length ? "." : "",
                          length - whole, digits + whole);
        if (rng_below(rng, 4))
            snprintf(text + at, sizeof text - (size_t)at, "%c%s%d", rng_below(rng, 2) ? 'e' : 'E',
                     exponent >= 0 && rng_below(rng, 2) ? "+" : "", exponent);
        try(type, text);
    }
    report(type, "random decimals");
}

/* Digits of what is halfway between two floats, all or some: hard for whoever does not look at all of them. */
static void near_halfway(struct rng *rng, int type, long count)
{
    for (long i = 0; i < count; i++) {
        char text[TEXT_MAX];
        int bits = oracle_precision(type);
        uint64_t significand = rng_next(rng) >> (63 - bits) | (uint64_t)1 << bits | 1;
        int range = type == PREFIX_F64 ? 1000 : 140;
        int exponent = rng_below(rng, 2) ? -(int)rng_below(rng, 60) : (int)rng_below(rng, (uint64_t)range) - range / 2;
        /* A long double is as precise as a midpoint of f64, where it is more than a double. */
        long double midpoint = ldexpl((long double)significand, exponent);
        snprintf(text, sizeof text, "%.*Le", (int)rng_below(rng, rng_below(rng, 2) ? 30 : 800), midpoint);
        try(type, text);
    }
    report(type, "near halfway cases");
}

/* Every midpoint of two halves, whose f64 is exact: to even; a little more, and a little less, to either side. */
static void halves(int type)
{
    const uint64_t infinity = oracle_infinity(type);
    for (uint64_t low = 0; low < infinity; low++) {
        char text[TEXT_MAX], more[TEXT_MAX + 32];
        double x = oracle_value(type, low);
        double above = low + 1 < infinity ? oracle_value(type, low + 1) : 2 * x - oracle_value(type, low - 1);
        snprintf(text, sizeof text, "%.200e", (x + above) / 2);
        char *exponent = strchr(text, 'e'), *end = exponent;
        while (end[-1] == '0')
            end--;
        const int digits = (int)(end - text);
        uint64_t even = low + (low & 1);
        const int at_end = low + 1 == infinity;

        snprintf(more, sizeof more, "%.*s%s", digits, text, exponent);
        expect(type, more, even == infinity ? NUMBER_RANGE : NUMBER_OK, even);
        snprintf(more, sizeof more, "%.*s%s%s", digits, text, digits == 2 ? "0" : "", exponent);
        expect(type, more, even == infinity ? NUMBER_RANGE : NUMBER_OK, even);
        snprintf(more, sizeof more, "-%.*s00000000000000000000001%s", digits, text, exponent);
        expect(type, more, at_end ? NUMBER_RANGE : NUMBER_OK, (low + 1) | 0x8000);
        *(end[-1] == '.' ? end - 2 : end - 1) -= 1;
        snprintf(more, sizeof more, "%.*s99999999999999999999999%s", digits, text, exponent);
        expect(type, more, NUMBER_OK, low);
    }
    report(type, "all midpoints");
    uint64_t one = oracle_nearest(type, 1);
    expect(type, type == PREFIX_F16 ? "0x1.0020000000000001p0" : "0x1.0100000000000001p0", NUMBER_OK, one + 1);
    expect(type, type == PREFIX_F16 ? "0x1.002p0" : "0x1.01p0", NUMBER_OK, one);
    expect(type, type == PREFIX_F16 ? "0x1.001fffffffffffffp0" : "0x1.00ffffffffffffffp0", NUMBER_OK, one);
    report(type, "hexadecimal midpoints");
}

int main(void)
{
    const enum test_level level = test_level();
    const long count = level == TEST_SHORT ? 2000 : level == TEST_USUAL ? 200000 : 20000000;
    struct rng rng = rng_make(2);
    for (int type = PREFIX_F16; type <= PREFIX_F64; type++) {
        spellings(type);
        random_decimals(&rng, type, count);
        if (type >= PREFIX_F32)
            near_halfway(&rng, type, count / 4);
        else
            halves(type);
    }
    return done();
}
