/* SPDX-License-Identifier: BSD-3-Clause */
/* How a kernel is launched. */
#ifndef PREFIX_CUDA_PARAMS_GRID_H
#define PREFIX_CUDA_PARAMS_GRID_H

#include <stddef.h>

struct prefix__cuda_grid {
    unsigned int blocks, threads;
    size_t shared; /* bytes */
    int cluster;   /* all blocks are in one */
    int dependent; /* it starts as soon as the kernel before lets it */
};

#endif
