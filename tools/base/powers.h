/* SPDX-License-Identifier: BSD-3-Clause */
/* Powers of ten to 128 bits: what floats are read and written with. */
#ifndef PREFIX_TOOLS_BASE_POWERS_H
#define PREFIX_TOOLS_BASE_POWERS_H

#include <stdint.h>

/* 2^64 times a lower power rounds to 0 in f64; reading needs none over 10^308, writing subnormals does. */
#define POWERS_LEAST (-342)
#define POWERS_MOST 339

/* (high * 2^64 + low) * 2^(exponent - 127), where high has its first bit; less than the power unless is_exact. */
struct power {
    uint64_t high;
    uint64_t low;
    int exponent;
    int is_exact;
};

/* 10^e for e from POWERS_LEAST to POWERS_MOST. The first call makes them all, while no other thread calls. */
const struct power *power_of_ten(int e);

/* factor times (high, low): 192 bits, the highest first. */
struct product {
    uint64_t high;
    uint64_t middle;
    uint64_t low;
};
struct product power_times(const struct power *power, uint64_t factor);

#endif
