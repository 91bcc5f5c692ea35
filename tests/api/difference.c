/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Differences of neighbours: each case compares every bit with a plain loop, in 128 bits or f64, and looks at what must
 * stay as it was; and sums of integers are undone.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/support.h"

enum { MOST_SHOWN = 5 };

/* One row; rows behind each other, with gaps; columns of an array; or n results from n + 1 elements. */
enum shape { ONE, ROWS, COLUMNS, ENDS, SHAPES };
/* Where results lie: elsewhere, in the input, or, with ends, in its end. */
enum place { APART, IN_PLACE, IN_END, PLACES };

struct sample {
    int type, output_type, shape, place, reverse, has_init, pattern, threads;
    size_t n, rows, gap;
};

static prefix_ctx *ctx;
static struct arena input, output;
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag("%s: case %llu: %s to %s, shape %d, place %d, %zu rows of %zu, gap %zu%s%s, %s, threads %d: %s", what,
             (unsigned long long)case_number, prefix_type_name(c->type), prefix_type_name(c->output_type), c->shape,
             c->place, c->rows, c->n, c->gap, c->reverse ? ", reverse" : "", c->has_init ? ", init" : "",
             data_pattern_name(c->pattern), c->threads, prefix_ctx_error(ctx));
    return 0;
}

static size_t stride_of(const struct sample *c)
{
    return (c->shape == COLUMNS ? c->rows : c->n) + c->gap;
}

static size_t place_of(const struct sample *c, size_t row, size_t i)
{
    return c->shape == COLUMNS ? i * stride_of(c) + row : row * stride_of(c) + i;
}

static size_t elements_of(const struct sample *c)
{
    return place_of(c, c->rows - 1, c->n - 1) + 1;
}

/* x less before; NULL: it is the element itself. */
static void subtract(const struct sample *c, const void *x, const void *before, int before_type, void *to)
{
    if (oracle_is_float(c->type)) {
        const double less = before ? oracle_float_get(before_type, before) : 0;
        oracle_float_put(c->output_type, to, oracle_float_get(c->type, x) - less);
    } else {
        const oracle_wide less = before ? oracle_integer_get(before_type, before) : 0;
        oracle_integer_put(c->output_type, to, oracle_integer_get(c->type, x) - less);
    }
}

static int check_results(const struct sample *c, const unsigned char *in, const unsigned char *out, const void *init)
{
    const size_t in_size = prefix_type_size(c->type), size = prefix_type_size(c->output_type);
    unsigned char want[8];
    size_t where;
    for (size_t row = 0; row < c->rows; row++)
        for (size_t i = 0; i < c->n; i++) {
            const size_t own = i + (c->shape == ENDS && !c->reverse), other = c->reverse ? i + 1 : own - 1;
            const int is_first = c->shape != ENDS && i == (c->reverse ? c->n - 1 : 0);
            const unsigned char *const x = in + place_of(c, row, own) * in_size;
            if (is_first)
                subtract(c, x, c->has_init ? init : NULL, c->output_type, want);
            else
                subtract(c, x, in + place_of(c, row, other) * in_size, c->type, want);
            if (!oracle_same(c->output_type, out + place_of(c, row, i) * size, want, 1, &where)) {
                diag("row %zu, result %zu", row, i);
                return complain(c, "a result");
            }
        }
    return 1;
}

/* Between rows, and of what lies in place behind or before the results. */
static int check_gaps(const struct sample *c, const unsigned char *before, const unsigned char *out)
{
    const size_t size = prefix_type_size(c->output_type), filled = stride_of(c) - c->gap;
    const size_t lines = c->shape == COLUMNS ? c->n : c->rows;
    for (size_t line = 0; line + 1 < lines; line++) {
        const size_t at = (line * stride_of(c) + filled) * size;
        if (c->place == APART ? !all_poison(out + at, c->gap * size) : memcmp(out + at, before + at, c->gap * size))
            return complain(c, "memory between rows");
    }
    return 1;
}

static int run(const struct sample *c, const void *in, void *out, const void *init)
{
    prefix_plan *plan;
    if (c->shape == ONE && c->type == c->output_type && !c->reverse && !c->has_init)
        return prefix_difference(ctx, c->type, in, out, c->n);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, c->type));
    must(ctx, prefix_plan_set_output_type(plan, c->output_type));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    must(ctx, prefix_plan_set_init(plan, c->output_type, c->has_init ? init : NULL));
    if (c->shape == ROWS)
        must(ctx, prefix_plan_set_batch(plan, c->rows, (ptrdiff_t)stride_of(c), (ptrdiff_t)stride_of(c)));
    if (c->shape == COLUMNS) {
        const size_t shape[] = {c->n, c->rows};
        const ptrdiff_t strides[] = {(ptrdiff_t)stride_of(c), 1};
        must(ctx, prefix_plan_set_array(plan, 2, shape, 0, strides, strides));
    }
    if (c->shape == ENDS) {
        must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
        must(ctx, prefix_plan_set_ends(plan, 1));
    }
    const int status = prefix_plan_difference(plan, in, out, c->n);
    prefix_plan_destroy(plan);
    return status;
}

static int check_case(const struct sample *c)
{
    struct rng rng = rng_make(++case_number);
    const size_t in_size = prefix_type_size(c->type), size = prefix_type_size(c->output_type);
    const size_t elements = elements_of(c) + (c->shape == ENDS), skipped = c->place == IN_END ? size : 0;
    struct arena *const to = c->place == APART ? &output : &input;
    unsigned char init[8];
    int good = 1;
    arena_place(&input, elements * in_size, rng_below(&rng, ARENA_ALIGN / in_size) * in_size);
    data_fill(&rng, c->pattern, c->type, input.data, elements);
    data_fill(&rng, DATA_SMALL, c->output_type, init, 1);
    unsigned char *before = must_alloc(input.bytes);
    memcpy(before, input.data, input.bytes);
    arena_push(&input);
    if (c->place == APART) {
        arena_place(&output, elements_of(c) * size, rng_below(&rng, ARENA_ALIGN / size) * size);
        arena_push(&output);
    }
    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    const int status = run(c, arena_pointer(&input), (char *)arena_pointer(to) + skipped, init);
    must(ctx, prefix_ctx_synchronize(ctx));
    arena_pull(&input);
    if (c->place == APART) {
        arena_pull(&output);
        good &= memcmp(before, input.data, input.bytes) == 0 || complain(c, "the input was changed");
    }
    good &= status == PREFIX_OK || complain(c, "error");
    good &= arena_guarded(to) || complain(c, "memory around the results");
    good &= scratch_guarded() || complain(c, "scratch memory");
    const unsigned char *const out = to->data + skipped;
    if (c->shape == ENDS && c->place != APART) { /* the element that has no result in its place */
        const size_t at = c->place == IN_END ? 0 : c->n * size;
        good &= memcmp(to->data + at, before + at, size) == 0 || complain(c, "the element beside the results");
    }
    good &= check_results(c, before, out, init) && check_gaps(c, before, out);
    free(before);
    return good;
}

static struct sample randomize(struct rng *rng, int type, size_t limit)
{
    static const int patterns[] = {DATA_BITS, DATA_BITS, DATA_SMALL, DATA_EQUAL, DATA_SPECIAL, DATA_ZEROS};
    static const size_t around[] = {2, 64, 128, 256, 512, 1024, 2048, 8192, 16384};
    struct sample c = {.type = type, .rows = 1, .shape = (int)rng_below(rng, SHAPES)};
    do
        c.output_type = rng_below(rng, 2) ? type : PREFIX_I8 + (int)rng_below(rng, 12);
    while (!oracle_widens(type, c.output_type));
    c.n = rng_below(rng, 2) ? 1 + rng_below(rng, limit)
                            : around[rng_below(rng, sizeof around / sizeof *around)] - 1 + rng_below(rng, 3);
    if (c.shape == ROWS || c.shape == COLUMNS) {
        c.rows = 1 + rng_below(rng, 1 + limit / c.n);
        c.gap = rng_below(rng, 2) ? 0 : rng_below(rng, 30);
    }
    c.place = type != c.output_type ? APART : (int)rng_below(rng, c.shape == ENDS ? PLACES : IN_END);
    c.reverse = (int)rng_below(rng, 2);
    c.has_init = c.shape != ENDS && rng_below(rng, 2);
    c.pattern = patterns[rng_below(rng, sizeof patterns / sizeof *patterns)];
    c.threads = 1 + (int)rng_below(rng, 8);
    return c;
}

static int check_type(int type)
{
    struct rng rng = rng_make((uint64_t)type);
    const int rounds = test_level() == TEST_SHORT ? 20 : test_level() == TEST_LONG ? 1500 : 120;
    int good = 1;
    for (int round = 0; round < rounds; round++) {
        const struct sample c = randomize(&rng, type, 3000);
        good &= check_case(&c);
    }
    for (int round = 0; round < rounds / 8; round++) {
        const struct sample c = randomize(&rng, type, 300000);
        good &= check_case(&c);
    }
    for (int round = 0; round < rounds / 40; round++) { /* beyond what caches are taken to hold */
        const struct sample c = randomize(&rng, type, 1500000);
        good &= check_case(&c);
    }
    return good;
}

/* A scan, undone in place. */
static int check_undone(void)
{
    enum { N = 100003 };
    struct rng rng = rng_make(77);
    int32_t *before = must_alloc(N * sizeof *before);
    arena_place(&input, N * sizeof *before, 4);
    data_fill(&rng, DATA_BITS, PREFIX_I32, input.data, N);
    memcpy(before, input.data, input.bytes);
    arena_push(&input);
    must(ctx,
         prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, arena_pointer(&input), arena_pointer(&input), N));
    must(ctx, prefix_difference(ctx, PREFIX_I32, arena_pointer(&input), arena_pointer(&input), N));
    must(ctx, prefix_ctx_synchronize(ctx));
    arena_pull(&input);
    const int good = memcmp(before, input.data, input.bytes) == 0;
    free(before);
    return good;
}

static void check_backend(const char *name)
{
    const char *const memory = input.memory == PREFIX_MEMORY_HOST ? "host" : "device";
    for (int type = PREFIX_I8; type <= PREFIX_F64; type++) {
        shown = 0;
        ok(check_type(type), "%s, %s: %s", name, memory, prefix_type_name(type));
    }
    ok(check_undone(), "%s, %s: a scan is undone", name, memory);
}

int main(void)
{
    struct arena *const all[] = {&input, &output};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
