/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a filter does: rows, or blocks of rows, are strands that are filtered side by side, each by itself; and between
 * the two times that a block is, the states before all blocks of a row are worked out, in backend/filter.h's order.
 */
#ifndef PREFIX_LIB_SHARED_FILTER_STRANDS_H
#define PREFIX_LIB_SHARED_FILTER_STRANDS_H

#include <stddef.h>

#include <prefix/backend.h>

#define PREFIX__SECTION 5 /* coefficients */

/* Strands of so many steps. Strides, in elements, go from a strand to the next; a direction of -1 goes backwards. */
struct prefix__filter_strands {
    const void *in;
    void *out; /* or NULL: only states are wanted */
    ptrdiff_t in_stride, out_stride, direction;
    size_t count, steps;
    double *states; /* before, and then behind, each: order f64 */
};

struct prefix__filter_loops {
    size_t strands; /* at most, and best */
    void (*f32)(const struct prefix_filter_work *work, const struct prefix__filter_strands *strands);
    void (*f64)(const struct prefix_filter_work *work, const struct prefix__filter_strands *strands);
};

/* A work in parts. What are in packs are as many blocks of a row, or rows, as there are strands. */
struct prefix__filter {
    const struct prefix_filter_work *work;
    const struct prefix__filter_loops *loops;
    double *states; /* before each block, or row */
    size_t blocks;  /* of a row; 1 if it is filtered in one go */
    size_t packs;   /* of all rows */
};

/* z becomes M z + v, or, where v is NULL, M z; without feedback v. */
void prefix__filter_advance(const struct prefix_filter_work *work, const double *map, const double *v, double *z);

/* All but the states, for which there must be so many bytes. */
struct prefix__filter prefix__filter_of(const struct prefix_filter_work *work,
                                        const struct prefix__filter_loops *loops);
size_t prefix__filter_bytes(const struct prefix__filter *f);

/*
 * Parts of a filter, each a struct prefix__filter, to be done one after the other: packs, if there are blocks; rows;
 * and packs. first and last say which; parts of one kind may be done at once.
 */
void prefix__filter_ends(void *filter, size_t first, size_t last);
void prefix__filter_chain(void *filter, size_t first, size_t last);
void prefix__filter_results(void *filter, size_t first, size_t last);

#endif
