/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the host side keeps of a device for a context. Kernels are launched through the driver, which is looked up
 * when it is first wanted; the runtime is linked statically: so the plugin loads without either.
 */
#ifndef PREFIX_CUDA_BASE_SESSION_H
#define PREFIX_CUDA_BASE_SESSION_H

#include <stdatomic.h>

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <prefix/backend.h>

#include "base/stage.h"
#include "params/segmented_params.h"

/* Scratch memory of scans that follow each other: see memory/workspace.c. */
struct prefix__cuda_workspace {
    uint64_t *memory;
    size_t bytes;
    uint64_t stream; /* the number of the only stream that uses it, or of the shared one's last use */
    int clear;       /* it must be cleared before its next use */
};

#define PREFIX__CUDA_WORKSPACES 4 /* the last is shared */

/* One that a captured call has to itself, for its graph may run any time: until graph and executables are destroyed. */
struct prefix__cuda_kept {
    struct prefix__cuda_kept *next;
    uint64_t *memory;
    atomic_int holders; /* the session and the graph */
};

/* A kernel as the runtime knows it, and as the driver does. */
struct prefix__cuda_function {
    const void *symbol;
    cudaFunction_t function;
};

#define PREFIX__CUDA_FUNCTIONS 32

/* What a persistent kernel of selections or segments has for its stages. */
struct prefix__cuda_ring_room {
    int known;        /* it has been looked at */
    int dependent;    /* it can start as soon as the kernel before lets it */
    size_t bytes;     /* of shared memory; 0: it is of no use here */
    uint8_t reserved; /* bits: for which of the other kernels of a reduction by key shared memory is reserved */
};

struct prefix_session {
    const struct prefix_host *host;
    void *owner;
    CUcontext context; /* the device's primary context, which the runtime uses too */
    cudaError_t lost;  /* what made the device's context useless for the rest of the process */
    struct prefix__cuda_workspace workspaces[PREFIX__CUDA_WORKSPACES];
    cudaEvent_t shared_event; /* recorded after each use of the shared workspace */
    int cleared;              /* that is queued for the workspace last taken: no launch may begin before it is done */
    struct prefix__cuda_function functions[PREFIX__CUDA_FUNCTIONS]; /* the last seen of each hash */
    unsigned int multiprocessors;                                   /* 0: the device has not been looked at */
    size_t ring_shared;                                             /* shared memory of a persistent block */
    struct {                                                        /* by kind, in bits by prefix__cuda_scan.kernel: */
        uint64_t known, usable;                                     /* looked at; found good, */
        uint64_t bulk;                                              /* and to use the bulk copy engine */
    } rings[PREFIX__CUDA_RING_KINDS];
    unsigned int solo_blocks;              /* of a small scan, that are faster one to a multiprocessor, */
    size_t solo_shared;                    /* which so much shared memory sees to, half of what there is */
    uint8_t cluster[PREFIX__CUDA_OPS * 4]; /* by prefix__cuda_scan.kernel: the most blocks of one; 0: not looked at */
    struct prefix__cuda_ring_room select_rings[4][4]; /* by width, and as prefix__cuda_select_kernels has them */
    struct {                                          /* by number of the operator, wide or not */
        struct prefix__cuda_ring_room scans[PREFIX__CUDA_FORMATS];
        struct prefix__cuda_ring_room totals[PREFIX__CUDA_FORMATS];
        struct prefix__cuda_ring_room runs;
    } segmented_rings[PREFIX__CUDA_OPS * 2];
    struct prefix__cuda_stage stage;
    uint64_t *total; /* pinned memory for a total, or two counts, that go to the host */
    struct prefix__cuda_kept *kept;
    cudaMemPool_t pool; /* of the memory of calls; NULL: the device's */
};

#endif
