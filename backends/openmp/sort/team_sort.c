/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A radix sort by a team: the keys are cut into a block for each thread. In each pass what the blocks have of each
 * digit's value is counted, from which follows where each block writes; so the order is that of one thread.
 */
#include "sort/team_sort.h"

#include <stdatomic.h>
#include <string.h>

#include "session/session.h"
#include "shared/sort_span.h"
#include "threads/team.h"
#include "threads/tuning.h"

#define GRAIN 4096 /* elements that are copied at once */

struct team_sort {
    struct prefix__sort_span span;
    size_t n, block; /* elements, of a block */
    int blocks, threads, wake_them;
    size_t values;  /* of a digit */
    size_t *counts; /* of each block, of each digit, of each value; and later where it writes */
    size_t stride;  /* of a block in counts */
    void (*stream)(const void *from, void *to, size_t bytes); /* or NULL: what is written fits the caches */
    char *lines;                                              /* of each block */
    size_t lines_bytes;
    atomic_int out_of_order;
};

static void run(struct team_sort *t, size_t n, size_t grain, void (*part)(void *user, size_t first, size_t last))
{
    prefix__openmp_each(n, grain, t->threads, t->wake_them, part, t);
}

static size_t begin_of(const struct team_sort *t, size_t block)
{
    return block * t->block < t->n ? block * t->block : t->n;
}

static int uses_lines(const struct team_sort *t)
{
    const size_t companion = t->span.pass.companion;
    return t->stream && (!companion || (uintptr_t)t->span.pass.companions_to % companion == 0);
}

static void count_all_part(void *user, size_t first, size_t last)
{
    struct team_sort *t = user;
    for (size_t b = first; b < last; b++) {
        size_t *counts = t->counts + b * t->stride;
        memset(counts, 0, t->stride * sizeof *counts);
        if (!prefix__sort_count_all(&t->span.pass, begin_of(t, b), begin_of(t, b + 1), counts))
            atomic_store_explicit(&t->out_of_order, 1, memory_order_relaxed);
    }
}

static void count_part(void *user, size_t first, size_t last)
{
    struct team_sort *t = user;
    for (size_t b = first; b < last; b++) {
        size_t *counts = t->counts + b * t->stride;
        memset(counts, 0, t->values * sizeof *counts);
        prefix__sort_count(&t->span.pass, begin_of(t, b), begin_of(t, b + 1), counts);
    }
}

/* Past the caches, line by line, if the arrays are large: the fence is for these, as others read them next. */
static void move_part(void *user, size_t first, size_t last)
{
    struct team_sort *t = user;
    for (size_t b = first; b < last; b++) {
        char *const keys = t->lines + b * t->lines_bytes, *const companions = keys + t->values * PREFIX__SORT_LINE;
        const struct prefix__sort_lines lines = {
            .stream = t->stream,
            .keys = keys,
            .companions = companions,
            .begins = (size_t *)(companions + (t->span.pass.companion ? t->values * PREFIX__SORT_LINE : 0)),
        };
        prefix__sort_move(&t->span.pass, begin_of(t, b), begin_of(t, b + 1), t->counts + b * t->stride,
                          uses_lines(t) ? &lines : NULL);
    }
    atomic_thread_fence(memory_order_seq_cst);
}

static void copy_part(void *user, size_t first, size_t last)
{
    prefix__sort_copy(&((struct team_sort *)user)->span, first, last);
}

static void keep_part(void *user, size_t first, size_t last)
{
    prefix__sort_keep(&((struct team_sort *)user)->span, first, last);
}

static void gather_part(void *user, size_t first, size_t last)
{
    prefix__sort_gather(&((struct team_sort *)user)->span, first, last);
}

static void fill_part(void *user, size_t first, size_t last)
{
    prefix__sort_fill(&((struct team_sort *)user)->span, first, last);
}

static void add_up(struct team_sort *t)
{
    const size_t values = (size_t)t->span.pass.digits.count * t->values;
    memset(t->span.counts, 0, values * sizeof *t->span.counts);
    for (int b = 0; b < t->blocks; b++)
        for (size_t v = 0; v < values; v++)
            t->span.counts[v] += t->counts[(size_t)b * t->stride + v];
}

/* From counts to places: value by value, and of each block by block. */
static void find_places(struct team_sort *t)
{
    size_t at = 0;
    for (size_t v = 0; v < t->values; v++)
        for (int b = 0; b < t->blocks; b++) {
            size_t *place = t->counts + (size_t)b * t->stride + v;
            const size_t count = *place;
            *place = at;
            at += count;
        }
}

/* The first pass has been counted, as a digit among all. */
static void use_counts_of(struct team_sort *t, int digit)
{
    for (int b = 0; b < t->blocks && digit > 0; b++) {
        size_t *counts = t->counts + (size_t)b * t->stride;
        memmove(counts, counts + (size_t)digit * t->values, t->values * sizeof *counts);
    }
}

/* Of each block. */
static size_t counts_bytes(const struct prefix__sort_digits *digits)
{
    const size_t bytes = ((size_t)digits->count << digits->bits) * sizeof(size_t);
    return (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

static size_t lines_bytes(const struct prefix__sort_span *span)
{
    const struct prefix__sort_pass *pass = &span->pass;
    if (span->counted)
        return 0;
    const size_t line = PREFIX__SORT_LINE * (pass->companion ? 2 : 1) + sizeof(size_t);
    return ((line << pass->digits.bits) + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

size_t prefix__openmp_team_sort_scratch(const struct prefix_sort_work *work, size_t n, int threads)
{
    struct prefix__sort_span span;
    const size_t bytes = prefix__sort_lay_out(&span, work, 0, n, NULL);
    return bytes + (size_t)threads * (counts_bytes(&span.pass.digits) + lines_bytes(&span)) + LINE_BYTES;
}

void prefix__openmp_team_sort(const struct prefix_session *s, const struct prefix_sort_work *work, size_t first,
                              size_t n, int threads, int wake_them, void *scratch)
{
    struct team_sort t = {.n = n, .blocks = threads, .threads = threads, .wake_them = wake_them};
    struct prefix__sort_pass *pass = &t.span.pass;
    struct prefix__sort_digits *digits = &pass->digits;
    const size_t bytes = prefix__sort_lay_out(&t.span, work, first, n, scratch);
    t.lines_bytes = lines_bytes(&t.span);
    t.lines = (char *)(((uintptr_t)scratch + bytes + LINE_BYTES - 1) & -(uintptr_t)LINE_BYTES);
    t.counts = (size_t *)(t.lines + (size_t)threads * t.lines_bytes);
    t.stream = n * pass->size > s->cache_bytes ? s->isa->convert->stream : NULL;
    t.block = (n + (size_t)threads - 1) / (size_t)threads;
    t.values = (size_t)1 << digits->bits;
    t.stride = counts_bytes(digits) / sizeof(size_t);
    pass->from = t.span.keys_from;
    if (digits->count > 0)
        run(&t, (size_t)t.blocks, 1, count_all_part);
    if (!t.out_of_order) {
        run(&t, n, GRAIN, copy_part);
        return;
    }
    add_up(&t);
    if (t.span.counted) {
        prefix__sort_find_ends(&t.span);
        run(&t, t.values, 1, fill_part);
        return;
    }
    prefix__sort_drop_digits(&t.span);
    use_counts_of(&t, digits->shift[0] / digits->bits);
    run(&t, n, GRAIN, keep_part);
    for (int d = 0; d < digits->count; d++) {
        prefix__sort_set_pass(&t.span, d);
        if (d > 0)
            run(&t, (size_t)t.blocks, 1, count_part);
        find_places(&t);
        run(&t, (size_t)t.blocks, 1, move_part);
    }
    if (t.span.gathers)
        run(&t, n, GRAIN, gather_part);
}
