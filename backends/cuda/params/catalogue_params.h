/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a kernel of the catalogue is told: one pass of a global strategy over an array, by tiles. Plain data,
 * shared by the host side (C) and the kernels (CUDA C++).
 */
#ifndef PREFIX_CUDA_PARAMS_CATALOGUE_PARAMS_H
#define PREFIX_CUDA_PARAMS_CATALOGUE_PARAMS_H

#include "params/scan_params.h"

/* What a tile does; the last two claim their tiles, and wait for those before. */
enum prefix__cuda_pass_kind {
    PREFIX__CUDA_PASS_ALONE,     /* scans by itself, and leaves its total */
    PREFIX__CUDA_PASS_REDUCE,    /* leaves its total */
    PREFIX__CUDA_PASS_GIVEN,     /* scans behind what stands before it, which has been worked out */
    PREFIX__CUDA_PASS_PROPAGATE, /* puts that before what it has scanned alone */
    PREFIX__CUDA_PASS_CHAINED,   /* scans behind what the tile before publishes */
    PREFIX__CUDA_PASS_LOOK_BACK  /* scans behind what it sees looking back */
};

/*
 * Totals and what stands before tiles lie in the workspace as descriptors with the tag 0, which no launch has
 * (grid/descriptor.cuh). As arrays, they have elements of 8 bytes for a carry of 4, and of 16, the
 * halves with 8 bytes each, for one of 8.
 */
struct prefix__cuda_pass {
    struct prefix__cuda_scan scan;
    uint64_t neutral;         /* in the kernel's own form; an element of the output can hold it */
    uint64_t *aggregates;     /* the totals of tiles */
    const uint64_t *prefixes; /* what stands before them; NULL: there is one tile */
    uint8_t kind;             /* of enum prefix__cuda_pass_kind */
    uint8_t op;               /* of enum prefix__cuda_op */
    uint8_t out_size;         /* bytes of an element of the output */
    uint8_t plain;            /* elements are taken and stored as they are, but for their size */
    uint8_t extended;         /* narrow ones are signed */
    uint8_t packets_in;       /* whole packets of 16 bytes can be loaded, */
    uint8_t packets_out;      /* and stored */
};

#endif
