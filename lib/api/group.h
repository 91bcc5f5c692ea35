/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_API_GROUP_H
#define PREFIX_LIB_API_GROUP_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

#include "api/plan.h"

#define PREFIX__AGGREGATES_MAX 16

/* One of the outputs that are made of values. */
struct prefix__aggregate {
    int what; /* of enum prefix_op or prefix_aggregate; 0: the operator of the group's plan */
    void *out;
};

/* Groups of equal keys, wherever these stand, and what is wanted of them. */
struct prefix__group {
    int key_type;
    const void *keys;
    void *unique; /* or NULL, as all outputs but count; or keys */
    size_t n, capacity;
    uint64_t *count;
    int count_type, place_type; /* 0 with NULL */
    void *counts, *places;
    const void *values;
    int value_type;           /* 0: that of the plan */
    struct prefix_plan *plan; /* or NULL; without other settings */
    struct prefix__aggregate aggregates[PREFIX__AGGREGATES_MAX];
    size_t aggregate_count;
};

/* Whether there is such an aggregate, of any type. */
int prefix__check_aggregate(prefix_ctx *ctx, int what);
/* Checks and runs it. */
int prefix__group(prefix_ctx *ctx, const struct prefix__group *group);

#endif
