/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: the work of a scan, batches of rows, and missing elements. */
#ifndef PREFIX_BACKEND_SCAN_H
#define PREFIX_BACKEND_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A value of a carry type: one member for each family. */
union prefix_carry {
    int64_t i;  /* signed integers */
    uint64_t u; /* unsigned integers */
    float f;    /* f32, and f16 and bf16 widened */
    double d;   /* f64 */
};

/* Who watches a scan, or a sort; for backends with PREFIX_BACKEND_FLAG_COUNTS. */
struct prefix_scan_watch {
    uint64_t work; /* what prefix_plan_counts() gives; 0 at first */
    uint64_t span;
    prefix_trace_fn trace; /* or NULL */
    void *user;            /* of trace */
};

/*
 * Which elements are missing. What is done is what would be done with the identity in their places, to the last bit,
 * in elements of the output type; then a blank, if there is one, is written over the results at these places.
 */
struct prefix_validity {
    size_t size;         /* of this struct, in bytes */
    const uint8_t *bits; /* element i is missing where bit (first + i) % 8 of byte (first + i) / 8 is 0; or NULL */
    size_t first;
    int memory; /* of bits, of enum prefix_memory; HOST for NULL */
    /* And where of its bits x, as an unsigned integer, (x & mask) > range; both all bits: nowhere. */
    uint64_t mask, range;
    /* One element each, of the output type, or that of the caller's own operator, in host memory: */
    const void *identity; /* combined with anything, it changes nothing */
    const void *blank;    /* or NULL: results stay as they are; NULL for reductions */
};

#define PREFIX_BATCH_DIMS 16

/*
 * Rows of one length: everything that is scanned is one of them, by itself. Steps are in elements and may be negative.
 */
struct prefix_batch_dim {
    size_t count;
    ptrdiff_t in_step, out_step;
    ptrdiff_t valid_step;  /* between their validity bits; 0: there is no bitmap */
    ptrdiff_t second_step; /* of a work with a second input, likewise */
};
struct prefix_batch {
    size_t size;                 /* of this struct, in bytes */
    ptrdiff_t in_step, out_step; /* from an element of a row to its next */
    ptrdiff_t valid_step;        /* and from its validity bit to that one's; validity has that of all indices 0 */
    size_t rows;                 /* product of the counts; at least 1 */
    int dims;                    /* 0: one row */
    int ends;                    /* 1: a row's total, of the output type, is one more result, last in its scan */
    /* Outermost first; counts of at least 2, neighbours merged where one step does for both. */
    struct prefix_batch_dim dim[PREFIX_BATCH_DIMS];
    ptrdiff_t second_step; /* of a second input, from an element of a row to its next; 0: one for all */
};

/* One scan. Everything is resolved: nothing is left to default but algorithm AUTO and threads 0. */
struct prefix_scan_work {
    size_t size; /* of this struct, in bytes */
    int kind;
    int op;
    int type;        /* of the input */
    int output_type; /* equal to type, or wider of the same family */
    int carry_type;  /* prefix_carry_type(op, output_type) */
    int reverse;     /* 0 or 1 */
    int algorithm;   /* one of the backend's scan_algorithms, or AUTO */
    int threads;     /* CPU threads at most; 0: the backend's own rules */
    const void *in;
    void *out; /* disjoint from in, or equal to it */
    size_t n;  /* at least 1; n elements of either type fit PTRDIFF_MAX bytes */
    int in_memory;
    int out_memory;   /* of enum prefix_memory, never ANY */
    int total_memory; /* likewise; HOST when there is no total */
    int total_type;   /* output_type or carry_type */
    void *total;      /* or NULL; aligned to its type, disjoint from in and out */
    /*
     * What stands before the first element, in carry_type: init, or else the operator's identity
     * (combining it is exact and changes no element, but for -0 + +0 = +0, which is wanted).
     */
    union prefix_carry carry;
    void *stream; /* the caller's device stream, or NULL */
    /* Caller-owned scratch memory, or NULL for the session's own; fresh: never used, clear it. */
    void *workspace;
    size_t workspace_bytes;
    int workspace_fresh;
    size_t tile;                     /* elements of a tile, which a backend may ignore; 0: its own */
    struct prefix_scan_watch *watch; /* or NULL; only for PREFIX_BACKEND_FLAG_COUNTS */
    int block_algorithm;             /* one of the backend's block_algorithms, or AUTO */
    /* Since minor 6: or NULL, all are there; only for PREFIX_BACKEND_FLAG_VALIDITY. */
    const struct prefix_validity *validity;
    /*
     * Since minor 6, and only for batch(); or NULL: one row, of neighbours. n is then the length of a row, in and out
     * are at the element with all indices 0 (with negative steps others lie before it), and total is an array of a
     * total for each row, in C order of the dims; or NULL where the rows have ends.
     */
    const struct prefix_batch *batch;
    /*
     * Since minor 6, and only for scans by backends with event_record(); or NULL. So many values of carry_type, in
     * memory that the device reads in its turn: they stand behind the carry, and are combined with it one by one.
     */
    const void *before;
    size_t before_count;
};

#ifdef __cplusplus
}
#endif

#endif
