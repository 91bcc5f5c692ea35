/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: the work of a scan by an operator of the caller's own, and its stages. */
#ifndef PREFIX_BACKEND_OPERATOR_H
#define PREFIX_BACKEND_OPERATOR_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>
#include <prefix/backend/scan.h>
#include <prefix/backend/segments.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Stages of a scan by an operator. A load makes n elements, neighbours in the order of the scan, each of the input at
 * in + k * in_step, and of that at second + k * in_step where there are two (what lies otherwise is brought together),
 * and a store what is written at out + k * out_step, each of an element. place is where the first of them stands in the
 * array, and place_step, 1 or -1, goes from one to the next; state is that of the operator. A store may lower what
 * stands at report, by atomic operations: several threads do.
 */
typedef void (*prefix_load_fn)(const void *state, const void *in, const void *second, ptrdiff_t in_step, uint64_t place,
                               int place_step, void *elements, size_t n);
typedef void (*prefix_store_fn)(const void *state, const void *elements, void *out, ptrdiff_t out_step, uint64_t place,
                                int place_step, uint64_t *report, size_t n);

/*
 * Loops that may do whole tiles of an operator's inclusive scan on the CPU, with the same bits; steps in bytes.
 *   scan   takes the elements of a tile, keeps what it needs aside, in 16 KiB, and gives what they come to. 0: it does
 *          not take them.
 *   store  writes the results of what was taken, behind what stands before the tile, or NULL: nothing does. 0: it made
 *          the elements of the tile instead, combined in the tile alone.
 */
struct prefix_tile_loops {
    const void *state;
    int (*scan)(const void *state, const void *in, ptrdiff_t in_step, void *aside, void *last);
    int (*store)(const void *state, const void *before, void *aside, void *elements, void *out, ptrdiff_t out_step);
};

/*
 * One scan or reduction by an operator of the caller's own, in the canonical order of its elements. With segments,
 * first stands before each of them, and without out the reduction of each segment, of offsets, goes to the array total.
 * Offsets in host memory are sound, and if there is no identity none of the segments that are reduced is empty there.
 */
struct prefix_operator_work {
    size_t size;               /* of this struct, in bytes */
    prefix_combine_fn combine; /* NULL: it is CUDA text alone */
    const void *state;         /* of combine */
    size_t state_bytes;
    size_t element;   /* bytes of an element, 1 to 160: a multiple of its alignment, */
    size_t alignment; /* which is a power of two, 16 at most */
    int kind;
    int reverse; /* 0 or 1 */
    int threads; /* CPU threads at most; 0: the backend's own rules */
    const void *in;
    void *out;            /* disjoint from in, or equal to it, or NULL: the total is all that is wanted */
    size_t n;             /* at least 1; n elements fit PTRDIFF_MAX bytes */
    const void *first;    /* what stands before the first element, in host memory; or NULL: nothing does */
    const void *identity; /* or NULL: if there is no first, the first result of exclusive scans: never combined */
    void *total;          /* or NULL; aligned, disjoint from in and out */
    int in_memory, out_memory, total_memory; /* of enum prefix_memory; HOST for what is NULL */
    void *stream;                            /* the caller's device stream, or NULL */
    const struct prefix_heads *heads;        /* or NULL: there are no segments */
    /* In CUDA C++, or NULL: text, the element's type there, an expression in earlier, later and state. */
    const char *cuda_text, *cuda_element, *cuda_expression;
    /*
     * Since minor 6: stages. What is said above of elements holds for those that are combined, first and identity
     * among them; in has what load makes them of, and out and total get what store makes of them. The place of a
     * total is that of its last element in the order of the scan. NULL: these are the elements.
     */
    prefix_load_fn load;
    prefix_store_fn store;
    size_t in_size, in_alignment;   /* bytes, of an element of in; 0: those of an element */
    size_t out_size, out_alignment; /* likewise of out and total */
    int total_is_element;           /* total gets its element as it is; not with segments */
    /*
     * In CUDA C++, NULL with load: the type of in, and an expression in in, second, place (a uint64_t) and state; and
     */
    const char *cuda_in, *cuda_load;
    const char *cuda_out, *cuda_store; /* with store: the type of out, and one in element, place, state and report */
    /*
     * Or NULL: for store, a word that is UINT64_MAX when it begins; there are then no totals of segments. In CUDA C++,
     * prefix_report(report, x) lowers it to x.
     */
    uint64_t *report;
    int report_memory;
    /* As that of a scan; there is then an identity. */
    const struct prefix_validity *validity;
    /* Of a work with load, or NULL: a second input of n elements of the type of in. out may be this one, too. */
    const void *second;
    int second_memory; /* HOST for NULL */
    /* With total_is_element: total gets so many bytes of its element, from this one on; 0: all. */
    size_t total_at, total_bytes;
    /*
     * A float type: load, combine and store are those of the recurrence y = a y + b of elements of it, with b in in
     * and a in second or, where that is NULL, the f64 at state; elements are pairs of f64, of an a and of y. A backend
     * may do it by loops of its own that give the same bits. Without heads, ends and validity; 0: nothing is said.
     */
    int recurrence_type;
    /*
     * Or NULL; only for backends with batch(). As that of a scan: in, out and second are at the element with indices 0,
     * total is an array of a total for each row, and places count from the beginning of a row. There are then no
     * heads and no report.
     */
    const struct prefix_batch *batch;
    /*
     * With a batch and load, or NULL; instead of first: an array of what stands before each row, as total has them, and
     * maybe that array. first_is_element: total_bytes of an element, from total_at on, whose others are 0; else an
     * element of the input, of which load makes it, with the same as second.
     */
    const void *firsts;
    int firsts_memory; /* HOST for NULL */
    int first_is_element;
    /* Or NULL; else without heads and validity, forward, and with load and out. */
    const struct prefix_tile_loops *tiles;
};

#ifdef __cplusplus
}
#endif

#endif
