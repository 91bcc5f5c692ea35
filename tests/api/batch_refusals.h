/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_API_BATCH_REFUSALS_H
#define TESTS_API_BATCH_REFUSALS_H

#include <prefix/prefix.h>

/* Whether the backend of a context has batches at all. */
int has_batches(prefix_ctx *ctx);
/* Batches that are refused before anything is written, and those of nothing. Arrays lie in host memory. */
void check_refusals(prefix_ctx *ctx);

#endif
