/* SPDX-License-Identifier: BSD-3-Clause */
/* Random numbers, and arrays that are hard on a scan. */
#ifndef DATA_H
#define DATA_H

#include <stddef.h>
#include <stdint.h>

struct rng {
    uint64_t state;
};

/* The test's seed: LIBPREFIX_TEST_SEED, else a fixed one. The first call prints it. */
uint64_t test_seed(void);
/* A generator that depends on the seed and on a number of the caller's. */
struct rng rng_make(uint64_t number);
uint64_t rng_next(struct rng *rng);
/* Below limit, which is not 0. */
size_t rng_below(struct rng *rng, size_t limit);
/* In [0, 1). */
double rng_unit(struct rng *rng);

enum data_pattern {
    DATA_BITS,         /* any bits: integers that wrap, floats of every kind, NaN too */
    DATA_SMALL,        /* integers from -4 to 4 (or 0 to 8), floats in [-1, 1) */
    DATA_NON_NEGATIVE, /* integers from 0 to 3, floats in [0, 1) */
    DATA_EQUAL,        /* one random value throughout */
    DATA_ALL_ONES,     /* every bit set (floats: the largest finite number) */
    DATA_FLAGS,        /* mostly 0, some 1 */
    DATA_HUGE_TINY,    /* alternating between the ends of the range */
    DATA_CANCEL,       /* x, then -x, of all magnitudes */
    DATA_DENORMAL,     /* floats: denormals and the least normals */
    DATA_ZEROS,        /* floats: -0 and +0 */
    DATA_SPECIAL,      /* floats in [-1, 1) with a few NaN and infinities */
    DATA_NEAR_ONE,     /* floats: products that neither vanish nor overflow */
    DATA_STRETCHES,    /* floats: stretches of thousands, each of another magnitude */
    DATA_PATTERNS,
    DATA_ALL_HALVES = DATA_PATTERNS, /* f16 and bf16: every finite x, each followed by -x */
    DATA_BESIDE_ONE                  /* floats: products of any stretch neither vanish nor overflow */
};
const char *data_pattern_name(int pattern);

/* Fills n elements; a pattern for floats gives DATA_BITS on integers. DATA_ALL_HALVES is for halves alone. */
void data_fill(struct rng *rng, int pattern, int type, void *to, size_t n);
/* A NaN of either sign, and any payload: the least and the greatest are as likely as all others. */
void data_put_nan(struct rng *rng, int type, void *to);

#endif
