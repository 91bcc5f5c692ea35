/* SPDX-License-Identifier: BSD-3-Clause */
/* Which elements of a plan's input are missing, as backends take it. */
#ifndef PREFIX_LIB_API_MISSING_H
#define PREFIX_LIB_API_MISSING_H

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/plan.h"

struct prefix__validity {
    struct prefix_validity told;
    _Alignas(16) char identity[PREFIX__ELEMENT_MAX];
    _Alignas(16) char blank[PREFIX__ELEMENT_MAX];
};

/* What a run has to be told: &made->told, or NULL if no element can be missing; bits and memory are set in any case. */
const struct prefix_validity *prefix__missing_describe(const struct prefix_plan *plan, int reduces,
                                                       struct prefix__validity *made);
/* That the settings go together, and that the bitmap is outside of the output. */
int prefix__missing_check(prefix_ctx *ctx, const struct prefix_plan *plan, size_t n, const void *out, size_t out_bytes);
int prefix__missing_check_backend(prefix_ctx *ctx, const struct prefix_validity *validity,
                                  const struct prefix_backend *backend);

#endif
