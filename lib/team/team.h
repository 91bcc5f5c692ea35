/* SPDX-License-Identifier: BSD-3-Clause */
/* Contexts that work together on an array that lies in parts, one for each of them. */
#ifndef PREFIX_LIB_TEAM_TEAM_H
#define PREFIX_LIB_TEAM_TEAM_H

#include <stddef.h>

#include <prefix/prefix.h>

#include "shared/operator_tile.h"
#include "team/ranges.h"

#define PREFIX__PARTS_MAX 64

struct prefix__member {
    prefix_ctx *ctx;
    void *word; /* room for an element on its device, for what is queued; NULL until it is wanted */
    /* Events of the part's stream, NULL until they are wanted: its total is written; those of others are read. */
    void *written, *read;
    int is_queued; /* the value of its part, which is still there */
    _Alignas(16) unsigned char value[PREFIX__ELEMENT_MAX];
};

struct prefix_team {
    size_t count;
    int exact;            /* results have the bits of one call */
    prefix_ctx *fold_ctx; /* of the serial backend: combines what the parts come to */
    void *totals;         /* of parts, in pinned memory, for what is queued; NULL until they are wanted, */
    prefix_ctx *totals_ctx;
    struct prefix__range ranges[3 * PREFIX__PARTS_MAX]; /* here, and values above, as stacks may be small */
    struct prefix__member members[];
};

/* The sentence of a part's context becomes the thread's, and names the part. */
int prefix__part_failed(const struct prefix_team *team, size_t part, int status);
/* Where a part's work, on an array of this kind of memory, is to put its value: on a device where it is queued. */
int prefix__value_place(struct prefix_team *team, size_t part, int kind, void **place);
/* Waits for the values that are queued, of size bytes each. */
int prefix__values_collect(struct prefix_team *team, size_t size);

#endif
