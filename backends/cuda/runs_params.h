/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of runs, and those that write them out, are told: shared by the host side and the kernels. */
#ifndef PREFIX_CUDA_RUNS_PARAMS_H
#define PREFIX_CUDA_RUNS_PARAMS_H

#include "select_params.h"

#ifdef __cplusplus
extern "C" {
#endif

struct prefix__cuda_runs_bits {
    const void *keys;
    uint64_t n;
    struct prefix__cuda_test test; /* how keys of at most 8 bytes differ */
    int nontrivial;                /* bits are of runs of two elements and more */
    uint32_t *begins, *ends;
    uint32_t *doubled; /* begins, each bit twice; or NULL */
};

struct prefix__cuda_expand {
    const void *values;
    void *out;
    uint64_t runs;
    const uint64_t *ends;  /* of runs in the output, modulo 2^64: */
    const uint64_t *wraps; /* those from this one on are beyond; NULL: there are none */
    uint64_t capacity;
    uint64_t *count;
};

struct prefix__cuda_head_bits {
    const void *offsets;
    uint64_t count; /* of them */
    uint32_t *bits; /* of elements: n */
    uint64_t n;
    /* Of reductions besides: */
    uint64_t *before; /* of each tile, and of what is behind the last: how many offsets are before it */
    void *totals;     /* of segments, of out_size bytes: those without elements become empty */
    uint64_t empty;
    uint32_t tile_shift; /* of its elements, a power of two */
    uint32_t out_size;
};

/* The kernels: void (struct prefix__cuda_runs_bits), by bytes of a key; */
const void *prefix__cuda_runs_bits_kernel(size_t size, uint32_t *threads);
/* void (begins, lengths, count, capacity), by bytes of an index; */
const void *prefix__cuda_runs_lengths_kernel(size_t size, uint32_t *threads);
/* void (struct prefix__cuda_head_bits), by bytes of an offset, for reductions or not; */
const void *prefix__cuda_head_bits_kernel(size_t size, int totals, uint32_t *threads);
/* void (struct prefix__cuda_expand), by bytes of a value; */
const void *prefix__cuda_expand_kernel(size_t size, uint32_t *threads);
/* void (ends, runs, wraps). */
const void *prefix__cuda_expand_wraps_kernel(uint32_t *threads);

#ifdef __cplusplus
}
#endif

#endif
