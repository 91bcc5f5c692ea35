/* SPDX-License-Identifier: BSD-3-Clause */
/* What a row measures, and what came of it. */
#ifndef PREFIX_TOOLS_BENCH_CASE_H
#define PREFIX_TOOLS_BENCH_CASE_H

#include <stddef.h>

#include "bench/peer.h"

#define BENCH_REPEAT_MAX 10000
#define BENCH_MISALIGN_MAX 64
#define BENCH_REST_MAX 60000

/* What one row measures. */
struct bench_case {
    const char *primitive;
    const char *backend;
    const char *form; /* of compactions, segments, tables, sorts and recurrences; else NULL */
    int has_op;       /* else op says nothing */
    int algorithm, block_algorithm, op, kind, type, output_type;
    size_t n;
    int threads;      /* CPU threads; 0: the work is not done by CPU threads */
    int copy_threads; /* of the copy on the CPU */
    int in_place;     /* the output over the input; it is compared with rewriting the same bytes */
    int flush;        /* each call on other memory */
    int misaligned;   /* elements by which input and output begin after aligned addresses; those of copies do not */
    int rest;         /* milliseconds before each call; 0: calls back to back */
};

/* Seconds a call. */
struct bench_timing {
    double median, least;
    double spread; /* between the quartiles, in parts of the median */
};

/* What others take for the same. */
struct bench_peer_time {
    const char *name;
    struct bench_timing timing;
};

struct bench_row {
    struct bench_case what;
    double bytes; /* read and written by one call, of the primitive or of the copy */
    struct bench_timing work, copy;
    struct bench_peer_time peers[BENCH_PEERS];
    int peer_count;
};

#endif
