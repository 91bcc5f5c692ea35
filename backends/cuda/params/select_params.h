/* SPDX-License-Identifier: BSD-3-Clause */
/* What a selection's kernel is told: plain data, shared by the host side (C) and the kernels (CUDA C++). */
#ifndef PREFIX_CUDA_PARAMS_SELECT_PARAMS_H
#define PREFIX_CUDA_PARAMS_SELECT_PARAMS_H

#include "params/scan_params.h"

/* As struct prefix_test, but for its negation; elements of less than 32 bits, and these, stand in the highest ones. */
struct prefix__cuda_test {
    uint64_t flip, mask, first, range;
};

struct prefix__cuda_select {
    /*
     * in, n, tiles, the workspace and all of the ring; the total is the number of selected elements, and
     * nothing stands before them.
     */
    struct prefix__cuda_scan scan;
    struct prefix__cuda_test test;
    struct prefix__cuda_test second;
    const uint8_t *flags; /* or NULL */
    const void *values;   /* or NULL */
    void *out;            /* or NULL, like all that follow */
    void *rejected;
    void *indices;
    void *values_out;
    void *lengths; /* how many elements each run has, with PREFIX_SELECTOR_HEADS: besides, only out may be stored */
    uint64_t capacity;
    uint64_t rejected_capacity;
    /*
     * Of runs of an array that is taken piece by piece: how many have begun before the piece, and 1 + the
     * place of the last, on the device, or NULL, and so the total; the piece's own place; and whether it is
     * the last one.
     */
    const uint64_t *runs_before;
    uint64_t place;
    uint8_t ends;
    const uint64_t *base_from; /* before the first selected element in out stand so many, on the device, */
    uint32_t base_words;       /* of so many counts */
    uint32_t again;     /* of a partition: from this tile on the array's tiles come again, for what is not selected */
    uint8_t selector;   /* of enum prefix_selector */
    uint8_t negate;     /* what the selector selects is not selected */
    uint8_t use_second; /* nor is what second does not select, */
    uint8_t negate_second;
    uint8_t head_first; /* the first element has no predecessor */
    uint8_t index_size; /* bytes, of lengths, too */
    uint8_t value_size;
};

/* Of a kernel all of whose blocks are at work at once, at most, nor more than there are multiprocessors. */
#define PREFIX__CUDA_WAVE_TILES 256
/* Words between copies of what its tiles tell each other. */
#define PREFIX__CUDA_WAVE_STRIDE (PREFIX__CUDA_WAVE_TILES + 16)

#endif
