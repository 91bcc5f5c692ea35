/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan or reduction: the kernel, where the data lies, where the total goes. */
#include "calls/scan.h"

#include <string.h>

#include "base/context.h"
#include "launch/scan.h"
#include "memory/counts.h"
#include "memory/scratch.h"
#include "plan/lower.h"
#include "shared/types.h"
#include "staging/scan.h"

int prefix__cuda_scan_workspace(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes)
{
    struct prefix__cuda_scan params;
    struct prefix__cuda_scope scope;
    struct prefix_scan_work scan = *work;
    if (work->validity) /* what is scanned then has been filled in */
        scan.type = work->output_type;
    const struct prefix__cuda_kernel *kernel = prefix__cuda_lower(&scan, &params);
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_workspace_bytes(session, &scan, kernel, params.kernel, work->n, bytes);
    prefix__cuda_leave(&scope);
    return status;
}

/* A total for the host goes through pinned memory, which the kernel writes itself. */
static int aim_total(struct prefix_session *session, const struct prefix_scan_work *work,
                     struct prefix__cuda_scan *params)
{
    if (!work->total)
        return PREFIX_OK;
    params->total_form = work->total_type == work->output_type ? PREFIX__CUDA_TOTAL_OUTPUT : PREFIX__CUDA_TOTAL_WIDE;
    params->total = work->total;
    if (!prefix__cuda_on_host(work->total_memory))
        return PREFIX_OK;
    int status = prefix__cuda_not_captured(session, work->stream, "a call with its total in host memory");
    if (status == PREFIX_OK)
        status = prefix__cuda_pinned_total(session);
    params->total = session->total;
    return status;
}

/* The carry and the values behind it become a carry as kernels leave it, by a reduction of each. */
static int combine_before(struct prefix_session *session, const struct prefix_scan_work *work, uint64_t *carry)
{
    struct prefix__cuda_scan params;
    struct prefix_scan_work one = *work;
    int status = PREFIX_OK;
    one.type = one.output_type = work->carry_type;
    one.reverse = 0;
    one.algorithm = one.block_algorithm = PREFIX_ALGORITHM_AUTO;
    one.workspace = NULL;
    const struct prefix__cuda_kernel *kernel = prefix__cuda_lower(&one, &params);
    params.n = 1;
    params.total = carry;
    params.total_form = PREFIX__CUDA_TOTAL_CARRY;
    for (size_t i = 0; i < work->before_count && status == PREFIX_OK; i++) {
        params.in = (const char *)work->before + i * prefix__size_of(work->carry_type);
        status = prefix__cuda_launch(session, &one, kernel, &params);
        params.carry_from = carry;
    }
    return status;
}

static int scan_inside(struct prefix_session *session, const struct prefix_scan_work *work, uint64_t *carry)
{
    struct prefix__cuda_scan params;
    const struct prefix__cuda_kernel *kernel = prefix__cuda_lower(work, &params);
    int total_on_host = work->total && prefix__cuda_on_host(work->total_memory);
    int status = aim_total(session, work, &params);
    if (status == PREFIX_OK && carry)
        status = combine_before(session, work, carry);
    if (status != PREFIX_OK)
        return status;
    params.carry_from = carry;
    if (prefix__cuda_on_host(work->in_memory) || prefix__cuda_on_host(work->out_memory)) {
        status = prefix__cuda_scan_staged(session, work, kernel, &params);
    } else {
        params.in = work->in;
        params.out = work->out;
        params.n = work->n;
        status = prefix__cuda_launch(session, work, kernel, &params);
        if (status == PREFIX_OK && total_on_host)
            status =
                prefix__cuda_check(session, cudaStreamSynchronize((cudaStream_t)work->stream), "waiting for the total");
    }
    if (status == PREFIX_OK && total_on_host)
        memcpy(work->total, session->total, prefix__size_of(work->total_type));
    return status;
}

int prefix__cuda_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    struct prefix__cuda_scope scope;
    void *carry = NULL;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    if (work->before_count > 0)
        status = prefix__cuda_allocate(session, &carry, sizeof(uint64_t), work->stream);
    if (status == PREFIX_OK)
        status = scan_inside(session, work, carry);
    status = prefix__cuda_release(session, carry, work->stream, status);
    prefix__cuda_leave(&scope);
    return status;
}

int prefix__cuda_reduce(struct prefix_session *session, const struct prefix_scan_work *work)
{
    struct prefix_scan_work reduction = *work;
    reduction.out_memory = PREFIX_MEMORY_DEVICE; /* nothing to bring back */
    return prefix__cuda_scan(session, &reduction);
}
