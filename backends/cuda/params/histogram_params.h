/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernel of histograms is told: shared by the host side and the kernel. */
#ifndef PREFIX_CUDA_PARAMS_HISTOGRAM_PARAMS_H
#define PREFIX_CUDA_PARAMS_HISTOGRAM_PARAMS_H

#include <stdint.h>

/* As struct prefix_histogram_work has them; edges are on the device, and counts zeros at first. */
struct prefix__cuda_histogram {
    const void *in;
    const uint64_t *edges;
    void *counts;
    uint32_t *numbers;
    uint64_t n;
    uint64_t flip, infinity, zero, nan;
    uint64_t first, last, base;
    double low, scale;
    uint32_t bins, shift;
    uint32_t count_size; /* 4 or 8 */
    uint32_t tables;     /* in the shared memory of a block; 0: they do not fit */
};

#endif
