/* SPDX-License-Identifier: BSD-3-Clause */
/* Which kernel makes a scan, and how it is launched. No call of CUDA: a test asks for devices that are not there. */
#ifndef PREFIX_CUDA_PLAN_SCAN_H
#define PREFIX_CUDA_PLAN_SCAN_H

#include "params/grid.h"
#include "plan/scan_kernels.h"

/* How a persistent kernel brings tiles to shared memory, if at all. */
enum prefix__cuda_ring_how { PREFIX__CUDA_RING_NONE, PREFIX__CUDA_RING_ASYNC, PREFIX__CUDA_RING_BULK };

/* What a device has for the kernels of a scan. */
struct prefix__cuda_limits {
    unsigned int multiprocessors;
    unsigned int cluster;     /* blocks of one at most; 1: there are none */
    unsigned int solo_blocks; /* of a small scan, that are faster one to a multiprocessor, */
    size_t solo_shared;       /* which so much shared memory sees to */
    size_t ring_shared;       /* shared memory of a persistent block */
    uint8_t ring;             /* of enum prefix__cuda_ring_how, for the kernel that ring_kind() names */
    uint8_t dependent;        /* a launch may begin before the one before it has ended */
};

struct prefix__cuda_scan_plan {
    const void *function;
    struct prefix__cuda_grid grid;
};

/* The persistent kernel, of enum prefix__cuda_ring_kind, that the scan might be for; PREFIX__CUDA_RING_KINDS: none. */
int prefix__cuda_ring_kind(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params);

/* Words of the workspace; 0: all tiles are in one block or cluster. */
uint64_t prefix__cuda_scan_words(const struct prefix__cuda_kernel *kernel, unsigned int cluster, uint64_t n);

/* Sets the plan, and of params the tiles and all of the ring; where these begin before the array, in, out and n, too. */
void prefix__cuda_plan_scan(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_limits *limits,
                            struct prefix__cuda_scan *params, struct prefix__cuda_scan_plan *plan);

#endif
