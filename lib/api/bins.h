/* SPDX-License-Identifier: BSD-3-Clause */
/* Bins of a histogram, as codes of the elements. */
#ifndef PREFIX_LIB_API_BINS_H
#define PREFIX_LIB_API_BINS_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

/* As struct prefix_histogram_work has them. */
struct prefix__bins {
    size_t count; /* 0: there are none yet */
    uint64_t first, last, base;
    uint64_t *edges; /* NULL: by base and shift */
    int shift;
    double low, scale;
};

/* Each replaces what there was, or fails and changes nothing. */
int prefix__bins_set_range(prefix_ctx *ctx, struct prefix__bins *bins, int type, size_t count);
int prefix__bins_set_even(prefix_ctx *ctx, struct prefix__bins *bins, int type, size_t count, double low, double high);
int prefix__bins_set_edges(prefix_ctx *ctx, struct prefix__bins *bins, int type, size_t count, int edge_type,
                           const void *edges);
void prefix__bins_free(struct prefix__bins *bins);
/* The greatest code of a value that is not NaN. */
uint64_t prefix__bins_most(int type);

#endif
