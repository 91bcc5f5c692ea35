/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of runs, and those that write them out, are told: shared by the host side and the kernels. */
#ifndef PREFIX_CUDA_PARAMS_RUNS_PARAMS_H
#define PREFIX_CUDA_PARAMS_RUNS_PARAMS_H

#include "params/select_params.h"

/* Blocks on a multiprocessor of kernels whose blocks work by turns. */
#define PREFIX__CUDA_RUNS_BLOCKS 8

struct prefix__cuda_runs_bits {
    const void *keys;
    uint64_t n;
    struct prefix__cuda_test test; /* how keys of at most 8 bytes differ */
    int nontrivial;                /* bits are of runs of two elements and more */
    uint32_t *begins, *ends;
    uint32_t *doubled; /* begins, each bit twice; or NULL */
};

/* Runs that are added up together, and blocks on a multiprocessor that write out. */
#define PREFIX__CUDA_EXPAND_CHUNK 256
#define PREFIX__CUDA_EXPAND_BLOCKS 5

struct prefix__cuda_expand {
    const void *values, *lengths;
    void *out;
    uint64_t runs;
    const uint64_t *ends;  /* of chunks in the output, modulo 2^64: */
    const uint64_t *wraps; /* those from this one on are beyond; NULL: there are none */
    uint64_t capacity;
    uint64_t *count;
    uint32_t index_size; /* bytes of a length */
    uint32_t group;      /* tiles that a block takes by a turn */
};

/* Blocks on a multiprocessor that make bits of offsets. */
#define PREFIX__CUDA_HEAD_BITS_BLOCKS 8

struct prefix__cuda_head_bits {
    const void *offsets;
    uint64_t count; /* of them */
    uint32_t *bits; /* of elements: n, */
    uint64_t n;
    uint64_t words; /* which are in so many words */
    uint64_t part;  /* words and offsets, together, that a block takes, */
    double of_part; /* and how many of these are offsets, on the average */
};

/* Offsets that are looked at together for being all equal. */
#define PREFIX__CUDA_TOTALS_CHUNK 8192
#define PREFIX__CUDA_TOTALS_CHUNKS 16 /* of a block, at most 32 */

struct prefix__cuda_totals_search {
    const void *offsets;
    uint64_t count; /* of them */
    double of_tile; /* how many are in one, on the average */
    uint64_t tiles;
    uint64_t *before;    /* of each, and behind the last */
    uint64_t *workspace; /* so many words are cleared, no more than there are threads: */
    uint64_t words;
    void *totals;      /* of segments, elements of out_size bytes: */
    uint64_t empty;    /* what those without elements come to */
    uint32_t tile;     /* elements of one */
    uint32_t searches; /* blocks that search; the others look at chunks */
    uint32_t out_size;
    uint32_t offset_size;
};

#endif
