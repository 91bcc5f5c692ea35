/* SPDX-License-Identifier: BSD-3-Clause */
/* Missing elements for tests: which they are, and what the oracle gets in their places. */
#ifndef GAPS_H
#define GAPS_H

#include <stddef.h>

#include "data.h"

/* How many elements are missing. */
enum gaps_mixture { GAPS_NONE, GAPS_RARE, GAPS_HALF, GAPS_MOST, GAPS_ALL, GAPS_STRETCHES, GAPS_MIXTURES };

/* A byte for each element, 1 where it is to be missing. */
unsigned char *gaps_choose(struct rng *rng, int mixture, size_t n);
/* The NaN that stands for a missing result, or 0. */
void gaps_put_blank(int type, void *to);
/* The input with the identity in the place of what is missing, in the output type; missing is made complete by NaN. */
unsigned char *gaps_fill_in(int op, int type, int output_type, const unsigned char *in, unsigned char *missing,
                            size_t n);

#endif
