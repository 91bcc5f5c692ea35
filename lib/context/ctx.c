/* SPDX-License-Identifier: BSD-3-Clause */
/* Contexts: making them, their settings, and the calling thread's default context. */
#include "context/ctx.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "context/backends.h"
#include "context/env.h"
#include "context/route.h"
#include "context/status.h"
#include "context/thread.h"

static void destroy(prefix_ctx *ctx)
{
    if (ctx)
        prefix__ctx_close(ctx, 0);
    free(ctx);
}

/* LIBPREFIX_NUM_THREADS, or 0 when it is not a positive number. */
static int default_threads(void)
{
    const char *text = prefix__env_num_threads();
    char *end;
    if (!text)
        return 0;
    long threads = strtol(text, &end, 10);
    return *end == 0 && threads > 0 && threads <= INT_MAX ? (int)threads : 0;
}

static int create(prefix_ctx **made, const char *backend)
{
    if (!made)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "ctx is NULL");
    *made = NULL;
    if (backend && !prefix__backend_name_valid(backend))
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "backend: a name is of [a-z0-9_], at most %d characters",
                            PREFIX__NAME_MAX - 1);
    prefix_ctx *ctx = calloc(1, sizeof *ctx);
    if (!ctx)
        return prefix__fail(NULL, PREFIX_ERROR_NOMEM, "no memory for a context");
    ctx->threads = default_threads();
    int status = prefix__ctx_choose(ctx, backend);
    if (status != PREFIX_OK) {
        prefix__fail(NULL, status, "%s", ctx->error);
        destroy(ctx);
        return status;
    }
    if (prefix__env_debug()) /* which is to ask */
        prefix__log(ctx, PREFIX_LOG_INFO, "context on %s: %s", prefix_ctx_backend(ctx), prefix_ctx_backend_reason(ctx));
    *made = ctx;
    return PREFIX_OK;
}

int prefix_ctx_create(prefix_ctx **ctx, const char *backend)
{
    int saved = errno;
    return prefix__keep_errno(saved, create(ctx, backend));
}

void prefix_ctx_destroy(prefix_ctx *ctx)
{
    int saved = errno;
    destroy(ctx);
    errno = saved;
}

prefix_ctx *prefix__ctx_resolve(prefix_ctx *ctx, int *status)
{
    *status = PREFIX_OK;
    if (ctx)
        return ctx;
    struct prefix__thread *thread = prefix__thread_state(1);
    if (!thread) {
        *status = PREFIX_ERROR_NOMEM;
        return NULL;
    }
    if (!thread->ctx) {
        thread->destroy = destroy;
        *status = create(&thread->ctx, NULL);
    }
    return thread->ctx;
}

/* The context for the setters and getters below; NULL leaves from the caller with the status. */
#define RESOLVE(ctx)                                                                                                   \
    do {                                                                                                               \
        int resolved;                                                                                                  \
        int saved = errno;                                                                                             \
        (ctx) = prefix__ctx_resolve((ctx), &resolved);                                                                 \
        errno = saved;                                                                                                 \
        if (!(ctx))                                                                                                    \
            return resolved;                                                                                           \
    } while (0)

int prefix_ctx_set_device(prefix_ctx *ctx, int device)
{
    RESOLVE(ctx);
    int saved = errno;
    return prefix__keep_errno(saved, prefix__ctx_use_device(ctx, device));
}

int prefix_ctx_set_stream(prefix_ctx *ctx, void *stream)
{
    RESOLVE(ctx);
    ctx->stream = stream;
    return PREFIX_OK;
}

int prefix_ctx_set_threads(prefix_ctx *ctx, int threads)
{
    RESOLVE(ctx);
    if (threads < 0)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "threads: %d is negative", threads);
    ctx->threads = threads ? threads : default_threads();
    return PREFIX_OK;
}

int prefix_ctx_set_memory(prefix_ctx *ctx, int memory)
{
    RESOLVE(ctx);
    if (memory != PREFIX_MEMORY_ANY && (memory < PREFIX_MEMORY_HOST || memory > PREFIX_MEMORY_DEVICE))
        return prefix__fail_constant(ctx, "memory", memory, "kind of memory");
    ctx->memory = memory;
    return PREFIX_OK;
}

int prefix_ctx_set_allocator(prefix_ctx *ctx, prefix_alloc_fn alloc, prefix_free_fn release, void *user)
{
    RESOLVE(ctx);
    if (!alloc != !release)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL: give both functions or neither",
                            alloc ? "free" : "alloc");
    int saved = errno;
    prefix__ctx_close(ctx, 0); /* what the old allocator gave goes back to it */
    ctx->alloc = alloc;
    ctx->free = release;
    ctx->alloc_user = user;
    return prefix__keep_errno(saved, PREFIX_OK);
}

int prefix_ctx_set_log(prefix_ctx *ctx, prefix_log_fn log, void *user)
{
    RESOLVE(ctx);
    ctx->log = log;
    ctx->log_user = user;
    return PREFIX_OK;
}

int prefix_ctx_synchronize(prefix_ctx *ctx)
{
    RESOLVE(ctx);
    int saved = errno;
    int status = PREFIX_OK;
    for (size_t i = 0; i < ctx->route_count && status == PREFIX_OK; i++) {
        struct prefix__route *route = &ctx->routes[i];
        if (route->session)
            status = route->entry->backend.synchronize(route->session, ctx->stream);
    }
    return prefix__keep_errno(saved, status);
}

const char *prefix_ctx_backend(prefix_ctx *ctx)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    const struct prefix__route *route = !ctx ? NULL : ctx->last ? ctx->last : prefix__ctx_first(ctx);
    errno = saved;
    return route ? route->entry->name : "";
}

const char *prefix_ctx_backend_reason(prefix_ctx *ctx)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    const struct prefix__route *first = ctx ? prefix__ctx_first(ctx) : NULL;
    errno = saved;
    if (!ctx)
        return "";
    const char *why = ctx->named                        ? "asked for by name"
                      : ctx->last && ctx->last != first ? "host memory is scanned where it lies"
                      : prefix__env_backend()           ? "the first available of LIBPREFIX_BACKEND"
                                                        : "the fastest available";
    snprintf(ctx->reason, sizeof ctx->reason, "%s%s", why, ctx->skipped);
    return ctx->reason;
}
