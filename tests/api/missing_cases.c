/* SPDX-License-Identifier: BSD-3-Clause */
/* Missing elements: what other libraries make of them, operators of the caller's own, counts, and what is refused. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/scratch.h"
#include "operator_subject.h"

static prefix_ctx *ctx;
static struct arena input, output, bitmap;

/* As pandas 2.2 prints Series.cumsum(), cumprod(), cummin() and cummax(), with skipna=True and skipna=False. */
static void check_pandas(const char *name)
{
    enum { N = 6 };
    static const double in[N] = {NAN, 2, NAN, -1, 3, NAN};
    static const struct {
        int op, missing;
        double want[N];
    } cases[] = {
        {PREFIX_SUM, PREFIX_MISSING_KEEP, {NAN, 2, NAN, 1, 4, NAN}},
        {PREFIX_PRODUCT, PREFIX_MISSING_KEEP, {NAN, 2, NAN, -2, -6, NAN}},
        {PREFIX_MIN, PREFIX_MISSING_KEEP, {NAN, 2, NAN, -1, -1, NAN}},
        {PREFIX_MAX, PREFIX_MISSING_KEEP, {NAN, 2, NAN, 2, 3, NAN}},
        {PREFIX_SUM, PREFIX_MISSING_PROPAGATE, {NAN, NAN, NAN, NAN, NAN, NAN}},
        {PREFIX_PRODUCT, PREFIX_MISSING_PROPAGATE, {NAN, NAN, NAN, NAN, NAN, NAN}},
        {PREFIX_MIN, PREFIX_MISSING_PROPAGATE, {NAN, NAN, NAN, NAN, NAN, NAN}},
        {PREFIX_MAX, PREFIX_MISSING_PROPAGATE, {NAN, NAN, NAN, NAN, NAN, NAN}},
        {PREFIX_SUM, PREFIX_MISSING_SKIP, {0, 2, 2, 1, 4, 4}},
        {PREFIX_PRODUCT, PREFIX_MISSING_SKIP, {1, 2, 2, -2, -6, -6}},
        {PREFIX_MIN, PREFIX_MISSING_SKIP, {INFINITY, 2, 2, -1, -1, -1}},
        {PREFIX_MAX, PREFIX_MISSING_SKIP, {-INFINITY, 2, 2, 2, 3, 3}},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        double out[N];
        prefix_plan *plan;
        int good = 1;
        must(ctx, prefix_plan_create(&plan, ctx, cases[c].op, PREFIX_F64));
        must(ctx, prefix_plan_set_missing(plan, cases[c].missing));
        must(ctx, prefix_plan_run(plan, in, out, N));
        for (int i = 0; i < N; i++)
            good &= isnan(cases[c].want[i]) ? isnan(out[i]) : out[i] == cases[c].want[i];
        ok(good, "%s: %s, missing %d", name, prefix_op_name(cases[c].op), cases[c].missing);
        prefix_plan_destroy(plan);
    }
}

/* A nullable column, as Apache Arrow has it, of which a slice from element 3 on is scanned. */
static void check_arrow(const char *name)
{
    static const uint8_t bits[] = {0xa8, 0x01}; /* 3, 5, 7 and 8 are there */
    static const int16_t in[] = {-7, -7, -7, 30000, 99, 30000, 99, -5, 2};
    int32_t out[6], total = 0;
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I16));
    must(ctx, prefix_plan_set_output_type(plan, PREFIX_I32));
    must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP));
    must(ctx, prefix_plan_set_validity(plan, bits, 3));
    must(ctx, prefix_plan_set_total(plan, PREFIX_I32, &total));
    must(ctx, prefix_plan_run(plan, in + 3, out, 6));
    ok(out[0] == 30000 && out[1] == 30000 && out[2] == 60000 && out[3] == 60000 && out[4] == 59995 && out[5] == 59997 &&
           total == 59997,
       "%s: a nullable column", name);
    must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_KEEP));
    must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    must(ctx, prefix_plan_run(plan, in + 3, out, 6));
    ok(out[0] == 0 && out[1] == 0 && out[2] == 30000 && out[3] == 0 && out[4] == 60000 && out[5] == 59995,
       "%s: with its gaps kept, exclusive", name);
    must(ctx, prefix_plan_set_validity(plan, NULL, 0));
    must(ctx, prefix_plan_run(plan, in + 3, out, 6));
    ok(out[1] == 30000 && out[5] == 60193, "%s: and without its bitmap", name);
    prefix_plan_destroy(plan);
}

struct sample {
    const struct subject *subject;
    size_t n, first;
    int kind, reverse, in_place, reduces, has_init, keeps;
};

static int check_own(const struct sample *c, const void *identity, struct rng *rng)
{
    const struct subject *s = c->subject;
    const size_t size = s->size, bytes = c->n * size;
    struct arena *in = c->in_place ? &output : &input;
    _Alignas(ALIGNED) char init[MOST];
    char *x = must_alloc(bytes), *want = must_alloc(bytes);
    prefix_operator *op = operator_make(s, identity);
    prefix_plan *plan;
    arena_place(&bitmap, (c->first + c->n + 7) / 8, rng_below(rng, ARENA_ALIGN));
    arena_place(&output, c->reduces ? size : bytes, rng_below(rng, ARENA_ALIGN / s->alignment) * s->alignment);
    if (!c->in_place)
        arena_place(&input, bytes, rng_below(rng, ARENA_ALIGN / s->alignment) * s->alignment);
    s->make(rng, -1, size, init);
    for (size_t i = 0; i < bitmap.bytes; i++)
        bitmap.data[i] = (unsigned char)(rng_below(rng, 4) ? rng_next(rng) : rng_below(rng, 2) * 255);
    for (size_t i = 0; i < c->n; i++) {
        const size_t at = c->reverse ? c->n - 1 - i : i, bit = c->first + at;
        s->make(rng, (int64_t)i, size, in->data + at * size);
        memcpy(x + i * size, bitmap.data[bit / 8] >> bit % 8 & 1 ? (const char *)in->data + at * size : identity, size);
    }
    operator_scan_by_the_book(s, x, c->n, c->has_init ? init : NULL, NULL);
    for (size_t i = 0; i < c->n; i++) {
        const size_t at = c->reverse ? c->n - 1 - i : i, bit = c->first + at;
        const void *before = i > 0 ? x + (i - 1) * size : c->has_init ? init : identity;
        const int is_blank = c->keeps && !(bitmap.data[bit / 8] >> bit % 8 & 1);
        memcpy(want + at * size, is_blank ? identity : c->kind == PREFIX_INCLUSIVE ? x + i * size : before, size);
    }

    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    must(ctx, prefix_plan_set_kind(plan, c->kind));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    must(ctx, prefix_plan_set_init(plan, 0, c->has_init ? init : NULL));
    must(ctx, prefix_plan_set_missing(plan, c->keeps ? PREFIX_MISSING_KEEP : PREFIX_MISSING_SKIP));
    must(ctx, prefix_plan_set_validity(plan, arena_pointer(&bitmap), c->first));
    struct arena *const all[] = {in, &output, &bitmap};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        arena_push(all[i]);
    scratch_renew(ctx);
    if (c->reduces) {
        must(ctx, prefix_plan_set_total(plan, 0, arena_pointer(&output)));
        must(ctx, prefix_plan_reduce(plan, arena_pointer(in), c->n));
    } else {
        must(ctx, prefix_plan_run(plan, arena_pointer(in), arena_pointer(&output), c->n));
    }
    must(ctx, prefix_ctx_synchronize(ctx));
    int good = scratch_guarded();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        arena_pull(all[i]);
        good &= arena_guarded(all[i]);
    }
    good &= memcmp(output.data, c->reduces ? x + (c->n - 1) * size : want, output.bytes) == 0;
    if (!good)
        diag("%s of %zu bytes, n %zu, first %zu, kind %d, reverse %d, in place %d, reduces %d, init %d, keeps %d",
             s->name, size, c->n, c->first, c->kind, c->reverse, c->in_place, c->reduces, c->has_init, c->keeps);
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);
    free(x);
    free(want);
    return good;
}

static int check_subject(const struct subject *s, const void *identity, int rounds)
{
    struct rng rng = rng_make(s->size * 100 + s->alignment);
    int good = 1;
    for (int round = 0; round < rounds && good; round++) {
        struct sample c = {.subject = s, .n = 1 + rng_below(&rng, rng_below(&rng, 3) ? 200 : 40000 / s->size + 1)};
        c.first = rng_below(&rng, 2) ? rng_below(&rng, 50) : 0;
        c.kind = rng_below(&rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE;
        c.reverse = (int)rng_below(&rng, 2);
        c.reduces = rng_below(&rng, 4) == 0;
        c.in_place = !c.reduces && rng_below(&rng, 3) == 0;
        c.has_init = (int)rng_below(&rng, 2);
        c.keeps = (int)rng_below(&rng, 2);
        good &= check_own(&c, identity, &rng);
    }
    return good;
}

static void check_operators(const char *name)
{
    static const char zeros[MOST];
    static const uint32_t one_matrix[] = {1, 0, 0, 1};
    static const float one_map[] = {1, 0};
    const int rounds = test_level() == TEST_LONG ? 400 : test_level() == TEST_SHORT ? 5 : 60;
    int good = 1;
    for (size_t i = 0; i < OPERATOR_SUBJECTS; i++) {
        const struct subject *s = &operator_subjects[i];
        const void *identity = strcmp(s->name, "matrices") == 0      ? (const void *)one_matrix
                               : strcmp(s->name, "affine maps") == 0 ? (const void *)one_map
                                                                     : zeros;
        if (strcmp(s->name, "places") != 0) /* which have none */
            ok(check_subject(s, identity, rounds), "%s: %s", name, s->name);
    }
    for (size_t size = 1; size <= MOST; size++) {
        const struct subject s = operator_bytes(size);
        good &= !operator_tries(name, size) || check_subject(&s, zeros, rounds / 8 + 1);
    }
    ok(good, "%s: elements of 1 to %d bytes", name, MOST);
}

/* Counted, a scan is that of the elements and identities that there are. */
static void check_counts(const char *name)
{
    const float in[5] = {1, NAN, 2, NAN, 3};
    float out[5];
    uint64_t work[2], span[2];
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    must(ctx, prefix_plan_set_counting(plan, 1));
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_HILLIS_STEELE));
    if (prefix_plan_run(plan, in, out, 5) == PREFIX_OK) {
        must(ctx, prefix_plan_counts(plan, &work[0], &span[0]));
        must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_KEEP));
        must(ctx, prefix_plan_run(plan, in, out, 5));
        must(ctx, prefix_plan_counts(plan, &work[1], &span[1]));
        ok(work[0] == work[1] && span[0] == span[1] && out[2] == 3 && isnan(out[3]) && out[4] == 6, "%s: counts", name);
    }
    prefix_plan_destroy(plan);
}

/* Host memory of which so many more blocks may be taken. */
struct purse {
    int left, taken;
};

static void *take(void *user, size_t bytes)
{
    struct purse *purse = user;
    if (purse->left-- <= 0)
        return NULL;
    purse->taken++;
    return malloc(bytes);
}

static void give(void *user, void *memory)
{
    struct purse *purse = user;
    purse->taken -= memory != NULL;
    free(memory);
}

/* Each kind of run, out of memory at each allocation until there are enough: nothing is written before the first. */
static void check_memory(const char *name)
{
    enum { N = 100000, RUNS = 4 };
    float *in = must_alloc(N * sizeof *in), *out = must_alloc(N * sizeof *out), total;
    const uint32_t offsets[2] = {0, N};
    int good = 1, most = 0;
    for (int i = 0; i < N; i++)
        in[i] = i % 3 ? 1 : NAN;
    for (int run = 0; run < RUNS; run++)
        for (int left = 0, status = PREFIX_ERROR_NOMEM; status == PREFIX_ERROR_NOMEM && left < 20; left++) {
            struct purse purse = {.left = 20};
            prefix_ctx *own;
            prefix_plan *plan;
            must(NULL, prefix_ctx_create(&own, name));
            must(own, prefix_ctx_set_allocator(own, take, give, &purse));
            must(own, prefix_ctx_set_threads(own, 3));
            must(own, prefix_plan_create(&plan, own, PREFIX_SUM, PREFIX_F32));
            must(own, prefix_plan_set_missing(plan, PREFIX_MISSING_KEEP));
            if (run > 1)
                must(own, prefix_plan_set_offsets(plan, PREFIX_U32, offsets, 1));
            if (run % 2)
                must(own, prefix_plan_set_total(plan, PREFIX_F32, &total));
            for (int i = 0; i < N; i++)
                out[i] = 5;
            total = 5;
            purse.left = left;
            status = run % 2 ? prefix_plan_reduce(plan, in, N) : prefix_plan_run(plan, in, out, N);
            const float result = run % 2 ? total : out[N - 2];
            good &= status == PREFIX_OK ? result == N / 3 * 2 : status == PREFIX_ERROR_NOMEM;
            good &= status == PREFIX_OK || strstr(prefix_ctx_error(own), "memory") != NULL;
            good &= left > 0 || (result == 5 && status == PREFIX_ERROR_NOMEM);
            most = left > most ? left : most;
            prefix_plan_destroy(plan);
            prefix_ctx_destroy(own);
            good &= purse.taken == 0;
        }
    ok(good && most > 0, "%s: out of memory", name);
    free(in);
    free(out);
}

/* A run that is refused before anything is written. */
static void refused(prefix_plan *plan, const void *in, int status, const char *word)
{
    float out[4] = {9, 9, 9, 9};
    const int got = prefix_plan_run(plan, in, out, 4);
    ok(got == status && strstr(prefix_ctx_error(ctx), word) && out[0] == 9 && out[3] == 9, "refused: %s (%d: %s)", word,
       got, prefix_ctx_error(ctx));
}

static void check_refusals(void)
{
    static const int32_t decreasing[] = {0, 3, 2, 4};
    const uint8_t bits[1] = {0xf};
    const float in[4] = {1, 2, 3, NAN};
    float data[4] = {1, 2, 3, 4}, unique[4];
    uint64_t count;
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    ok(prefix_plan_set_missing(NULL, PREFIX_MISSING_SKIP) == PREFIX_ERROR_ARGUMENT &&
           prefix_plan_set_validity(NULL, bits, 0) == PREFIX_ERROR_ARGUMENT,
       "refused: no plan");
    ok(prefix_plan_set_missing(plan, PREFIX_SUM) == PREFIX_ERROR_ARGUMENT &&
           strstr(prefix_ctx_error(ctx), "missing: 201 is no treatment of missing elements, but the operator sum"),
       "refused: %s", prefix_ctx_error(ctx));
    must(ctx, prefix_plan_set_validity(plan, bits, 0));
    refused(plan, in, PREFIX_ERROR_UNSUPPORTED, "validity: the plan does not skip missing elements");
    must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP));
    must(ctx, prefix_plan_set_validity(plan, (const uint8_t *)data + 15, 0));
    ok(prefix_plan_run(plan, in, data, 4) == PREFIX_ERROR_OVERLAP && data[3] == 4, "refused: %s",
       prefix_ctx_error(ctx));
    must(ctx, prefix_plan_set_validity(plan, bits, 0));
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, decreasing, 3));
    refused(plan, in, PREFIX_ERROR_ARGUMENT, "offset 2 is 2, less than the 3 before it");
    ok(prefix_plan_run(plan, data, data, 4) == PREFIX_ERROR_ARGUMENT && data[0] == 1, "refused in place");
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, NULL, 0));
    refused(plan, NULL, PREFIX_ERROR_ARGUMENT, "in is NULL");
    ok(prefix_plan_reduce_by_key(plan, PREFIX_F32, in, data, unique, unique, 4, 4, &count) ==
               PREFIX_ERROR_UNSUPPORTED &&
           strstr(prefix_ctx_error(ctx), "missing"),
       "refused: %s", prefix_ctx_error(ctx));
    prefix_plan_destroy(plan);

    const struct subject bytes = operator_bytes(4);
    prefix_operator *op = operator_make(&bytes, NULL);
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    must(ctx, prefix_plan_set_missing(plan, PREFIX_MISSING_KEEP));
    must(ctx, prefix_plan_set_validity(plan, bits, 0));
    refused(plan, in, PREFIX_ERROR_UNSUPPORTED, "the operator has no identity");
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);
}

static void check_backend(const char *name)
{
    check_pandas(name);
    check_arrow(name);
    check_operators(name);
    check_counts(name);
    if (strcmp(name, "cuda") != 0) /* whose memory is the device's */
        check_memory(name);
    check_refusals();
}

int main(void)
{
    struct arena *const all[] = {&input, &output, &bitmap};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    return done();
}
