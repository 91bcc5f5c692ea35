/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A sort of neighbours, as a whole or a segment of it: the arrays that its passes go through, and the sort by one
 * thread. Values of 4 and 8 bytes go with the keys; of others it is places that do, and the values follow at the end.
 */
#ifndef PREFIX_LIB_SHARED_SORT_SPAN_H
#define PREFIX_LIB_SHARED_SORT_SPAN_H

#include <prefix/backend.h>

#include "shared/sort_pass.h"

struct prefix__sort_span {
    const struct prefix_sort_work *work;
    size_t first, n; /* of the work's elements */
    size_t *counts;  /* of all digits' values */
    int gathers;     /* values follow their places */
    int counted; /* keys of 8 or 16 bits are all there is: how often each occurs says where they are, in one digit */
    const void *keys_from, *companions_from;
    void *keys[2], *companions[2]; /* where passes write: the last one to the first of these, and so on by turns */
    void *values_kept;             /* of values in place that are gathered, or NULL */
    struct prefix__sort_pass pass;
};

/* Lays the span's arrays out in scratch memory, and says how many bytes of it that takes; with NULL says it only. */
size_t prefix__sort_lay_out(struct prefix__sort_span *span, const struct prefix_sort_work *work, size_t first, size_t n,
                            void *scratch);
/* Of keys that are counted: writes those of values first to last, once their counts have been added up to ends. */
void prefix__sort_find_ends(struct prefix__sort_span *span);
void prefix__sort_fill(const struct prefix__sort_span *span, size_t first, size_t last);
/* Which digits make a difference, by their counts, in place of those that there are. */
void prefix__sort_drop_digits(struct prefix__sort_span *span);
/* For elements first to last of the span: before the passes, what they would overwrite is copied; */
void prefix__sort_keep(const struct prefix__sort_span *span, size_t first, size_t last);
void prefix__sort_set_pass(struct prefix__sort_span *span, int digit); /* in the order of the digits; */
/* behind them, values follow; or, where there are no passes, all is copied as it stands. */
void prefix__sort_gather(const struct prefix__sort_span *span, size_t first, size_t last);
void prefix__sort_copy(const struct prefix__sort_span *span, size_t first, size_t last);

/* All of it. */
void prefix__sort_span(const struct prefix_sort_work *work, size_t first, size_t n, void *scratch);

/* Bytes of scratch memory for any span of at most n elements. */
size_t prefix__sort_scratch(const struct prefix_sort_work *work, size_t n);

#endif
