/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moving windows: each case compares windows with what their elements come to by themselves: the oracle's reduction,
 * or, of sums and products of floats, trees that are worked out by recursion, bit by bit; and a sum in long double. It
 * looks at what must stay as it was, too.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/support.h"
#include "window_oracle.h"

enum { MOST_SHOWN = 5, LOOKS = 24 };

/* rows of n elements: one, or some behind each other with gaps, or the columns of an array. */
enum shape { ONE, ROWS, COLUMNS, SHAPES };

struct sample {
    int op, type, output_type, mean, shape, pattern, threads;
    size_t n, rows, k, before, in_gap, out_gap;
};

static prefix_ctx *ctx;
static struct arena input, output;
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag("%s: case %llu: %s%s of %s to %s, shape %d, %zu rows of %zu, window of %zu, %zu before, gaps %zu %zu, %s, "
             "threads %d: %s",
             what, (unsigned long long)case_number, prefix_op_name(c->op), c->mean ? " (mean)" : "",
             prefix_type_name(c->type), prefix_type_name(c->output_type), c->shape, c->rows, c->n, c->k, c->before,
             c->in_gap, c->out_gap, data_pattern_name(c->pattern), c->threads, prefix_ctx_error(ctx));
    return 0;
}

static size_t stride_of(const struct sample *c, size_t gap) /* from a row of the array to its next */
{
    return (c->shape == COLUMNS ? c->rows : c->n) + gap;
}

static size_t elements_of(const struct sample *c, size_t gap)
{
    return c->shape == COLUMNS ? (c->n - 1) * stride_of(c, gap) + c->rows : (c->rows - 1) * stride_of(c, gap) + c->n;
}

static size_t place_of(const struct sample *c, size_t row, size_t i, size_t gap)
{
    return c->shape == COLUMNS ? i * stride_of(c, gap) + row : row * stride_of(c, gap) + i;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void expect(const struct sample *c, const struct window_values *v, const unsigned char *row, size_t i,
                   void *want)
{
    const size_t before = smaller(c->before, c->n - 1), after = smaller(c->k - 1 - c->before, c->n - 1);
    const size_t first = i - smaller(i, before), count = i - first + 1 + smaller(c->n - 1 - i, after);
    if (v) {
        const double sum = window_by_trees(v, i, before + 1 + after) + (v->is_product ? -0.0 : 0.0);
        oracle_float_put(c->output_type, want, c->mean ? sum / (double)count : sum);
        return;
    }
    const struct oracle_scan scan = {
        .kind = PREFIX_INCLUSIVE, .op = c->op, .type = c->type, .output_type = c->output_type};
    oracle_run(&scan, row + first * prefix_type_size(c->type), NULL, count, want, NULL);
}

/* The sum of an interior window, without knowledge of the order. */
static int is_near(const struct sample *c, const struct window_values *v, size_t i, double got)
{
    const size_t before = smaller(c->before, c->n - 1), after = smaller(c->k - 1 - c->before, c->n - 1);
    long double sum = 0, magnitude = 0;
    for (size_t t = i; t < i + before + 1 + after; t++) {
        sum += window_value(v, t);
        magnitude += fabsl(window_value(v, t));
    }
    const long double bound = magnitude * 100 * DBL_EPSILON + fabsl(sum) * FLT_EPSILON + FLT_TRUE_MIN;
    return c->mean || v->is_product || prefix_type_size(c->output_type) < 4 || fabsl(got - sum) <= bound;
}

static int check_row(const struct sample *c, struct rng *rng, const unsigned char *in, size_t row)
{
    const size_t in_size = prefix_type_size(c->type), size = prefix_type_size(c->output_type);
    const int by_trees = oracle_is_float(c->type) && (c->op == PREFIX_SUM || c->op == PREFIX_PRODUCT);
    unsigned char *line = must_alloc(c->n * in_size), want[8];
    double *x = by_trees ? must_alloc(c->n * sizeof *x) : NULL;
    int good = 1;
    for (size_t i = 0; i < c->n; i++)
        memcpy(line + i * in_size, in + place_of(c, row, i, c->in_gap) * in_size, in_size);
    for (size_t i = 0; by_trees && i < c->n; i++)
        x[i] = oracle_float_get(c->type, line + i * in_size);
    const struct window_values values = {x, c->n, smaller(c->before, c->n - 1), c->op == PREFIX_PRODUCT,
                                         c->op == PREFIX_PRODUCT};
    const size_t looks = c->n * c->k < 100000 ? c->n : LOOKS;
    for (size_t look = 0; look < looks && good; look++) {
        const size_t i = looks == c->n ? look
                         : look < 20   ? smaller(look, c->n - 1)
                         : look < 40   ? c->n - 1 - smaller(look - 8, c->n - 1)
                                       : rng_below(rng, c->n);
        const unsigned char *got = output.data + place_of(c, row, i, c->out_gap) * size;
        size_t where;
        expect(c, by_trees ? &values : NULL, line, i, want);
        if (!oracle_same(c->output_type, got, want, 1, &where)) {
            diag("row %zu, result %zu", row, i);
            good = complain(c, "a result");
        } else if (by_trees && c->pattern == DATA_SMALL &&
                   !is_near(c, &values, i, oracle_float_get(c->output_type, got)))
            good = complain(c, "a sum is far off");
    }
    free(x);
    free(line);
    return good;
}

/* Gaps between results are as they were. */
static int check_gaps(const struct sample *c)
{
    const size_t size = prefix_type_size(c->output_type), stride = stride_of(c, c->out_gap);
    const size_t lines = c->shape == COLUMNS ? c->n : c->rows, filled = stride - c->out_gap;
    for (size_t line = 0; line + 1 < lines; line++)
        if (!all_poison(output.data + (line * stride + filled) * size, c->out_gap * size))
            return complain(c, "memory between rows");
    return 1;
}

static int run(const struct sample *c, const void *in, void *out)
{
    prefix_plan *plan;
    if (c->shape == ONE && c->type == c->output_type)
        return c->mean ? prefix_window_mean(ctx, c->type, in, out, c->n, c->k, c->before)
                       : prefix_window(ctx, c->op, c->type, in, out, c->n, c->k, c->before);
    must(ctx, prefix_plan_create(&plan, ctx, c->op, c->type));
    must(ctx, prefix_plan_set_output_type(plan, c->output_type));
    if (c->shape == ROWS)
        must(ctx, prefix_plan_set_batch(plan, c->rows, (ptrdiff_t)stride_of(c, c->in_gap),
                                        (ptrdiff_t)stride_of(c, c->out_gap)));
    if (c->shape == COLUMNS) {
        const size_t shape[] = {c->n, c->rows};
        const ptrdiff_t in_strides[] = {(ptrdiff_t)stride_of(c, c->in_gap), 1};
        const ptrdiff_t out_strides[] = {(ptrdiff_t)stride_of(c, c->out_gap), 1};
        must(ctx, prefix_plan_set_array(plan, 2, shape, 0, in_strides, out_strides));
    }
    const int status = c->mean ? prefix_plan_window_mean(plan, in, out, c->n, c->k, c->before)
                               : prefix_plan_window(plan, in, out, c->n, c->k, c->before);
    prefix_plan_destroy(plan);
    return status;
}

static int check_case(const struct sample *c)
{
    struct rng rng = rng_make(++case_number);
    const size_t in_size = prefix_type_size(c->type), size = prefix_type_size(c->output_type);
    int good = 1;
    arena_place(&input, elements_of(c, c->in_gap) * in_size, rng_below(&rng, ARENA_ALIGN / in_size) * in_size);
    arena_place(&output, elements_of(c, c->out_gap) * size, rng_below(&rng, ARENA_ALIGN / size) * size);
    data_fill(&rng, c->pattern, c->type, input.data, elements_of(c, c->in_gap));
    unsigned char *before = must_alloc(input.bytes);
    memcpy(before, input.data, input.bytes);
    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    arena_push(&input);
    arena_push(&output);
    const int status = run(c, arena_pointer(&input), arena_pointer(&output));
    must(ctx, prefix_ctx_synchronize(ctx));
    arena_pull(&input);
    arena_pull(&output);
    good &= status == PREFIX_OK || complain(c, "error");
    good &= arena_guarded(&output) || complain(c, "memory around the results");
    good &= scratch_guarded() || complain(c, "scratch memory");
    good &= memcmp(before, input.data, input.bytes) == 0 || complain(c, "the input was changed");
    good &= check_gaps(c);
    for (size_t look = 0; look < smaller(c->rows, 8) && good; look++)
        good &= check_row(c, &rng, before, c->rows <= 8 ? look : rng_below(&rng, c->rows));
    free(before);
    return good;
}

static size_t any_length(struct rng *rng, size_t limit)
{
    static const size_t around[] = {1, 2, 8, 16, 64, 128, 256, 512, 1024, 4096, 8192, 12288, 16384, 65536};
    const size_t length = around[rng_below(rng, sizeof around / sizeof *around)] - 2 + rng_below(rng, 5);
    return rng_below(rng, 2) || length - 1 >= limit ? 1 + rng_below(rng, limit) : length;
}

static struct sample randomize(struct rng *rng, int op, int type, size_t limit)
{
    static const int patterns[] = {DATA_BITS,  DATA_SMALL,  DATA_SMALL,     DATA_EQUAL,   DATA_SPECIAL,
                                   DATA_ZEROS, DATA_CANCEL, DATA_HUGE_TINY, DATA_DENORMAL};
    struct sample c = {.op = op, .type = type, .output_type = type, .rows = 1};
    do
        c.output_type = rng_below(rng, 2) ? type : PREFIX_I8 + (int)rng_below(rng, 12);
    while (!oracle_widens(type, c.output_type) || !oracle_takes(op, c.output_type));
    c.mean = op == PREFIX_SUM && oracle_is_float(type) && rng_below(rng, 2);
    c.shape = (int)rng_below(rng, SHAPES);
    c.n = any_length(rng, limit);
    if (c.shape != ONE)
        c.rows = 1 + rng_below(rng, 1 + limit / c.n);
    c.k = rng_below(rng, 3) ? any_length(rng, 40) : rng_below(rng, 3) ? any_length(rng, c.n) : any_length(rng, 3 * c.n);
    c.before = rng_below(rng, 3) == 0 ? c.k / 2 : rng_below(rng, 2) ? c.k - 1 : rng_below(rng, c.k);
    if (rng_below(rng, 30) == 0) {
        c.k = SIZE_MAX;
        c.before = rng_below(rng, 3) == 0 ? SIZE_MAX - 1 : rng_below(rng, 2 * c.n);
    }
    c.in_gap = c.shape == ONE || rng_below(rng, 2) ? 0 : rng_below(rng, 30);
    c.out_gap = c.shape == ONE || rng_below(rng, 2) ? 0 : rng_below(rng, 30);
    c.pattern = patterns[rng_below(rng, sizeof patterns / sizeof *patterns)];
    c.threads = 1 + (int)rng_below(rng, 8);
    return c;
}

static int check_pair(int op, int type)
{
    struct rng rng = rng_make((uint64_t)(1000 * op + type));
    const int rounds = test_level() == TEST_SHORT ? 3 : test_level() == TEST_LONG ? 300 : 12;
    int good = 1;
    for (int round = 0; round < rounds; round++) {
        const struct sample c = randomize(&rng, op, type, 3000);
        good &= check_case(&c);
    }
    for (int round = 0; round < (rounds + 9) / 10; round++) {
        const struct sample c = randomize(&rng, op, type, 100000);
        good &= check_case(&c);
    }
    return good;
}

/* One that takes three passes on every backend. */
static int check_long(int op, int type)
{
    const struct sample c = {.op = op,
                             .type = type,
                             .output_type = type,
                             .rows = 1,
                             .n = 1500007,
                             .k = 1200001,
                             .before = 600000,
                             .pattern = DATA_SMALL,
                             .threads = 4};
    return check_case(&c);
}

static void check_backend(const char *name)
{
    const char *const memory = input.memory == PREFIX_MEMORY_HOST ? "host" : "device";
    for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++) {
        int good = 1;
        shown = 0;
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
            if (oracle_takes(op, type))
                good &= check_pair(op, type);
        ok(good, "%s, %s: %s", name, memory, prefix_op_name(op));
    }
    ok(check_long(PREFIX_SUM, PREFIX_F32) & check_long(PREFIX_MAX, PREFIX_I16), "%s, %s: of a million elements", name,
       memory);
}

int main(void)
{
    struct arena *const all[] = {&input, &output};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
