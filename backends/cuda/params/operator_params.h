/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of a caller's operator are told: shared by the host side (C) and the kernels (CUDA C++). */
#ifndef PREFIX_CUDA_PARAMS_OPERATOR_PARAMS_H
#define PREFIX_CUDA_PARAMS_OPERATOR_PARAMS_H

#include "params/scan_params.h"

#define PREFIX__CUDA_OPERATOR_THREADS 256
/* Bytes of an element: at most, or, to a kernel that is made for it, as many multiples of 16 as it needs. */
#ifndef PREFIX__CUDA_OPERATOR_ELEMENT
#define PREFIX__CUDA_OPERATOR_ELEMENT 160
#endif
/* Tiles behind one published prefix, as many as shared memory has room for. */
#define PREFIX__CUDA_OPERATOR_GROUP(size) ((size) <= 16 ? 256 : (size) <= 64 ? 128 : 32)
#define PREFIX__CUDA_OPERATOR_STATE 2048 /* bytes, at most: they go with each launch */

/* How heads are told, for which each program is made: of enum prefix_heads_form, and the bytes of one of them. */
#define PREFIX__CUDA_OPERATOR_FORM(form, size) ((form)*32 + (size))
/* Or rows of a batch, each scanned by itself. */
#define PREFIX__CUDA_OPERATOR_ROWS 1

struct prefix__cuda_operator {
    /* in, out, n, tiles, the workspace, total, exclusive, reverse. */
    struct prefix__cuda_scan scan;
    const void *heads; /* flags, bits or keys; of offsets, bits are made first */
    uint64_t first;    /* bits: that of the first element */
    uint64_t mask;     /* keys: as struct prefix_heads has them */
    uint64_t range;
    uint64_t *report;   /* for the store stage, or NULL */
    const void *second; /* for the load stage, or NULL */
    uint8_t has_before;
    uint8_t total_is_element; /* it goes through no stage: so many bytes of it, from this one on */
    uint8_t total_at, total_bytes;
    /* Of rows, whose elements are neighbours, and whose number of tiles scan has: bytes from one to the next; words */
    int64_t in_row, out_row, total_row, second_row;
    uint64_t row_words; /* of descriptors */
    /* Or NULL: what stands before each, first_bytes of its element as they are, or, of 0, an element of the input. */
    const void *firsts;
    uint8_t first_bytes;
    uint8_t second_is_one; /* for all of a row */
    /* The first result of an exclusive scan: what stands before all others, if something does, or the identity. */
    uint64_t value[PREFIX__CUDA_OPERATOR_ELEMENT / 8] __attribute__((aligned(16)));
};

/* Results of a scan picked by where the next segment begins. */
struct prefix__cuda_pick {
    const void *from;
    void *to;
    const void *begins; /* of segments, and the last one's end: unsigned, of index_size bytes, in the array's order */
    uint64_t n;         /* begins beyond are taken for it */
    uint64_t segments;  /* for so many there is room; */
    const uint64_t *count; /* so many there are, and the last ends with the array; or NULL: segments */
    uint32_t index_size;
    uint32_t reverse;
    uint64_t value[PREFIX__CUDA_OPERATOR_ELEMENT / 8]; /* of an empty segment */
};

#endif
