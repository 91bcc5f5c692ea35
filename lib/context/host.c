/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions that backends may call back; owner is the context. */
#include "context/host.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "context/context.h"
#include "context/env.h"
#include "context/status.h"

static void *host_alloc(void *owner, size_t bytes)
{
    prefix_ctx *ctx = owner;
    return ctx->alloc ? ctx->alloc(ctx->alloc_user, bytes) : malloc(bytes);
}

static void host_free(void *owner, void *memory)
{
    prefix_ctx *ctx = owner;
    if (ctx->free)
        ctx->free(ctx->alloc_user, memory);
    else
        free(memory);
}

PREFIX__PRINTF(2, 3)
static void host_error(void *owner, const char *format, ...)
{
    prefix_ctx *ctx = owner;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(ctx->error, sizeof ctx->error, format, arguments);
    va_end(arguments);
    prefix__log(ctx, PREFIX_LOG_ERROR, "%s", ctx->error);
}

PREFIX__PRINTF(3, 4)
static void host_log(void *owner, int level, const char *format, ...)
{
    char text[PREFIX__TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    prefix__log(owner, level, "%s", text);
}

static int host_cache_folder(void *owner, char *path, size_t size)
{
    const char *wrong = prefix__env_cache(path, size);
    if (wrong)
        prefix__log(owner, PREFIX_LOG_WARNING, "nothing is cached: %s", wrong);
    return path[0] != 0;
}

const struct prefix_host prefix__host = {
    .size = sizeof(struct prefix_host),
    .minor = PREFIX_BACKEND_ABI_MINOR,
    .alloc = host_alloc,
    .free = host_free,
    .error = host_error,
    .log = host_log,
    .cache_folder = host_cache_folder,
};
