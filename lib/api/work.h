/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_API_WORK_H
#define PREFIX_LIB_API_WORK_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/plan.h"
#include "context/context.h"
#include "shared/rows.h"

/* The plan's settings as work. */
struct prefix_scan_work prefix__scan_describe(const prefix_ctx *ctx, const struct prefix_plan *plan, const void *in,
                                              void *out, size_t n);

/* A value to so many places, in memory of any kind; in copies of all that there are so far. */
int prefix__write_copies(const struct prefix__route *route, void *to, const void *value, size_t size, size_t count,
                         void *stream);
/* A result to the place of each row, none of which has elements. */
int prefix__write_ends(const struct prefix__route *route, const struct prefix__rows *rows, const void *value,
                       void *stream);
/* The totals of so many scans of nothing: what stands before the first element. */
int prefix__write_empty_totals(const struct prefix__route *route, const struct prefix_scan_work *work, size_t count);

#endif
