/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan: what the device has for its kernels, the workspace, the launch as planned. */
#include "launch/scan.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "launch/catalogue.h"
#include "launch/cluster.h"
#include "memory/workspace.h"
#include "plan/scan.h"

/*
 * A cluster's blocks begin together or not at all, so that it waits for a kernel that holds nearly all
 * multiprocessors. Who names the algorithm gets no cluster.
 */
static int look_at_cluster(struct prefix_session *session, const struct prefix_scan_work *work,
                           const struct prefix__cuda_kernel *kernel, int which, struct prefix__cuda_limits *limits)
{
    int status = prefix__cuda_cluster(session, kernel, which, &limits->cluster);
    limits->dependent = limits->cluster > 1;
    if (work->algorithm != PREFIX_ALGORITHM_AUTO)
        limits->cluster = 1;
    return status;
}

/*
 * Code for sm_75 has an empty kernel, code for sm_80 one without the bulk copy engine, whatever the
 * driver translated it for: attributes tell. Done once for each kernel, when it is first to be used.
 */
static int prepare_ring(struct prefix_session *session, const void *function, int kind, uint64_t bit)
{
    struct cudaFuncAttributes attributes;
    session->rings[kind].known |= bit;
    int status = prefix__cuda_check(session, cudaFuncGetAttributes(&attributes, function), "loading a kernel");
    if (status != PREFIX_OK || attributes.ptxVersion < 80 || attributes.sharedSizeBytes >= session->ring_shared)
        return status;
    int room = (int)(session->ring_shared - attributes.sharedSizeBytes);
    status =
        prefix__cuda_check(session, cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, room),
                           "reserving shared memory");
    if (status != PREFIX_OK)
        return status;
    session->rings[kind].usable |= bit;
    session->rings[kind].bulk |= attributes.ptxVersion >= 90 ? bit : 0;
    return PREFIX_OK;
}

static int look(struct prefix_session *session, const struct prefix_scan_work *work,
                const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params,
                struct prefix__cuda_limits *limits)
{
    _Static_assert(PREFIX__CUDA_OPS * 4 <= 64, "a kernel is a bit of a word");
    const uint64_t bit = (uint64_t)1 << params->kernel;
    const int kind = prefix__cuda_ring_kind(kernel, params);
    int status = look_at_cluster(session, work, kernel, params->kernel, limits);
    if (status == PREFIX_OK)
        status = prefix__cuda_look_at_device(session);
    limits->ring = PREFIX__CUDA_RING_NONE;
    if (status == PREFIX_OK && kind < PREFIX__CUDA_RING_KINDS) {
        if (!(session->rings[kind].known & bit))
            status = prepare_ring(session, kernel->ring[kind].function, kind, bit);
        limits->ring = session->rings[kind].bulk & bit     ? PREFIX__CUDA_RING_BULK
                       : session->rings[kind].usable & bit ? PREFIX__CUDA_RING_ASYNC
                                                           : PREFIX__CUDA_RING_NONE;
    }
    limits->multiprocessors = session->multiprocessors;
    limits->solo_blocks = session->solo_blocks;
    limits->solo_shared = session->solo_shared;
    limits->ring_shared = session->ring_shared;
    return status;
}

int prefix__cuda_workspace_bytes(struct prefix_session *session, const struct prefix_scan_work *work,
                                 const struct prefix__cuda_kernel *kernel, int which, uint64_t n, size_t *bytes)
{
    struct prefix__cuda_limits limits;
    /* One for a reduction is enough for that, too, which is not the catalogue's. */
    const uint64_t named = prefix__cuda_in_catalogue(work) ? prefix__cuda_catalogue_words(work, which, n) : 0;
    int status = look_at_cluster(session, work, kernel, which, &limits);
    if (status != PREFIX_OK)
        return status;
    const uint64_t words = prefix__cuda_scan_words(kernel, limits.cluster, n);
    *bytes = (size_t)(named > words ? named : words) * sizeof(uint64_t);
    return PREFIX_OK;
}

static int queue(struct prefix_session *session, const struct prefix_scan_work *work,
                 struct prefix__cuda_scan_plan *plan, struct prefix__cuda_scan *params)
{
    void *arguments[] = {params};
    /* Tiles are claimed before the end of what comes before is awaited. */
    if (params->workspace && session->cleared)
        plan->grid.dependent = 0;
    return prefix__cuda_queue(session, plan->function, &plan->grid, work->stream, arguments, "launching a scan");
}

int prefix__cuda_launch(struct prefix_session *session, const struct prefix_scan_work *work,
                        const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *asked)
{
    size_t bytes;
    struct prefix__cuda_scan params = *asked;
    struct prefix__cuda_limits limits;
    struct prefix__cuda_scan_plan plan;
    struct prefix__cuda_workspace *own = NULL;
    const int named = prefix__cuda_in_catalogue(work);
    int status = look(session, work, kernel, &params, &limits);
    if (status == PREFIX_OK)
        status = prefix__cuda_workspace_bytes(session, work, kernel, params.kernel, params.n, &bytes);
    if (status == PREFIX_OK && !named)
        prefix__cuda_plan_scan(kernel, &limits, &params, &plan);
    /* A fresh workspace is cleared by the first run, whatever that needs: the next is not told again. */
    if (status == PREFIX_OK && (bytes > 0 || (work->workspace && work->workspace_fresh)))
        status = prefix__cuda_workspace_take(session, work, bytes, &params, &own);
    if (status != PREFIX_OK)
        return status;
    if (bytes == 0)
        params.workspace = NULL;
    status = named ? prefix__cuda_catalogue_queue(session, work, kernel, &params)
                   : queue(session, work, &plan, &params);
    return prefix__cuda_workspace_used(session, own, work->stream, status);
}

int prefix__cuda_launch_for_call(struct prefix_session *session, const struct prefix_scan_work *work,
                                 const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *asked)
{
    struct prefix_scan_work scan = *work;
    struct prefix__cuda_scan params = *asked;
    struct prefix__cuda_workspace *own = NULL;
    size_t bytes;
    int status = prefix__cuda_workspace_bytes(session, &scan, kernel, params.kernel, params.n, &bytes);
    if (status == PREFIX_OK && bytes > 0) {
        status = prefix__cuda_workspace_for_call(session, bytes, scan.stream, &params, &own);
        scan.workspace = params.workspace;
        scan.workspace_bytes = (size_t)params.workspace_words * sizeof(uint64_t);
        scan.workspace_fresh = own && session->cleared; /* the launch is to know */
    }
    if (status == PREFIX_OK)
        status = prefix__cuda_launch(session, &scan, kernel, &params);
    return prefix__cuda_workspace_used(session, own, scan.stream, status);
}
