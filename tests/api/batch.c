/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Batches and arrays, on every backend that has them: each row of each case compares every bit with the oracle, and
 * what lies between the rows must stay as it was.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/support.h"
#include "batch_layout.h"
#include "batch_refusals.h"

enum { MOST_SHOWN = 5 };

struct sample {
    int kind, op, type, output_type, reverse, in_place, reduces, has_total, total_type, has_init, threads, pattern;
    int is_batch; /* told as rows of neighbours */
    int is_aligned;
    struct shape shape;
    struct layout in, out;
};

static prefix_ctx *ctx;
static struct arena input, output, totals;
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what, size_t row)
{
    char shape[SHAPE_TEXT];
    shape_tell(shape, sizeof shape, &c->shape, &c->in, &c->out);
    if (shown++ < MOST_SHOWN)
        diag("%s of row %zu: case %llu: %s %s %s -> %s%s%s%s%s%s, threads %d, data %s, axis %d of%s%s: %s", what, row,
             (unsigned long long)case_number, prefix_kind_name(c->kind), prefix_op_name(c->op),
             prefix_type_name(c->type), prefix_type_name(c->output_type), c->reverse ? ", reverse" : "",
             c->in_place ? ", in place" : "", c->reduces ? ", reduced" : "", c->has_total ? ", total" : "",
             c->has_init ? ", init" : "", c->threads, data_pattern_name(c->pattern), c->shape.axis, shape,
             c->is_batch ? ", batch" : "", prefix_ctx_error(ctx));
    return 0;
}

static int run(const struct sample *c, const void *init, const void *in, void *out, void *total)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, c->op, c->type));
    must(ctx, prefix_plan_set_kind(plan, c->kind));
    must(ctx, prefix_plan_set_output_type(plan, c->output_type));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    must(ctx, prefix_plan_set_init(plan, c->output_type, c->has_init ? init : NULL));
    must(ctx, prefix_plan_set_total(plan, c->total_type, c->has_total ? total : NULL));
    if (c->is_batch)
        must(ctx, prefix_plan_set_batch(plan, c->shape.length[0], c->in.strides[0], c->out.strides[0]));
    else
        must(ctx, prefix_plan_set_array(plan, c->shape.dims, c->shape.length,
                                        c->shape.axis - (case_number % 2 ? c->shape.dims : 0),
                                        c->in.form == LAYOUT_C && case_number % 3 ? NULL : c->in.strides,
                                        c->out.form == LAYOUT_C && case_number % 5 ? NULL : c->out.strides));
    const int status = c->reduces ? prefix_plan_reduce(plan, in, shape_row(&c->shape))
                                  : prefix_plan_run(plan, in, out, shape_row(&c->shape));
    prefix_plan_destroy(plan);
    must(ctx, prefix_ctx_synchronize(ctx));
    return status;
}

/* A row's elements, brought together. */
static void gather(const struct sample *c, const unsigned char *from, const struct layout *layout, size_t size,
                   size_t row, unsigned char *to)
{
    for (size_t i = 0; i < shape_row(&c->shape); i++)
        memcpy(to + i * size, from + layout_at(layout, &c->shape, row, i) * size, size);
}

static void scatter(const struct sample *c, const unsigned char *from, const struct layout *layout, size_t size,
                    size_t row, unsigned char *to)
{
    for (size_t i = 0; i < shape_row(&c->shape); i++)
        memcpy(to + layout_at(layout, &c->shape, row, i) * size, from + i * size, size);
}

/* One row against the oracle. What was compared becomes as it was before, so that what is left must be that. */
static int check_row(const struct sample *c, const struct oracle_scan *scan, const unsigned char *before, size_t row)
{
    const size_t n = shape_row(&c->shape), in_size = oracle_size(c->type), out_size = oracle_size(c->output_type);
    const size_t total_size = oracle_size(c->total_type), k = c->is_batch && c->shape.length[0] == 1 ? 0 : row;
    unsigned char *x = must_alloc(n * in_size), *want = must_alloc(n * out_size), *got = must_alloc(n * out_size);
    unsigned char total[8], carry[8];
    size_t where = 0;
    int good = 1;
    gather(c, before, &c->in, in_size, row, x);
    oracle_run(scan, x, want, n, total, carry);
    if (!c->reduces) {
        gather(c, output.data, &c->out, out_size, row, got);
        good = oracle_same(c->output_type, got, want, n, &where) || complain(c, "results", row);
        memset(got, ARENA_POISON, n * out_size);
        scatter(c, c->in_place ? x : got, &c->out, out_size, row, output.data);
    }
    if (c->has_total)
        good &= oracle_same(c->total_type, totals.data + k * total_size,
                            c->total_type == c->output_type ? total : carry, 1, &where) ||
                complain(c, "total", row);
    free(x);
    free(want);
    free(got);
    return good;
}

static void fill(const struct sample *c, struct rng *rng, unsigned char *to)
{
    const size_t size = oracle_size(c->type), n = shape_row(&c->shape), rows = shape_rows(&c->shape);
    unsigned char *x = must_alloc(rows * n * size);
    data_fill(rng, c->pattern, c->type, x, rows * n);
    for (size_t row = 0; row < rows; row++)
        scatter(c, x + row * n * size, &c->in, size, row, to);
    free(x);
}

static void place(const struct sample *c, struct rng *rng, struct arena *arena, size_t count, int type)
{
    const size_t size = oracle_size(type);
    arena_place(arena, count * size, c->is_aligned ? 0 : rng_below(rng, ARENA_ALIGN / size) * size);
}

static int check_case(const struct sample *c)
{
    struct rng rng = rng_make(++case_number);
    struct arena *const in = c->in_place ? &output : &input;
    const size_t in_size = oracle_size(c->type), out_size = oracle_size(c->output_type);
    const size_t rows = shape_rows(&c->shape);
    unsigned char init[8];
    place(c, &rng, &output, c->reduces ? 0 : c->out.span, c->output_type);
    place(c, &rng, &totals, c->has_total ? rows : 0, c->total_type);
    if (!c->in_place)
        place(c, &rng, &input, c->in.span, c->type);
    if (shape_elements(&c->shape))
        fill(c, &rng, in->data);
    data_fill(&rng, DATA_SMALL, c->output_type, init, 1);
    unsigned char *before = must_alloc(in->bytes);
    memcpy(before, in->data, in->bytes);
    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    struct arena *const all[] = {&input, &output, &totals};
    for (size_t i = 0; i < 3; i++)
        if (all[i]->data)
            arena_push(all[i]);
    const int status = run(c, init, (char *)arena_pointer(in) + c->in.before * in_size,
                           (char *)arena_pointer(&output) + c->out.before * out_size, arena_pointer(&totals));
    int good = status == PREFIX_OK || complain(c, "error", 0);
    for (size_t i = 0; i < 3; i++)
        if (all[i]->data) {
            arena_pull(all[i]);
            good &= arena_guarded(all[i]) || complain(c, "memory around an array", i);
        }
    const struct oracle_scan scan = {.kind = c->kind,
                                     .op = c->op,
                                     .type = c->type,
                                     .output_type = c->output_type,
                                     .reverse = c->reverse,
                                     .init_type = c->output_type,
                                     .init = c->has_init ? init : NULL};
    for (size_t row = 0; good && row < rows; row++)
        good &= check_row(c, &scan, before, row);
    good &= !good || memcmp(in->data, before, in->bytes) == 0 || complain(c, "the input, or what is between", 0);
    good &= !good || c->in_place || all_poison(output.data, output.bytes) || complain(c, "memory between results", 0);
    good &= scratch_guarded() || complain(c, "scratch memory", 0);
    free(before);
    return good;
}

/* Types and the like for a shape that is there. */
static void randomize(struct rng *rng, struct sample *c, int op)
{
    c->op = op;
    do
        c->type = PREFIX_I8 + (int)rng_below(rng, 12);
    while (!oracle_takes(op, c->type));
    do
        c->output_type = rng_below(rng, 2) ? c->type : PREFIX_I8 + (int)rng_below(rng, 12);
    while (!oracle_widens(c->type, c->output_type));
    c->kind = rng_below(rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE;
    c->reverse = rng_below(rng, 3) == 0;
    c->reduces = rng_below(rng, 4) == 0;
    c->has_total = c->reduces || rng_below(rng, 2);
    c->total_type = rng_below(rng, 2) ? c->output_type : oracle_carry_type(op, c->output_type);
    c->has_init = (int)rng_below(rng, 2);
    c->threads = 1 + (int)rng_below(rng, 8);
    c->pattern = (int)rng_below(rng, DATA_PATTERNS);
    c->in_place = !c->reduces && oracle_size(c->type) == oracle_size(c->output_type) && rng_below(rng, 4) == 0;
}

static void randomize_layouts(struct rng *rng, struct sample *c)
{
    layout_make(rng, &c->in, (int)rng_below(rng, c->in_place ? LAYOUT_FORMS : LAYOUT_REPEATED + 1), &c->shape);
    if (c->in_place)
        c->out = c->in;
    else
        layout_make(rng, &c->out, (int)rng_below(rng, LAYOUT_FORMS), &c->shape);
}

static int check_op(int op)
{
    const int rounds = test_level() == TEST_LONG ? 3000 : test_level() == TEST_SHORT ? 20 : 150;
    struct rng rng = rng_make((uint64_t)op);
    int good = 1;
    for (int round = 0; round < rounds; round++) {
        struct sample c = {.shape = shape_random(&rng, round % 10 ? 3000 : 60000)};
        randomize(&rng, &c, op);
        randomize_layouts(&rng, &c);
        good &= check_case(&c);
    }
    return good;
}

/* Rows and columns around the lengths of rows and tiles of the canonical order, of panels, and for teams. */
static int check_matrices(int columns)
{
    static const size_t sizes[][2] = {{1, 300000}, {2, 70000}, {3, 50000}, {4, 40001},  {5, 8193},
                                      {3, 8192},   {7, 24576}, {17, 4097}, {63, 513},   {64, 2048},
                                      {65, 2047},  {300, 255}, {2000, 33}, {20000, 5},  {500, 128},
                                      {40000, 2},  {90000, 1}, {16, 9000}, {40, 40000}, {64, 40000},
                                      {4, 300000}, {60000, 17}};
    struct rng rng = rng_make(columns ? 1001 : 1000);
    int good = 1;
    for (size_t i = 0; i < (test_level() == TEST_SHORT ? 8 : sizeof sizes / sizeof *sizes); i++)
        for (int round = 0; round < (test_level() == TEST_LONG ? 60 : 4); round++) {
            struct sample c = {.shape = {.dims = 2, .axis = !columns, .length = {sizes[i][0], sizes[i][1]}}};
            if (columns)
                c.shape = (struct shape){.dims = 2, .axis = 0, .length = {sizes[i][1], sizes[i][0]}};
            randomize(&rng, &c, round % 2 ? PREFIX_SUM : PREFIX_SUM + (int)rng_below(&rng, 9));
            if (round % 2 && rng_below(&rng, 2))
                c.type = c.output_type = c.total_type = PREFIX_F32;
            c.is_aligned = (int)rng_below(&rng, 2);
            c.in_place &= oracle_size(c.type) == oracle_size(c.output_type);
            layout_make(&rng, &c.in, LAYOUT_C, &c.shape);
            c.is_batch = !columns && rng_below(&rng, 2);
            if (c.is_batch)
                c.in.strides[0] = (ptrdiff_t)(c.shape.length[1] + rng_below(&rng, 3));
            c.in.span = 1 + (c.shape.length[0] - 1) * (size_t)c.in.strides[0] + (c.shape.length[1] - 1);
            c.out = c.in;
            good &= check_case(&c);
        }
    return good;
}

static void check_backend(const char *name)
{
    shown = 0;
    if (!has_batches(ctx)) {
        skip("backend %s has no batches", name);
        return;
    }
    for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++)
        ok(check_op(op), "%s: %s of arrays", name, prefix_op_name(op));
    ok(check_matrices(0), "%s: rows", name);
    ok(check_matrices(1), "%s: columns", name);
    check_refusals(ctx);
}

int main(void)
{
    struct arena *const all[] = {&input, &output, &totals};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
