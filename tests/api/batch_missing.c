/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Missing elements in batches and arrays, on every backend: each row compares every bit with what the oracle makes of
 * the row with the identity in their places, whatever the strides; the bitmap is in C order.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/gaps.h"
#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/support.h"
#include "batch_layout.h"

enum { MOST_SHOWN = 5 };

struct sample {
    int kind, op, type, output_type, reverse, in_place, reduces, has_total, has_init, threads, keeps;
    int nan, bits; /* of enum gaps_mixture, or of bits -1: there is no bitmap */
    size_t first;
    struct shape shape;
    struct layout in, out, dense;
};

static prefix_ctx *ctx;
static struct arena input, output, totals, bitmap;
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what, size_t row)
{
    char shape[SHAPE_TEXT];
    shape_tell(shape, sizeof shape, &c->shape, &c->in, &c->out);
    if (shown++ < MOST_SHOWN)
        diag("%s of row %zu: case %llu: %s %s %s -> %s%s%s%s%s%s, threads %d, NaN %d, bits %d from %zu, axis %d of%s: "
             "%s",
             what, row, (unsigned long long)case_number, prefix_kind_name(c->kind), prefix_op_name(c->op),
             prefix_type_name(c->type), prefix_type_name(c->output_type), c->reverse ? ", reverse" : "",
             c->in_place ? ", in place" : "", c->reduces ? ", reduced" : "", c->keeps ? ", kept" : "",
             c->has_init ? ", init" : "", c->threads, c->nan, c->bits, c->first, c->shape.axis, shape,
             prefix_ctx_error(ctx));
    return 0;
}

static int run(const struct sample *c, const void *init, const void *in, void *out)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, c->op, c->type));
    must(ctx, prefix_plan_set_kind(plan, c->kind));
    must(ctx, prefix_plan_set_output_type(plan, c->output_type));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    must(ctx, prefix_plan_set_init(plan, c->output_type, c->has_init ? init : NULL));
    must(ctx, prefix_plan_set_total(plan, c->output_type, c->has_total ? arena_pointer(&totals) : NULL));
    must(ctx,
         prefix_plan_set_array(plan, c->shape.dims, c->shape.length, c->shape.axis, c->in.strides, c->out.strides));
    must(ctx, prefix_plan_set_missing(plan, c->keeps ? PREFIX_MISSING_KEEP : PREFIX_MISSING_SKIP));
    must(ctx, prefix_plan_set_validity(plan, c->bits >= 0 ? arena_pointer(&bitmap) : NULL, c->first));
    const int status = c->reduces ? prefix_plan_reduce(plan, in, shape_row(&c->shape))
                                  : prefix_plan_run(plan, in, out, shape_row(&c->shape));
    prefix_plan_destroy(plan);
    must(ctx, prefix_ctx_synchronize(ctx));
    return status;
}

/* One row. What was compared becomes as it was before, so that what is left must be that. */
static int check_row(const struct sample *c, const void *init, const unsigned char *before, const unsigned char *gaps,
                     size_t row)
{
    const size_t n = shape_row(&c->shape), in_size = oracle_size(c->type), size = oracle_size(c->output_type);
    unsigned char *x = must_alloc(n * in_size), *missing = must_alloc(n), *want = must_alloc(n * size);
    unsigned char *got = must_alloc(n * size), total[8], carry[8];
    size_t where = 0;
    int good = 1;
    for (size_t i = 0; i < n; i++) {
        memcpy(x + i * in_size, before + layout_at(&c->in, &c->shape, row, i) * in_size, in_size);
        missing[i] = gaps[layout_at(&c->dense, &c->shape, row, i)];
    }
    unsigned char *filled = gaps_fill_in(c->op, c->type, c->output_type, x, missing, n);
    const struct oracle_scan scan = {c->kind,    c->op,          c->output_type,           c->output_type,
                                     c->reverse, c->output_type, c->has_init ? init : NULL};
    oracle_run(&scan, filled, want, n, total, carry);
    for (size_t i = 0; i < n && !c->reduces; i++) {
        unsigned char *const to = output.data + layout_at(&c->out, &c->shape, row, i) * size;
        if (c->keeps && missing[i])
            gaps_put_blank(c->output_type, want + i * size);
        if (c->keeps && missing[i] && memcmp(to, want + i * size, size) != 0)
            good = complain(c, "the bits of a blank", row);
        memcpy(got + i * size, to, size);
        if (c->in_place)
            memcpy(to, x + i * in_size, size);
        else
            memset(to, ARENA_POISON, size);
    }
    good &= c->reduces || oracle_same(c->output_type, got, want, n, &where) || complain(c, "results", row);
    good &= !c->has_total || oracle_same(c->output_type, totals.data + row * size, total, 1, &where) ||
            complain(c, "total", row);
    free(x);
    free(missing);
    free(want);
    free(got);
    free(filled);
    return good;
}

/* Elements, some of them NaN, and the bitmap, whose other bits are random. Returns a byte for each element. */
static unsigned char *prepare(const struct sample *c, struct rng *rng, struct arena *in)
{
    const size_t size = oracle_size(c->type), elements = shape_elements(&c->shape), span = elements ? c->in.span : 0;
    unsigned char *missing = gaps_choose(rng, c->bits < 0 ? GAPS_NONE : c->bits, elements);
    unsigned char *nan = gaps_choose(rng, c->nan, span);
    data_fill(rng, (int)rng_below(rng, DATA_PATTERNS), c->type, in->data, span);
    for (size_t i = 0; i < span && oracle_is_float(c->type); i++)
        if (nan[i])
            data_put_nan(rng, c->type, in->data + i * size);
    arena_place(&bitmap, c->bits >= 0 ? (c->first + elements + 7) / 8 : 0, rng_below(rng, ARENA_ALIGN));
    for (size_t i = 0; i < bitmap.bytes; i++)
        bitmap.data[i] = (unsigned char)rng_next(rng);
    for (size_t i = 0, at = c->first; c->bits >= 0 && i < elements; i++, at++)
        bitmap.data[at / 8] =
            (unsigned char)((bitmap.data[at / 8] & ~(1u << at % 8)) | (unsigned)!missing[i] << at % 8);
    free(nan);
    return missing;
}

static void place(struct rng *rng, struct arena *arena, size_t count, int type)
{
    const size_t size = oracle_size(type);
    arena_place(arena, count * size, rng_below(rng, ARENA_ALIGN / size) * size);
}

static int check_case(const struct sample *c)
{
    struct rng rng = rng_make(++case_number);
    struct arena *const in = c->in_place ? &output : &input;
    struct arena *const all[] = {&input, &output, &totals, &bitmap};
    const size_t in_size = oracle_size(c->type), size = oracle_size(c->output_type);
    const size_t rows = shape_rows(&c->shape), elements = shape_elements(&c->shape);
    unsigned char init[8];
    place(&rng, &output, c->reduces ? 0 : c->out.span, c->output_type);
    place(&rng, &totals, c->has_total ? rows : 0, c->output_type);
    if (!c->in_place)
        place(&rng, &input, c->in.span, c->type);
    unsigned char *gaps = prepare(c, &rng, in);
    data_fill(&rng, DATA_SMALL, c->output_type, init, 1);
    unsigned char *before = must_alloc(in->bytes);
    memcpy(before, in->data, in->bytes);
    if (rng_below(&rng, 2))
        scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    for (size_t i = 0; i < 4; i++)
        if (all[i]->data)
            arena_push(all[i]);
    const int status = run(c, init, (char *)arena_pointer(in) + c->in.before * in_size,
                           (char *)arena_pointer(&output) + c->out.before * size);
    int good = status == PREFIX_OK || complain(c, "error", 0);
    for (size_t i = 0; i < 4; i++)
        if (all[i]->data) {
            arena_pull(all[i]);
            good &= arena_guarded(all[i]) || complain(c, "memory around an array", i);
        }
    for (size_t row = 0; good && elements > 0 && row < rows; row++)
        good &= check_row(c, init, before, gaps, row);
    good &= !good || memcmp(in->data, before, in->bytes) == 0 || complain(c, "the input, or what is between", 0);
    good &= !good || c->in_place || all_poison(output.data, output.bytes) || complain(c, "memory between results", 0);
    good &= scratch_guarded() || complain(c, "scratch memory", 0);
    free(gaps);
    free(before);
    return good;
}

static void randomize(struct rng *rng, struct sample *c, int op)
{
    c->op = op;
    do
        c->type = rng_below(rng, 2) ? PREFIX_F16 + (int)rng_below(rng, 4) : PREFIX_I8 + (int)rng_below(rng, 12);
    while (!oracle_takes(op, c->type));
    do
        c->output_type = rng_below(rng, 2) ? c->type : PREFIX_I8 + (int)rng_below(rng, 12);
    while (!oracle_widens(c->type, c->output_type));
    c->kind = rng_below(rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE;
    c->reverse = rng_below(rng, 3) == 0;
    c->reduces = rng_below(rng, 4) == 0;
    c->has_total = c->reduces || rng_below(rng, 2);
    c->has_init = (int)rng_below(rng, 2);
    c->threads = 1 + (int)rng_below(rng, 8);
    c->in_place = !c->reduces && c->type == c->output_type && rng_below(rng, 3) == 0;
    c->keeps = (int)rng_below(rng, 2);
    c->nan = (int)rng_below(rng, GAPS_MIXTURES);
    c->bits = (int)rng_below(rng, GAPS_MIXTURES + 1) - 1;
    c->first = rng_below(rng, 3) ? rng_below(rng, 100) : 0;
    layout_make(rng, &c->in, (int)rng_below(rng, c->in_place ? LAYOUT_FORMS : LAYOUT_REPEATED + 1), &c->shape);
    if (c->in_place)
        c->out = c->in;
    else
        layout_make(rng, &c->out, (int)rng_below(rng, LAYOUT_FORMS), &c->shape);
    layout_make(rng, &c->dense, LAYOUT_C, &c->shape);
}

static int check_op(int op)
{
    const int rounds = test_level() == TEST_LONG ? 3000 : test_level() == TEST_SHORT ? 20 : 150;
    struct rng rng = rng_make((uint64_t)op);
    int good = 1;
    for (int round = 0; round < rounds; round++) {
        struct sample c = {.shape = shape_random(&rng, round % 10 ? 3000 : 60000)};
        randomize(&rng, &c, op);
        good &= check_case(&c);
    }
    return good;
}

/* Few long and many short rows, and columns; around the lengths of panels and tiles. */
static int check_matrices(void)
{
    static const size_t sizes[][2] = {{1, 70000}, {2, 140000}, {3, 8193},  {63, 513},  {65, 2047},
                                      {300, 255}, {20000, 5},  {90000, 1}, {7, 24576}, {64, 4096}};
    struct rng rng = rng_make(1000);
    int good = 1;
    for (size_t i = 0; i < (test_level() == TEST_SHORT ? 4 : sizeof sizes / sizeof *sizes); i++)
        for (int round = 0; round < (test_level() == TEST_LONG ? 60 : 4); round++) {
            const int columns = round % 2;
            struct sample c = {
                .shape = {.dims = 2, .axis = !columns, .length = {sizes[i][columns], sizes[i][!columns]}}};
            randomize(&rng, &c, PREFIX_SUM + (int)rng_below(&rng, 9));
            good &= check_case(&c);
        }
    return good;
}

/* What a bitmap of an array cannot be. */
static void check_refusals(const char *name)
{
    uint8_t bits[4] = {0};
    int32_t in[12] = {0}, out[12] = {0};
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32));
    must(ctx, prefix_plan_set_batch(plan, 3, 4, 4));
    must(ctx, prefix_plan_set_validity(plan, bits, 0));
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "does not skip missing");
    must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP));
    must(ctx, prefix_plan_set_validity(plan, (const uint8_t *)(out + 11), 0));
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, 4), PREFIX_ERROR_OVERLAP, "validity");
    must(ctx, prefix_plan_set_validity(plan, (const uint8_t *)out - 1, 0));
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, 4), PREFIX_ERROR_OVERLAP, "validity");
    must(ctx, prefix_plan_set_total(plan, PREFIX_I32, out));
    ok_refused(ctx, name, prefix_plan_reduce(plan, in, 4), PREFIX_ERROR_OVERLAP, "validity");
    must(ctx, prefix_plan_set_validity(plan, bits, SIZE_MAX));
    must(ctx, prefix_plan_set_batch(plan, PTRDIFF_MAX / 2, 0, 0));
    ok_refused(ctx, name, prefix_plan_reduce(plan, in, 4), PREFIX_ERROR_OVERFLOW, "");
    prefix_plan_destroy(plan);
}

static void check_backend(const char *name)
{
    shown = 0;
    for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++)
        ok(check_op(op), "%s: %s of arrays", name, prefix_op_name(op));
    ok(check_matrices(), "%s: rows and columns", name);
    check_refusals(name);
}

int main(void)
{
    struct arena *const all[] = {&input, &output, &totals, &bitmap};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
