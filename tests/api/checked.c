/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sums and products of integers that say which result does not fit its type, against exact ones of 128 bits that stick
 * where those do not suffice, and results against plain calls, which wrap.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { CASES = 3000, LONGEST = 20000, MOST_SHOWN = 5 };

static prefix_ctx *ctx;
static struct arena input, output, expected, flags, place;
static int shown;

static const int types[] = {PREFIX_I8, PREFIX_I16, PREFIX_I32, PREFIX_I64,
                            PREFIX_U8, PREFIX_U16, PREFIX_U32, PREFIX_U64};
enum { TYPES = sizeof types / sizeof *types };

static int is_signed(int type)
{
    return type <= PREFIX_I64;
}

/* The exact value, and whether it has left what 128 bits hold: as a product it stays so until a factor is 0. */
struct exact {
    __int128 value;
    int lost;
};

static struct exact element(const void *array, int type, size_t i)
{
    int64_t x = 0;
    const size_t size = prefix_type_size(type);
    memcpy(&x, (const char *)array + i * size, size);
    if (is_signed(type))
        return (struct exact){(int64_t)((uint64_t)x << (64 - 8 * size)) >> (64 - 8 * size), 0};
    return (struct exact){(uint64_t)x, 0};
}

static struct exact combine(int op, struct exact a, struct exact b)
{
    struct exact c = {0, 0};
    if (op == PREFIX_SUM)
        c.value = a.value + b.value; /* of at most 2^15 values of 64 bits */
    else if ((a.value != 0 || a.lost) && b.value != 0)
        c.lost = a.lost || __builtin_mul_overflow(a.value, b.value, &c.value);
    return c;
}

static int fits(struct exact x, int type)
{
    const int bits = 8 * (int)prefix_type_size(type);
    const __int128 one = 1, least = is_signed(type) ? -(one << (bits - 1)) : 0;
    const __int128 most = is_signed(type) ? (one << (bits - 1)) - 1 : (one << bits) - 1;
    return !x.lost && x.value >= least && x.value <= most;
}

struct sample {
    int op, type, output_type, kind, reverse, has_init, in_place, segmented, reduces, memory;
    size_t n;
    int64_t init;
};

/* The place that is wanted, of scans: in the order of the scan. */
static uint64_t wanted_place(const struct sample *c, const void *in, const unsigned char *begins)
{
    const struct exact none = {c->op == PREFIX_PRODUCT, 0};
    const struct exact init = c->has_init ? element(&c->init, c->output_type, 0) : none;
    struct exact sum = init;
    for (size_t k = 0; k < c->n; k++) {
        const size_t i = c->reverse ? c->n - 1 - k : k;
        if (c->segmented && (k == 0 || begins[c->reverse ? i + 1 : i]))
            sum = init;
        const struct exact before = sum;
        sum = combine(c->op, sum, element(in, c->type, i));
        if (!c->reduces && !fits(c->kind == PREFIX_EXCLUSIVE ? before : sum, c->output_type))
            return k;
    }
    return c->reduces && !fits(sum, c->output_type) ? c->n - 1 : UINT64_MAX;
}

/* Factors that keep a product small for a while, or terms that do so for a sum. */
static void fill(struct rng *rng, const struct sample *c, unsigned char *to)
{
    const size_t size = prefix_type_size(c->type);
    const int how = (int)rng_below(rng, 4);
    for (size_t i = 0; i < c->n; i++) {
        int64_t x = (int64_t)rng_next(rng);
        if (how == 0)
            x = rng_below(rng, 3000) == 0 ? 2 : 1;
        else if (how == 1)
            x = (int64_t)rng_below(rng, 3) - (is_signed(c->type) ? 1 : 0);
        else if (how == 2)
            x = is_signed(c->type) && i % 2 ? -(x >> 2 & 127) : x >> 2 & 127;
        memcpy(to + i * size, &x, size);
    }
}

static prefix_plan *plan_of(const struct sample *c, void *total)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, c->op, c->type));
    must(ctx, prefix_plan_set_output_type(plan, c->output_type));
    must(ctx, prefix_plan_set_kind(plan, c->kind));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    if (c->has_init)
        must(ctx, prefix_plan_set_init(plan, c->output_type, &c->init));
    if (c->segmented)
        must(ctx, prefix_plan_set_head_flags(plan, arena_pointer(&flags)));
    if (total)
        must(ctx, prefix_plan_set_total(plan, c->output_type, total));
    return plan;
}

static int complain(const struct sample *c, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag("%s: %s of %s to %s, %s, n %zu%s%s%s%s%s: %s", what, prefix_op_name(c->op), prefix_type_name(c->type),
             prefix_type_name(c->output_type), prefix_kind_name(c->kind), c->n, c->reverse ? ", reverse" : "",
             c->has_init ? ", init" : "", c->in_place ? ", in place" : "", c->segmented ? ", segments" : "",
             c->reduces ? ", reduced" : "", prefix_ctx_error(ctx));
    return 0;
}

static int check(const struct sample *c, struct rng *rng)
{
    const size_t in_bytes = c->n * prefix_type_size(c->type), size = prefix_type_size(c->output_type);
    const size_t out_bytes = c->reduces ? size : c->n * size;
    arena_place(&input, in_bytes, prefix_type_size(c->type) * rng_below(rng, 2));
    arena_place(&output, out_bytes, size * rng_below(rng, 2));
    arena_place(&expected, out_bytes, 0);
    arena_place(&flags, c->n, rng_below(rng, 8));
    arena_place(&place, sizeof(uint64_t), 0);
    fill(rng, c, input.data);
    for (size_t i = 0; i < c->n; i++)
        flags.data[i] = rng_below(rng, 500) == 0;
    struct arena *const all[] = {&input, &output, &expected, &flags, &place};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        arena_push(all[i]);
    const uint64_t wanted = wanted_place(c, input.data, flags.data);
    void *const in = arena_pointer(&input), *const there = arena_pointer(&expected);
    prefix_plan *plain = plan_of(c, c->reduces ? there : NULL);
    must(ctx, c->reduces ? prefix_plan_reduce(plain, in, c->n) : prefix_plan_run(plain, in, there, c->n));
    prefix_plan_destroy(plain);

    void *const out = c->in_place ? in : arena_pointer(&output);
    prefix_plan *plan = plan_of(c, c->reduces ? out : NULL);
    must(ctx, prefix_plan_set_checked(plan, arena_pointer(&place)));
    const int status = c->reduces ? prefix_plan_reduce(plan, in, c->n) : prefix_plan_run(plan, in, out, c->n);
    const struct arena *const results = c->in_place ? &input : &output;
    uint64_t got;
    prefix_plan_destroy(plan);
    must(ctx, prefix_ctx_synchronize(ctx));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        arena_pull(all[i]);
    memcpy(&got, place.data, sizeof got);
    if (status != (place.twin || wanted == UINT64_MAX ? PREFIX_OK : PREFIX_ERROR_RANGE))
        return complain(c, "wrong status");
    if (got != wanted) {
        diag("place %llu, not %llu", (unsigned long long)got, (unsigned long long)wanted);
        return complain(c, "wrong place");
    }
    if (memcmp(results->data, expected.data, out_bytes) != 0)
        return complain(c, "other results");
    return (arena_guarded(&input) && arena_guarded(&output) && arena_guarded(&place)) || complain(c, "guard zone");
}

static void test_random(const char *backend, int memory)
{
    struct rng rng = rng_make((uint64_t)memory + 77);
    int bad = 0, cases = test_level() == TEST_SHORT ? CASES / 10 : CASES;
    input.ctx = output.ctx = expected.ctx = flags.ctx = place.ctx = ctx;
    input.memory = output.memory = expected.memory = flags.memory = place.memory = memory;
    for (int i = 0; i < cases && bad < MOST_SHOWN; i++) {
        struct sample c = {
            .op = rng_below(&rng, 2) ? PREFIX_SUM : PREFIX_PRODUCT,
            .type = types[rng_below(&rng, TYPES)],
            .kind = rng_below(&rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE,
            .reverse = rng_below(&rng, 3) == 0,
            .has_init = rng_below(&rng, 3) == 0,
            .segmented = rng_below(&rng, 4) == 0,
            .n = 1 + rng_below(&rng, rng_below(&rng, 2) ? 300 : LONGEST),
            .init = (int64_t)rng_next(&rng) >> rng_below(&rng, 64),
        };
        const int family = is_signed(c.type) ? 0 : 4, narrow = c.type - types[family];
        c.output_type = c.type + (int)rng_below(&rng, (size_t)(4 - narrow));
        c.in_place = c.output_type == c.type && rng_below(&rng, 3) == 0;
        c.reduces = !c.segmented && rng_below(&rng, 5) == 0;
        c.in_place &= !c.reduces;
        must(ctx, prefix_ctx_set_threads(ctx, 1 + (int)rng_below(&rng, 4)));
        bad += !check(&c, &rng);
    }
    ok(bad == 0, "%s: %d random calls in memory of kind %d", backend, cases, memory);
    arena_release(&input);
    arena_release(&output);
    arena_release(&expected);
    arena_release(&flags);
    arena_release(&place);
}

static void test_examples(const char *backend)
{
    const int8_t steps[] = {100, 27, 1, -1, 127, 127};
    const int8_t factors[] = {-1, 64, 2, 2, 0, 5};
    int8_t out[6];
    uint64_t at = 7;
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I8));
    must(ctx, prefix_plan_set_checked(plan, &at));
    int status = prefix_plan_run(plan, steps, out, 6);
    ok(status == PREFIX_ERROR_RANGE && at == 2 && out[1] == 127 && out[2] == -128 && out[3] == 127,
       "%s: 100 + 27 fits i8, and 1 more does not: place %d", backend, (int)at);
    is_str(prefix_ctx_error(ctx), "result 2 does not fit i8", "%s: the sentence", backend);
    ok(prefix_plan_run(plan, steps, out, 2) == PREFIX_OK && at == UINT64_MAX, "%s: two of them do", backend);
    at = 7;
    ok(prefix_plan_run(plan, NULL, NULL, 0) == PREFIX_OK && at == UINT64_MAX, "%s: nothing fits", backend);
    must(ctx, prefix_plan_set_checked(plan, NULL));
    at = 7;
    ok(prefix_plan_run(plan, steps, out, 6) == PREFIX_OK && at == 7, "%s: no check, no place", backend);
    prefix_plan_destroy(plan);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_PRODUCT, PREFIX_I8));
    must(ctx, prefix_plan_set_checked(plan, &at));
    status = prefix_plan_run(plan, factors, out, 6);
    ok(status == PREFIX_ERROR_RANGE && at == 3 && out[2] == -128 && out[5] == 0, "%s: -128 fits, -256 does not",
       backend);
    must(ctx, prefix_plan_set_reverse(plan, 1));
    ok(prefix_plan_run(plan, factors, out, 6) == PREFIX_OK && at == UINT64_MAX, "%s: a factor of 0 at the beginning",
       backend);
    prefix_plan_destroy(plan);
}

static void test_arguments(void)
{
    int32_t in[4] = {1, 2, 3, 4}, totals[2];
    _Alignas(8) char room[24];
    uint32_t offsets[3] = {0, 2, 4};
    uint64_t at = 0, count;
    uint8_t keys[4] = {0};
    prefix_plan *plan;
    is_int(prefix_plan_set_checked(NULL, &at), PREFIX_ERROR_ARGUMENT, "no plan");
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_MAX, PREFIX_I32));
    is_int(prefix_plan_set_checked(plan, &at), PREFIX_ERROR_UNSUPPORTED, "maxima always fit");
    prefix_plan_destroy(plan);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    is_int(prefix_plan_set_checked(plan, &at), PREFIX_ERROR_UNSUPPORTED, "floats have infinities");
    prefix_plan_destroy(plan);
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32));
    is_int(prefix_plan_set_checked(plan, (uint64_t *)(void *)(room + 4)), PREFIX_ERROR_ARGUMENT, "a place not aligned");
    must(ctx, prefix_plan_set_checked(plan, (uint64_t *)(void *)room));
    is_int(prefix_plan_run(plan, room, in, 4), PREFIX_ERROR_OVERLAP, "a place in the input");
    is_int(prefix_plan_run(plan, in, room, 4), PREFIX_ERROR_OVERLAP, "a place in the output");
    must(ctx, prefix_plan_set_checked(plan, &at));
    is_int(prefix_plan_reduce_by_key(plan, PREFIX_U8, keys, in, NULL, totals, 4, 2, &count), PREFIX_ERROR_UNSUPPORTED,
           "reductions by key");
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_U32, offsets, 2));
    must(ctx, prefix_plan_set_total(plan, PREFIX_I32, totals));
    is_int(prefix_plan_reduce(plan, in, 4), PREFIX_ERROR_UNSUPPORTED, "reductions of segments");
    prefix_plan_destroy(plan);
}

int main(void)
{
    static const char *const backends[] = {"serial", "openmp", "cuda"};
    for (int i = 0; i < 3; i++) {
        ctx = open_backend(backends[i]);
        if (!ctx)
            continue;
        test_examples(backends[i]);
        if (i == 0)
            test_arguments();
        test_random(backends[i], PREFIX_MEMORY_HOST);
        if (i == 2)
            test_random(backends[i], PREFIX_MEMORY_DEVICE);
        prefix_ctx_destroy(ctx);
    }
    return done();
}
