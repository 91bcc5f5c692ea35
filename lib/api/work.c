/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans as what backends work on. */
#include "api/work.h"

#include "context/context.h"
#include "shared/carry.h"
#include "shared/types.h"

struct prefix_scan_work prefix__scan_describe(const prefix_ctx *ctx, const struct prefix_plan *plan, const void *in,
                                              void *out, size_t n)
{
    return (struct prefix_scan_work){
        .size = sizeof(struct prefix_scan_work),
        .kind = plan->kind,
        .op = plan->op,
        .type = plan->type,
        .output_type = plan->output_type,
        .carry_type = prefix__carry_type(plan->op, plan->output_type),
        .reverse = plan->reverse,
        .algorithm = plan->algorithm,
        .threads = ctx->threads,
        .in = in,
        .out = out,
        .n = n,
        .total_type = plan->total ? plan->total_type : plan->output_type,
        .total = plan->total,
        .carry = plan->has_init ? plan->init : prefix__carry_identity(plan->op, plan->output_type),
        .stream = ctx->stream,
        .workspace = plan->workspace,
        .workspace_bytes = plan->workspace_bytes,
        .workspace_fresh = plan->workspace_fresh,
        .tile = plan->tile,
        .block_algorithm = plan->block_algorithm,
    };
}
