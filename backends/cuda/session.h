/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The host side of the CUDA backend. Kernels are launched through the runtime, which is linked
 * statically; the driver is looked up when it is first wanted, so the plugin loads without one.
 */
#ifndef PREFIX_CUDA_SESSION_H
#define PREFIX_CUDA_SESSION_H

#include <stdatomic.h>

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <prefix/backend.h>

#include "segmented_params.h"
#include "stage.h"
#include "shared/types.h"

/* Scratch memory of scans that follow each other: see workspace.c. */
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
        struct prefix__cuda_ring_room scans[PREFIX__CUDA_SEGMENTED_RINGS];
        struct prefix__cuda_ring_room totals[PREFIX__CUDA_TOTALS];
        struct prefix__cuda_ring_room runs[PREFIX__CUDA_RUNS_KINDS];
    } segmented_rings[PREFIX__CUDA_OPS * 2];
    struct prefix__cuda_stage stage;
    uint64_t *total; /* pinned memory for a total, or two counts, that go to the host */
    struct prefix__cuda_kept *kept;
    cudaMemPool_t pool; /* of the memory of calls; NULL: the device's */
};

/* What a call must undo: see prefix__cuda_enter(). */
struct prefix__cuda_scope {
    int saved_errno;
    int pushed;
};

/* driver.c: libcuda itself. No function of it creates a context but the one that says so. */
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
/* How a kernel is launched, a tenth faster than by the runtime. */
struct prefix__cuda_grid {
    unsigned int blocks, threads;
    size_t shared; /* bytes */
    int cluster;   /* all blocks are in one */
    int dependent; /* it starts as soon as the kernel before lets it */
};
CUresult prefix__cuda_launch_kernel(CUfunction function, const struct prefix__cuda_grid *grid, cudaStream_t stream,
                                    void **arguments);

/* session.c */
int prefix__cuda_open(struct prefix_session **session, const struct prefix_host *host, void *owner, int device);
void prefix__cuda_close(struct prefix_session *session);
int prefix__cuda_synchronize(struct prefix_session *session, void *stream);
/* Makes the session's context current, or fails; leave() puts everything back. */
int prefix__cuda_enter(struct prefix_session *session, struct prefix__cuda_scope *scope);
void prefix__cuda_leave(const struct prefix__cuda_scope *scope);
/* Reports a failed call of the runtime and returns the status for it; PREFIX_OK for success. */
int prefix__cuda_check(struct prefix_session *session, cudaError_t error, const char *what);

/* memory.c */
int prefix__cuda_on_host(int kind); /* whether a kernel needs its data copied */
int prefix__cuda_memory_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind);
int prefix__cuda_memory_free(struct prefix_session *session, void *memory);
int prefix__cuda_memory_copy(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream);

/* The session's own memory, device or pinned; free() ignores NULL. Neither disturbs a capture. */
int prefix__cuda_scratch_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind);
void prefix__cuda_scratch_free(void *memory, int kind);
/*
 * A pool of the session's own for the memory of calls. The device's gives freed memory back whenever something is
 * waited for, and how much it keeps is up to the program; to map it again takes longer than most calls: sums of 2^22
 * i32 in segments of 7, one after each wait, 180 us on an H200 and so 29. Where none can be made the device's will do.
 */
void prefix__cuda_pool_make(struct prefix_session *session, int device);
void prefix__cuda_pool_free(struct prefix_session *session);
/* Clears device memory and waits for that; nothing of it becomes part of a capture. */
int prefix__cuda_clear_now(struct prefix_session *session, void *memory, size_t bytes);

/*
 * workspace.c: take() sets the workspace of params for a launch; used() tells how that went, and
 * returns the status of both.
 */
int prefix__cuda_workspace_take(struct prefix_session *session, const struct prefix_scan_work *work, size_t bytes,
                                struct prefix__cuda_scan *params, struct prefix__cuda_workspace **own);
int prefix__cuda_workspace_used(struct prefix_session *session, struct prefix__cuda_workspace *own, void *stream,
                                int status);
/* For a call that has no plan; captured, the workspace is the graph's, and goes with it. */
int prefix__cuda_workspace_for_call(struct prefix_session *session, size_t bytes, void *stream,
                                    struct prefix__cuda_scan *params, struct prefix__cuda_workspace **own);
void prefix__cuda_workspace_free(struct prefix_session *session);

/* lower.c: the kernel for a work, and all of its parameters but addresses, sizes and the total. */
const struct prefix__cuda_kernel *prefix__cuda_lower(const struct prefix_scan_work *work,
                                                     struct prefix__cuda_scan *params);
/* What the kernels do to input, done to the carry, of width bits; see word/convert.cuh. */
uint64_t prefix__cuda_mapped(uint64_t bits, const struct prefix__cuda_scan *params, unsigned int width);

/* ring.c: sees to the session's multiprocessors and ring_shared. */
int prefix__cuda_look_at_device(struct prefix_session *session);

/* Sets params->ring_stages, to 0 unless the persistent kernel is to be used. */
int prefix__cuda_ring(struct prefix_session *session, const struct prefix__cuda_kernel *kernel,
                      struct prefix__cuda_scan *params);
/* Looks at a kernel that needs the bulk copy engine, once. */
int prefix__cuda_look_at_ring(struct prefix_session *session, const void *function,
                              struct prefix__cuda_ring_room *room);
/* Words between the places over which aggregates are spread. */
uint32_t prefix__cuda_ring_stride(uint64_t tiles, uint32_t aggregate_words);
/* Words of the workspace that it needs; 0 when it is not for so few elements. */
uint64_t prefix__cuda_ring_words(const struct prefix__cuda_kernel *kernel, uint64_t n);

/*
 * cluster.c: the most blocks that a cluster of a kernel (which: prefix__cuda_scan.kernel) can have;
 * 1 where there are no clusters, nor dependent launches.
 */
int prefix__cuda_cluster(struct prefix_session *session, const struct prefix__cuda_kernel *kernel, int which,
                         unsigned int *blocks);

/* launch.c */
/* The driver's handle of a kernel. */
cudaError_t prefix__cuda_function(struct prefix_session *session, const void *symbol, cudaFunction_t *function);
/* Elements of the accumulator as they are; besides, in arrays that begin, or in reverse end, with whole packets. */
int prefix__cuda_own(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params);
int prefix__cuda_plain(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params);
int prefix__cuda_workspace_bytes(struct prefix_session *session, const struct prefix_scan_work *work,
                                 const struct prefix__cuda_kernel *kernel, int which, uint64_t n, size_t *bytes);
int prefix__cuda_launch(struct prefix_session *session, const struct prefix_scan_work *work,
                        const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *asked);

/* stage.c: scans or reduces arrays of which one or both lie on the host, piece by piece. */
int prefix__cuda_scan_staged(struct prefix_session *session, const struct prefix_scan_work *work,
                             const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params);

/* stage_session.c: sees to the stage's streams, events and chain; to a buffer, of device or pinned memory. */
int prefix__cuda_stage_ready(struct prefix_session *session);
int prefix__cuda_stage_reserve(struct prefix_session *session, struct prefix__cuda_buffer *buffer, size_t bytes,
                               int kind);
void prefix__cuda_stage_free(struct prefix_session *session);

/* select.c */
int prefix__cuda_select(struct prefix_session *session, const struct prefix_select_work *work);

/* segmented.c */
int prefix__cuda_segmented(struct prefix_session *session, const struct prefix_segmented_work *work);

/* runs.c, expand.c */
int prefix__cuda_runs(struct prefix_session *session, const struct prefix_runs_work *work);
int prefix__cuda_expand(struct prefix_session *session, const struct prefix_expand_work *work);

/* scan.c */
int prefix__cuda_pinned_total(struct prefix_session *session); /* sees to the session's total */
int prefix__cuda_scan_workspace(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes);
int prefix__cuda_scan(struct prefix_session *session, const struct prefix_scan_work *work);
int prefix__cuda_reduce(struct prefix_session *session, const struct prefix_scan_work *work);

#endif
