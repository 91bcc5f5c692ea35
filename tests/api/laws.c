/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The laws of the canonical order, checked on the library alone: what one scan gives is compared
 * with what another gives, on every backend that is there.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"

struct request {
    int kind, op, type, output_type, reverse;
    const void *init;
    int init_type;
    void *total;
    int total_type;
};

/* What the laws are tried on: the operators that the order is about, and some that it is not. */
static const struct {
    int op, type, output_type;
} subjects[] = {
    {PREFIX_SUM, PREFIX_F32, PREFIX_F32},    {PREFIX_SUM, PREFIX_F64, PREFIX_F64},
    {PREFIX_SUM, PREFIX_F16, PREFIX_F16},    {PREFIX_SUM, PREFIX_BF16, PREFIX_BF16},
    {PREFIX_SUM, PREFIX_F16, PREFIX_F32},    {PREFIX_SUM, PREFIX_F32, PREFIX_F64},
    {PREFIX_PRODUCT, PREFIX_F32, PREFIX_F32}, {PREFIX_PRODUCT, PREFIX_F64, PREFIX_F64},
    {PREFIX_PRODUCT, PREFIX_F16, PREFIX_F16}, {PREFIX_MAX, PREFIX_F32, PREFIX_F32},
    {PREFIX_SUM, PREFIX_I32, PREFIX_I32},    {PREFIX_SUM, PREFIX_U8, PREFIX_U64},
    {PREFIX_XOR, PREFIX_U16, PREFIX_U16},    {PREFIX_MIN, PREFIX_I64, PREFIX_I64},
};
enum { SUBJECTS = sizeof subjects / sizeof subjects[0], ITEMS = 200 * 1000 + 77, REPEATS = 10 };
/* The length of the rising f32 sums. */
static size_t many;
static const int thread_counts[] = {1, 2, 16};

static void scan(prefix_ctx *ctx, const struct request *r, const void *in, void *out, size_t n)
{
    prefix_plan *p = NULL;
    must(ctx, prefix_plan_create(&p, ctx, r->op, r->type));
    must(ctx, prefix_plan_set_kind(p, r->kind));
    must(ctx, prefix_plan_set_output_type(p, r->output_type));
    must(ctx, prefix_plan_set_reverse(p, r->reverse));
    if (r->init)
        must(ctx, prefix_plan_set_init(p, r->init_type, r->init));
    if (r->total)
        must(ctx, prefix_plan_set_total(p, r->total_type, r->total));
    must(ctx, prefix_plan_run(p, in, out, n));
    prefix_plan_destroy(p);
}

static struct request request_of(int subject)
{
    struct request r = {.kind = PREFIX_INCLUSIVE, .op = subjects[subject].op, .type = subjects[subject].type,
                        .output_type = subjects[subject].output_type};
    return r;
}

/* Data with finite results: a NaN would hide a difference. */
static void *data_of(int subject, size_t n)
{
    int type = subjects[subject].type;
    struct rng rng = rng_make((uint64_t)subject);
    void *in = must_alloc(n * oracle_size(type));
    data_fill(&rng, subjects[subject].op == PREFIX_PRODUCT ? DATA_NEAR_ONE : DATA_SMALL, type, in, n);
    return in;
}

static int same(int type, const void *a, const void *b, size_t n)
{
    size_t at;
    if (oracle_same(type, a, b, n, &at))
        return 1;
    diag("element %zu differs", at);
    return 0;
}

/* Last element, both totals, the shift, in place and the mirror. */
static int ends_meet(prefix_ctx *ctx, int subject)
{
    struct request r = request_of(subject);
    size_t n = ITEMS, in_size = oracle_size(r.type), size = oracle_size(r.output_type);
    unsigned char *in = data_of(subject, n), *mirror = must_alloc(n * in_size);
    unsigned char *inclusive = must_alloc(n * size), *other = must_alloc(n * size);
    unsigned char total[8], exclusive_total[8], zero_total[8];
    int good = 1;
    r.total_type = r.output_type;
    r.total = total;
    scan(ctx, &r, in, inclusive, n);
    good &= same(r.output_type, total, inclusive + (n - 1) * size, 1);

    r.kind = PREFIX_EXCLUSIVE;
    r.total = exclusive_total;
    scan(ctx, &r, in, other, n);
    good &= same(r.output_type, exclusive_total, total, 1);
    good &= same(r.output_type, other + size, inclusive, n - 1);
    r.total = zero_total;
    scan(ctx, &r, NULL, NULL, 0);
    good &= same(r.output_type, zero_total, other, 1); /* both are the identity */

    r.kind = PREFIX_INCLUSIVE;
    r.total = NULL;
    if (r.type == r.output_type) {
        memcpy(other, in, n * size);
        scan(ctx, &r, other, other, n);
        good &= same(r.output_type, other, inclusive, n);
    }

    for (size_t i = 0; i < n; i++)
        memcpy(mirror + i * in_size, in + (n - 1 - i) * in_size, in_size);
    r.reverse = 1;
    scan(ctx, &r, mirror, other, n);
    for (size_t i = 0; i < n && good; i++)
        good &= same(r.output_type, other + (n - 1 - i) * size, inclusive + i * size, 1);
    free(in);
    free(mirror);
    free(inclusive);
    free(other);
    return good;
}

/* Pieces that end at tile boundaries, each with the total before it as init, are one scan. */
static int pieces_chain(prefix_ctx *ctx, int subject)
{
    struct request r = request_of(subject);
    struct rng rng = rng_make(100 + (uint64_t)subject);
    size_t n = ITEMS, in_size = oracle_size(r.type), size = oracle_size(r.output_type);
    size_t tile = 32768 / (size < 4 && oracle_is_float(r.output_type) ? 4 : size);
    unsigned char *in = data_of(subject, n), *whole = must_alloc(n * size), *pieces = must_alloc(n * size);
    unsigned char whole_total[8], carry[2][8];
    int good = 1;
    for (int kind = PREFIX_INCLUSIVE; kind <= PREFIX_EXCLUSIVE; kind++) {
        int turn = 0;
        r.kind = kind;
        r.init = NULL;
        r.init_type = r.total_type = oracle_carry_type(r.op, r.output_type);
        r.total = whole_total;
        scan(ctx, &r, in, whole, n);
        for (size_t at = 0; at < n;) {
            size_t length = tile * (1 + rng_below(&rng, 3));
            if (length > n - at)
                length = n - at;
            r.total = carry[turn];
            scan(ctx, &r, in + at * in_size, pieces + at * size, length);
            r.init = carry[turn];
            turn = !turn;
            at += length;
        }
        good &= same(r.output_type, pieces, whole, n);
        good &= same(r.total_type, r.init, whole_total, 1);
    }
    free(in);
    free(whole);
    free(pieces);
    return good;
}

/* A reduction has the bits of a scan's last element, and of its total in the carry type. */
static int reduction_is_last(prefix_ctx *ctx, int subject)
{
    struct request r = request_of(subject);
    size_t size = oracle_size(r.output_type);
    int carry_type = oracle_carry_type(r.op, r.output_type), good = 1;
    unsigned char *in = data_of(subject, ITEMS), *out = must_alloc((ITEMS + 1) * size), total[8], carry[8], reduced[8];
    static const size_t lengths[] = {1, 100, 8191, 8192, 50001, ITEMS};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (r.reverse = 0; r.reverse < 2; r.reverse++) {
            size_t n = lengths[i], last = r.reverse ? 0 : n - 1;
            prefix_plan *p = NULL;
            r.total = out + n * size; /* right behind the results */
            r.total_type = r.output_type;
            scan(ctx, &r, in, out, n);
            good &= same(r.output_type, out + n * size, out + last * size, 1);
            r.total = carry;
            r.total_type = carry_type;
            scan(ctx, &r, in, out, n);
            must(ctx, prefix_plan_create(&p, ctx, r.op, r.type));
            must(ctx, prefix_plan_set_output_type(p, r.output_type));
            must(ctx, prefix_plan_set_reverse(p, r.reverse));
            must(ctx, prefix_plan_set_total(p, r.output_type, total));
            must(ctx, prefix_plan_reduce(p, in, n));
            good &= same(r.output_type, total, out + last * size, 1);
            must(ctx, prefix_plan_set_total(p, carry_type, total));
            must(ctx, prefix_plan_reduce(p, in, n));
            good &= same(carry_type, total, carry, 1);
            prefix_plan_destroy(p);
            if (r.type != r.output_type || r.reverse)
                continue;
            must(ctx, prefix_reduce(ctx, r.op, r.type, in, reduced, n));
            good &= same(r.type, reduced, out + last * size, 1);
        }
    free(in);
    free(out);
    return good;
}

/* Many threads, any backend, again and again: one result. */
static void bits_agree(prefix_ctx *const contexts[], const char *const names[], size_t count, int subject)
{
    struct request r = request_of(subject);
    size_t n = ITEMS, size = oracle_size(r.output_type);
    unsigned char *in = data_of(subject, n), *first = must_alloc(n * size), *other = must_alloc(n * size);
    scan(contexts[0], &r, in, first, n);
    for (size_t c = 0; c < count; c++) {
        unsigned char reduced[8];
        int good = 1;
        for (size_t t = 0; t < sizeof thread_counts / sizeof thread_counts[0]; t++) {
            must(contexts[c], prefix_ctx_set_threads(contexts[c], thread_counts[t]));
            for (int repeat = 0; repeat < REPEATS && good; repeat++) {
                memset(other, 0xa5, n * size);
                scan(contexts[c], &r, in, other, n);
                good = memcmp(first, other, n * size) == 0;
                if (r.type != r.output_type)
                    continue;
                must(contexts[c], prefix_reduce(contexts[c], r.op, r.type, in, reduced, n));
                good = good && memcmp(first + (n - 1) * size, reduced, size) == 0;
            }
        }
        must(contexts[c], prefix_ctx_set_threads(contexts[c], 0));
        ok(good, "%s: %s %s -> %s has the bits of serial, with 1, 2 and 16 threads, %d times", names[c],
           prefix_op_name(r.op), prefix_type_name(r.type), prefix_type_name(r.output_type), REPEATS);
    }
    free(in);
    free(first);
    free(other);
}

/* Non-negative input whose sum meets every rounding there is. */
static void fill_rising(struct rng *rng, int how, int type, unsigned char *to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double x = rng_unit(rng);
        if (how == 1) /* all magnitudes, tiny after huge */
            x = ldexp(1 + x, (int)rng_below(rng, 40) - 30);
        else if (how == 2) /* long runs of nothing and of half an ulp */
            x = i % 4096 == 0 ? 1 : i % 3 ? 0 : 0x1p-25;
        else if (how == 3) /* falling steadily */
            x = 1 / (1 + (double)i);
        oracle_float_put(type, to + i * oracle_size(type), type == PREFIX_F16 ? x * 0x1p-8 : x);
    }
}

static int never_falls(prefix_ctx *ctx, int type, int how, size_t n)
{
    struct request r = {.kind = PREFIX_INCLUSIVE, .op = PREFIX_SUM, .type = type, .output_type = type};
    struct rng rng = rng_make(200 + (uint64_t)(how * 16 + type));
    size_t size = oracle_size(type), falls = 0;
    unsigned char *in = must_alloc(n * size), *out = must_alloc(n * size);
    fill_rising(&rng, how, type, in, n);
    scan(ctx, &r, in, out, n);
    for (size_t i = 1; i < n; i++)
        falls += !(oracle_float_get(type, out + i * size) >= oracle_float_get(type, out + (i - 1) * size));
    if (falls)
        diag("%zu of %zu steps fall", falls, n);
    free(in);
    free(out);
    return falls == 0;
}

/* -0 in, +0 out: a sum starts from +0; a product keeps its sign, and so do minimum and maximum. */
static int zeros_are_signed(prefix_ctx *ctx, int type)
{
    static const int ops[] = {PREFIX_SUM, PREFIX_PRODUCT, PREFIX_MIN, PREFIX_MAX};
    size_t n = 300, size = oracle_size(type);
    unsigned char *in = must_alloc(n * size), *out = must_alloc(n * size), init[8], total[8];
    int good = 1;
    for (size_t i = 0; i < n; i++)
        oracle_float_put(type, in + i * size, -0.0);
    for (size_t o = 0; o < sizeof ops / sizeof ops[0]; o++)
        for (int with_init = 0; with_init < 2; with_init++) {
            struct request r = {.kind = PREFIX_INCLUSIVE, .op = ops[o], .type = type, .output_type = type,
                                .total = total, .total_type = type};
            oracle_float_put(type, init, -0.0);
            r.init = with_init ? init : NULL;
            r.init_type = type;
            scan(ctx, &r, in, out, n);
            for (size_t i = 0; i < n; i++) {
                double x = oracle_float_get(type, out + i * size);
                int odd = (int)(i % 2 == 0) != with_init; /* -0 times -0 is +0 */
                int negative = ops[o] == PREFIX_SUM ? 0 : ops[o] == PREFIX_PRODUCT ? odd : 1;
                good &= x == 0 && (signbit(x) != 0) == negative;
            }
            scan(ctx, &r, NULL, NULL, 0);
            if (with_init)
                good &= oracle_float_get(type, total) == 0 &&
                        (signbit(oracle_float_get(type, total)) != 0) == (ops[o] != PREFIX_SUM);
        }
    free(in);
    free(out);
    return good;
}

static double sum_error(prefix_ctx *ctx, int type, int output_type, int pattern, size_t n)
{
    struct request r = {.kind = PREFIX_INCLUSIVE, .op = PREFIX_SUM, .type = type, .output_type = output_type};
    struct rng rng = rng_make(300 + (uint64_t)(pattern * 16 + type));
    void *in = must_alloc(n * oracle_size(type)), *out = must_alloc(n * oracle_size(output_type));
    data_fill(&rng, pattern, type, in, n);
    scan(ctx, &r, in, out, n);
    double error = oracle_sum_error(type, output_type, in, out, n);
    free(in);
    free(out);
    return error;
}

/* The largest error of a rising f32 sum in units of its last place. */
static double ulps(prefix_ctx *ctx, size_t n)
{
    struct request r = {.kind = PREFIX_INCLUSIVE, .op = PREFIX_SUM, .type = PREFIX_F32, .output_type = PREFIX_F32};
    struct rng rng = rng_make(400);
    float *in = must_alloc(n * sizeof *in), *out = must_alloc(n * sizeof *out);
    long double exact = 0, worst = 0;
    data_fill(&rng, DATA_NON_NEGATIVE, PREFIX_F32, in, n);
    scan(ctx, &r, in, out, n);
    for (size_t i = 0; i < n; i++) {
        exact += (long double)in[i];
        long double ulp = (long double)nextafterf(out[i], INFINITY) - (long double)out[i];
        long double error = fabsl((long double)out[i] - exact) / ulp;
        if (!(error <= worst))
            worst = error;
    }
    free(in);
    free(out);
    return (double)worst;
}

static void laws_of(prefix_ctx *ctx, const char *name)
{
    static const int floats[] = {PREFIX_F16, PREFIX_BF16, PREFIX_F32, PREFIX_F64};
    static const int patterns[] = {DATA_SMALL, DATA_NON_NEGATIVE, DATA_CANCEL, DATA_DENORMAL, DATA_HUGE_TINY};
    for (int s = 0; s < SUBJECTS; s++) {
        const char *op = prefix_op_name(subjects[s].op), *type = prefix_type_name(subjects[s].type);
        const char *output = prefix_type_name(subjects[s].output_type);
        ok(ends_meet(ctx, s), "%s: %s %s -> %s: last, totals, shift, in place, mirror", name, op, type, output);
        ok(reduction_is_last(ctx, s), "%s: %s %s -> %s: a reduction is a scan's last", name, op, type, output);
        ok(pieces_chain(ctx, s), "%s: %s %s -> %s: pieces chained through init and total", name, op, type, output);
    }
    for (int how = 0; how < 4; how++)
        for (int f = 0; f < 4; f++) {
            size_t n = floats[f] == PREFIX_F32 ? many : many / 16;
            ok(never_falls(ctx, floats[f], how, n), "%s: %s sums of %zu non-negative elements never fall, data %d", name,
               prefix_type_name(floats[f]), n, how);
        }
    for (int f = 0; f < 4; f++)
        ok(zeros_are_signed(ctx, floats[f]), "%s: signs of %s zeros", name, prefix_type_name(floats[f]));
    for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++)
        for (int type = PREFIX_F16; type <= PREFIX_F64; type++)
            for (int output = PREFIX_F16; output <= PREFIX_F64; output++)
                if (oracle_widens(type, output)) {
                    /* An f16 sum of huge numbers passes 65504: that is no error of rounding. */
                    size_t n = output == PREFIX_F16 && p != 0 && p != 3 ? 1000 : (size_t)1 << 18;
                    double error = sum_error(ctx, type, output, patterns[p], n);
                    if (!ok(error <= 1, "%s: %s -> %s sum of %s data is within its bound", name, prefix_type_name(type),
                            prefix_type_name(output), data_pattern_name(patterns[p])))
                        diag("error %g of the bound", error);
                }
    double worst = ulps(ctx, many);
    if (!ok(worst <= 8, "%s: %zu random f32 summed to a few ulp", name, many))
        diag("%g ulp", worst);
}

int main(void)
{
    static const char *const known[] = {"serial", "openmp", "cuda"};
    prefix_ctx *contexts[3];
    const char *names[3];
    size_t count = 0;
    test_seed();
    many = (size_t)1 << (test_level() == TEST_LONG ? 26 : 22);
    for (size_t i = 0; i < 3; i++) {
        prefix_ctx *ctx = open_backend(known[i]);
        if (ctx) {
            names[count] = known[i];
            contexts[count++] = ctx;
        }
    }
    if (count == 0 || strcmp(names[0], "serial") != 0)
        bail_out("no serial backend");
    for (size_t c = 0; c < count; c++)
        laws_of(contexts[c], names[c]);
    for (int s = 0; s < SUBJECTS; s++)
        bits_agree(contexts, names, count, s);
    for (size_t c = 0; c < count; c++)
        prefix_ctx_destroy(contexts[c]);
    return done();
}
