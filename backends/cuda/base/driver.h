/* SPDX-License-Identifier: BSD-3-Clause */
/* libcuda itself, looked up when it is first wanted. No function of it creates a context but the one that says so. */
#ifndef PREFIX_CUDA_BASE_DRIVER_H
#define PREFIX_CUDA_BASE_DRIVER_H

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <prefix/backend.h>

#include "params/grid.h"

int prefix__cuda_probe(char *text, size_t size);
int prefix__cuda_devices(int *count);
int prefix__cuda_device_name(int device, char *text, size_t size);
int prefix__cuda_memory_kind(const void *memory, int *kind);
int prefix__cuda_context(int device, CUcontext *context, char *text, size_t size); /* creates it */
/* Whether this process is a child of the one that started the driver, where CUDA does not work. */
int prefix__cuda_forked(void);
CUresult prefix__cuda_push(CUcontext context, int *pushed); /* unless it is current */
void prefix__cuda_pop(void);
/* A number for the stream that no other stream of the process ever has; none while it is captured. */
CUresult prefix__cuda_stream(cudaStream_t stream, uint64_t *id, int *capturing);
/* Of a stream that is being captured. */
CUresult prefix__cuda_graph(cudaStream_t stream, CUgraph *graph);
/* A tenth faster than by the runtime. */
CUresult prefix__cuda_launch_kernel(CUfunction function, const struct prefix__cuda_grid *grid, cudaStream_t stream,
                                    void **arguments);
/* A kernel of machine code, which stays for the life of the process. */
CUresult prefix__cuda_load(const void *code, const char *name, CUfunction *function);

#endif
