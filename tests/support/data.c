/* SPDX-License-Identifier: BSD-3-Clause */
#include "data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "oracle.h"

uint64_t test_seed(void)
{
    static int printed;
    const char *text = getenv("LIBPREFIX_TEST_SEED");
    uint64_t seed = text && *text ? strtoull(text, NULL, 0) : 20090601;
    if (!printed) {
        printf("# LIBPREFIX_TEST_SEED=%llu\n", (unsigned long long)seed);
        fflush(stdout);
        printed = 1;
    }
    return seed;
}

struct rng rng_make(uint64_t number)
{
    struct rng rng = {test_seed() * 0x9e3779b97f4a7c15u ^ number};
    rng_next(&rng);
    return rng;
}

/* splitmix64 (Steele, Lea and Flood, 2014). */
uint64_t rng_next(struct rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

size_t rng_below(struct rng *rng, size_t limit)
{
    return (size_t)(rng_next(rng) % limit);
}

double rng_unit(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

const char *data_pattern_name(int pattern)
{
    static const char *const names[] = {
        "bits",   "small",    "non-negative", "equal",   "all-ones", "flags",     "huge-tiny",
        "cancel", "denormal", "zeros",        "special", "near-one", "stretches", "all-halves", "beside-one",
    };
    return pattern >= 0 && pattern <= DATA_BESIDE_ONE ? names[pattern] : "?";
}

/* The exponents of the largest and of the least normal number, and of the least denormal. */
static void float_range(int type, int *largest, int *normal, int *least)
{
    *largest = type == PREFIX_F64 ? 1023 : type == PREFIX_F16 ? 15 : 127;
    *normal = 1 - *largest;
    *least = *normal - (type == PREFIX_F64 ? 52 : type == PREFIX_F32 ? 23 : type == PREFIX_F16 ? 10 : 7);
}

static double float_element(struct rng *rng, int pattern, int type, size_t i)
{
    int largest, normal, least;
    double sign = rng_next(rng) & 1 ? -1 : 1;
    float_range(type, &largest, &normal, &least);
    switch (pattern) {
    case DATA_NON_NEGATIVE:
        return rng_unit(rng);
    case DATA_FLAGS:
        return rng_below(rng, 8) == 0;
    case DATA_ALL_ONES:
        return ldexp(1 - ldexp(1, -(type == PREFIX_F64 ? 53 : type == PREFIX_F32 ? 24 : type == PREFIX_F16 ? 11 : 8)),
                     largest) * 2;
    case DATA_HUGE_TINY: /* far enough from the top that a few million do not overflow */
        return i % 2 ? sign * ldexp(1 + rng_unit(rng), largest / 2)
                     : sign * ldexp(1 + rng_unit(rng), normal + (int)rng_below(rng, 8));
    case DATA_DENORMAL:
        return sign * ldexp((double)rng_below(rng, 1u << 7), least + (int)rng_below(rng, 4));
    case DATA_ZEROS:
        return sign * 0.0;
    case DATA_SPECIAL:
        switch (rng_below(rng, 1024)) {
        case 0:
            return (double)NAN;
        case 1:
            return (double)INFINITY;
        case 2:
            return (double)-INFINITY;
        }
        return 2 * rng_unit(rng) - 1;
    case DATA_BESIDE_ONE: /* bf16 would round most of these to one side */
        return ldexp(1 + (type == PREFIX_BF16 ? 0 : rng_unit(rng) - 0.5) / 128, i % 2 ? -1 : 1) * sign;
    case DATA_NEAR_ONE:
        return ldexp(1 + rng_unit(rng) / 64, -(int)rng_below(rng, 2)) * (1 + (double)rng_below(rng, 2)) * sign;
    }
    return 2 * rng_unit(rng) - 1;
}

static oracle_wide integer_element(struct rng *rng, int pattern, int type)
{
    switch (pattern) {
    case DATA_SMALL:
        return (oracle_wide)rng_below(rng, 9) - (oracle_is_signed(type) ? 4 : 0);
    case DATA_NON_NEGATIVE:
        return (oracle_wide)rng_below(rng, 4);
    case DATA_ALL_ONES:
        return -1;
    case DATA_FLAGS:
        return rng_below(rng, 8) == 0;
    }
    return (oracle_wide)rng_next(rng);
}

/* Pairs x, -x: sums that come back to zero again and again, and leave rounding errors. */
static void fill_cancelling(struct rng *rng, int type, unsigned char *to, size_t n)
{
    size_t size = oracle_size(type);
    int largest, normal, least;
    double x = 0;
    float_range(type, &largest, &normal, &least);
    for (size_t i = 0; i < n; i++) {
        if (i % 2 == 0)
            x = ldexp(1 + rng_unit(rng), (int)rng_below(rng, (size_t)(largest - 8)) - largest / 2);
        oracle_float_put(type, to + i * size, i % 2 ? -x : x);
    }
}

/* So that the totals of neighbouring tiles are far apart, and adding them is inexact. */
static void fill_stretches(struct rng *rng, int type, unsigned char *to, size_t n)
{
    size_t size = oracle_size(type), left = 0;
    int largest, normal, least, exponent = 0;
    float_range(type, &largest, &normal, &least);
    for (size_t i = 0; i < n; i++, left--) {
        if (left == 0) {
            left = 1000 + rng_below(rng, 20000);
            exponent = (int)rng_below(rng, (size_t)largest) - 3 * largest / 4;
        }
        oracle_float_put(type, to + i * size, ldexp(2 * rng_unit(rng) - 1, exponent));
    }
}

static void fill_halves(int type, unsigned char *to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t bits = (uint16_t)(i / 2);
        double x = oracle_float_get(type, &bits);
        oracle_float_put(type, to + 2 * i, !isfinite(x) ? 0 : i % 2 ? -x : x);
    }
}

static int unsigned_of(int type)
{
    const size_t size = oracle_size(type);
    return size == 2 ? PREFIX_U16 : size == 4 ? PREFIX_U32 : PREFIX_U64;
}

void data_put_nan(struct rng *rng, int type, void *to)
{
    const int width = type == PREFIX_F16 ? 10 : type == PREFIX_BF16 ? 7 : type == PREFIX_F32 ? 23 : 52;
    const uint64_t sign = (uint64_t)1 << (8 * oracle_size(type) - 1), greatest = ((uint64_t)1 << width) - 1;
    const uint64_t payloads[] = {1, greatest, 1 + rng_below(rng, greatest)};
    const uint64_t bits = ((sign - 1) ^ greatest) | payloads[rng_below(rng, 3)];
    oracle_integer_put(unsigned_of(type), to, (oracle_wide)(rng_next(rng) & 1 ? bits | sign : bits));
}

void data_fill(struct rng *rng, int pattern, int type, void *to, size_t n)
{
    unsigned char *bytes = to;
    size_t size = oracle_size(type);
    int is_float = oracle_is_float(type);
    if (pattern == DATA_EQUAL && n > 0) {
        data_fill(rng, DATA_SMALL, type, to, 1);
        for (size_t i = 1; i < n; i++)
            memcpy(bytes + i * size, bytes, size);
    } else if (pattern == DATA_ALL_HALVES) {
        fill_halves(type, bytes, n);
    } else if (pattern == DATA_CANCEL && is_float) {
        fill_cancelling(rng, type, bytes, n);
    } else if (pattern == DATA_STRETCHES && is_float) {
        fill_stretches(rng, type, bytes, n);
    } else if (pattern == DATA_BITS || !is_float) {
        for (size_t i = 0; i < n; i++)
            oracle_integer_put(is_float ? unsigned_of(type) : type, bytes + i * size,
                               integer_element(rng, pattern, type));
    } else {
        for (size_t i = 0; i < n; i++)
            oracle_float_put(type, bytes + i * size, float_element(rng, pattern, type, i));
    }
}
