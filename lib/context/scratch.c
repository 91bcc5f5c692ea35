/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory between the steps of calls that are made of several. */
#include "context/scratch.h"

#include <stdint.h>

#include "context/host.h"
#include "context/status.h"

#define ALIGNMENT 256

size_t prefix__scratch_part(size_t n, size_t size)
{
    return n > (PTRDIFF_MAX - ALIGNMENT) / size ? SIZE_MAX : (n * size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

/* Calls on scratch memory are checked as the caller's are: on a device it keeps the context's promise. */
static int kind_for(const prefix_ctx *ctx, const struct prefix__route *route)
{
    if (route->entry->backend.flags & PREFIX_BACKEND_FLAG_HOST)
        return PREFIX_MEMORY_HOST;
    return ctx->memory != PREFIX_MEMORY_ANY ? ctx->memory : PREFIX_MEMORY_DEVICE;
}

void prefix__scratch_free(prefix_ctx *ctx, struct prefix__route *route)
{
    if (!route->scratch)
        return;
    if (route->scratch_kind == PREFIX_MEMORY_HOST)
        prefix__host.free(ctx, route->scratch);
    else
        (void)route->entry->backend.memory_free(route->session, route->scratch);
    route->scratch = NULL;
    route->scratch_bytes = 0;
}

static void *aligned(void *memory)
{
    return (char *)memory + (-(uintptr_t)memory & (ALIGNMENT - 1));
}

int prefix__scratch(prefix_ctx *ctx, struct prefix__route *route, size_t bytes, void **memory)
{
    const int kind = kind_for(ctx, route);
    if (route->scratch_bytes < bytes || route->scratch_kind != kind) {
        int status = PREFIX_OK;
        prefix__scratch_free(ctx, route);
        ctx->error[0] = 0;
        if (bytes > PTRDIFF_MAX - ALIGNMENT)
            status = PREFIX_ERROR_NOMEM;
        else if (kind != PREFIX_MEMORY_HOST)
            status = route->entry->backend.memory_alloc(route->session, &route->scratch, bytes + ALIGNMENT, kind);
        else if (!(route->scratch = prefix__host.alloc(ctx, bytes + ALIGNMENT)))
            status = PREFIX_ERROR_NOMEM;
        if (status != PREFIX_OK) {
            route->scratch = NULL;
            return ctx->error[0] ? status : prefix__fail(ctx, status, "no scratch memory for %zu bytes", bytes);
        }
        route->scratch_kind = kind;
        route->scratch_bytes = bytes;
    }
    *memory = aligned(route->scratch);
    return PREFIX_OK;
}
