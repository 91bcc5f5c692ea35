/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays of several dimensions for tests: shapes, and strides that put elements into memory in all manners. */
#ifndef TESTS_API_BATCH_LAYOUT_H
#define TESTS_API_BATCH_LAYOUT_H

#include <stddef.h>

#include "../support/data.h"

enum { LAYOUT_DIMS = 16, SHAPE_TEXT = 400 /* bytes */ };

enum layout_form {
    LAYOUT_C,        /* the last index fastest, without gaps: strides may be NULL */
    LAYOUT_PERMUTED, /* any index fastest */
    LAYOUT_PADDED,   /* with gaps, too */
    LAYOUT_TURNED,   /* and some strides negative */
    LAYOUT_FORMS,
    LAYOUT_REPEATED = LAYOUT_FORMS /* and elements that are one: for inputs alone */
};

struct layout {
    int form;
    ptrdiff_t strides[LAYOUT_DIMS];
    size_t before, span; /* elements before the one whose indices are all 0, and in all */
};

struct shape {
    int dims, axis;
    size_t length[LAYOUT_DIMS];
};

/* Any shape of about so many elements at most. */
struct shape shape_random(struct rng *rng, size_t most);
size_t shape_elements(const struct shape *shape);
size_t shape_rows(const struct shape *shape);
/* How many elements a row has. */
size_t shape_row(const struct shape *shape);
/* Lengths and strides of an input and an output, for a complaint. */
void shape_tell(char *text, size_t size, const struct shape *shape, const struct layout *in, const struct layout *out);
/* Strides of this form. */
void layout_make(struct rng *rng, struct layout *layout, int form, const struct shape *shape);
/* Where an element lies: the place of the row's, in C order, and the element of the row; from the first in memory. */
size_t layout_at(const struct layout *layout, const struct shape *shape, size_t row, size_t i);

#endif
