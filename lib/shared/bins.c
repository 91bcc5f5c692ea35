/* SPDX-License-Identifier: BSD-3-Clause */
/* Histograms on the CPU: a stretch of elements, counted into a table. */
#include "shared/bins.h"

#include "shared/sort_code.h"
#include "shared/types.h"

/*
 * Elements that follow each other are counted in tables of their own where bins are few: to count twice in one place
 * takes the time of a store and a load.
 */
#define TABLES 4
#define FEW 256

/* How the bin of a code is found. */
enum way { BY_STEPS, BY_SEARCH, BY_GUESS };

static inline size_t step(const struct prefix_histogram_work *work, uint64_t code)
{
    const uint64_t steps = code > work->base ? (code - work->base) >> work->shift : 0;
    return steps < work->bins ? (size_t)steps : work->bins - 1;
}

/* The last edge, after the first one, that is not above the code; without a branch, as codes come in no order. */
static inline size_t search(const uint64_t *edges, size_t bins, uint64_t code)
{
    size_t at = 0;
    for (size_t left = bins; left > 1; left -= left / 2)
        at += edges[at + left / 2] <= code ? left / 2 : 0;
    return at;
}

/* The same from nearby, with few branches: those that are left are hardly ever taken. */
static inline size_t guess(const struct prefix_histogram_work *work, double x, uint64_t code)
{
    const uint64_t *const edges = work->edges;
    const size_t bins = work->bins;
    const double near = (x - work->low) * work->scale;
    size_t at = near > 0 ? near < (double)bins ? (size_t)near : bins - 1 : 0;
    while ((at > 0) & (edges[at] > code))
        at--;
    while ((at + 1 < bins) & (edges[at + (at + 1 < bins)] <= code))
        at++;
    return at;
}

/* What guesses are made of. */
static inline double number_of(uint64_t key, uint64_t code, uint64_t base, size_t size, int is_float)
{
    if (!is_float)
        return code > base ? (double)(code - base) : 0;
    double x;
    float single;
    const uint32_t half = (uint32_t)key;
    memcpy(&single, &half, sizeof single);
    memcpy(&x, &key, sizeof x);
    return size == 4 ? (double)single : x;
}

/* The last three are constants where this is inlined. */
__attribute__((always_inline)) static inline void count(const struct prefix_histogram_work *w, size_t first,
                                                        size_t last, uint64_t *const *tables, size_t size, int is_float,
                                                        enum way way)
{
    const struct prefix_sort_code code_of = w->code;
    const uint64_t least = w->first, most = w->last;
    const size_t bins = w->bins;
    for (size_t i = first; i < last; i++) {
        const uint64_t key = prefix__sort_load(w->in, i, size), code = prefix__sort_code(&code_of, key, size, is_float);
        size_t bin = bins;
        if (code >= least && code <= most) {
            bin = way == BY_STEPS    ? step(w, code)
                  : way == BY_SEARCH ? search(w->edges, bins, code)
                                     : guess(w, number_of(key, code, w->base, size, is_float), code);
            tables[i % TABLES][bin]++;
        }
        if (w->numbers)
            w->numbers[i] = (uint32_t)bin;
    }
}

__attribute__((always_inline)) static inline void count_size(const struct prefix_histogram_work *w, size_t first,
                                                             size_t last, uint64_t *const *tables, size_t size,
                                                             int is_float)
{
    if (!w->edges)
        count(w, first, last, tables, size, is_float, BY_STEPS);
    else if (w->scale == 0)
        count(w, first, last, tables, size, is_float, BY_SEARCH);
    else
        count(w, first, last, tables, size, is_float, BY_GUESS);
}

static void count_type(const struct prefix_histogram_work *work, size_t first, size_t last, uint64_t *const *tables)
{
    const int is_float = prefix__is_float(work->type);
    switch (prefix__size_of(work->type)) {
    case 1:
        count_size(work, first, last, tables, 1, 0);
        break;
    case 2:
        count_size(work, first, last, tables, 2, is_float);
        break;
    case 4:
        if (is_float)
            count_size(work, first, last, tables, 4, 1);
        else
            count_size(work, first, last, tables, 4, 0);
        break;
    default:
        if (is_float)
            count_size(work, first, last, tables, 8, 1);
        else
            count_size(work, first, last, tables, 8, 0);
        break;
    }
}

void prefix__bins_count(const struct prefix_histogram_work *work, size_t first, size_t last, uint64_t *counts)
{
    uint64_t others[TABLES - 1][FEW];
    uint64_t *tables[TABLES] = {counts, counts, counts, counts};
    const int are_few = work->bins <= FEW;
    for (int t = 1; t < TABLES && are_few; t++)
        tables[t] = memset(others[t - 1], 0, work->bins * sizeof *counts);
    count_type(work, first, last, tables);
    for (size_t bin = 0; bin < work->bins && are_few; bin++)
        counts[bin] += others[0][bin] + others[1][bin] + others[2][bin];
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
