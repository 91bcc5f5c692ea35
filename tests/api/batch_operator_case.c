/* SPDX-License-Identifier: BSD-3-Clause */
#include "batch_operator_case.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../support/scratch.h"

enum { MOST_SHOWN = 5 };

struct arena batch_arenas[BATCH_ARENAS];
static prefix_ctx *ctx;
static uint64_t case_number;
static int shown;

static int complain(const struct batch_sample *c, const char *problem, size_t row)
{
    char shape[SHAPE_TEXT];
    shape_tell(shape, sizeof shape, &c->shape, &c->in, &c->out);
    if (shown++ < MOST_SHOWN)
        diag("%s of row %zu: case %llu: %s of %s, %zu to %zu bytes, %s%s%s%s%s%s, init %d, threads %d, axis %d of%s: "
             "%s",
             problem, row, (unsigned long long)case_number, c->own ? c->own->name : prefix_op_name(c->what.op),
             c->own ? "its own" : prefix_type_name(c->what.type), c->in_size, c->out_size, prefix_kind_name(c->kind),
             c->reverse ? ", reverse" : "", c->in_place ? ", in place" : "", c->reduces ? ", reduced" : "",
             c->has_bits ? ", bits" : "", c->keeps ? ", kept" : "", c->init_type, c->threads, c->shape.axis, shape,
             prefix_ctx_error(ctx));
    return 0;
}

static size_t at(const struct batch_sample *c, size_t i)
{
    return c->reverse ? shape_row(&c->shape) - 1 - i : i;
}

static int is_missing(const struct batch_sample *c, size_t row, size_t i)
{
    const size_t bit = c->first + (c->has_bits ? layout_at(&c->dense, &c->shape, row, i) : 0);
    return c->has_bits && !(batch_arenas[BATCH_BITMAP].data[bit / 8] >> bit % 8 & 1);
}

static int run(const struct batch_sample *c, const void *init, const void *in, void *out)
{
    prefix_operator *op = c->own ? operator_make(c->own, c->identity) : NULL;
    prefix_plan *plan;
    if (c->own)
        must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    else
        must(ctx, prefix_plan_create(&plan, ctx, c->what.op, c->what.type));
    if (!c->own)
        must(ctx, prefix_plan_set_output_type(plan, c->what.output_type));
    must(ctx, prefix_plan_set_kind(plan, c->kind));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    must(ctx, prefix_plan_set_init(plan, c->own ? 0 : c->init_type, c->init_type ? init : NULL));
    must(ctx,
         prefix_plan_set_total(plan, c->total_type, c->has_total ? arena_pointer(&batch_arenas[BATCH_TOTALS]) : NULL));
    must(ctx,
         prefix_plan_set_array(plan, c->shape.dims, c->shape.length, c->shape.axis, c->in.strides, c->out.strides));
    if (c->has_bits) {
        must(ctx, prefix_plan_set_missing(plan, c->keeps ? PREFIX_MISSING_KEEP : PREFIX_MISSING_SKIP));
        must(ctx, prefix_plan_set_validity(plan, arena_pointer(&batch_arenas[BATCH_BITMAP]), c->first));
    }
    const int status = c->reduces ? prefix_plan_reduce(plan, in, shape_row(&c->shape))
                                  : prefix_plan_run(plan, in, out, shape_row(&c->shape));
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);
    must(ctx, prefix_ctx_synchronize(ctx));
    return status;
}

/* Inclusive results in the order of the scan, and those of what is combined, the totals among them. */
static void want(const struct batch_sample *c, const void *init, char *x, char *results, char *carries)
{
    const size_t n = shape_row(&c->shape);
    size_t *places = must_alloc(n * sizeof *places);
    for (size_t i = 0; i < n; i++)
        places[i] = at(c, i);
    if (c->own) {
        operator_scan_by_the_book(c->own, x, n, c->init_type ? init : NULL, NULL);
        memcpy(results, x, n * c->out_size);
        memcpy(carries, x, n * c->out_size);
    } else {
        built_in_scan(&c->what, x, places, n, NULL, c->init_type ? init : NULL, c->init_type, results, carries);
    }
    free(places);
}

static void want_nothing(const struct batch_sample *c, const void *init, int type, void *to)
{
    if (c->own)
        memcpy(to, c->init_type ? init : c->identity, c->out_size);
    else
        built_in_nothing(&c->what, c->init_type ? init : NULL, c->init_type, type, to);
}

static int same(const struct batch_sample *c, int type, const void *a, const void *b, size_t n)
{
    return c->own ? memcmp(a, b, n * c->out_size) == 0 : built_in_same(type, a, b, n);
}

/* One row. What was compared becomes as it was before, so that what is left must be that. */
static int check_row(const struct batch_sample *c, const void *init, const unsigned char *before, size_t row)
{
    const size_t n = shape_row(&c->shape);
    char *x = must_alloc(n * c->in_size), *raw = must_alloc(n * c->in_size), *got = must_alloc(n * c->out_size);
    char *results = must_alloc(n * MOST), *carries = must_alloc(n * MOST), *wanted = must_alloc(n * c->out_size);
    const int is_carry = c->total_type != c->what.output_type;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *from = before + layout_at(&c->in, &c->shape, row, at(c, i)) * c->in_size;
        memcpy(raw + i * c->in_size, from, c->in_size);
        memcpy(x + i * c->in_size, is_missing(c, row, at(c, i)) ? c->identity : from, c->in_size);
    }
    want(c, init, x, results, carries);
    int good = !c->has_total ||
               same(c, c->total_type, batch_arenas[BATCH_TOTALS].data + row * c->total_size,
                    (is_carry ? carries : results) + (n - 1) * c->total_size, 1) ||
               complain(c, "total", row);
    for (size_t i = 0; i < n && !c->reduces; i++) {
        unsigned char *const to =
            batch_arenas[BATCH_OUTPUT].data + layout_at(&c->out, &c->shape, row, at(c, i)) * c->out_size;
        char *const one = wanted + i * c->out_size;
        if (c->kind == PREFIX_EXCLUSIVE && i == 0)
            want_nothing(c, init, c->what.output_type, one);
        else
            memcpy(one, results + (i - (c->kind == PREFIX_EXCLUSIVE)) * c->out_size, c->out_size);
        if (c->keeps && is_missing(c, row, at(c, i)))
            memcpy(one, c->identity, c->out_size);
        memcpy(got + i * c->out_size, to, c->out_size);
        if (c->in_place)
            memcpy(to, raw + i * c->in_size, c->in_size);
        else
            memset(to, ARENA_POISON, c->out_size);
    }
    good &= c->reduces || same(c, c->what.output_type, got, wanted, n) || complain(c, "results", row);
    free(x);
    free(raw);
    free(got);
    free(results);
    free(carries);
    free(wanted);
    return good;
}

static void fill(const struct batch_sample *c, struct rng *rng, unsigned char *to)
{
    const size_t n = shape_row(&c->shape), rows = shape_rows(&c->shape);
    char *x = must_alloc(n * c->in_size);
    for (size_t row = 0; row < rows; row++) {
        if (!c->own)
            built_in_fill(rng, &c->what, x, n);
        for (size_t i = 0; i < n; i++) {
            if (c->own)
                c->own->make(rng, (int64_t)i, c->in_size, x + i * c->in_size);
            memcpy(to + layout_at(&c->in, &c->shape, row, at(c, i)) * c->in_size, x + i * c->in_size, c->in_size);
        }
    }
    free(x);
}

static void place(struct rng *rng, struct arena *arena, size_t bytes, size_t alignment)
{
    arena_place(arena, bytes, rng_below(rng, ARENA_ALIGN / alignment) * alignment);
}

int batch_operator_check(prefix_ctx *with, const struct batch_sample *c)
{
    ctx = with;
    struct rng rng = rng_make(++case_number);
    struct arena *const in = &batch_arenas[c->in_place ? BATCH_OUTPUT : BATCH_INPUT];
    const size_t rows = shape_rows(&c->shape), elements = shape_elements(&c->shape);
    _Alignas(ALIGNED) char init[MOST];
    place(&rng, &batch_arenas[BATCH_OUTPUT], c->reduces ? 0 : c->out.span * c->out_size, c->out_alignment);
    place(&rng, &batch_arenas[BATCH_TOTALS], c->has_total ? rows * c->total_size : 0, ALIGNED);
    place(&rng, &batch_arenas[BATCH_BITMAP], c->has_bits ? (c->first + elements + 7) / 8 : 0, 1);
    if (!c->in_place)
        place(&rng, &batch_arenas[BATCH_INPUT], c->in.span * c->in_size, c->in_alignment);
    if (elements > 0)
        fill(c, &rng, in->data);
    for (size_t i = 0; i < batch_arenas[BATCH_BITMAP].bytes; i++)
        batch_arenas[BATCH_BITMAP].data[i] =
            (unsigned char)(rng_below(&rng, 4) ? rng_next(&rng) : rng_below(&rng, 2) * 255);
    if (c->own)
        c->own->make(&rng, -1, c->in_size, init);
    else if (c->init_type)
        data_fill(&rng, DATA_SMALL, c->init_type == PREFIX_C64 ? PREFIX_F32 : PREFIX_F64, init, 2);
    unsigned char *before = must_alloc(in->bytes);
    memcpy(before, in->data, in->bytes);
    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    for (size_t i = 0; i < BATCH_ARENAS; i++)
        arena_push(&batch_arenas[i]);
    const int status = run(c, init, (char *)arena_pointer(in) + c->in.before * c->in_size,
                           (char *)arena_pointer(&batch_arenas[BATCH_OUTPUT]) + c->out.before * c->out_size);
    int good = status == PREFIX_OK || complain(c, "error", 0);
    for (size_t i = 0; i < BATCH_ARENAS; i++) {
        arena_pull(&batch_arenas[i]);
        good &= arena_guarded(&batch_arenas[i]) || complain(c, "memory around an array", i);
    }
    for (size_t row = 0; good && elements > 0 && row < rows; row++)
        good &= check_row(c, init, before, row);
    for (size_t row = 0; good && elements == 0 && c->has_total && row < rows; row++) {
        char none[MOST];
        want_nothing(c, init, c->total_type, none);
        good &= same(c, c->total_type, batch_arenas[BATCH_TOTALS].data + row * c->total_size, none, 1) ||
                complain(c, "empty total", row);
    }
    good &= !good || memcmp(in->data, before, in->bytes) == 0 || complain(c, "the input, or what is between", 0);
    good &= !good || c->in_place || all_poison(batch_arenas[BATCH_OUTPUT].data, batch_arenas[BATCH_OUTPUT].bytes) ||
            complain(c, "memory between results", 0);
    good &= scratch_guarded() || complain(c, "scratch memory", 0);
    free(before);
    return good;
}
