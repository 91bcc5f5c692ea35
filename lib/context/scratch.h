/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory between the steps of calls that are made of several. */
#ifndef PREFIX_LIB_CONTEXT_SCRATCH_H
#define PREFIX_LIB_CONTEXT_SCRATCH_H

#include <stddef.h>

#include "context/context.h"

/*
 * At least so many bytes, aligned to 256, of the kind of memory that an open route works on where it lies, or that the
 * context has promised. They are the route's until its session closes, or it is asked for more.
 */
int prefix__scratch(prefix_ctx *ctx, struct prefix__route *route, size_t bytes, void **memory);
void prefix__scratch_free(prefix_ctx *ctx, struct prefix__route *route);

/* The bytes of an array in scratch memory, with which the next one is aligned; SIZE_MAX: too many. */
size_t prefix__scratch_part(size_t n, size_t size);

#endif
