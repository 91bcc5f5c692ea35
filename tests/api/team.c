/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams: scans and reductions of parts on several contexts, bit for bit against the oracle's scans of each part with
 * what stands before it, folded in the carry type, and where the manual says so against one scan of the whole array.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"
#include "team_oracle.h"

enum { CASES = 1500, CASES_DEVICE = 300, MOST_SHOWN = 5 };

static prefix_ctx *contexts[MOST];
static prefix_team *team;
static struct arena inputs[MOST], outputs[MOST];
static uint64_t case_number;
static int shown, unlike;

static int complain(const struct team_sample *c, const char *what)
{
    if (shown++ >= MOST_SHOWN)
        return 0;
    diag("%s: case %llu: %s %s of %s to %s%s%s%s%s%s, %s: %s", what, (unsigned long long)case_number,
         prefix_kind_name(c->kind), prefix_op_name(c->op), prefix_type_name(c->type), prefix_type_name(c->output_type),
         c->reverse ? ", reverse" : "", c->has_init ? ", init" : "", c->has_total ? ", total" : "",
         c->in_place ? ", in place" : "", c->reduces ? ", reduced" : "", data_pattern_name(c->pattern),
         prefix_ctx_error(NULL));
    for (size_t i = 0; i < c->count; i++)
        diag("part %zu: %zu elements", i, c->n[i]);
    return 0;
}

/* Lengths around tiles, and nothing. */
static size_t draw_length(struct rng *rng)
{
    switch (rng_below(rng, 6)) {
    case 0:
        return 0;
    case 1:
        return TILE * rng_below(rng, 3);
    case 2:
        return TILE * rng_below(rng, 2) + rng_below(rng, 3);
    case 3:
        return 1;
    default:
        return rng_below(rng, 3 * TILE);
    }
}

static void draw_parts(struct rng *rng, struct team_sample *c)
{
    const int mix = (int)rng_below(rng, 4);
    if (mix == 0) {
        must(NULL, prefix_team_cuts(team, rng_below(rng, 2) ? rng_below(rng, 40) : rng_below(rng, 8 * TILE), c->n));
    } else {
        for (size_t i = 0; i < c->count; i++)
            c->n[i] = mix == 1 ? TILE * rng_below(rng, 3) : draw_length(rng);
    }
    if (mix == 2) /* two of them */
        for (size_t i = 2; i < c->count; i++)
            c->n[i] = 0;
    c->all = 0;
    for (size_t i = 0; i < c->count; i++)
        c->all += c->n[i];
}

static struct team_sample draw(struct rng *rng, size_t count)
{
    struct team_sample c = {.count = count};
    do {
        c.op = PREFIX_SUM + (int)rng_below(rng, PREFIX_LOGICAL_OR - PREFIX_SUM + 1);
        c.type = PREFIX_I8 + (int)rng_below(rng, PREFIX_F64 - PREFIX_I8 + 1);
    } while (!oracle_takes(c.op, c.type));
    if (rng_below(rng, 4) == 0) {
        c.op = rng_below(rng, 2) ? PREFIX_SUM : PREFIX_PRODUCT;
        c.type = rng_below(rng, 2) ? PREFIX_F32 : PREFIX_F64;
    }
    c.output_type = c.type;
    c.kind = rng_below(rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE;
    c.in_place = (int)rng_below(rng, 2);
    c.reduces = rng_below(rng, 4) == 0;
    c.by_plan = (int)rng_below(rng, 2);
    if (c.by_plan) {
        const int wider = PREFIX_I8 + (int)rng_below(rng, PREFIX_F64 - PREFIX_I8 + 1);
        if (oracle_widens(c.type, wider))
            c.output_type = wider;
        c.reverse = (int)rng_below(rng, 2);
        c.has_init = (int)rng_below(rng, 2);
        c.has_total = (int)rng_below(rng, 2);
    }
    c.carry_type = oracle_carry_type(c.op, c.output_type);
    c.init_type = rng_below(rng, 2) ? c.output_type : c.carry_type;
    c.total_type = c.by_plan && rng_below(rng, 2) ? c.carry_type : c.output_type;
    c.in_place &= !c.reduces && c.output_type == c.type;
    c.has_total |= c.reduces;
    c.pattern = (int)rng_below(rng, DATA_PATTERNS);
    data_fill(rng, c.pattern, c.init_type, c.init.bytes, 1);
    draw_parts(rng, &c);
    return c;
}

static int run(const struct team_sample *c, const void *const *in, void *const *out, void *total)
{
    if (!c->by_plan)
        return c->reduces ? prefix_team_reduce(team, c->op, c->type, in, total, c->n)
                          : prefix_team_scan(team, c->kind, c->op, c->type, in, out, c->n);
    prefix_plan *plan;
    must(NULL, prefix_plan_create(&plan, NULL, c->op, c->type));
    must(NULL, prefix_plan_set_output_type(plan, c->output_type));
    must(NULL, prefix_plan_set_kind(plan, c->kind));
    must(NULL, prefix_plan_set_reverse(plan, c->reverse));
    must(NULL, prefix_plan_set_init(plan, c->init_type, c->has_init ? c->init.bytes : NULL));
    must(NULL, prefix_plan_set_total(plan, c->total_type, c->has_total ? total : NULL));
    const int status =
        c->reduces ? prefix_team_plan_reduce(team, plan, in, c->n) : prefix_team_plan_run(team, plan, in, out, c->n);
    prefix_plan_destroy(plan);
    return status;
}

/* Puts the parts into arrays of their own, at addresses that elements may have. */
static void place(const struct team_sample *c, struct rng *rng, const unsigned char *in)
{
    const size_t size = oracle_size(c->type), out_size = oracle_size(c->output_type);
    for (size_t i = 0; i < c->count; in += c->n[i++] * size) {
        struct arena *input = c->in_place ? &outputs[i] : &inputs[i];
        arena_place(&inputs[i], c->n[i] * size, size * rng_below(rng, 8));
        arena_place(&outputs[i], c->n[i] * out_size, out_size * rng_below(rng, 8));
        if (c->n[i] > 0)
            memcpy(input->data, in, c->n[i] * size);
        arena_push(&inputs[i]);
        arena_push(&outputs[i]);
    }
}

static int compare_parts(const struct team_sample *c, const unsigned char *in, const unsigned char *want)
{
    const size_t size = oracle_size(c->type), out_size = oracle_size(c->output_type);
    size_t where;
    for (size_t i = 0; i < c->count; in += c->n[i] * size, want += c->n[i++] * out_size) {
        arena_pull(&inputs[i]);
        arena_pull(&outputs[i]);
        if (!arena_guarded(&inputs[i]) || !arena_guarded(&outputs[i]))
            return complain(c, "what lies around the parts");
        if (!c->in_place && c->n[i] > 0 && memcmp(inputs[i].data, in, c->n[i] * size) != 0)
            return complain(c, "the input");
        if (c->reduces ? !arena_untouched(&outputs[i])
                       : !oracle_same(c->output_type, outputs[i].data, want, c->n[i], &where))
            return complain(c, "results");
    }
    return 1;
}

static int check_case(size_t count)
{
    struct rng rng = rng_make(++case_number);
    const struct team_sample c = draw(&rng, count);
    unsigned char *in = must_alloc(c.all * oracle_size(c.type)), *want = must_alloc(c.all * oracle_size(c.output_type));
    const void *from[MOST];
    void *to[MOST];
    struct team_value total = {{0}}, got;
    size_t where;
    data_fill(&rng, c.pattern, c.type, in, c.all);
    place(&c, &rng, in);
    for (size_t i = 0; i < count; i++) {
        to[i] = arena_pointer(&outputs[i]);
        from[i] = c.in_place ? to[i] : arena_pointer(&inputs[i]);
        if (c.n[i] == 0 && rng_below(&rng, 2))
            from[i] = to[i] = NULL;
    }
    team_by_the_book(&c, in, want, &total);
    memset(&got, ARENA_POISON, sizeof got);
    const int status = run(&c, from, to, got.bytes);
    int good = status == PREFIX_OK || complain(&c, "error");
    must(NULL, prefix_team_synchronize(team));
    good = good && (team_like_the_whole(&c, in, want, &total, &unlike) || complain(&c, "parts and the whole"));
    good = good && compare_parts(&c, in, want);
    if (good && c.has_total)
        good = oracle_same(c.total_type, got.bytes, total.bytes, 1, &where) || complain(&c, "the total");
    free(in);
    free(want);
    return good;
}

/* Contexts take turns; some are there twice. */
static size_t make_team(struct rng *rng, prefix_ctx *const *some, const int *memories, size_t kinds)
{
    const size_t count = 1 + rng_below(rng, MOST), first = rng_below(rng, kinds);
    for (size_t i = 0; i < count; i++) {
        const size_t kind = (first + i) % kinds;
        contexts[i] = some[kind];
        inputs[i].ctx = outputs[i].ctx = contexts[i];
        inputs[i].memory = outputs[i].memory = memories[kind];
    }
    must(NULL, prefix_team_create(&team, contexts, count));
    return count;
}

static void test_cases(const char *name, prefix_ctx *const *some, const int *memories, size_t kinds, int cases)
{
    int good = 1;
    if (test_level() == TEST_SHORT)
        cases /= 20;
    for (int i = 0; i < cases && good; i++) {
        struct rng rng = rng_make(1000000 + (uint64_t)i);
        const size_t count = make_team(&rng, some, memories, kinds);
        good = check_case(count);
        prefix_team_destroy(team);
        for (size_t k = 0; k < MOST; k++) {
            arena_release(&inputs[k]);
            arena_release(&outputs[k]);
        }
    }
    ok(good, "%s: parts, against the oracle", name);
}

/* Calls in place behind each other, of which none is waited for, on parts that take very different times. */
static void test_row(const char *name, prefix_ctx *const *some, int memory, size_t count)
{
    enum { CALLS = 12, LONG = 1 << 20, PARTS = 4 };
    static const size_t n[PARTS] = {LONG, 10, LONG / 4, TILE};
    const size_t all = n[0] + n[1] + n[2] + n[3];
    uint64_t *x = must_alloc(all * sizeof *x), *got = must_alloc(all * sizeof *x);
    prefix_ctx *ctx[PARTS];
    void *parts[PARTS];
    size_t at = 0;
    for (size_t i = 0; i < all; i++)
        x[i] = i * i;
    for (size_t i = 0; i < PARTS; at += n[i++]) {
        ctx[i] = some[i % count];
        must(ctx[i], prefix_memory_alloc(ctx[i], memory, &parts[i], n[i] * sizeof *x));
        must(ctx[i], prefix_memory_copy(ctx[i], parts[i], x + at, n[i] * sizeof *x));
    }
    must(NULL, prefix_team_create(&team, ctx, PARTS));
    for (int i = 0; i < CALLS; i++)
        must(NULL,
             prefix_team_scan(team, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_U64, (const void *const *)parts, parts, n));
    for (int i = 0; i < CALLS; i++)
        for (size_t k = 1; k < all; k++)
            x[k] += x[k - 1];
    at = 0;
    for (size_t i = 0; i < PARTS; at += n[i++]) {
        must(ctx[i], prefix_memory_copy(ctx[i], got + at, parts[i], n[i] * sizeof *x));
        must(ctx[i], prefix_memory_free(ctx[i], parts[i]));
    }
    ok(memcmp(got, x, all * sizeof *x) == 0, "%s: %d calls, one behind the other", name, CALLS);
    prefix_team_destroy(team);
    free(x);
    free(got);
}

static void test_cpu(prefix_ctx *serial, prefix_ctx *openmp)
{
    prefix_ctx *const some[] = {serial, openmp ? openmp : serial};
    static const int memories[] = {PREFIX_MEMORY_HOST, PREFIX_MEMORY_HOST};
    test_cases("CPU", some, memories, 2, CASES);
    test_row("CPU", some, PREFIX_MEMORY_HOST, 2);
    diag("%d of %d cases have other bits than the whole", unlike, CASES);
}

/* Two contexts of the same GPU, or of two, and one of the CPU. */
static void test_device(prefix_ctx *serial)
{
    prefix_ctx *first = open_backend("cuda"), *second = NULL;
    if (!first)
        return;
    must(NULL, prefix_ctx_create(&second, "cuda"));
    prefix_ctx *const some[] = {first, second, serial};
    static const int memories[] = {PREFIX_MEMORY_DEVICE, PREFIX_MEMORY_DEVICE, PREFIX_MEMORY_HOST};
    static const int on_host[] = {PREFIX_MEMORY_HOST, PREFIX_MEMORY_DEVICE};
    test_cases("one GPU twice", some, memories, 2, CASES_DEVICE);
    test_row("one GPU twice", some, PREFIX_MEMORY_DEVICE, 2);
    if (prefix_ctx_set_device(second, 1) == PREFIX_OK) {
        test_cases("two GPUs", some, memories, 2, CASES_DEVICE);
        test_row("two GPUs", some, PREFIX_MEMORY_DEVICE, 2);
    } else {
        skip("two GPUs: there is one");
    }
    test_cases("a GPU and the CPU", some, memories, 3, CASES_DEVICE);
    test_cases("a GPU, also from host memory", some, on_host, 2, CASES_DEVICE / 3);
    prefix_ctx_destroy(first);
    prefix_ctx_destroy(second);
}

int main(void)
{
    prefix_ctx *serial = open_backend("serial"), *openmp = open_backend("openmp");
    if (!serial)
        return done();
    test_cpu(serial, openmp);
    test_device(serial);
    prefix_ctx_destroy(serial);
    prefix_ctx_destroy(openmp);
    return done();
}
