/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch/sums.h"

#include "launch/scan.h"
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
    const struct prefix__cuda_kernel *kernel = prefix__cuda_lower(&scan, &params);
    params.in = numbers;
    params.out = numbers;
    params.n = n;
    return prefix__cuda_launch_for_call(session, &scan, kernel, &params);
}
