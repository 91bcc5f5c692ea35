/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams: what is refused, with nothing written; how arrays are cut; one array that stays where it is; complex numbers
 * and operators of the caller's own.
 */
#include <complex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { PARTS = 3, N = 30000 };

static prefix_ctx *contexts[64];
static prefix_team *team;
static const char name[] = "team";

static void test_create(void)
{
    prefix_ctx *none[] = {contexts[0], NULL};
    prefix_team *made = team;
    ok_refused(NULL, name, prefix_team_create(NULL, contexts, 1), PREFIX_ERROR_ARGUMENT, "team is NULL");
    ok_refused(NULL, name, prefix_team_create(&made, contexts, 0), PREFIX_ERROR_ARGUMENT, "1 to 64 contexts, not 0");
    ok(made == NULL, "no team");
    ok_refused(NULL, name, prefix_team_create(&made, contexts, 65), PREFIX_ERROR_ARGUMENT, "not 65");
    ok_refused(NULL, name, prefix_team_create(&made, NULL, 2), PREFIX_ERROR_ARGUMENT, "contexts is NULL");
    ok_refused(NULL, name, prefix_team_create(&made, none, 2), PREFIX_ERROR_ARGUMENT, "part 1 is NULL");
    is_int(prefix_team_create(&made, contexts, 64), PREFIX_OK, "a team of 64");
    is_int(prefix_team_synchronize(made), PREFIX_OK, "which is waited for");
    prefix_team_destroy(made);
    prefix_team_destroy(NULL);
    ok_refused(NULL, name, prefix_team_synchronize(NULL), PREFIX_ERROR_ARGUMENT, "team is NULL");
}

/* Cuts of n: multiples of 8192 but for the last, as equal as can be. */
static int check_cuts(prefix_team *some, size_t count, size_t n)
{
    size_t sizes[64], sum = 0, most = 0, least = SIZE_MAX;
    must(NULL, prefix_team_cuts(some, n, sizes));
    for (size_t i = 0; i < count; i++) {
        const size_t pieces = sizes[i] / 8192 + (sizes[i] % 8192 != 0);
        most = pieces > most ? pieces : most;
        least = pieces < least ? pieces : least;
        if (sizes[i] % 8192 != 0 && sum + sizes[i] != n)
            return 0;
        sum += sizes[i];
    }
    return sum == n && most - least <= 1;
}

static void test_cuts(void)
{
    static const size_t sizes[] = {0, 1, 8191, 8192, 8193, 16384, 24576, 24577, 100000, 1000000, SIZE_MAX};
    size_t cut[PARTS];
    int good = 1;
    for (size_t count = 1; count <= 64; count += count < 5 ? 1 : 59) {
        prefix_team *some;
        must(NULL, prefix_team_create(&some, contexts, count));
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            good &= check_cuts(some, count, sizes[i]) || (diag("%zu for %zu", sizes[i], count), 0);
        prefix_team_destroy(some);
    }
    ok(good, "cuts");
    ok_refused(NULL, name, prefix_team_cuts(NULL, 1, cut), PREFIX_ERROR_ARGUMENT, "team is NULL");
    ok_refused(NULL, name, prefix_team_cuts(team, 1, NULL), PREFIX_ERROR_ARGUMENT, "sizes is NULL");
}

/* Each wrong argument stands in the last part, so that the first ones could have been written. */
static void test_arguments(void)
{
    static int32_t in[PARTS][4], out[PARTS][5];
    const void *from[PARTS] = {in[0], in[1], in[2]};
    void *to[PARTS] = {out[0], out[1], out[2]};
    size_t n[PARTS] = {4, 4, 4};
    int32_t result = 7;
    const int A = PREFIX_ERROR_ARGUMENT, O = PREFIX_ERROR_OVERLAP, S = PREFIX_SUM, T = PREFIX_I32;
    const int K = PREFIX_INCLUSIVE, U = PREFIX_ERROR_UNSUPPORTED;
    memset(out, ARENA_POISON, sizeof out);
    ok_refused(NULL, name, prefix_team_scan(NULL, K, S, T, from, to, n), A, "team is NULL");
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, NULL, to, n), A, "in is NULL");
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, from, NULL, n), A, "out is NULL");
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, from, to, NULL), A, "n is NULL");
    ok_refused(NULL, name, prefix_team_scan(team, S, S, T, from, to, n), A, "kind: ");
    ok_refused(NULL, name, prefix_team_scan(team, K, K, T, from, to, n), A, "op: ");
    ok_refused(NULL, name, prefix_team_scan(team, K, S, S, from, to, n), A, "type: ");
    ok_refused(NULL, name, prefix_team_scan(team, K, PREFIX_AND, PREFIX_F32, from, to, n), U, "takes integers");
    ok_refused(NULL, name, prefix_team_scan(team, K, PREFIX_ARG_MAX, T, from, to, n), U, "gives places");
    from[2] = NULL;
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, from, to, n), A, "part 2: in is NULL, and n is 4");
    from[2] = (char *)in[2] + 1;
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, from, to, n), A, "part 2: in is not aligned");
    from[2] = out[2] + 1;
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, from, to, n), O, "part 2: out overlaps in");
    from[2] = out[0];
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, from, to, n), O,
               "part 2: its input overlaps output of part 0");
    from[2] = in[2];
    to[2] = NULL;
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, from, to, n), A, "part 2: out is NULL");
    to[2] = in[1];
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, from, to, n), O,
               "part 2: its output overlaps input of part 1");
    to[2] = out[1] + 3;
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, from, to, n), O, "output of part 1");
    to[2] = out[2];
    n[2] = SIZE_MAX / 2;
    ok_refused(NULL, name, prefix_team_scan(team, K, S, T, from, to, n), PREFIX_ERROR_OVERFLOW, "part 2: n: ");
    ok_refused(NULL, name, prefix_team_reduce(team, S, T, from, &result, n), PREFIX_ERROR_OVERFLOW, "part 2: n: ");
    n[2] = 4;
    ok_refused(NULL, name, prefix_team_reduce(team, S, T, from, NULL, n), A, "result is NULL");
    ok_refused(NULL, name, prefix_team_reduce(team, S, T, from, &in[2][1], n), O, "part 2: the result lies");
    ok_refused(NULL, name, prefix_team_reduce(team, S, T, from, (char *)&result + 1, n), A, "result is not aligned");
    ok(all_poison((unsigned char *)out, sizeof out) && result == 7, "nothing was written");
}

static void test_plan_settings(void)
{
    static const uint8_t flags[4];
    float in[PARTS][4] = {{0}}, out[PARTS][4];
    const void *from[PARTS] = {in[0], in[1], in[2]};
    void *to[PARTS] = {out[0], out[1], out[2]};
    const size_t n[PARTS] = {4, 4, 4};
    const int U = PREFIX_ERROR_UNSUPPORTED;
    prefix_plan *plan;
    must(NULL, prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_F32));
    ok_refused(NULL, name, prefix_team_plan_run(team, NULL, from, to, n), PREFIX_ERROR_ARGUMENT, "plan is NULL");
    ok_refused(NULL, name, prefix_team_plan_reduce(team, NULL, from, n), PREFIX_ERROR_ARGUMENT, "plan is NULL");
    ok_refused(NULL, name, prefix_team_plan_reduce(team, plan, from, n), PREFIX_ERROR_ARGUMENT, "no total");
    must(NULL, prefix_plan_set_head_flags(plan, flags));
    ok_refused(NULL, name, prefix_team_plan_run(team, plan, from, to, n), U, "segments");
    must(NULL, prefix_plan_set_head_flags(plan, NULL));
    must(NULL, prefix_plan_set_batch(plan, 2, 4, 4));
    ok_refused(NULL, name, prefix_team_plan_run(team, plan, from, to, n), U, "a batch");
    must(NULL, prefix_plan_set_batch(plan, 1, 0, 0));
    must(NULL, prefix_plan_set_validity(plan, flags, 0));
    ok_refused(NULL, name, prefix_team_plan_run(team, plan, from, to, n), U, "a bitmap");
    must(NULL, prefix_plan_set_validity(plan, NULL, 0));
    must(NULL, prefix_plan_set_ends(plan, 1));
    ok_refused(NULL, name, prefix_team_plan_run(team, plan, from, to, n), U, "n + 1 results");
    must(NULL, prefix_plan_set_ends(plan, 0));
    must(NULL, prefix_plan_set_counting(plan, 1));
    ok_refused(NULL, name, prefix_team_plan_run(team, plan, from, to, n), U, "counting");
    must(NULL, prefix_plan_set_counting(plan, 0));
    must(NULL, prefix_plan_set_total(plan, PREFIX_F32, &in[2][3]));
    ok_refused(NULL, name, prefix_team_plan_run(team, plan, from, to, n), PREFIX_ERROR_OVERLAP, "part 2: total lies");
    prefix_plan_destroy(plan);
}

/* Where parts of one array begin that stays in one piece. */
static void cut(const size_t *sizes, size_t element, void *array, void **parts)
{
    for (size_t i = 0; i < PARTS; array = (char *)array + sizes[i++] * element)
        parts[i] = array;
}

/* Sums of whole numbers, in place, beside plain loops. */
static void test_one_array(void)
{
    float complex *x = must_alloc(N * sizeof *x);
    struct rng rng = rng_make(1);
    size_t sizes[PARTS];
    void *parts[PARTS];
    float complex *given = must_alloc(N * sizeof *given), sum = 0, result;
    int good = 1;
    must(NULL, prefix_team_cuts(team, N, sizes));
    for (size_t i = 0; i < N; i++)
        x[i] = given[i] = (float)rng_below(&rng, 99) + (float)rng_below(&rng, 99) * I;
    cut(sizes, sizeof *x, x, parts);
    must(NULL, prefix_team_reduce(team, PREFIX_SUM, PREFIX_C64, (const void *const *)parts, &result, sizes));
    must(NULL,
         prefix_team_scan(team, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_C64, (const void *const *)parts, parts, sizes));
    for (size_t i = 0; i < N; i++)
        good &= x[i] == (sum += given[i]);
    ok(good && result == sum, "complex numbers, in one array");
    free(x);
    free(given);
}

/* x -> a x + b modulo 2^32, which is not commutative. */
struct map {
    uint32_t a, b;
};
static struct map then(struct map earlier, struct map later)
{
    return (struct map){earlier.a * later.a, later.a * earlier.b + later.b};
}

PREFIX_COMBINE(compose, struct map, then(earlier, later))

static void test_own_operator(void)
{
    static const struct map init = {3, 5};
    struct map *x = must_alloc(N * sizeof *x), *out = must_alloc(N * sizeof *out), value = init, total;
    struct rng rng = rng_make(2);
    const size_t sizes[PARTS] = {10001, 0, N - 10001};
    void *from[PARTS], *to[PARTS];
    prefix_operator *op;
    prefix_plan *plan;
    int good = 1;
    for (size_t i = 0; i < N; i++)
        x[i] = (struct map){(uint32_t)rng_next(&rng), (uint32_t)rng_next(&rng)};
    cut(sizes, sizeof *x, x, from);
    cut(sizes, sizeof *x, out, to);
    must(NULL, prefix_operator_create(&op, sizeof *x, _Alignof(struct map)));
    must(NULL, prefix_operator_set_host(op, compose));
    must(NULL, prefix_plan_create_operator(&plan, NULL, op));
    prefix_operator_destroy(op);
    must(NULL, prefix_plan_set_init(plan, 0, &init));
    must(NULL, prefix_plan_set_total(plan, 0, &total));
    for (int reverse = 0; reverse < 2; reverse++) {
        must(NULL, prefix_plan_set_reverse(plan, reverse));
        must(NULL, prefix_team_plan_run(team, plan, (const void *const *)from, to, sizes));
        value = init;
        for (size_t k = 0; k < N; k++) {
            const size_t i = reverse ? N - 1 - k : k;
            value = then(value, x[i]);
            good &= out[i].a == value.a && out[i].b == value.b;
        }
        good &= total.a == value.a && total.b == value.b;
    }
    ok(good, "an operator of the caller's own");
    prefix_plan_destroy(plan);
    free(x);
    free(out);
}

int main(void)
{
    prefix_ctx *serial = open_backend("serial"), *openmp = open_backend("openmp");
    for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++)
        contexts[i] = openmp && i % 2 ? openmp : serial;
    must(NULL, prefix_team_create(&team, contexts, PARTS));
    test_create();
    test_cuts();
    test_arguments();
    test_plan_settings();
    test_one_array();
    test_own_operator();
    prefix_team_destroy(team);
    prefix_ctx_destroy(serial);
    prefix_ctx_destroy(openmp);
    return done();
}
