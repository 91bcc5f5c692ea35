/* SPDX-License-Identifier: BSD-3-Clause */
/* How a kernel is launched. */
#ifndef PREFIX_CUDA_PARAMS_GRID_H
#define PREFIX_CUDA_PARAMS_GRID_H

#include <stddef.h>
#include <stdint.h>

struct prefix__cuda_grid {
    unsigned int blocks, threads;
    size_t shared; /* bytes */
    int cluster;   /* all blocks are in one */
    int dependent; /* it starts as soon as the kernel before lets it */
};

/* How many hold n together, at least 1, by so many each. */
static inline uint64_t prefix__cuda_divided(uint64_t n, uint64_t by)
{
    return (n - 1) / by + 1;
}

#endif
