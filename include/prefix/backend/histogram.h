/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: the work of a histogram. */
#ifndef PREFIX_BACKEND_HISTOGRAM_H
#define PREFIX_BACKEND_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend/sort.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * One histogram: how many elements each bin has, and on demand the bin of each element, by their codes, as a sort that
 * ascends has them. An element is in a bin if first <= code <= last: in bin 0, or in the last i of which
 * edges[i] <= code.
 */
struct prefix_histogram_work {
    size_t size; /* of this struct, in bytes */
    int type;    /* of the elements */
    int threads; /* CPU threads at most; 0: the backend's own rules */
    struct prefix_sort_code code;
    uint64_t first, last;
    size_t bins; /* 1 to UINT32_MAX */
    /*
     * One for each bin, not decreasing, in host memory: to be read before the call returns; or NULL: edges[i] is
     * base + (i << shift), all of which fit 64 bits.
     */
    const uint64_t *edges;
    uint64_t base;
    int shift;
    /*
     * With edges, or scale is 0: a bin is near (x - low) * scale, more or less, if x is the value of an element, of f32
     * or f64, or the code of an integer less base, as f64.
     */
    double low, scale;
    const void *in;
    void *counts;      /* one for each bin, or NULL */
    uint32_t *numbers; /* of each element its bin, or bins for none; or NULL */
    int count_type;    /* PREFIX_U32 or PREFIX_U64, into which n fits */
    size_t n;          /* at least 1; n elements of any of these fit PTRDIFF_MAX bytes, and so do all counts */
    int in_memory, counts_memory, numbers_memory; /* of enum prefix_memory, never ANY; HOST for what is NULL */
    void *stream;                                 /* the caller's device stream, or NULL */
};

#ifdef __cplusplus
}
#endif

#endif
