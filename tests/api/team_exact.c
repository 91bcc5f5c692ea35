/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams with the bits of one call: parts that are cut anywhere, of an exact team, and one array in pieces, bit for bit
 * against one call over the whole array by the serial backend.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"

enum { MOST = 12, TILE = 8192, CASES = 1200, CASES_DEVICE = 300, ARRAYS = 60, MOST_SHOWN = 5 };

struct sample {
    size_t count, n[MOST], all;
    int op, type, output_type, kind, reverse, has_init, has_total, total_type, in_place, reduces, missing, pattern;
    _Alignas(16) unsigned char init[64];
};

static prefix_ctx *serial;
static prefix_team *team;
static prefix_operator *operators[2]; /* of 20 bytes, and of one */
static struct arena inputs[MOST], outputs[MOST];
static int shown, has_device;

/* Maps x -> a x + b in floats, whose order counts, with what no other operator has: a place. */
struct map {
    float a, b;
    uint32_t first, last, count;
};
static struct map follow(struct map earlier, struct map later)
{
    return (struct map){later.a * earlier.a, later.a * earlier.b + later.b, earlier.first, later.last,
                        earlier.count + later.count};
}
PREFIX_COMBINE(follow_all, struct map, follow(earlier, later))

/* Not even associative: whatever is combined in another order is another result. */
PREFIX_COMBINE(mix_all, uint8_t, (uint8_t)(3 * earlier + later / 2 + 1))

static size_t size_in(const struct sample *c)
{
    return c->op > 0 ? prefix_type_size(c->type) : c->op == 0 ? sizeof(struct map) : 1;
}

static size_t size_out(const struct sample *c)
{
    return c->op > 0 ? prefix_type_size(c->output_type) : size_in(c);
}

static int complain(const struct sample *c, const char *what)
{
    if (shown++ >= MOST_SHOWN)
        return 0;
    diag("%s: operator %d, %s to %s, kind %d%s%s%s%s%s, %s: %s", what, c->op, prefix_type_name(c->type),
         prefix_type_name(c->output_type), c->kind, c->reverse ? ", reverse" : "", c->has_init ? ", init" : "",
         c->has_total ? ", total" : "", c->in_place ? ", in place" : "", c->reduces ? ", reduced" : "",
         data_pattern_name(c->pattern), prefix_ctx_error(NULL));
    for (size_t i = 0; i < c->count; i++)
        diag("part %zu: %zu elements", i, c->n[i]);
    return 0;
}

static size_t draw_length(struct rng *rng)
{
    switch (rng_below(rng, 6)) {
    case 0:
        return 0;
    case 1:
        return rng_below(rng, 5);
    case 2:
        return TILE / 2 * rng_below(rng, 4) + rng_below(rng, 3);
    case 3:
        return rng_below(rng, 700);
    default:
        return rng_below(rng, 3 * TILE);
    }
}

static struct sample draw(struct rng *rng)
{
    struct sample c = {.missing = PREFIX_MISSING_PROPAGATE, .pattern = (int)rng_below(rng, DATA_PATTERNS)};
    const int mix = (int)rng_below(rng, 8);
    do {
        c.op = mix < 4 ? PREFIX_SUM + (int)rng_below(rng, 2)
                       : PREFIX_SUM + (int)rng_below(rng, PREFIX_LOGICAL_OR - PREFIX_SUM + 1);
        c.type = (mix < 3 ? PREFIX_F16 : PREFIX_I8) + (int)rng_below(rng, (mix < 3 ? 4 : PREFIX_F64 - PREFIX_I8 + 1));
    } while (!oracle_takes(c.op, c.type));
    c.output_type = c.type;
    const int wider = PREFIX_I8 + (int)rng_below(rng, PREFIX_F64 - PREFIX_I8 + 1);
    if (oracle_widens(c.type, wider))
        c.output_type = wider;
    if (mix == 7) { /* complex numbers, maps, and operators of the test's own */
        static const int types[] = {PREFIX_C64, PREFIX_C128};
        const int which = (int)rng_below(rng, has_device ? 3 : 5);
        c.op = which < 2 ? PREFIX_SUM + which : which == 2 ? PREFIX_AFFINE : 3 - which;
        c.type = c.output_type = which < 3 ? types[rng_below(rng, 2)] : 0;
        c.pattern = DATA_SMALL;
    }
    c.kind = rng_below(rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE;
    c.reverse = (int)rng_below(rng, 2);
    c.has_init = (int)rng_below(rng, 2) || c.op <= 0;
    c.reduces = rng_below(rng, 4) == 0;
    c.has_total = c.reduces || rng_below(rng, 2);
    c.total_type = c.op <= 0 ? 0 : rng_below(rng, 2) ? prefix_carry_type(c.op, c.output_type) : c.output_type;
    c.in_place = !c.reduces && c.output_type == c.type && rng_below(rng, 2);
    if (mix == 1 && oracle_is_float(c.type))
        c.missing = rng_below(rng, 2) ? PREFIX_MISSING_SKIP : PREFIX_MISSING_KEEP;
    return c;
}

static void fill(struct rng *rng, const struct sample *c, int type, void *to, size_t n)
{
    struct map *maps = to;
    if (type == PREFIX_C64 || type == PREFIX_C128)
        data_fill(rng, c->pattern, type == PREFIX_C64 ? PREFIX_F32 : PREFIX_F64, to, 2 * n);
    else if (c->op > 0)
        data_fill(rng, c->pattern, type, to, n);
    else if (c->op < 0)
        data_fill(rng, DATA_BITS, PREFIX_U8, to, n);
    for (size_t i = 0; c->op == 0 && i < n; i++)
        maps[i] = (struct map){1 + (float)rng_below(rng, 1000) / 1e7f, (float)rng_below(rng, 1000) / 7, (uint32_t)i,
                               (uint32_t)i, 1};
}

static prefix_plan *plan_of(const struct sample *c, prefix_ctx *ctx, void *total)
{
    prefix_plan *plan;
    if (c->op > 0) {
        must(ctx, prefix_plan_create(&plan, ctx, c->op, c->type));
        must(ctx, prefix_plan_set_output_type(plan, c->output_type));
    } else {
        must(ctx, prefix_plan_create_operator(&plan, ctx, operators[-c->op]));
    }
    must(ctx, prefix_plan_set_kind(plan, c->kind));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    must(ctx, prefix_plan_set_missing(plan, c->missing));
    must(ctx, prefix_plan_set_init(plan, c->op > 0 ? c->output_type : 0, c->has_init ? c->init : NULL));
    must(ctx, prefix_plan_set_total(plan, c->total_type, c->has_total ? total : NULL));
    return plan;
}

/* Complex numbers as their parts; NaN is NaN. */
static int same(const struct sample *c, int type, const void *a, const void *b, size_t n)
{
    size_t where;
    if (c->op <= 0)
        return n == 0 || memcmp(a, b, n * size_out(c)) == 0;
    if (type == PREFIX_C64 || type == PREFIX_C128)
        return oracle_same(type == PREFIX_C64 ? PREFIX_F32 : PREFIX_F64, a, b, 2 * n, &where);
    return oracle_same(type, a, b, n, &where);
}

/* One call, by the serial backend. */
static void whole(const struct sample *c, const void *in, void *want, void *total)
{
    prefix_plan *plan = plan_of(c, serial, total);
    must(serial, c->reduces ? prefix_plan_reduce(plan, in, c->all) : prefix_plan_run(plan, in, want, c->all));
    prefix_plan_destroy(plan);
}

static void place(const struct sample *c, struct rng *rng, const unsigned char *in)
{
    const size_t size = size_in(c), out_size = size_out(c), step = c->op == 0 ? 4 : size,
                 out_step = c->op == 0 ? 4 : out_size;
    for (size_t i = 0; i < c->count; in += c->n[i++] * size) {
        arena_place(&inputs[i], c->n[i] * size, step * rng_below(rng, 3));
        arena_place(&outputs[i], c->n[i] * out_size, out_step * rng_below(rng, 3));
        if (c->n[i] > 0)
            memcpy((c->in_place ? &outputs[i] : &inputs[i])->data, in, c->n[i] * size);
        arena_push(&inputs[i]);
        arena_push(&outputs[i]);
    }
}

static int compare(const struct sample *c, const unsigned char *want)
{
    const size_t out_size = size_out(c);
    for (size_t i = 0; i < c->count; want += c->n[i++] * out_size) {
        arena_pull(&outputs[i]);
        if (!arena_guarded(&outputs[i]))
            return complain(c, "what lies around the parts");
        if (!c->reduces && !same(c, c->output_type, outputs[i].data, want, c->n[i]))
            return complain(c, "results");
    }
    return 1;
}

static int try_parts(struct rng *rng, size_t count)
{
    struct sample c = draw(rng);
    const void *from[MOST];
    void *to[MOST];
    _Alignas(16) unsigned char total[64] = {0}, got[64] = {0};
    c.count = count;
    for (size_t i = 0; i < count; c.all += c.n[i++])
        c.n[i] = draw_length(rng);
    unsigned char *in = must_alloc(c.all * size_in(&c) + 1), *want = must_alloc(c.all * size_out(&c) + 1);
    fill(rng, &c, c.type, in, c.all);
    fill(rng, &c, c.output_type, c.init, 1);
    place(&c, rng, in);
    for (size_t i = 0; i < count; i++) {
        to[i] = arena_pointer(&outputs[i]);
        from[i] = c.in_place ? to[i] : arena_pointer(&inputs[i]);
    }
    whole(&c, in, want, total);
    prefix_plan *plan = plan_of(&c, NULL, got);
    const int status =
        c.reduces ? prefix_team_plan_reduce(team, plan, from, c.n) : prefix_team_plan_run(team, plan, from, to, c.n);
    prefix_plan_destroy(plan);
    int good = status == PREFIX_OK || complain(&c, "error");
    must(NULL, prefix_team_synchronize(team));
    good = good && compare(&c, want);
    good = good && (!c.has_total || same(&c, c.total_type, got, total, 1) || complain(&c, "the total"));
    free(in);
    free(want);
    return good;
}

/* Long enough for several pieces of each context. */
static int try_array(struct rng *rng, size_t count)
{
    struct sample c = draw(rng);
    _Alignas(16) unsigned char total[64] = {0}, got[64] = {0};
    c.count = 1;
    c.n[0] = c.all = rng_below(rng, 4) ? rng_below(rng, 800000) : rng_below(rng, 3 * TILE);
    unsigned char *in = must_alloc(c.all * size_in(&c) + 1), *want = must_alloc(c.all * size_out(&c) + 1);
    fill(rng, &c, c.type, in, c.all);
    fill(rng, &c, c.output_type, c.init, 1);
    const struct arena was[2] = {inputs[0], outputs[0]}; /* of a device, perhaps */
    inputs[0] = outputs[0] = (struct arena){.memory = PREFIX_MEMORY_HOST};
    place(&c, rng, in);
    whole(&c, in, want, total);
    prefix_plan *plan = plan_of(&c, NULL, got);
    const void *from = c.in_place ? outputs[0].data : inputs[0].data;
    const int status = c.reduces ? prefix_team_array_reduce(team, plan, from, c.all)
                                 : prefix_team_array_run(team, plan, from, outputs[0].data, c.all);
    prefix_plan_destroy(plan);
    int good = status == PREFIX_OK || complain(&c, "error");
    good = good && compare(&c, want);
    good = good && (!c.has_total || same(&c, c.total_type, got, total, 1) || complain(&c, "the total"));
    if (!good)
        diag("an array for %zu contexts", count);
    arena_release(&inputs[0]);
    arena_release(&outputs[0]);
    inputs[0] = was[0];
    outputs[0] = was[1];
    free(in);
    free(want);
    return good;
}

/* Contexts of a kind each; others than those of teams of parts are there once. */
static void test(const char *name, const char *const *backends, const int *memories, size_t kinds, int cases)
{
    int parts = 1, arrays = 1;
    if (test_level() == TEST_SHORT)
        cases /= 20;
    prefix_ctx *all[MOST];
    for (size_t i = 0; i < MOST; i++) {
        must(NULL, prefix_ctx_create(&all[i], backends[i % kinds]));
        must(all[i], prefix_ctx_set_threads(all[i], 1 + (int)(i % 2)));
        if (has_device && prefix_ctx_set_device(all[i], (int)(i % 2)) != PREFIX_OK)
            must(all[i], prefix_ctx_set_device(all[i], 0)); /* there is no second one */
        inputs[i].ctx = outputs[i].ctx = all[i];
        inputs[i].memory = outputs[i].memory = memories[i % kinds];
    }
    for (int i = 0; i < cases && (parts || arrays); i++) {
        struct rng rng = rng_make(40000 + (uint64_t)i);
        const size_t count = 1 + rng_below(&rng, MOST);
        must(NULL, prefix_team_create(&team, all, count));
        must(NULL, prefix_team_set_exact(team, 1));
        parts = parts && try_parts(&rng, count);
        if (i % (CASES / ARRAYS) == 0)
            arrays = arrays && try_array(&rng, count);
        prefix_team_destroy(team);
        for (size_t k = 0; k < MOST; k++) {
            arena_release(&inputs[k]);
            arena_release(&outputs[k]);
        }
    }
    ok(parts, "%s: parts that are cut anywhere have the bits of one call", name);
    ok(arrays, "%s: so has one array in pieces", name);
    for (size_t i = 0; i < MOST; i++)
        prefix_ctx_destroy(all[i]);
}

static void test_refusals(void)
{
    static float in[4], out[5];
    const void *from[1] = {in};
    void *to[1] = {out};
    const size_t n[1] = {4};
    prefix_plan *plan;
    must(NULL, prefix_team_create(&team, &serial, 1));
    must(NULL, prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_F32));
    ok_refused(NULL, "exact", prefix_team_set_exact(NULL, 1), PREFIX_ERROR_ARGUMENT, "team is NULL");
    ok_refused(NULL, "array", prefix_team_array_run(NULL, plan, in, out, 4), PREFIX_ERROR_ARGUMENT, "team is NULL");
    ok_refused(NULL, "array", prefix_team_array_run(team, NULL, in, out, 4), PREFIX_ERROR_ARGUMENT, "plan is NULL");
    ok_refused(NULL, "array", prefix_team_array_run(team, plan, NULL, out, 4), PREFIX_ERROR_ARGUMENT, "in is NULL");
    ok_refused(NULL, "array", prefix_team_array_run(team, plan, in, NULL, 4), PREFIX_ERROR_ARGUMENT, "out is NULL");
    ok_refused(NULL, "array", prefix_team_array_run(team, plan, out, out + 1, 4), PREFIX_ERROR_OVERLAP, "overlap");
    ok_refused(NULL, "array", prefix_team_array_reduce(team, plan, in, 4), PREFIX_ERROR_ARGUMENT, "no total");
    is_int(prefix_team_array_run(team, plan, NULL, NULL, 0), PREFIX_OK, "nothing");
    must(NULL, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_BLELLOCH));
    ok_refused(NULL, "array", prefix_team_array_run(team, plan, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "by name");
    must(NULL, prefix_team_set_exact(team, 1));
    ok_refused(NULL, "exact", prefix_team_plan_run(team, plan, from, to, n), PREFIX_ERROR_UNSUPPORTED, "by name");
    must(NULL, prefix_team_set_exact(team, 0));
    is_int(prefix_team_plan_run(team, plan, from, to, n), PREFIX_OK, "which other teams do");
    must(NULL, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_AUTO));
    must(NULL, prefix_plan_set_ends(plan, 1));
    ok_refused(NULL, "array", prefix_team_array_run(team, plan, in, out, 4), PREFIX_ERROR_UNSUPPORTED, "n + 1 results");
    prefix_plan_destroy(plan);
    prefix_team_destroy(team);
}

int main(void)
{
    static const char *const cpu[] = {"serial", "openmp"}, *const gpu[] = {"cuda", "serial", "cuda"};
    static const int host[] = {PREFIX_MEMORY_HOST, PREFIX_MEMORY_HOST};
    static const int mixed[] = {PREFIX_MEMORY_DEVICE, PREFIX_MEMORY_HOST, PREFIX_MEMORY_DEVICE};
    serial = open_backend("serial");
    if (!serial)
        return done();
    must(NULL, prefix_operator_create(&operators[0], sizeof(struct map), _Alignof(struct map)));
    must(NULL, prefix_operator_set_host(operators[0], follow_all));
    must(NULL, prefix_operator_create(&operators[1], 1, 1));
    must(NULL, prefix_operator_set_host(operators[1], mix_all));
    test("serial", cpu, host, 1, CASES);
    prefix_ctx *other = open_backend("openmp");
    if (other)
        test("serial and openmp", cpu, host, 2, CASES);
    prefix_ctx_destroy(other);
    other = open_backend("cuda");
    has_device = other != NULL;
    if (has_device)
        test("GPU and CPU", gpu, mixed, 3, CASES_DEVICE);
    prefix_ctx_destroy(other);
    test_refusals();
    prefix_operator_destroy(operators[0]);
    prefix_operator_destroy(operators[1]);
    prefix_ctx_destroy(serial);
    return done();
}
