/* SPDX-License-Identifier: BSD-3-Clause */
/* What tells f16, bf16, f32 and f64 apart, and rounding to them. */
#ifndef PREFIX_TOOLS_BASE_FLOATS_H
#define PREFIX_TOOLS_BASE_FLOATS_H

#include <stdint.h>

struct floats {
    int precision; /* bits of a significand, the first included */
    int least;     /* the least positive float is 2^least */
    int kept;      /* decimal digits that every normal float keeps */
    unsigned bytes;
    uint64_t infinity; /* its bits */
};

/* Of enum prefix_type. */
const struct floats *floats_of(int type);

/*
 * The bits of the positive float nearest to (significand + some) * 2^exponent, ties to even. The significand has more
 * bits than the precision, or is 0; some stands for nothing when it is 0, and else for more than 0 and less than 1.
 */
uint64_t floats_round(const struct floats *f, uint64_t significand, int some, int exponent);

#endif
