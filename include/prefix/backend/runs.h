/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: the work of finding runs of equal keys, and of writing runs out. */
#ifndef PREFIX_BACKEND_RUNS_H
#define PREFIX_BACKEND_RUNS_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend/operator.h>
#include <prefix/backend/scan.h>
#include <prefix/backend/segments.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Runs of neighbours with equal keys. Of each, or of those that count, in their order: its first key, the
 * reduction of its elements, where it begins and how long it is, as far as there is room. In place (unique
 * is keys, scan->out is scan->in), no element may be written before all are read that stand before it.
 */
struct prefix_runs_work {
    size_t size;                         /* of this struct, in bytes */
    int threads;                         /* CPU threads at most; 0: the backend's own rules */
    struct prefix_heads keys;            /* of the form PREFIX_HEADS_KEYS */
    const struct prefix_scan_work *scan; /* NULL: no reductions; else inclusive, and out is for these */
    void *unique;                        /* or NULL; or the keys */
    void *offsets, *lengths;             /* or NULL; unsigned, of index_size bytes, 4 or 8 */
    size_t index_size;
    int nontrivial;  /* only runs of two elements and more count; there is then no scan, and no unique */
    size_t n;        /* at least 1 */
    size_t capacity; /* of each output, at most n: nothing is written beyond it */
    uint64_t *count; /* where the number of runs that count goes, however many are written */
    int unique_memory, offsets_memory, lengths_memory, count_memory; /* of enum prefix_memory; HOST for what is NULL */
    void *stream;                                                    /* the caller's device stream, or NULL */
    /*
     * Or NULL. Instead of scan: in, out, the memory of both, and what combines: forward, inclusive, without first, and
     * with the keys as heads. There are then no offsets and no lengths.
     */
    const struct prefix_operator_work *combined;
};

/* Runs written out: each of the values as often as its length says. */
struct prefix_expand_work {
    size_t size;       /* of this struct, in bytes */
    int threads;       /* CPU threads at most; 0: the backend's own rules */
    size_t value_size; /* bytes of a value: 1, 2, 4, 8 or 16, the last aligned to 8 */
    size_t index_size; /* bytes of a length, which is unsigned: 4 or 8 */
    const void *values, *lengths;
    size_t runs;     /* at least 1 */
    void *out;       /* outside of both */
    size_t capacity; /* of out: nothing is written beyond it */
    uint64_t *count; /* where the sum of the lengths goes; of one that does not fit, UINT64_MAX */
    int values_memory, lengths_memory, out_memory, count_memory;
    void *stream; /* the caller's device stream, or NULL */
};

#ifdef __cplusplus
}
#endif

#endif
