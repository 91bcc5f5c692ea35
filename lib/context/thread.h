/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_CONTEXT_THREAD_H
#define PREFIX_LIB_CONTEXT_THREAD_H

#include "context/context.h"

/* What a thread that passes NULL for a context has: its default context, made on first use. */
struct prefix__thread {
    prefix_ctx *ctx;
    void (*destroy)(prefix_ctx *ctx); /* at the thread's end, if there is one */
    char error[PREFIX__TEXT_MAX];     /* until there is a default context to keep it in */
};

/* Of the calling thread, or NULL: out of memory, or it has none yet and make is 0. */
struct prefix__thread *prefix__thread_state(int make);

#endif
