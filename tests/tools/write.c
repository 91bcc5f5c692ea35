/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers as text, against printf, for floats with more and more digits until it reads back. */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/number.h"
#include "float_oracle.h"
#include "../support/data.h"
#include "../support/support.h"

static long tried, wrong;

static void try(int type, uint64_t bits)
{
    unsigned char element[8], back[8];
    char got[NUMBER_TEXT_MAX], want[ORACLE_TEXT_MAX];
    oracle_store(type, bits, element);
    oracle_write(type, bits, want);
    size_t length = number_format(type, element, got);
    int same = strcmp(got, want) == 0 && length == strlen(want);
    if (strcmp(want, "nan") != 0)
        same &= number_parse(type, got, length, back) == NUMBER_OK && oracle_load(type, back) == bits;
    if (!same && wrong++ < 5)
        diag("%s %#llx: got %s, expected %s", prefix_type_name(type), (unsigned long long)bits, got, want);
    tried++;
}

/* What is near a float, and its negative. */
static void try_around(int type, uint64_t bits)
{
    uint64_t sign = (uint64_t)1 << (8 * prefix_type_size(type) - 1), positive = bits & ~sign;
    for (uint64_t at = positive < 2 ? 0 : positive - 2; at <= positive + 2 && at <= oracle_infinity(type) + 1; at++) {
        try(type, at);
        try(type, at | sign);
    }
}

static void report(int type, const char *what)
{
    ok(wrong == 0, "%s: %s: %ld numbers", prefix_type_name(type), what, tried);
    tried = wrong = 0;
}

static void powers(int type)
{
    for (int e = -1080; e <= 1024; e++)
        try_around(type, oracle_nearest(type, ldexp(1, e)));
    report(type, "around powers of two");
    for (int e = -330; e <= 310; e++) {
        char text[16];
        uint64_t bits;
        snprintf(text, sizeof text, "1e%d", e);
        oracle_read(type, text, strlen(text), &bits);
        try_around(type, bits);
    }
    report(type, "around powers of ten");
}

static void integers(int type)
{
    static const double centres[] = {1e15, 1e16, 1e17, 1e18, 1e6, 1e7, 1e9, 0x1p53, 0x1p54, 0x1p24, 0x1p25};
    for (size_t i = 0; i < sizeof centres / sizeof *centres; i++)
        for (int step = -300; step <= 300; step++)
            try(type, oracle_nearest(type, centres[i]) + (uint64_t)step);
    for (int i = -3000; i <= 3000; i++)
        try(type, oracle_nearest(type, i));
    report(type, "integers");
}

/* Few binary digits after the point: halfway between decimals. */
static void halfway(struct rng *rng, int type, long count)
{
    for (long i = 0; i < count; i++) {
        uint64_t whole = rng_next(rng) >> (11 + rng_below(rng, 53));
        try(type, oracle_nearest(type, ldexp((double)whole, -(int)rng_below(rng, 12))));
    }
    report(type, "halfway cases");
}

/* Decimals of some digits. */
static void decimals(struct rng *rng, int type, long count)
{
    for (long i = 0; i < count; i++) {
        char text[48];
        uint64_t bits;
        uint64_t digits = rng_next(rng) >> rng_below(rng, 64);
        int range = type == PREFIX_F32 ? 50 : 330;
        snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits,
                 rng_below(rng, 2) ? (int)rng_below(rng, 2 * (uint64_t)range) - range : -(int)rng_below(rng, 20));
        oracle_read(type, text, strlen(text), &bits);
        try(type, bits);
    }
    report(type, "decimals");
}

static void random_bits(struct rng *rng, int type, long count)
{
    uint64_t mask = UINT64_MAX >> (64 - 8 * prefix_type_size(type));
    uint64_t fraction = ((uint64_t)1 << (oracle_precision(type) - 1)) - 1;
    for (long i = 0; i < count; i++)
        try(type, rng_next(rng) & mask);
    report(type, "random bits");
    for (uint64_t bits = 0; bits < 2000; bits++)
        try_around(type, bits);
    for (long i = 0; i < count / 4; i++)
        try(type, (rng_next(rng) & fraction) >> rng_below(rng, (uint64_t)oracle_precision(type) - 1));
    report(type, "subnormals");
}

/* Of all f64 those whose quotients by powers of ten are closest to whole numbers, and yet none. */
static void close_calls(void)
{
    static const struct {
        int64_t significand;
        int exponent;
    } cases[] = {
        {17774110498711576 / 2, 664}, {22217638123389470 / 4, 668},  {11184235359257022 / 2, 163},
        {5592117679628511, 164},      {13371061981601602 / 2, -867}, {6685530990800801, -866},
        {5789867926332032, 479},      {19484386528425079 / 4, 853},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        try_around(PREFIX_F64, oracle_nearest(PREFIX_F64, ldexp((double)cases[i].significand, cases[i].exponent)));
    report(PREFIX_F64, "quotients close to whole numbers");
}

static void whole_numbers(void)
{
    for (uint64_t power = 1;; power *= 10) {
        for (uint64_t value = power - 1; value != power + 2; value++) {
            char signed_text[NUMBER_TEXT_MAX], unsigned_text[NUMBER_TEXT_MAX], want[2][ORACLE_TEXT_MAX];
            int64_t negative = (int64_t)(0 - value);
            snprintf(want[0], sizeof want[0], "%" PRId64, negative);
            snprintf(want[1], sizeof want[1], "%" PRIu64, value);
            size_t length = number_format(PREFIX_I64, &negative, signed_text);
            wrong += strcmp(signed_text, want[0]) != 0 || length != strlen(want[0]);
            length = number_format(PREFIX_U64, &value, unsigned_text);
            wrong += strcmp(unsigned_text, want[1]) != 0 || length != strlen(want[1]);
            tried += 2;
        }
        if (power == 10000000000000000000u)
            break;
    }
    report(PREFIX_I64, "around powers of ten");
}

int main(void)
{
    static const int wide[] = {PREFIX_F32, PREFIX_F64};
    const enum test_level level = test_level();
    const long count = level == TEST_SHORT ? 2000 : level == TEST_USUAL ? 100000 : 10000000;
    struct rng rng = rng_make(1);
    for (int type = PREFIX_F16; type <= PREFIX_BF16; type++) {
        for (uint64_t bits = 0; bits <= 0xffff; bits++)
            try(type, bits);
        report(type, "all");
    }
    for (int i = 0; i < 2; i++) {
        int type = wide[i];
        powers(type);
        integers(type);
        halfway(&rng, type, count / 2);
        decimals(&rng, type, count / 2);
        random_bits(&rng, type, count);
        try_around(type, 0);
        try_around(type, oracle_infinity(type));
        report(type, "around zero and infinity");
    }
    close_calls();
    whole_numbers();
    return done();
}
