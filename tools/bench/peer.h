/* SPDX-License-Identifier: BSD-3-Clause */
/* What others have to offer, measured next to calls on a GPU; only with --enable-bench-peers. */
#ifndef PREFIX_TOOLS_BENCH_PEER_H
#define PREFIX_TOOLS_BENCH_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bench_peer {
    const char *name;
    /*
     * Prepares for calls on n elements in device memory; NULL when there is no such scan or, if it
     * reduces, reduction. Ends the command on failure.
     */
    void *(*open)(int reduces, int kind, int op, int type, int output_type, size_t n);
    void (*run)(void *state, const void *in, void *out); /* queues a call on the default stream */
    void (*close)(void *state);
};

#define BENCH_PEERS 2

extern const struct bench_peer bench_peers[BENCH_PEERS];

/* What is queued on the default stream in between is measured by events there; end waits, and returns seconds. */
void bench_events_begin(void);
double bench_events_end(void);

/* Compactions and runs, by CUB, whose plain partition leaves the rejected elements last first: */
enum bench_runs_call {
    BENCH_SELECT,
    BENCH_FLAGGED,
    BENCH_PARTITION,
    BENCH_STABLE_PARTITION,
    BENCH_UNIQUE,
    BENCH_ENCODE,
    BENCH_REDUCE_BY_KEY
};

struct bench_runs_arrays {
    const void *in;
    void *heads; /* flags, keys, or where lengths go */
    void *out, *unique;
    uint64_t *count;
    const void *operand; /* elements below it are selected; on the host */
    size_t n;
};

/* operand is looked at by each call. NULL: there is no such call. */
void *bench_cub_runs_open(int which, int type, const struct bench_runs_arrays *arrays);
void bench_cub_runs(void *state);
void bench_cub_runs_close(void *state);

enum bench_sort_call { BENCH_SORT_KEYS, BENCH_SORT_PAIRS, BENCH_ARGSORT, BENCH_SORT_SEGMENTS };

struct bench_sort_arrays {
    const void *keys;
    void *keys_out;
    const uint32_t *values; /* of an argsort 0, 1, ... */
    uint32_t *values_out;
    const uint32_t *offsets; /* segments + 1 */
    size_t segments, n;
    enum bench_sort_call call;
};

/* CUB's sorts, which are two: counted in 32 and in 64 bits; or of segments, by two algorithms. NULL: there is none. */
void *bench_cub_sort_open(int which, int type, const struct bench_sort_arrays *arrays);
const char *bench_cub_sort_name(int which, enum bench_sort_call call);
void bench_cub_sort(void *state);
void bench_cub_sort_close(void *state);

/* y = a y + b, with an a for each element or a constant one, by CUB's scan of pairs. NULL: not of this type. */
void *bench_cub_recurrence_open(int type, int is_constant, double constant, size_t n);
void bench_cub_recurrence(void *state, const void *a, const void *b, void *out);
void bench_cub_recurrence_close(void *state);

#ifdef __cplusplus
}
#endif

#endif
