/* SPDX-License-Identifier: BSD-3-Clause */
/* Predicates and keys as tests of bits, and what tells segments. */
#ifndef PREFIX_LIB_API_PREDICATE_H
#define PREFIX_LIB_API_PREDICATE_H

#include <prefix/backend.h>
#include <prefix/prefix.h>

/* What stands for a predicate, after its check; and for the heads of runs of keys. */
int prefix__predicate(prefix_ctx *ctx, int type, int predicate, const void *operand, struct prefix_test *test);
struct prefix_test prefix__heads(int key_type);
/* The type of the elements that keys are: another one only if each NaN equals each NaN. */
int prefix__element_of_key(int key_type);
/* Fills in what is to be known of keys of a type, and of offsets; of none, that there are no segments. */
int prefix__heads_of_keys(prefix_ctx *ctx, struct prefix_heads *heads, const void *keys, int type);
int prefix__heads_of_offsets(prefix_ctx *ctx, struct prefix_heads *heads, int type, const void *offsets,
                             size_t segments);

#endif
