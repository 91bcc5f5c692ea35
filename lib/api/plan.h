/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_API_PLAN_H
#define PREFIX_LIB_API_PLAN_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/built_in.h"
#include "api/layout.h"
#include "api/operator.h"

/* A scan or reduction with its settings. */
struct prefix_plan {
    prefix_ctx *ctx; /* NULL: the calling thread's default context */
    int kind;
    int op;
    int type;
    int output_type;
    int reverse;
    int algorithm;
    int block_algorithm;
    int has_init;
    union prefix_carry init;
    void *total;
    int total_type;
    int total_memory;   /* 0: it is looked up; or DEVICE: to be written in its turn */
    const void *before; /* as in the work, or NULL */
    size_t before_count;
    void *workspace;
    size_t workspace_bytes;
    int workspace_fresh;
    size_t tile;
    uint64_t *checked; /* or NULL: where results that do not fit are reported, and what they are compared with */
    struct prefix__checked_state checked_state;
    int counting;
    struct prefix_scan_watch watch; /* of the last run that was counted or traced */
    struct prefix_heads heads;      /* form 0: no segments */
    int ends;                       /* 1: the total is one more result */
    int missing;                    /* of enum prefix_missing */
    const uint8_t *valid;           /* bits, the first element's at valid_first; or NULL */
    size_t valid_first;
    struct prefix__layout *layout;  /* NULL: no batch */
    struct prefix_operator own;     /* size 0: none, but op on elements of type; of the caller's own, op is 0 */
    _Alignas(16) char own_init[PREFIX__ELEMENT_MAX];
};

#endif
