/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the lines of a strip lie in arrays: neighbours are moved together. */
#ifndef PREFIX_LIB_SHARED_RECURRENCE_LINES_H
#define PREFIX_LIB_SHARED_RECURRENCE_LINES_H

#include "shared/recurrence_strip.h"
#include "shared/rows.h"

/* Lines that are neighbours in an array, from one of the strip on. */
struct prefix__recurrence_run {
    char *from; /* the first element of the first line, in the order of the scan */
    size_t line, bytes;
};

/* The runs of a strip's lines in an array, and bytes from a step to the next of the scan. */
struct prefix__recurrence_side {
    struct prefix__recurrence_run runs[PREFIX__RECURRENCE_LINES];
    size_t count, size;   /* bytes of an element: 4 or 8 */
    ptrdiff_t step, last; /* the latter to the element that a reversed scan begins with */
};

struct prefix__recurrence_sides {
    struct prefix__recurrence_side in, second, out;
};

/* Of lines from one of the rows on. */
void prefix__recurrence_find(const struct prefix_operator_work *work, const struct prefix__rows *rows, size_t first,
                             size_t count, struct prefix__recurrence_sides *sides);

/* A row of steps, from one on, to a strip's array or from it; copy: NULL, or past the caches. */
void prefix__recurrence_gather(const struct prefix__recurrence_side *side, size_t at, size_t steps, char *to);
void prefix__recurrence_scatter(const struct prefix__recurrence_side *side, size_t at, size_t steps, const char *from,
                                prefix__recurrence_copy_fn *copy);

#endif
