/* SPDX-License-Identifier: BSD-3-Clause */
/* Histograms on the CPU: a stretch of elements, counted into a table. */
#include "shared/bins.h"

#include "shared/sort_code.h"
#include "shared/types.h"

/* The last edge, after the first one, that is not above the code; without a branch, as codes come in no order. */
static inline size_t find(const uint64_t *edges, size_t bins, uint64_t code)
{
    size_t at = 0;
    for (size_t left = bins; left > 1; left -= left / 2)
        at += edges[at + left / 2] <= code ? left / 2 : 0;
    return at;
}

static inline size_t step(const struct prefix_histogram_work *work, uint64_t code)
{
    const uint64_t steps = code > work->base ? (code - work->base) >> work->shift : 0;
    return steps < work->bins ? (size_t)steps : work->bins - 1;
}

/* The last three are constants where this is inlined. */
__attribute__((always_inline)) static inline void count(const struct prefix_histogram_work *w, size_t first,
                                                        size_t last, uint64_t *counts, size_t size, int is_float,
                                                        int has_edges)
{
    const struct prefix_sort_code code_of = w->code;
    const uint64_t *const edges = w->edges, least = w->first, most = w->last;
    const size_t bins = w->bins;
    for (size_t i = first; i < last; i++) {
        const uint64_t code = prefix__sort_code(&code_of, prefix__sort_load(w->in, i, size), size, is_float);
        const int is_in = code >= least && code <= most;
        const size_t bin = !is_in ? bins : has_edges ? find(edges, bins, code) : step(w, code);
        if (is_in)
            counts[bin]++;
        if (w->numbers)
            w->numbers[i] = (uint32_t)bin;
    }
}

static inline void count_size(const struct prefix_histogram_work *w, size_t first, size_t last, uint64_t *counts,
                              size_t size)
{
    const int is_float = prefix__is_float(w->type);
    if (w->edges && is_float)
        count(w, first, last, counts, size, 1, 1);
    else if (w->edges)
        count(w, first, last, counts, size, 0, 1);
    else if (is_float)
        count(w, first, last, counts, size, 1, 0);
    else
        count(w, first, last, counts, size, 0, 0);
}

void prefix__bins_count(const struct prefix_histogram_work *work, size_t first, size_t last, uint64_t *counts)
{
    switch (prefix__size_of(work->type)) {
    case 1:
        count_size(work, first, last, counts, 1);
        break;
    case 2:
        count_size(work, first, last, counts, 2);
        break;
    case 4:
        count_size(work, first, last, counts, 4);
        break;
    default:
        count_size(work, first, last, counts, 8);
        break;
    }
}

void prefix__bins_store(const struct prefix_histogram_work *work, size_t first, size_t last, const uint64_t *tables,
                        size_t count)
{
    for (size_t i = first; i < last; i++) {
        uint64_t sum = 0;
        for (size_t t = 0; t < count; t++)
            sum += tables[t * work->bins + i];
        if (work->count_type == PREFIX_U32)
            ((uint32_t *)work->counts)[i] = (uint32_t)sum;
        else
            ((uint64_t *)work->counts)[i] = sum;
    }
}
