/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_API_HISTOGRAM_H
#define PREFIX_LIB_API_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

#include "api/bins.h"

/* A histogram, and what is wanted of it. */
struct prefix__histogram {
    int type, count_type;
    const struct prefix__bins *bins;
    int clamp; /* elements outside of the bins are in those at the ends */
    const void *in;
    size_t n;
    void *counts;      /* or NULL, as all outputs */
    uint32_t *numbers; /* of each element its bin */
    const void *weights;
    void *sums;
    int weight_type; /* 0 with NULL */
};

/* Checks and runs it; the types have been checked. */
int prefix__histogram(prefix_ctx *ctx, const struct prefix__histogram *histogram);

#endif
