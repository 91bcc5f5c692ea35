/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_API_SELECT_H
#define PREFIX_LIB_API_SELECT_H

#include <prefix/backend.h>
#include <prefix/prefix.h>

/* Checks, completes and runs it. Without an output but the rejected, there is no room to keep to. */
int prefix__select(prefix_ctx *ctx, struct prefix_select_work *work, int has_output);

#endif
