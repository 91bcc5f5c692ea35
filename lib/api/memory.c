/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of a context's device, for programs that do not link the device's runtime. */
#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"

static int alloc(prefix_ctx *ctx, void **memory, size_t bytes, int kind)
{
    struct prefix__route *route;
    if (kind < PREFIX_MEMORY_HOST || kind > PREFIX_MEMORY_DEVICE)
        return prefix__fail_constant(ctx, "kind", kind, "kind of memory to allocate");
    if (bytes > PTRDIFF_MAX)
        return prefix__fail(ctx, PREFIX_ERROR_NOMEM, "bytes: %zu exceed the address space", bytes);
    if (kind != PREFIX_MEMORY_HOST && !prefix__ctx_has_device(ctx))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "kind: %s has host memory alone",
                            prefix__ctx_first(ctx)->entry->name);
    int status = prefix__ctx_route(ctx, kind != PREFIX_MEMORY_HOST, &route);
    if (status != PREFIX_OK || bytes == 0)
        return status;
    ctx->error[0] = 0;
    status = route->entry->backend.memory_alloc(route->session, memory, bytes, kind);
    if (status == PREFIX_OK)
        return status;
    *memory = NULL;
    return ctx->error[0] ? status : prefix__fail(ctx, status, "%zu bytes could not be allocated", bytes);
}

/* Where memory of this kind is handled: pinned memory, too, belongs to the device's runtime. */
static int route_for(prefix_ctx *ctx, const void *first, const void *second, struct prefix__route **route)
{
    int first_kind, second_kind;
    int status = prefix__ctx_memory_kind(ctx, first, &first_kind);
    if (status == PREFIX_OK)
        status = prefix__ctx_memory_kind(ctx, second, &second_kind);
    if (status != PREFIX_OK)
        return status;
    return prefix__ctx_route(ctx, first_kind != PREFIX_MEMORY_HOST || second_kind != PREFIX_MEMORY_HOST, route);
}

static int release(prefix_ctx *ctx, void *memory)
{
    struct prefix__route *route;
    int status = route_for(ctx, memory, memory, &route);
    return status == PREFIX_OK ? route->entry->backend.memory_free(route->session, memory) : status;
}

static int copy(prefix_ctx *ctx, void *to, const void *from, size_t bytes)
{
    struct prefix__route *route;
    if (bytes == 0)
        return PREFIX_OK;
    if (!to || !from)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL, and bytes is %zu", to ? "from" : "to", bytes);
    int status = route_for(ctx, to, from, &route);
    return status == PREFIX_OK ? route->entry->backend.memory_copy(route->session, to, from, bytes, ctx->stream)
                               : status;
}

int prefix_memory_alloc(prefix_ctx *ctx, int kind, void **memory, size_t bytes)
{
    int status, saved = errno;
    if (!memory)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "memory is NULL");
    *memory = NULL;
    ctx = prefix__ctx_resolve(ctx, &status);
    return prefix__keep_errno(saved, ctx ? alloc(ctx, memory, bytes, kind) : status);
}

int prefix_memory_free(prefix_ctx *ctx, void *memory)
{
    int status = PREFIX_OK, saved = errno;
    if (!memory)
        return PREFIX_OK;
    ctx = prefix__ctx_resolve(ctx, &status);
    return prefix__keep_errno(saved, ctx ? release(ctx, memory) : status);
}

int prefix_memory_copy(prefix_ctx *ctx, void *to, const void *from, size_t bytes)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    return prefix__keep_errno(saved, ctx ? copy(ctx, to, from, bytes) : status);
}

int prefix_memory_kind(prefix_ctx *ctx, const void *memory, int *kind)
{
    int status, saved = errno;
    if (!memory || !kind)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL", memory ? "kind" : "memory");
    ctx = prefix__ctx_resolve(ctx, &status);
    return prefix__keep_errno(saved, ctx ? prefix__ctx_memory_kind(ctx, memory, kind) : status);
}
