/* SPDX-License-Identifier: BSD-3-Clause */
/* Which backends a context chooses among, and where each call goes. */
#ifndef PREFIX_LIB_CONTEXT_ROUTE_H
#define PREFIX_LIB_CONTEXT_ROUTE_H

#include <stddef.h>

#include "context/context.h"

/* Fills in the context's choice of backends; opens a named one. */
int prefix__ctx_choose(prefix_ctx *ctx, const char *backend);
/* Closes the sessions; they open again on their next use. */
void prefix__ctx_close(prefix_ctx *ctx, int devices_only);
int prefix__ctx_use_device(prefix_ctx *ctx, int device);
/* Whether one of the context's backends has memory of its own. */
int prefix__ctx_has_device(prefix_ctx *ctx);
/* The first that is available. */
const struct prefix__route *prefix__ctx_first(prefix_ctx *ctx);
/* An open route for work on device memory, or on host memory alone: ctx->ready[], or else this. */
int prefix__ctx_open(prefix_ctx *ctx, int wants_device, struct prefix__route **route);
/*
 * Where arrays lie: as the context promises, or looked up unless n is 0. What is no array, a total or a count, is
 * looked up in any case, for it is often a host variable next to device arrays. What is NULL lies in host memory.
 * And an open route for work on them all.
 */
struct prefix__array {
    const void *memory;
    int *kind;
    int is_single; /* it is no array */
};
int prefix__find_route(prefix_ctx *ctx, size_t n, const struct prefix__array *arrays, size_t count,
                       struct prefix__route **route);

/* The kind of memory that a pointer points to, where the context has a device to ask. */
int prefix__ctx_ask_kind(prefix_ctx *ctx, const void *memory, int *kind);

static inline int prefix__ctx_route(prefix_ctx *ctx, int wants_device, struct prefix__route **route)
{
    *route = ctx->ready[wants_device];
    if (!*route)
        return prefix__ctx_open(ctx, wants_device, route);
    ctx->last = *route;
    return PREFIX_OK;
}

static inline int prefix__ctx_memory_kind(prefix_ctx *ctx, const void *memory, int *kind)
{
    *kind = PREFIX_MEMORY_HOST;
    return ctx->of_device ? prefix__ctx_ask_kind(ctx, memory, kind) : PREFIX_OK;
}

static inline int prefix__is_device_kind(int kind)
{
    return kind == PREFIX_MEMORY_DEVICE || kind == PREFIX_MEMORY_MANAGED;
}

#endif
