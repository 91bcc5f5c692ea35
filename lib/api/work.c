/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans as what backends work on, and what is written where there is nothing to work on. */
#include "api/work.h"

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
        .before = plan->before,
        .before_count = plan->before_count,
    };
}

int prefix__write_copies(const struct prefix__route *route, void *to, const void *value, size_t size, size_t count,
                         void *stream)
{
    const struct prefix_backend *backend = &route->entry->backend;
    const size_t bytes = size * count;
    int status = bytes > 0 ? backend->memory_copy(route->session, to, value, size, stream) : PREFIX_OK;
    for (size_t done = size, more; status == PREFIX_OK && done < bytes; done += more) {
        more = bytes - done < done ? bytes - done : done;
        status = backend->memory_copy(route->session, (char *)to + done, to, more, stream);
    }
    return status;
}

int prefix__write_ends(const struct prefix__route *route, const struct prefix__rows *rows, const void *value,
                       void *stream)
{
    const struct prefix_backend *backend = &route->entry->backend;
    int status = PREFIX_OK;
    for (size_t k = 0; k < rows->count && status == PREFIX_OK; k++) {
        struct prefix__row row;
        prefix__rows_get(rows, k, 1, &row);
        status = backend->memory_copy(route->session, row.out, value, rows->out_size, stream);
    }
    return status;
}

int prefix__write_empty_totals(const struct prefix__route *route, const struct prefix_scan_work *work, size_t count)
{
    union prefix_carry value;
    prefix__carry_store(work->carry_type, work->carry, &value, work->total_type);
    return prefix__write_copies(route, work->total, &value, prefix__size_of(work->total_type), count, work->stream);
}
