/* SPDX-License-Identifier: BSD-3-Clause */
/* Status texts, and the detail of an error or a message. */
#include "context/status.h"

#include <stdarg.h>
#include <stdio.h>

#include "context/context.h"
#include "context/env.h"
#include "context/thread.h"
#include "shared/names.h"

const char *prefix_strerror(int status)
{
    switch (status) {
    case PREFIX_OK:
        return "success";
    case PREFIX_ERROR_ARGUMENT:
        return "bad argument";
    case PREFIX_ERROR_UNSUPPORTED:
        return "unsupported combination";
    case PREFIX_ERROR_OVERLAP:
        return "input and output overlap";
    case PREFIX_ERROR_OVERFLOW:
        return "size too large";
    case PREFIX_ERROR_NOMEM:
        return "out of memory";
    case PREFIX_ERROR_BACKEND:
        return "backend not available";
    case PREFIX_ERROR_DEVICE:
        return "device failure";
    case PREFIX_ERROR_MEMORY:
        return "memory out of the backend's reach";
    case PREFIX_ERROR_WORKSPACE:
        return "workspace too small";
    case PREFIX_ERROR_FORKED:
        return "device context used after fork";
    case PREFIX_ERROR_INTERNAL:
        return "internal error";
    case PREFIX_ERROR_CAPACITY:
        return "output too small";
    case PREFIX_ERROR_RANGE:
        return "result out of range";
    default:
        return "unknown status";
    }
}

static char *error_of(struct prefix__thread *thread)
{
    return thread->ctx ? thread->ctx->error : thread->error;
}

const char *prefix_ctx_error(prefix_ctx *ctx)
{
    if (ctx)
        return ctx->error;
    int saved = errno;
    struct prefix__thread *thread = prefix__thread_state(0);
    errno = saved;
    return thread ? error_of(thread) : "";
}

int prefix__fail(prefix_ctx *ctx, int status, const char *format, ...)
{
    struct prefix__thread *thread = ctx ? NULL : prefix__thread_state(1);
    char *text = ctx ? ctx->error : thread ? error_of(thread) : NULL;
    if (text) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, PREFIX__TEXT_MAX, format, arguments);
        va_end(arguments);
        if (ctx)
            prefix__log(ctx, PREFIX_LOG_ERROR, "%s: %s", prefix_strerror(status), text);
    }
    return status;
}

int prefix__ran(prefix_ctx *ctx, const char *name, int status, const char *what)
{
    if (status != PREFIX_OK && !ctx->error[0])
        prefix__fail(ctx, status, "%s: the %s failed", name, what);
    return status;
}

int prefix__fail_constant(prefix_ctx *ctx, const char *argument, int constant, const char *wanted)
{
    char text[64];
    return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s: %d is no %s%s", argument, constant, wanted,
                        prefix__describe(constant, text, sizeof text));
}

void prefix__log(prefix_ctx *ctx, int level, const char *format, ...)
{
    char text[2 * PREFIX__TEXT_MAX];
    int to_stderr = !ctx->log && prefix__env_debug();
    if (!ctx->log && !to_stderr)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (to_stderr)
        fprintf(stderr, "libprefix: %s\n", text);
    else
        ctx->log(ctx->log_user, level, text);
}
