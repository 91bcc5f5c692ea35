/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch/sums.h"

#include "launch/scan.h"
#include "memory/workspace.h"
#include "plan/lower.h"

int prefix__cuda_sum_up(struct prefix_session *session, uint64_t *numbers, size_t n, void *stream)
{
    struct prefix_scan_work scan = {
        .size = sizeof scan,
        .kind = PREFIX_INCLUSIVE,
        .op = PREFIX_SUM,
        .type = PREFIX_U64,
        .output_type = PREFIX_U64,
        .carry_type = PREFIX_U64,
        .in = numbers,
        .out = numbers,
        .n = n,
        .in_memory = PREFIX_MEMORY_DEVICE,
        .out_memory = PREFIX_MEMORY_DEVICE,
        .total_memory = PREFIX_MEMORY_HOST,
        .stream = stream,
    };
    struct prefix__cuda_scan params;
    struct prefix__cuda_workspace *own = NULL;
    size_t bytes;
    const struct prefix__cuda_kernel *kernel = prefix__cuda_lower(&scan, &params);
    params.in = numbers;
    params.out = numbers;
    params.n = n;
    int status = prefix__cuda_workspace_bytes(session, &scan, kernel, params.kernel, n, &bytes);
    if (status == PREFIX_OK && bytes > 0) {
        status = prefix__cuda_workspace_for_call(session, bytes, stream, &params, &own);
        scan.workspace = params.workspace;
        scan.workspace_bytes = (size_t)params.workspace_words * sizeof(uint64_t);
        scan.workspace_fresh = own && session->cleared; /* the launch is to know */
    }
    if (status == PREFIX_OK)
        status = prefix__cuda_launch(session, &scan, kernel, &params);
    return prefix__cuda_workspace_used(session, own, stream, status);
}
