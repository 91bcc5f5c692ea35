/* SPDX-License-Identifier: BSD-3-Clause */
/* What a session keeps for host arrays: see staging/pieces.h. Made when first needed. */
#ifndef PREFIX_CUDA_BASE_STAGE_H
#define PREFIX_CUDA_BASE_STAGE_H

#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime_api.h>

/* Pieces under way at once. A piece has its slot, a place in each buffer, from its start to its end. */
#define PREFIX__CUDA_SLOTS 8

struct prefix__cuda_buffer {
    char *memory;
    size_t bytes;
};

struct prefix__cuda_stage {
    int ready;                  /* streams and events are there */
    cudaStream_t in, scan, out; /* what each of the device's engines does */
    cudaEvent_t copied[PREFIX__CUDA_SLOTS], scanned[PREFIX__CUDA_SLOTS], done[PREFIX__CUDA_SLOTS];
    struct prefix__cuda_buffer device_in, device_out, pinned_in, pinned_out;
    uint64_t *chain; /* two carries on the device */
};

#endif
