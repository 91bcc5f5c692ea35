/* SPDX-License-Identifier: BSD-3-Clause */
/* prefix_operator_check(): what is right passes, and of what is wrong it says which law fails, and where. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { N = 3000 };

PREFIX_COMBINE(add, int32_t, earlier + later)
PREFIX_COMBINE(subtract, int32_t, earlier - later)
PREFIX_COMBINE(most, int32_t, earlier > later ? earlier : later)
/* Associative but for one element. */
PREFIX_COMBINE(nearly, int32_t, earlier == 2500 || later == 2500 ? earlier - later : earlier + later)
PREFIX_COMBINE(add_floats, float, earlier + later)
PREFIX_COMBINE(add_modulo, int32_t, (earlier + later) % *(const int32_t *)state)

/* What has padding, whose bytes depend on how elements were combined. */
struct padded {
    int32_t value;
    char sign;
};

static void add_padded(const void *state, const void *earlier, ptrdiff_t earlier_step, const void *later,
                       ptrdiff_t later_step, void *result, ptrdiff_t result_step, size_t n)
{
    (void)state;
    for (size_t i = 0; i < n; i++) {
        const struct padded *e = (const void *)((const char *)earlier + (ptrdiff_t)i * earlier_step);
        const struct padded *l = (const void *)((const char *)later + (ptrdiff_t)i * later_step);
        struct padded *r = (void *)((char *)result + (ptrdiff_t)i * result_step);
        const int32_t first = e->value, sum = e->value + l->value;
        memset(r, first, sizeof *r);
        r->value = sum;
        r->sign = sum < 0;
    }
}

/* Functions with one mistake each: steps are not looked at, or only those of the operands. */
static void add_contiguous(const void *state, const void *earlier, ptrdiff_t earlier_step, const void *later,
                           ptrdiff_t later_step, void *result, ptrdiff_t result_step, size_t n)
{
    (void)state, (void)earlier_step, (void)later_step, (void)result_step;
    for (size_t i = 0; i < n; i++)
        ((int32_t *)result)[i] = ((const int32_t *)earlier)[i] + ((const int32_t *)later)[i];
}

static void add_to_first(const void *state, const void *earlier, ptrdiff_t earlier_step, const void *later,
                         ptrdiff_t later_step, void *result, ptrdiff_t result_step, size_t n)
{
    (void)state, (void)earlier_step, (void)result_step;
    for (size_t i = 0; i < n; i++) /* as if earlier were always one element, and the result later */
        *(int32_t *)((char *)result + (ptrdiff_t)i * later_step) =
            *(const int32_t *)earlier + *(const int32_t *)((const char *)later + (ptrdiff_t)i * later_step);
}

static void add_upwards(const void *state, const void *earlier, ptrdiff_t earlier_step, const void *later,
                        ptrdiff_t later_step, void *result, ptrdiff_t result_step, size_t n)
{
    add(state, earlier, earlier_step < 0 ? -earlier_step : earlier_step, later, later_step, result, result_step, n);
}

static int close_to(const void *a, const void *b)
{
    return fabsf(*(const float *)a - *(const float *)b) < 1e-3f;
}

static int same_value(const void *a, const void *b)
{
    const struct padded *x = a, *y = b;
    return x->value == y->value && x->sign == y->sign;
}

static prefix_operator *operator_of(size_t size, prefix_combine_fn host, const void *identity)
{
    prefix_operator *op;
    must(NULL, prefix_operator_create(&op, size, 4));
    must(NULL, prefix_operator_set_host(op, host));
    must(NULL, prefix_operator_set_identity(op, identity));
    return op;
}

/* says: what the sentence has, or NULL if all is right. */
static void tries(prefix_ctx *ctx, prefix_operator *op, prefix_same_fn same, const void *samples, size_t n,
                  const char *says, const char *what)
{
    size_t place = N + 1, again = N + 1;
    const int status = prefix_operator_check(ctx, op, same, samples, n, &place);
    if (!ok(says ? status == PREFIX_ERROR_ARGUMENT && place < n && strstr(prefix_ctx_error(ctx), says)
                 : status == PREFIX_OK && place == n,
            "%s", what))
        diag("status %d, place %zu, '%s'", status, place, prefix_ctx_error(ctx));
    ok(prefix_operator_check(ctx, op, same, samples, n, &again) == status && again == place, "the same once more");
}

static void test_integers(prefix_ctx *ctx, const int32_t *samples)
{
    static const struct {
        prefix_combine_fn host;
        int identity; /* -1: none */
        size_t n;
        const char *says, *what;
    } cases[] = {
        {add, -1, N, NULL, "sums"},
        {add, 0, N, NULL, "sums and their identity"},
        {add, 0, 0, NULL, "sums of nothing"},
        {add, 0, 1, NULL, "sums of one"},
        {add, 0, 2, NULL, "sums of two"},
        {most, 0, N, NULL, "maxima"},
        {subtract, -1, N, "(x OP y) OP z is not x OP (y OP z) for x, y, z = samples 0, 1, 2", "differences"},
        {subtract, -1, 2, "(x OP y) OP z is not x OP (y OP z)", "differences of two"},
        {nearly, -1, N, "is not x OP (y OP z)", "one element for which it is not associative"},
        {add, 1, N, "the identity OP x is not x for x = sample 0", "a wrong identity"},
        {most, 5, N, "the identity OP x is not x for x = sample 0", "an identity that changes some elements"},
        {add_contiguous, 0, N, "steps of 0, 4 and 4 bytes", "a function that does not know steps"},
        {add_to_first, 0, N, "steps of 8, 8 and 8 bytes", "a function that knows later's step alone"},
        {add_upwards, 0, N, "steps of -4, 8 and 12 bytes", "a function that takes steps for sizes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const int32_t identity = cases[i].identity;
        prefix_operator *op =
            operator_of(sizeof(int32_t), cases[i].host, cases[i].identity < 0 ? NULL : (const void *)&identity);
        tries(ctx, op, NULL, samples, cases[i].n, cases[i].says, cases[i].what);
        prefix_operator_destroy(op);
    }
}

static void test_state(prefix_ctx *ctx, const int32_t *samples)
{
    const int32_t modulus = 10007;
    prefix_operator *op = operator_of(sizeof(int32_t), add_modulo, NULL);
    must(NULL, prefix_operator_set_state(op, &modulus, sizeof modulus));
    tries(ctx, op, NULL, samples, N, NULL, "sums modulo the state");
    is_int(prefix_operator_check(ctx, op, NULL, samples, N, NULL), PREFIX_OK, "the place may be NULL");
    prefix_operator_destroy(op);
}

static void test_same(prefix_ctx *ctx)
{
    struct rng rng = rng_make(3);
    float *samples = must_alloc(N * sizeof *samples);
    struct padded *padded = must_alloc(N * sizeof *padded);
    for (size_t i = 0; i < N; i++) {
        samples[i] = (float)rng_unit(&rng);
        padded[i] = (struct padded){(int32_t)rng_below(&rng, 100), 0};
    }
    prefix_operator *op = operator_of(sizeof(float), add_floats, NULL);
    tries(ctx, op, NULL, samples, N, "(x OP y) OP z", "sums of floats, to the bit");
    tries(ctx, op, close_to, samples, N, NULL, "sums of floats, about");
    prefix_operator_destroy(op);
    op = operator_of(sizeof(struct padded), add_padded, NULL);
    tries(ctx, op, NULL, padded, N, "(x OP y) OP z", "elements with padding, to the bit");
    tries(ctx, op, same_value, padded, N, NULL, "elements with padding, by their members");
    prefix_operator_destroy(op);
    free(samples);
    free(padded);
}

int main(void)
{
    static const char *const backends[] = {"serial", "openmp"};
    int32_t *samples = must_alloc(N * sizeof *samples);
    for (int32_t i = 0; i < N; i++)
        samples[i] = 1 + i;
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
        prefix_ctx *ctx = open_backend(backends[i]);
        if (!ctx)
            continue;
        test_integers(ctx, samples);
        test_state(ctx, samples);
        test_same(ctx);
        prefix_ctx_destroy(ctx);
    }
    prefix_operator *op = operator_of(sizeof(int32_t), add, NULL);
    tries(NULL, op, NULL, samples, N, NULL, "in the default context");
    prefix_operator_destroy(op);
    free(samples);
    return done();
}
