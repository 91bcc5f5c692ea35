/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan of a batch by an operator, against the canonical order of each row by itself. */
#ifndef TESTS_API_BATCH_OPERATOR_CASE_H
#define TESTS_API_BATCH_OPERATOR_CASE_H

#include <stddef.h>

#include <prefix/prefix.h>

#include "batch_layout.h"
#include "built_in_subject.h"
#include "operator_subject.h"

struct batch_sample {
    const struct subject *own; /* or NULL: what is built in */
    const void *identity;      /* of own; or NULL: none */
    struct built_in what;
    size_t in_size, out_size, total_size, in_alignment, out_alignment;
    int kind, reverse, in_place, reduces, has_total, total_type, init_type, threads;
    int has_bits, keeps; /* of own with an identity alone */
    size_t first;
    struct shape shape;
    struct layout in, out, dense;
};

enum { BATCH_INPUT, BATCH_OUTPUT, BATCH_TOTALS, BATCH_BITMAP, BATCH_ARENAS };
extern struct arena batch_arenas[BATCH_ARENAS];

/* Whether all bits of all rows are right, and nothing else was written. */
int batch_operator_check(prefix_ctx *ctx, const struct batch_sample *sample);

#endif
