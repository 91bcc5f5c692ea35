/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Complex numbers, maps and places of extrema, through all that plans have: each case compares every bit with the
 * canonical order, worked out element by element, or with a plain search, and looks at what must stay as it was.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/segments.h"
#include "built_in_subject.h"
#include "operator_subject.h"

enum { MOST_SHOWN = 5, SCAN = 0, REDUCE, BY_KEY, WAYS };

struct sample {
    struct built_in what;
    size_t n;
    int kind, reverse, init_type, total_type, in_place, way, threads, mix, form, head_type; /* form -1: no segments */
};

static prefix_ctx *ctx;
static struct arena input, output, total;
static struct segments heads;
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *problem)
{
    if (shown++ < MOST_SHOWN)
        diag(
            "%s: case %llu: %s of %s to %s, way %d, %s, n %zu%s%s, init %d, total %d, threads %d, segments %s, form %d "
            "(type %d): %s",
            problem, (unsigned long long)case_number, prefix_op_name(c->what.op), prefix_type_name(c->what.type),
            prefix_type_name(c->what.output_type), c->way, prefix_kind_name(c->kind), c->n,
            c->reverse ? ", reverse" : "", c->in_place ? ", in place" : "", c->init_type, c->total_type, c->threads,
            segments_mix_name(c->mix), c->form, c->head_type, prefix_ctx_error(ctx));
    return 0;
}

static int is_segmented(const struct sample *c)
{
    return c->form >= 0;
}

static size_t at(const struct sample *c, size_t i)
{
    return c->reverse ? c->n - 1 - i : i;
}

/* What must come, all of it; want has room for n results, and one for all. */
struct wanted {
    char *results, *carries; /* inclusive, in the order of the scan */
    char *out;               /* what the output gets */
    size_t count;            /* elements of it */
};

static void want_all(const struct sample *c, const void *init, const unsigned char *begins, struct wanted *w)
{
    const size_t in_size = built_in_size(c->what.type);
    const struct arena *const in = c->in_place ? &output : &input;
    char *x = must_alloc(c->n * in_size);
    size_t *places = must_alloc(c->n * sizeof *places);
    unsigned char *scan = must_alloc(c->n);
    for (size_t i = 0; i < c->n; i++) {
        places[i] = at(c, i);
        memcpy(x + i * in_size, in->data + places[i] * in_size, in_size);
        scan[i] = i == 0 || (is_segmented(c) && begins[c->reverse ? c->n - i : i]);
    }
    w->results = must_alloc(c->n * 16);
    w->carries = must_alloc(c->n * 16);
    built_in_scan(&c->what, x, places, c->n, is_segmented(c) ? scan : NULL, init, c->init_type, w->results, w->carries);
    free(x);
    free(places);
    free(scan);
}

/* Of a scan, in memory's order. */
static void want_scan(const struct sample *c, const void *init, const unsigned char *begins, struct wanted *w)
{
    const size_t size = built_in_size(c->what.output_type);
    w->count = c->n;
    for (size_t i = 0; i < c->n; i++) {
        char *const to = w->out + at(c, i) * size;
        const int is_first = i == 0 || (is_segmented(c) && begins[c->reverse ? c->n - i : i]);
        if (c->kind == PREFIX_INCLUSIVE)
            memcpy(to, w->results + i * size, size);
        else if (is_first)
            built_in_nothing(&c->what, init, c->init_type, c->what.output_type, to);
        else
            memcpy(to, w->results + (i - 1) * size, size);
    }
}

/* Of each segment of offsets. */
static void want_totals(const struct sample *c, const void *init, struct wanted *w)
{
    const size_t size = built_in_size(c->what.output_type);
    w->count = heads.count;
    for (size_t k = 0; k < heads.count; k++) {
        const size_t begin = segments_offset(&heads, k), end = segments_offset(&heads, k + 1);
        if (begin == end)
            built_in_nothing(&c->what, init, c->init_type, c->what.output_type, w->out + k * size);
        else
            memcpy(w->out + k * size, w->results + at(c, c->reverse ? begin : end - 1) * size, size);
    }
}

static void want_runs(const struct sample *c, const unsigned char *begins, struct wanted *w)
{
    const size_t size = built_in_size(c->what.output_type);
    w->count = 0;
    for (size_t i = 0; i < c->n; i++)
        if (i + 1 == c->n || begins[i + 1])
            memcpy(w->out + w->count++ * size, w->results + i * size, size);
}

static prefix_plan *plan_of(const struct sample *c, const void *init)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, c->what.op, c->what.type));
    must(ctx, prefix_plan_set_output_type(plan, c->what.output_type));
    must(ctx, prefix_plan_set_kind(plan, c->kind));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    if (c->init_type)
        must(ctx, prefix_plan_set_init(plan, c->init_type, init));
    if (is_segmented(c) && c->way != BY_KEY)
        must(ctx, segments_set(&heads, plan));
    if (c->way == REDUCE && is_segmented(c))
        must(ctx, prefix_plan_set_total(plan, c->what.output_type, arena_pointer(&output)));
    else if (c->total_type)
        must(ctx, prefix_plan_set_total(plan, c->total_type, arena_pointer(&total)));
    return plan;
}

static int run(const struct sample *c, const void *init)
{
    uint64_t count = 0;
    const void *const in = arena_pointer(c->in_place ? &output : &input);
    void *const out = arena_pointer(&output);
    prefix_plan *plan = plan_of(c, init);
    int status;
    if (c->way == BY_KEY) {
        status = prefix_plan_reduce_by_key(plan, c->head_type, arena_pointer(&heads.arena), in, NULL, out, c->n, c->n,
                                           &count);
    } else {
        status = c->way == REDUCE ? prefix_plan_reduce(plan, in, c->n) : prefix_plan_run(plan, in, out, c->n);
    }
    prefix_plan_destroy(plan);
    must(ctx, prefix_ctx_synchronize(ctx));
    return status;
}

static int check_total(const struct sample *c, const void *init, const struct wanted *w)
{
    const size_t size = built_in_size(c->total_type);
    const int is_carry = c->total_type != c->what.output_type;
    char nothing[16];
    const void *want = nothing;
    if (c->n > 0)
        want = (is_carry ? w->carries : w->results) + (c->n - 1) * size;
    else
        built_in_nothing(&c->what, init, c->init_type, c->total_type, nothing);
    return built_in_same(c->total_type, total.data, want, 1) || complain(c, "the total");
}

static int check_outputs(const struct sample *c, int status, const void *init, const struct wanted *w)
{
    const size_t size = built_in_size(c->what.output_type);
    const int has_results = c->way != REDUCE || is_segmented(c);
    int good = status == PREFIX_OK || complain(c, "error");
    if (has_results)
        good &= built_in_same(c->what.output_type, output.data, w->out, w->count) || complain(c, "results");
    if (c->way == BY_KEY && !c->in_place)
        good &= all_poison(output.data + w->count * size, output.bytes - w->count * size) || complain(c, "more runs");
    if (c->total_type)
        good &= check_total(c, init, w);
    return good;
}

static void place(struct rng *rng, struct arena *arena, size_t n, int type)
{
    const size_t align = built_in_alignment(type);
    arena_place(arena, n * built_in_size(type), rng_below(rng, ARENA_ALIGN / align) * align);
}

static int check_case(const struct sample *c)
{
    struct rng rng = rng_make(++case_number);
    struct arena *in = c->in_place ? &output : &input;
    unsigned char *begins = must_alloc(c->n);
    _Alignas(16) char init_room[16];
    const void *const init = c->init_type ? init_room : NULL;
    struct wanted w = {0};

    segments_fill(&rng, c->mix, begins, c->n);
    heads.aligned = 0;
    segments_tell(&rng, &heads, is_segmented(c) ? c->form : HEAD_FLAGS, c->head_type, begins, c->n);
    place(&rng, &output, c->way == REDUCE && is_segmented(c) ? heads.count : c->n, c->what.output_type);
    place(&rng, &input, c->n, c->what.type);
    place(&rng, &total, 1, c->total_type ? c->total_type : PREFIX_U8);
    built_in_fill(&rng, &c->what, in->data, c->n);
    if (init)
        data_fill(&rng, DATA_SMALL, c->init_type == PREFIX_C64 ? PREFIX_F32 : PREFIX_F64, init_room, 2);
    char *before = must_alloc(in->bytes);
    memcpy(before, in->data, in->bytes);
    w.out = must_alloc((c->n > heads.count ? c->n : heads.count) * 16);
    want_all(c, init, begins, &w);
    if (c->way == BY_KEY)
        want_runs(c, begins, &w);
    else if (c->way == REDUCE && is_segmented(c))
        want_totals(c, init, &w);
    else if (c->way == SCAN)
        want_scan(c, init, begins, &w);

    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    struct arena *const all[] = {&input, &output, &total, &heads.arena};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        arena_push(all[i]);
    const int status = run(c, init);
    int good = 1;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        arena_pull(all[i]);
        good &= arena_guarded(all[i]) || complain(c, "memory around an array");
    }
    good &= check_outputs(c, status, init, &w);
    good &= c->in_place || memcmp(in->data, before, in->bytes) == 0 || complain(c, "the input was changed");
    good &= scratch_guarded() || complain(c, "scratch memory");
    free(begins);
    free(before);
    free(w.results);
    free(w.carries);
    free(w.out);
    return good;
}

static struct sample randomize(struct rng *rng, const struct built_in *b, size_t n)
{
    static const int offsets[] = {PREFIX_I32, PREFIX_U32, PREFIX_I64, PREFIX_U64};
    const int carry_type = prefix_carry_type(b->op, b->output_type), is_arg = b->op >= PREFIX_ARG_MIN;
    struct sample c = {.what = *b, .n = n, .kind = PREFIX_INCLUSIVE, .form = -1, .head_type = PREFIX_I32};
    c.way = (int)rng_below(rng, WAYS);
    c.threads = 1 + (int)rng_below(rng, 8);
    c.mix = (int)rng_below(rng, MIXES);
    if (c.way == BY_KEY || rng_below(rng, 2))
        c.form = c.way == BY_KEY ? HEAD_KEYS : c.way == REDUCE ? HEAD_OFFSETS : (int)rng_below(rng, HEAD_FORMS);
    c.head_type = c.form == HEAD_OFFSETS ? offsets[rng_below(rng, 4)] : PREFIX_I8 + (int)rng_below(rng, 13);
    if (c.form >= 0 && c.form != HEAD_OFFSETS && c.head_type > PREFIX_F64)
        c.head_type = PREFIX_KEY_16_BYTES;
    if (c.way != BY_KEY) {
        c.kind = rng_below(rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE;
        c.reverse = rng_below(rng, 3) == 0;
        if (!is_arg && rng_below(rng, 2))
            c.init_type = rng_below(rng, 2) ? carry_type : b->output_type;
        if (c.form < 0 && (c.way == REDUCE || rng_below(rng, 2)))
            c.total_type = rng_below(rng, 2) ? carry_type : b->output_type;
    }
    c.in_place = built_in_size(b->type) == built_in_size(b->output_type) && c.way != REDUCE && rng_below(rng, 3) == 0;
    return c;
}

static int check_subject(const struct built_in *b, int rounds)
{
    const size_t row = operator_row(built_in_element(b));
    const size_t sizes[] = {0, 1, 2, row - 1, row, row + 1, 5 * row + 2, 64 * row, 64 * row + 1, 129 * row + 3};
    struct rng rng = rng_make((uint64_t)b->op * 1000 + (uint64_t)b->type);
    int good = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int round = 0; round < rounds; round++) {
            const struct sample c = randomize(&rng, b, sizes[i]);
            good &= check_case(&c);
        }
    /* Enough for a team of threads. */
    for (int round = 0; round < (rounds + 1) / 2; round++) {
        const struct sample c = randomize(&rng, b, ((size_t)1 << 20) / built_in_element(b) + rng_below(&rng, 10000));
        good &= check_case(&c);
    }
    return good;
}

static void check_backend(const char *name)
{
    const int rounds = test_level() == TEST_LONG ? 60 : test_level() == TEST_SHORT ? 1 : 6;
    struct built_in b;
    shown = 0;
    for (size_t k = 0; built_in_subject(k, &b); k++)
        ok(check_subject(&b, b.op >= PREFIX_ARG_MIN ? (rounds + 2) / 3 : rounds), "%s: %s of %s to %s", name,
           prefix_op_name(b.op), prefix_type_name(b.type), prefix_type_name(b.output_type));
}

int main(void)
{
    struct arena *const all[] = {&input, &output, &total, &heads.arena};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
