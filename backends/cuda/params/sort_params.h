/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of sorts are told: shared by the host side and the kernels. */
#ifndef PREFIX_CUDA_PARAMS_SORT_PARAMS_H
#define PREFIX_CUDA_PARAMS_SORT_PARAMS_H

#include <stdint.h>

#define PREFIX__CUDA_SORT_BINS 256
#define PREFIX__CUDA_SORT_PASSES 8
#define PREFIX__CUDA_SORT_VALUES 65536 /* that keys of two bytes may have */

/*
 * On the device, zeros at first. Behind it lie the descriptors, a word for each bin of each tile; or of keys that are
 * counted by two bytes a word for each value.
 */
struct prefix__cuda_sort_state {
    uint64_t bins[PREFIX__CUDA_SORT_PASSES][PREFIX__CUDA_SORT_BINS]; /* counts; then what stands before each */
    uint32_t tickets[PREFIX__CUDA_SORT_PASSES];
    uint32_t done;   /* blocks that have counted */
    uint32_t active; /* a bit for each pass that moves elements; they take turns with two buffers */
    uint32_t skewed; /* a bit for each pass of whose digits one is so common that shared atomics are slow */
};

struct prefix__cuda_sort {
    const void *keys, *values; /* values: or NULL, of the first active pass: their places */
    /* Where the last active pass writes, and the one before it; keys[0] may be NULL if that is the last. */
    void *keys_to[2], *values_to[2];
    struct prefix__cuda_sort_state *state;
    uint64_t n;
    uint64_t tiles;
    uint64_t flip, infinity, zero, nan; /* as struct prefix_sort_code has them */
    uint32_t first_bit, bits;
    uint32_t passes; /* for each eight of the bits, and as many as least and even make of them */
    uint32_t pass;
    /* Of active passes: some array is sorted in place; not all are. */
    uint32_t even, least;
    int keys_kept;          /* the last active pass writes keys, too */
    int provable;           /* codes of integers count with all their bits */
    uint32_t copies;        /* of a counter, in a block that counts: a power of two */
    const uint32_t *wanted; /* or NULL; where it is 0, nothing is to be done */
};

/* On the device, zeros at first. */
struct prefix__cuda_sort_segments_state {
    uint64_t tickets[2];
    uint32_t far; /* a segment is too long for one block, or offsets are not in order */
};

/* Segments that blocks or warps sort by themselves: those between offsets, and what lies before and behind these. */
struct prefix__cuda_sort_segments {
    struct prefix__cuda_sort_segments_state *state;
    const void *offsets;
    uint64_t offset_count, longest; /* longest: for one block */
    uint32_t offset_size, chunk;    /* chunk: segments that a warp or a block takes at once; 32 at most, or 256 */
};

/* Elements of any size that go to new places: out[i] is in[index of i]. */
struct prefix__cuda_gather {
    const void *in;      /* NULL: the indices themselves are wanted, of one unit each */
    const void *indices; /* NULL: elements stay where they are */
    void *out;
    uint64_t n;
    uint32_t index_size, index_step; /* bytes: 4 or 8, and from one to the next */
    uint32_t unit, units;            /* an element is so many units, of 1, 2, 4, 8 or 16 bytes */
    const uint32_t *wanted;          /* as of a sort */
};

/* For each element a word: in the low half its place, in the high half the number of offsets up to there. */
struct prefix__cuda_sort_places {
    uint64_t *words;    /* with the place in the lower half; or NULL: */
    uint32_t *segments; /* the segment's number alone */
    const void *offsets;
    uint64_t n, offset_count;
    uint32_t offset_size;   /* 4 or 8 */
    const uint32_t *wanted; /* as of a sort */
};

#endif
