/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exclusive scans of batches to n + 1 results for each row: every row compares every bit with the scan of that row
 * alone, which tests/api/ends.c holds against the oracle, and nothing else is written.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/scratch.h"
#include "../support/support.h"
#include "batch_layout.h"

enum { MOST_SHOWN = 5, WIDEST = 16 };

struct sample {
    int op, type, output_type, reverse, in_place, has_init, threads, is_default;
    size_t in_size, out_size, alignment;
    struct shape shape, results;
    struct layout in, out;
};

static prefix_ctx *ctx, *alone;
static struct arena input, output;
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what, size_t row)
{
    char shape[SHAPE_TEXT];
    shape_tell(shape, sizeof shape, &c->shape, &c->in, &c->out);
    if (shown++ < MOST_SHOWN)
        diag("%s of row %zu: case %llu: %s %s -> %s%s%s%s, threads %d, axis %d of%s: %s", what, row,
             (unsigned long long)case_number, prefix_op_name(c->op), prefix_type_name(c->type),
             prefix_type_name(c->output_type), c->reverse ? ", reverse" : "", c->in_place ? ", in place" : "",
             c->has_init ? ", init" : "", c->threads, c->shape.axis, shape, prefix_ctx_error(ctx));
    return 0;
}

static prefix_plan *plan_of(const struct sample *c, prefix_ctx *of, const void *init)
{
    prefix_plan *plan;
    must(of, prefix_plan_create(&plan, of, c->op, c->type));
    must(of, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    must(of, prefix_plan_set_output_type(plan, c->output_type));
    must(of, prefix_plan_set_reverse(plan, c->reverse));
    must(of, prefix_plan_set_init(plan, c->output_type, c->has_init ? init : NULL));
    must(of, prefix_plan_set_ends(plan, 1));
    return plan;
}

static int check_row(const struct sample *c, prefix_plan *plan, const unsigned char *before, size_t row)
{
    const size_t n = c->shape.length[c->shape.axis];
    char *x = must_alloc(n * c->in_size), *want = must_alloc((n + 1) * c->out_size);
    int good = 1;
    for (size_t i = 0; i < n; i++)
        memcpy(x + i * c->in_size, before + layout_at(&c->in, &c->shape, row, i) * c->in_size, c->in_size);
    must(alone, prefix_plan_run(plan, x, want, n));
    for (size_t i = 0; i <= n; i++) {
        unsigned char *const to = output.data + layout_at(&c->out, &c->results, row, i) * c->out_size;
        good &= memcmp(to, want + i * c->out_size, c->out_size) == 0;
        memset(to, ARENA_POISON, c->out_size);
    }
    free(x);
    free(want);
    return good || complain(c, "results", row);
}

static int check_case(const struct sample *c)
{
    struct rng rng = rng_make(++case_number);
    struct arena *const in = c->in_place ? &output : &input, *const all[] = {&input, &output};
    const size_t rows = shape_rows(&c->shape), elements = shape_elements(&c->shape);
    const ptrdiff_t step = c->out.strides[c->shape.axis] * (ptrdiff_t)c->out_size;
    const ptrdiff_t first = c->in_place && c->reverse ? step : 0; /* from the first result to the first element */
    unsigned char init[WIDEST];
    arena_place(&output, c->out.span * c->out_size, rng_below(&rng, ARENA_ALIGN / c->alignment) * c->alignment);
    if (!c->in_place)
        arena_place(&input, c->in.span * c->in_size, rng_below(&rng, ARENA_ALIGN / c->alignment) * c->alignment);
    const int part = c->type == PREFIX_C64 ? PREFIX_F32 : c->type;
    data_fill(&rng, DATA_SMALL, part, in->data,
              elements || c->in_place ? in->bytes / c->in_size * (1 + (part != c->type)) : 0);
    data_fill(&rng, DATA_SMALL, c->output_type == PREFIX_C64 ? PREFIX_F32 : c->output_type, init, 2);
    unsigned char *before = must_alloc(in->bytes);
    memcpy(before, in->data, in->bytes);
    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    for (size_t i = 0; i < 2; i++)
        arena_push(all[i]);
    prefix_plan *plan = plan_of(c, ctx, init), *row_plan = plan_of(c, alone, init);
    char *const out = (char *)arena_pointer(&output) + c->out.before * c->out_size;
    const char *const from = c->in_place ? out + first : (char *)arena_pointer(&input) + c->in.before * c->in_size;
    must(ctx, prefix_plan_set_array(plan, c->shape.dims, c->shape.length, c->shape.axis, c->in.strides,
                                    c->is_default ? NULL : c->out.strides));
    const int status = prefix_plan_run(plan, from, out, c->shape.length[c->shape.axis]);
    must(ctx, prefix_ctx_synchronize(ctx));
    int good = status == PREFIX_OK || complain(c, "error", 0);
    for (size_t i = 0; i < 2; i++) {
        arena_pull(all[i]);
        good &= arena_guarded(all[i]) || complain(c, "memory around an array", i);
    }
    for (size_t row = 0; good && row < rows; row++)
        good &= check_row(c, row_plan, before + (c->in_place ? first : 0), row);
    good &= !good || c->in_place || all_poison(output.data, output.bytes) || complain(c, "memory between results", 0);
    good &= c->in_place || memcmp(in->data, before, in->bytes) == 0 || complain(c, "the input", 0);
    prefix_plan_destroy(plan);
    prefix_plan_destroy(row_plan);
    free(before);
    return good;
}

static int check_type(int op, int type, int output_type, size_t in_size, size_t out_size)
{
    const int rounds = test_level() == TEST_LONG ? 2000 : test_level() == TEST_SHORT ? 20 : 120;
    struct rng rng = rng_make((uint64_t)(op << 8 | type));
    int good = 1;
    for (int round = 0; round < rounds; round++) {
        struct sample c = {
            .op = op, .type = type, .output_type = output_type, .in_size = in_size, .out_size = out_size};
        c.shape = c.results = shape_random(&rng, round % 10 ? 2000 : 60000);
        c.results.length[c.shape.axis]++;
        c.alignment = out_size;
        c.reverse = (int)rng_below(&rng, 2);
        c.has_init = (int)rng_below(&rng, 2);
        c.threads = 1 + (int)rng_below(&rng, 8);
        c.is_default = rng_below(&rng, 4) == 0;
        layout_make(&rng, &c.out, c.is_default ? LAYOUT_C : (int)rng_below(&rng, LAYOUT_FORMS), &c.results);
        c.in_place = in_size == out_size && shape_elements(&c.shape) > 0 && rng_below(&rng, 3) == 0;
        if (c.in_place)
            c.in = c.out;
        else
            layout_make(&rng, &c.in, (int)rng_below(&rng, LAYOUT_FORMS), &c.shape);
        good &= check_case(&c);
    }
    return good;
}

static void check_refusals(const char *name)
{
    int32_t in[12] = {0}, out[16] = {0}, total;
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32));
    must(ctx, prefix_plan_set_ends(plan, 1));
    must(ctx, prefix_plan_set_batch(plan, 3, 4, 5));
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "inclusive");
    must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    must(ctx, prefix_plan_set_total(plan, PREFIX_I32, &total));
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "total");
    must(ctx, prefix_plan_set_total(plan, PREFIX_I32, NULL));
    must(ctx, prefix_plan_set_batch(plan, 3, 4, 4));
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "leads into the 5");
    must(ctx, prefix_plan_set_batch(plan, 3, 4, 5));
    ok_refused(ctx, name, prefix_plan_run(plan, out + 14, out, 4), PREFIX_ERROR_OVERLAP, "in place");
    ok_refused(ctx, name, prefix_plan_run(plan, out, out, 4), PREFIX_ERROR_OVERLAP, "in place");
    prefix_plan_destroy(plan);
}

static void check_backend(const char *name)
{
    shown = 0;
    must(NULL, prefix_ctx_create(&alone, "serial"));
    ok(check_type(PREFIX_SUM, PREFIX_F32, PREFIX_F32, 4, 4), "%s: sums of f32", name);
    ok(check_type(PREFIX_SUM, PREFIX_U8, PREFIX_U64, 1, 8), "%s: sums of u8 to u64", name);
    ok(check_type(PREFIX_MAX, PREFIX_I16, PREFIX_I16, 2, 2), "%s: maxima of i16", name);
    ok(check_type(PREFIX_SUM, PREFIX_C64, PREFIX_C64, 8, 8), "%s: sums of c64", name);
    check_refusals(name);
    prefix_ctx_destroy(alone);
}

int main(void)
{
    struct arena *const all[] = {&input, &output};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    return done();
}
