/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_CONTEXT_CTX_H
#define PREFIX_LIB_CONTEXT_CTX_H

#include <prefix/prefix.h>

/* The context to use, or NULL when the default context cannot be made (*status says why). */
prefix_ctx *prefix__ctx_resolve(prefix_ctx *ctx, int *status);

#endif
