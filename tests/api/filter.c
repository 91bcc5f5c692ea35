/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear filters: against the order of blocks worked out, and step by step where it is none; pieces, and refusals. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"
#include "filter_oracle.h"

static prefix_ctx *ctx;
static const char *name;

/* A stable one, by its poles; sections: of the second order, and order is 0. */
static struct filter random_filter(struct rng *rng, size_t order, size_t sections, int feedback)
{
    struct filter f = {.order = sections ? 2 * sections : order, .sections = sections, .feedback = feedback, .a = {1}};
    for (size_t i = 0; i <= order; i++)
        f.b[i] = 2 * rng_unit(rng) - 1;
    for (size_t k = 0; k < order && feedback; k++) {
        const double pole = 1.6 * rng_unit(rng) - 0.8;
        for (size_t i = k + 1; i > 0; i--)
            f.a[i] -= pole * f.a[i - 1];
    }
    for (size_t s = 0; s < sections; s++) {
        const double radius = 0.95 * rng_unit(rng), cosine = 2 * rng_unit(rng) - 1;
        const double c[6] = {rng_unit(rng), rng_unit(rng), -rng_unit(rng), 1, -2 * radius * cosine, radius * radius};
        memcpy(f.section[s], c, sizeof c);
        if (!feedback)
            f.section[s][4] = f.section[s][5] = 0;
    }
    return f;
}

struct trial {
    struct filter filter;
    int type, memory, reverse, in_place, has_first;
    size_t n, rows, gap, offset; /* elements */
};

static int run_trial(const struct trial *t, struct rng *rng)
{
    const size_t size = oracle_size(t->type), step = t->n + t->gap, order = t->filter.order;
    const size_t bytes = ((t->rows - 1) * step + t->n) * size;
    struct arena in = {.ctx = ctx, .memory = t->memory}, out = in, state = in;
    double *const x = must_alloc((t->n + 1) * sizeof *x), *const y = must_alloc((t->n + 1) * sizeof *y);
    int good = 1;
    prefix_filter *filter = create_filter(ctx, &t->filter, t->type, 0.5);
    arena_place(&in, bytes, t->offset * size);
    arena_place(&out, bytes, t->offset * size);
    arena_place(&state, t->rows * order * sizeof(double), 8);
    for (size_t i = 0; i < bytes / size; i++)
        oracle_float_put(t->type, in.data + i * size, 2 * rng_unit(rng) - 1);
    unsigned char *const want = must_alloc(bytes), *const from = must_alloc(bytes);
    double *const states = must_alloc((t->rows * order + 1) * sizeof *states);
    memcpy(from, in.data, bytes);
    memcpy(want, t->in_place ? in.data : out.data, bytes);
    for (size_t i = 0; i < t->rows * order; i++)
        states[i] = t->has_first ? 2 * rng_unit(rng) - 1 : 0;
    memcpy(state.data, states, t->rows * order * sizeof *states);
    for (size_t row = 0; row < t->rows; row++) {
        double z[MOST_ORDER] = {0};
        memcpy(z, states + row * order, order * sizeof *z);
        for (size_t i = 0; i < t->n; i++)
            x[t->reverse ? t->n - 1 - i : i] = oracle_float_get(t->type, from + (row * step + i) * size);
        filter_row(&t->filter, x, y, t->n, z);
        for (size_t i = 0; i < t->n; i++)
            oracle_float_put(t->type, want + (row * step + i) * size, y[t->reverse ? t->n - 1 - i : i]);
        memcpy(states + row * order, z, order * sizeof *z);
    }
    arena_push(&in);
    arena_push(&out);
    arena_push(&state);
    must(ctx, prefix_filter_set_rows(filter, t->rows, step, step));
    must(ctx, prefix_filter_set_reverse(filter, t->reverse));
    must(ctx, prefix_filter_set_state(filter, t->has_first ? arena_pointer(&state) : NULL, arena_pointer(&state)));
    struct arena *const to = t->in_place ? &in : &out;
    must(ctx, prefix_filter_run(filter, arena_pointer(&in), arena_pointer(to), t->n));
    arena_pull(to);
    arena_pull(&state);
    good &= memcmp(to->data, want, bytes) == 0 && memcmp(state.data, states, t->rows * order * sizeof *states) == 0;
    good &= arena_guarded(&in) && arena_guarded(&out) && arena_guarded(&state);
    prefix_filter_destroy(filter);
    arena_release(&in);
    arena_release(&out);
    arena_release(&state);
    free(x);
    free(y);
    free(want);
    free(from);
    free(states);
    return good;
}

static void test_order(void)
{
    static const size_t sizes[] = {1, 2, 127, 128, 129, 1023, 1024, 1025, 1152, 3001, 8192, 8193, 16500};
    const int is_device = strcmp(name, "cuda") == 0;
    struct rng rng = rng_make(1);
    for (size_t order = 0; order <= MOST_ORDER + MOST_ORDER / 2; order++) {
        size_t good = 0, tried = 0;
        const size_t sections = order > MOST_ORDER ? order - MOST_ORDER : 0;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (int way = 0; way < (sizes[i] > 2000 ? 2 : 4); way++, tried++) {
                const struct trial t = {
                    .filter = random_filter(&rng, sections ? 0 : order, sections, rng_below(&rng, 4) > 0),
                    .type = way % 2 ? PREFIX_F64 : PREFIX_F32,
                    .memory = is_device && rng_below(&rng, 2) ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST,
                    .reverse = (int)rng_below(&rng, 2),
                    .in_place = (int)rng_below(&rng, 2),
                    .has_first = (int)rng_below(&rng, 2),
                    .n = sizes[i],
                    .rows = 1 + rng_below(&rng, 2) * rng_below(&rng, 40),
                    .gap = rng_below(&rng, 5),
                    .offset = rng_below(&rng, 3),
                };
                good += (size_t)run_trial(&t, &rng);
            }
        ok(good == tried, "%s: %s %zu: %zu of %zu", name, sections ? "sections" : "order", sections ? sections : order,
           good, tried);
    }
}

static void test_threads(void)
{
    struct rng rng = rng_make(2);
    int good = 1;
    for (int threads = 1; threads <= 16; threads++) {
        const struct trial t = {.filter = random_filter(&rng, 3, 0, 1),
                                .type = PREFIX_F32,
                                .memory = PREFIX_MEMORY_HOST,
                                .n = threads % 2 ? 100000 : 1500,
                                .rows = threads % 2 ? 1 : 50};
        must(ctx, prefix_ctx_set_threads(ctx, threads));
        good &= run_trial(&t, &rng);
    }
    must(ctx, prefix_ctx_set_threads(ctx, 0));
    ok(good, "%s: 1 to 16 threads", name);
}

/* Pieces chained by one state, and an end without elements. */
static void test_pieces(void)
{
    struct rng rng = rng_make(5);
    const struct filter f = random_filter(&rng, 0, 2, 1);
    enum { LENGTH = 30000 };
    float *x = must_alloc(LENGTH * sizeof *x), *y = must_alloc(LENGTH * sizeof *x),
          *whole = must_alloc(LENGTH * sizeof *x);
    double z[4] = {0}, first[4] = {1, 2, 3, 4};
    prefix_filter *filter = create_filter(ctx, &f, PREFIX_F32, 1);
    int good = 1;
    for (int i = 0; i < LENGTH; i++)
        x[i] = (float)rng_unit(&rng);
    must(ctx, prefix_filter_run(filter, x, whole, LENGTH));
    must(ctx, prefix_filter_set_state(filter, z, z));
    for (size_t at = 0, count; at < LENGTH; at += count) {
        count = 1 + rng_below(&rng, 4000);
        count = count < LENGTH - at ? count : LENGTH - at;
        must(ctx, prefix_filter_run(filter, x + at, y + at, count));
    }
    for (int i = 0; i < LENGTH; i++)
        good &= fabsf(y[i] - whole[i]) <= 0x1p-23F * fabsf(whole[i]) + 1e-12F;
    ok(good, "%s: pieces, chained", name);
    must(ctx, prefix_filter_set_state(filter, first, z));
    must(ctx, prefix_filter_run(filter, NULL, NULL, 0));
    ok(memcmp(first, z, sizeof z) == 0, "%s: without elements the state is passed on", name);
    must(ctx, prefix_filter_set_state(filter, NULL, z));
    must(ctx, prefix_filter_run(filter, NULL, NULL, 0));
    ok(z[0] == 0 && z[3] == 0, "%s: or 0", name);
    prefix_filter_destroy(filter);
    free(x);
    free(y);
    free(whole);
}

static void test_refusals(void)
{
    const double b[18] = {1, 2}, a[18] = {1, 0.5}, bad[2] = {0, 1}, section[6] = {1, 0, 0, 0, 1, 1};
    float x[8] = {0};
    double state[2] = {0};
    prefix_filter *f;
    ok_refused(ctx, name, prefix_filter_create(NULL, ctx, PREFIX_F32, b, 2, a, 2), PREFIX_ERROR_ARGUMENT, "filter");
    ok_refused(ctx, name, prefix_filter_create(&f, ctx, PREFIX_I32, b, 2, a, 2), PREFIX_ERROR_UNSUPPORTED, "type");
    ok_refused(ctx, name, prefix_filter_create(&f, ctx, 7, b, 2, a, 2), PREFIX_ERROR_ARGUMENT, "type");
    ok_refused(ctx, name, prefix_filter_create(&f, ctx, PREFIX_F32, NULL, 2, a, 2), PREFIX_ERROR_ARGUMENT, "b");
    ok_refused(ctx, name, prefix_filter_create(&f, ctx, PREFIX_F32, b, 0, a, 2), PREFIX_ERROR_ARGUMENT, "b");
    ok_refused(ctx, name, prefix_filter_create(&f, ctx, PREFIX_F32, b, 2, a, 18), PREFIX_ERROR_ARGUMENT, "a");
    ok_refused(ctx, name, prefix_filter_create(&f, ctx, PREFIX_F32, b, 2, bad, 2), PREFIX_ERROR_ARGUMENT, "a[0]");
    ok_refused(ctx, name, prefix_filter_create_sections(&f, ctx, PREFIX_F32, section, 9), PREFIX_ERROR_ARGUMENT,
               "sections");
    ok_refused(ctx, name, prefix_filter_create_sections(&f, ctx, PREFIX_F32, section, 1), PREFIX_ERROR_ARGUMENT,
               "sections");
    ok(f == NULL, "%s: there is no filter then", name);
    must(ctx, prefix_filter_create(&f, ctx, PREFIX_F32, b, 2, a, 2));
    ok_refused(ctx, name, prefix_filter_run(f, NULL, x, 8), PREFIX_ERROR_ARGUMENT, "in");
    ok_refused(ctx, name, prefix_filter_run(f, (char *)x + 1, x, 4), PREFIX_ERROR_ARGUMENT, "in");
    ok_refused(ctx, name, prefix_filter_run(f, x, x + 1, 4), PREFIX_ERROR_OVERLAP, "out");
    ok_refused(ctx, name, prefix_filter_run(f, x, x, SIZE_MAX / 2), PREFIX_ERROR_OVERFLOW, "address space");
    must(ctx, prefix_filter_set_state(f, (double *)(void *)x, state));
    ok_refused(ctx, name, prefix_filter_run(f, x, x, 8), PREFIX_ERROR_OVERLAP, "state");
    must(ctx, prefix_filter_set_state(f, NULL, NULL));
    must(ctx, prefix_filter_set_rows(f, 2, 3, 4));
    ok_refused(ctx, name, prefix_filter_run(f, x, x, 3), PREFIX_ERROR_OVERLAP, "out");
    ok_refused(ctx, name, prefix_filter_run(f, x, x, 4), PREFIX_ERROR_ARGUMENT, "apart");
    prefix_filter_destroy(f);
    prefix_filter_destroy(NULL);
    ok_refused(NULL, name, prefix_filter_run(NULL, x, x, 4), PREFIX_ERROR_ARGUMENT, "filter");
    ok_refused(NULL, name, prefix_filter_set_rows(NULL, 1, 0, 0), PREFIX_ERROR_ARGUMENT, "filter");
    ok_refused(NULL, name, prefix_filter_set_reverse(NULL, 1), PREFIX_ERROR_ARGUMENT, "filter");
    ok_refused(NULL, name, prefix_filter_set_state(NULL, NULL, NULL), PREFIX_ERROR_ARGUMENT, "filter");
    ok(prefix_filter_order(NULL) == 0, "%s: NULL has no order", name);
}

int main(void)
{
    static void (*const tests[])(void) = {test_order, test_threads, test_pieces, test_refusals};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}
