/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_API_WORK_H
#define PREFIX_LIB_API_WORK_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/plan.h"

/* The plan's settings as work. */
struct prefix_scan_work prefix__scan_describe(const prefix_ctx *ctx, const struct prefix_plan *plan, const void *in,
                                              void *out, size_t n);

#endif
