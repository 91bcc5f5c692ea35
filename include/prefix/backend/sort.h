/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: the work of a sort, and the code that gives its order. */
#ifndef PREFIX_BACKEND_SORT_H
#define PREFIX_BACKEND_SORT_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend/scan.h>
#include <prefix/backend/segments.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The code of an element, by which it is sorted: codes are unsigned, of its own width, and the least comes first. All
 * is modulo 2 to the number of bits, x are the element's, and y is x ^ flip. Of integers the code is y. Of floats it is
 * - nan where y without its sign bit, m, is greater than infinity, the bits of +infinity;
 * - else zero - m where the sign bit of y is set, and zero + m where it is not.
 * So -0 has the code of +0, and each NaN that of each; that a sort descends, and where NaNs go, is in the numbers. The
 * greatest code of a type is that with all bits set: of NaNs, unless nan is 0, and then of an infinity.
 */
struct prefix_sort_code {
    uint64_t flip;
    uint64_t infinity; /* 0 of integers */
    uint64_t zero, nan;
};

/*
 * One sort, ascending by codes and stable: elements whose codes are equal in the bits that count stay in their order.
 * What is written are the elements as they are, so that the result has one right answer, bit by bit. With segments each
 * is sorted by itself, and what lies before the first and behind the last offset are segments of their own. Offsets in
 * host memory are sound. Those in device memory may be anything: nothing is then read or written outside of the arrays.
 */
struct prefix_sort_work {
    size_t size; /* of this struct, in bytes */
    int type;    /* of the keys */
    int threads; /* CPU threads at most; 0: the backend's own rules */
    struct prefix_sort_code code;
    int first_bit, bits; /* of a code, those that count: from first_bit on, 0 to all; of floats always all */
    const void *keys;
    void *out; /* or keys; or NULL: nothing but indices is wanted */
    /* Or NULL: a second array, whose elements go with the keys; there are then no indices. */
    const void *values;
    void *values_out;  /* NULL with values; or values */
    size_t value_size; /* bytes, 1 to 64; 0 with NULL */
    /* A power of two, at most 16, that divides value_size and the addresses of both. */
    size_t value_alignment;
    void *indices;                       /* or NULL: of the keys in their new order, where each stood in keys, from 0 */
    int index_type;                      /* PREFIX_U32, into which n - 1 fits, or PREFIX_U64; 0 with NULL */
    size_t n;                            /* at least 1; n elements of any of these fit PTRDIFF_MAX bytes */
    const struct prefix_heads *segments; /* or NULL: one; else of the form PREFIX_HEADS_OFFSETS */
    /* All that is written is disjoint from all else, but for out that is keys and values_out that is values. */
    int keys_memory, out_memory; /* of enum prefix_memory, never ANY; HOST for what is NULL */
    int values_memory, values_out_memory, indices_memory;
    void *stream; /* the caller's device stream, or NULL */
    /* One of the backend's sort_algorithms, or AUTO. Otherwise there are no segments. */
    int algorithm;
    size_t tile;                     /* elements of a chunk, which a backend may ignore; 0: its own */
    struct prefix_scan_watch *watch; /* or NULL; only with an algorithm, and for PREFIX_BACKEND_FLAG_COUNTS */
    /* Caller-owned scratch memory, aligned to 256 bytes, for all that is queued; NULL and 0: the session's own. */
    void *workspace;
    size_t workspace_bytes; /* too few: PREFIX_ERROR_WORKSPACE, from a backend that has sort_workspace() */
};

#ifdef __cplusplus
}
#endif

#endif
