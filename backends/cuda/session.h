/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The host side of the CUDA backend. Kernels are launched through the runtime, which is linked
 * statically; the driver is looked up when it is first wanted, so the plugin loads without one.
 */
#ifndef PREFIX_CUDA_SESSION_H
#define PREFIX_CUDA_SESSION_H

#include <sys/types.h>

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <prefix/backend.h>

#include "scan_params.h"
#include "types.h"

struct prefix_session {
    const struct prefix_host *host;
    void *owner;
    CUcontext context; /* the device's primary context, which the runtime uses too */
    pid_t pid;         /* of the process that opened it */
    uint64_t launches; /* with the workspace since it was cleared */
    uint64_t *workspace;
    size_t workspace_bytes;
    int workspace_clear;              /* it must be cleared before its next use */
    cudaEvent_t workspace_event;      /* recorded after each use */
    cudaStream_t workspace_stream;    /* of the last use */
    unsigned int multiprocessors;     /* 0: the device has not been looked at */
    size_t ring_shared;               /* shared memory of a persistent block; 0: none on this device */
    uint64_t ring_known, ring_usable; /* by prefix__cuda_scan.kernel: looked at; found good */
    void *stage[2];                   /* device buffers for host arrays: input, output */
    size_t stage_bytes[2];
    uint64_t *chain; /* two carries on the device */
    void *total;     /* pinned memory for a total that goes to the host */
};

/* What a call must undo: see prefix__cuda_enter(). */
struct prefix__cuda_scope {
    int saved_errno;
};

/* driver.c: libcuda itself. No function of it creates a context but the one that says so. */
int prefix__cuda_probe(char *text, size_t size);
int prefix__cuda_devices(int *count);
int prefix__cuda_device_name(int device, char *text, size_t size);
int prefix__cuda_memory_kind(const void *memory, int *kind);
int prefix__cuda_context(int device, CUcontext *context, char *text, size_t size); /* creates it */
CUresult prefix__cuda_push(CUcontext context);
void prefix__cuda_pop(void);

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

/* lower.c: the kernel for a work, and all of its parameters but addresses, sizes and the total. */
const struct prefix__cuda_kernel *prefix__cuda_lower(const struct prefix_scan_work *work,
                                                     struct prefix__cuda_scan *params);

/* ring.c: sets params->ring_stages, to 0 unless the persistent kernel is to be used. */
int prefix__cuda_ring(struct prefix_session *session, const struct prefix__cuda_kernel *kernel,
                      struct prefix__cuda_scan *params);

/* launch.c: queues a kernel, with the workspace that its size needs. */
size_t prefix__cuda_workspace_bytes(const struct prefix__cuda_kernel *kernel, uint64_t n);
int prefix__cuda_launch(struct prefix_session *session, const struct prefix_scan_work *work,
                        const struct prefix__cuda_kernel *kernel, struct prefix__cuda_scan *params);

/* stage.c: scans arrays of which one or both lie on the host, piece by piece. */
int prefix__cuda_scan_staged(struct prefix_session *session, const struct prefix_scan_work *work,
                             const struct prefix__cuda_kernel *kernel, struct prefix__cuda_scan *params);

/* scan.c */
int prefix__cuda_scan_workspace(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes);
int prefix__cuda_scan(struct prefix_session *session, const struct prefix_scan_work *work);

#endif
