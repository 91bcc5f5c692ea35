/* SPDX-License-Identifier: BSD-3-Clause */
/* Powers of ten to 128 bits: what floats are read and written with. */
#ifndef PREFIX_TOOLS_BASE_POWERS_H
#define PREFIX_TOOLS_BASE_POWERS_H

#include <stdint.h>

/* Below, 64 bits times the power are less than half of the least f64; above, it is over the greatest. */
#define POWERS_LEAST (-342)
#define POWERS_MOST 339

/* From high * 2^64 + low, which is at least 2^127 and not rounded up, times 2^(exponent - 127). */
struct power {
    uint64_t high;
    uint64_t low;
    int exponent;
    int is_exact;
};

/* 10^e for e from POWERS_LEAST to POWERS_MOST. */
const struct power *power_of_ten(int e);

/* factor times (high, low): 192 bits, the highest first. */
struct product {
    uint64_t high;
    uint64_t middle;
    uint64_t low;
};
struct product power_times(const struct power *power, uint64_t factor);

#endif
