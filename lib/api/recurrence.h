/* SPDX-License-Identifier: BSD-3-Clause */
/* A recurrence with its settings. */
#ifndef PREFIX_LIB_API_RECURRENCE_H
#define PREFIX_LIB_API_RECURRENCE_H

#include <prefix/prefix.h>

#include "api/layout.h"

struct prefix_recurrence_plan {
    prefix_ctx *ctx;
    int type, reverse, is_constant, has_first;
    double a[2], first[2];         /* of complex numbers both parts */
    const void *firsts;            /* of each row; or NULL: first of all */
    void *last;                    /* of each row; or NULL */
    int firsts_type, last_type;    /* type, or prefix__recurrence_state() */
    struct prefix__layout *layout; /* NULL: one row of neighbours */
};

/* The type of y before it is rounded. */
int prefix__recurrence_state(int type);

int prefix__recurrence_run(prefix_ctx *ctx, const struct prefix_recurrence_plan *r, const void *a, const void *b,
                           void *out, size_t n);

#endif
