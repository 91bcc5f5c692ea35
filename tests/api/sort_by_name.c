/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The sort by name, besides what sort.c tries of it: what the serial backend counts, against the formulas; its traces,
 * which are played back; and who may not count. That it is one of the sorts, and no scan, is said by all.
 */
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { MOST = 600 };

static prefix_ctx *ctx;
static uint32_t keys[MOST], sorted[MOST];

static uint64_t log2_up(uint64_t n)
{
    uint64_t log = 0;
    while (UINT64_C(1) << log < n)
        log++;
    return log;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Of a chunk: the splits until it is in order, by any means. */
static uint64_t splits_of(const uint32_t *chunk, size_t n, int bits)
{
    uint32_t x[MOST], y[MOST];
    memcpy(x, chunk, n * sizeof *x);
    for (int bit = 0;; bit++) {
        size_t i = 1, count = 0;
        while (i < n && x[i - 1] <= x[i])
            i++;
        if (i >= n || bit == bits)
            return (uint64_t)bit;
        for (uint32_t which = 0; which < 2; which++)
            for (i = 0; i < n; i++)
                if ((x[i] >> bit & 1) == which)
                    y[count++] = x[i];
        memcpy(x, y, n * sizeof *x);
    }
}

/* Numbers below 2^bits in chunks, by a width that is the greatest power of two up to these. */
static int counts_are_right(prefix_sorting *s, size_t n, size_t chunk, int bits)
{
    uint64_t want_work = 0, want_span = 0, work = 4711, span = 4711, width = 1;
    uint64_t longest[32] = {0};
    while (2 * width <= least(chunk, n) && width < 256)
        width *= 2;
    for (size_t at = 0; at < n; at += chunk) {
        const size_t length = least(chunk, n - at);
        const uint64_t splits = splits_of(keys + at, length, bits);
        want_work += splits * 2 * (length - 1);
        for (uint64_t i = 0; i < splits; i++)
            longest[i] = 2 * log2_up(length) > longest[i] ? 2 * log2_up(length) : longest[i];
    }
    for (int i = 0; i < bits; i++)
        want_span += longest[i];
    for (uint64_t run = chunk; run < n; run *= 2) {
        want_span += ((least(2 * run, n) - 1) / width + 1) * (1 + log2_up(width));
        for (uint64_t at = 0; at + run < n; at += 2 * run)
            want_work += ((least(2 * run, n - at) - 1) / width + 1) * (width + width / 2 * log2_up(width));
    }
    must(ctx, prefix_sorting_set_tile(s, chunk));
    must(ctx, prefix_sorting_run(s, keys, sorted, n));
    must(ctx, prefix_sorting_counts(s, &work, &span));
    if (work == want_work && span == want_span)
        return 1;
    diag("n %zu in chunks of %zu: work %llu, span %llu; expected %llu, %llu", n, chunk, (unsigned long long)work,
         (unsigned long long)span, (unsigned long long)want_work, (unsigned long long)want_span);
    return 0;
}

static void test_counts(prefix_sorting *s)
{
    struct rng rng = rng_make(1);
    int good = 1;
    must(ctx, prefix_sorting_set_counting(s, 1));
    for (int round = 0; round < 300; round++) {
        const int bits = 1 + (int)rng_below(&rng, 12);
        const size_t n = 1 + rng_below(&rng, MOST);
        for (size_t i = 0; i < n; i++)
            keys[i] = (uint32_t)rng_below(&rng, (size_t)1 << bits);
        good &= counts_are_right(s, n, 1 + rng_below(&rng, round % 2 ? 20 : MOST), bits);
    }
    ok(good, "work and span are those of splits, and of steps of merges");
    uint64_t work = 4711, span = 4711;
    must(ctx, prefix_sorting_set_counting(s, 0));
    must(ctx, prefix_sorting_run(s, keys, sorted, 10));
    ok(prefix_sorting_counts(s, &work, &span) == PREFIX_OK && work == 0 && span == 0, "none of a run without counting");
    ok(prefix_sorting_counts(s, NULL, NULL) == PREFIX_OK, "nobody needs to ask for them");
}

struct replay {
    uint32_t now[MOST], next[MOST];
    size_t n, rounds;
    int good;
};

static void play(void *user, int event, size_t from, size_t to, const void *data, size_t n, int type)
{
    struct replay *r = user;
    if (event == PREFIX_EVENT_MOVE) {
        r->next[to] = r->now[from];
        return;
    }
    if (r->rounds++ == 0)
        memcpy(r->next, data, n * sizeof *r->next);
    r->good &= event == PREFIX_EVENT_ROUND && type == PREFIX_U32 && n == r->n &&
               memcmp(r->next, data, n * sizeof *r->next) == 0;
    memcpy(r->now, r->next, sizeof r->now);
}

static void test_traces(prefix_sorting *s)
{
    struct rng rng = rng_make(2);
    int good = 1;
    for (int round = 0; round < 100; round++) {
        struct replay r = {.n = 1 + rng_below(&rng, MOST), .good = 1};
        const size_t chunk = 1 + rng_below(&rng, 40);
        uint64_t span;
        for (size_t i = 0; i < r.n; i++)
            keys[i] = (uint32_t)rng_below(&rng, 1000);
        must(ctx, prefix_sorting_set_tile(s, chunk));
        must(ctx, prefix_sorting_set_trace(s, play, &r));
        must(ctx, prefix_sorting_run(s, keys, sorted, r.n));
        must(ctx, prefix_sorting_counts(s, NULL, &span));
        good &= r.good && memcmp(r.now, sorted, r.n * sizeof *sorted) == 0;
        good &= r.rounds >= 1 + log2_up((r.n + chunk - 1) / chunk) && (span > 0) == (r.rounds > 1);
    }
    must(ctx, prefix_sorting_set_trace(s, NULL, NULL));
    ok(good, "moves make of each round the next, and of the last the result");
}

static void test_serial(void)
{
    prefix_sorting *s;
    must(NULL, prefix_ctx_create(&ctx, "serial"));
    must(ctx, prefix_sorting_create(&s, ctx, PREFIX_U32));
    must(ctx, prefix_sorting_set_algorithm(s, PREFIX_ALGORITHM_SPLIT_MERGE));
    test_counts(s);
    test_traces(s);
    prefix_sorting_destroy(s);
    prefix_ctx_destroy(ctx);
}

static void test_others(const char *name)
{
    prefix_sorting *s;
    prefix_plan *plan;
    uint32_t out = 4711;
    ctx = open_backend(name);
    if (!ctx)
        return;
    must(ctx, prefix_sorting_create(&s, ctx, PREFIX_U32));
    must(ctx, prefix_sorting_set_algorithm(s, PREFIX_ALGORITHM_SPLIT_MERGE));
    must(ctx, prefix_sorting_set_counting(s, 1));
    if (strcmp(name, "serial") != 0)
        ok_refused(ctx, name, prefix_sorting_run(s, keys, &out, 1), PREFIX_ERROR_UNSUPPORTED, "counting");
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_U32));
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_SPLIT_MERGE));
    ok_refused(ctx, name, prefix_plan_run(plan, keys, &out, 1), PREFIX_ERROR_UNSUPPORTED, "split-merge");
    ok(out == 4711, "%s: nothing was written", name);
    prefix_plan_destroy(plan);
    prefix_sorting_destroy(s);
    prefix_ctx_destroy(ctx);
}

int main(void)
{
    test_seed();
    test_serial();
    test_others("serial");
    test_others("openmp");
    test_others("cuda");
    return done();
}
