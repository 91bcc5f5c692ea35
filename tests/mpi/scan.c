/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans and reductions over ranks. What is exact has the bits of the oracle over the whole array; sums and products of
 * floats those of the oracle for each part, behind the parts' own totals combined in order.
 */
#include <stdlib.h>
#include <string.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"
#include "ranks.h"

struct sample {
    int kind, op, type, output_type, reverse, has_init, pattern, in_place, exact;
    enum cut cut;
    size_t n;
};

static struct arena input = {.memory = PREFIX_MEMORY_HOST}, output = {.memory = PREFIX_MEMORY_HOST};
static size_t *starts;

/* Totals of parts with elements, in the order of the scan, combined one by one: by 1-element runs of the oracle. */
static int chain(const struct sample *c, const struct oracle_scan *scan, const char *in, void *carry)
{
    int carry_type = oracle_carry_type(c->op, c->output_type), have = c->has_init;
    if (have)
        memcpy(carry, scan->init, oracle_size(carry_type));
    for (int i = 0; i < ranks; i++) {
        int r = c->reverse ? ranks - 1 - i : i;
        if (r == rank)
            break;
        if (starts[r] == starts[r + 1])
            continue;
        struct oracle_scan part = *scan;
        /* Exact plans: the parts one behind the other. */
        part.init = c->exact && have ? carry : NULL;
        char total[16];
        oracle_run(&part, in + starts[r] * oracle_size(c->type), NULL, starts[r + 1] - starts[r], NULL, total);
        struct oracle_scan join = {.kind = PREFIX_INCLUSIVE,
                                   .op = c->op,
                                   .type = carry_type,
                                   .output_type = carry_type,
                                   .init_type = carry_type,
                                   .init = have ? carry : NULL};
        char joined[16];
        if (!c->exact)
            oracle_run(&join, total, NULL, 1, NULL, joined);
        memcpy(carry, c->exact ? total : joined, oracle_size(carry_type));
        have = 1;
    }
    return have;
}

/* What the rank's part must become, and for exact operators the total. */
static void expect(const struct sample *c, const char *in, const void *init, char *out, void *total)
{
    size_t first = starts[rank], count = starts[rank + 1] - first;
    struct oracle_scan scan = {.kind = c->kind,
                               .op = c->op,
                               .type = c->type,
                               .output_type = c->output_type,
                               .reverse = c->reverse,
                               .init_type = oracle_carry_type(c->op, c->output_type)};
    scan.init = c->has_init ? init : NULL;
    size_t size = oracle_size(c->output_type);
    char *whole = must_alloc(c->n * size + 1);
    oracle_run(&scan, in, whole, c->n, total, NULL);
    memcpy(out, whole + first * size, count * size);
    free(whole);
    if (!oracle_is_float(c->output_type) || (c->op != PREFIX_SUM && c->op != PREFIX_PRODUCT))
        return;
    char carry[16];
    scan.init = chain(c, &scan, in, carry) ? carry : NULL;
    oracle_run(&scan, in + first * oracle_size(c->type), out, count, NULL, NULL);
}

static int run(const struct sample *c, const void *init, void *total)
{
    prefix_mpi_plan *plan = NULL;
    size_t count = starts[rank + 1] - starts[rank];
    int status = prefix_mpi_plan_create(&plan, NULL, c->op, c->type);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_set_output_type(plan, c->output_type);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_set_kind(plan, c->kind);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_set_reverse(plan, c->reverse);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_set_exact(plan, c->exact);
    if (status == PREFIX_OK && c->has_init)
        status = prefix_mpi_plan_set_init(plan, prefix_carry_type(c->op, c->output_type), init);
    if (status == PREFIX_OK && total)
        status = prefix_mpi_plan_set_total(plan, c->output_type, total);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_run(plan, MPI_COMM_WORLD, c->in_place ? output.data : input.data, output.data, count);
    char again[16];
    size_t where;
    if (status == PREFIX_OK && total) {
        status = prefix_mpi_plan_set_total(plan, c->output_type, again);
        if (status == PREFIX_OK)
            status =
                prefix_mpi_plan_reduce(plan, MPI_COMM_WORLD, c->in_place ? NULL : input.data, c->in_place ? 0 : count);
        if (status == PREFIX_OK && !c->in_place)
            status = oracle_same(c->output_type, again, total, 1, &where) ? PREFIX_OK : -1;
    }
    prefix_mpi_plan_destroy(plan);
    return status;
}

static int try(struct rng *rng, const struct sample *c)
{
    size_t in_size = oracle_size(c->type), size = oracle_size(c->output_type);
    ranks_cut(c->cut, c->n, starts);
    size_t count = starts[rank + 1] - starts[rank];
    char *in = must_alloc(c->n * in_size + 1), *want = must_alloc(count * size + 1);
    _Alignas(16) char init[16] = {0}, total[16], want_total[16];
    data_fill(rng, c->pattern, c->type, in, c->n);
    data_fill(rng, DATA_SMALL, oracle_carry_type(c->op, c->output_type), init, 1);
    size_t offset = size * rng_below(rng, 3);
    arena_place(&output, count * size, offset);
    arena_place(&input, count * in_size, in_size * rng_below(rng, 3));
    memcpy(c->in_place ? output.data : input.data, in + starts[rank] * in_size, count * in_size);
    int with_total = rng_below(rng, 2) == 0;
    expect(c, in, init, want, want_total);
    size_t where = 0;
    int status = run(c, init, with_total ? total : NULL);
    int good = status == PREFIX_OK && oracle_same(c->output_type, output.data, want, count, &where);
    if (with_total && (!oracle_is_float(c->output_type) || c->op == PREFIX_MIN || c->op == PREFIX_MAX))
        good = good && oracle_same(c->output_type, total, want_total, 1, &where);
    good = good && arena_guarded(&output);
    if (!good)
        diag("rank %d: %s of %s to %s, %s, n %zu%s%s%s%s, cut %d, data %s: status %d, element %zu", rank,
             prefix_op_name(c->op), prefix_type_name(c->type), prefix_type_name(c->output_type),
             prefix_kind_name(c->kind), c->n, c->reverse ? ", reverse" : "", c->has_init ? ", init" : "",
             c->in_place ? ", in place" : "", c->exact ? ", exact" : "", c->cut, data_pattern_name(c->pattern), status,
             where);
    free(in);
    free(want);
    return good;
}

static const size_t lengths[] = {0, 1, 2, 7, 100, 8192, 8193, 20000, 8192 * 9};

static void random_cases(void)
{
    struct rng rng = rng_make(1);
    size_t cases = test_level() == TEST_LONG ? 5000 : 1000 / (2 + (size_t)ranks), good = 0;
    for (size_t i = 0; i < cases; i++) {
        struct sample c = {.kind = rng_below(&rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE};
        do {
            c.op = PREFIX_SUM + (int)rng_below(&rng, PREFIX_LOGICAL_OR - PREFIX_SUM + 1);
            c.type = PREFIX_I8 + (int)rng_below(&rng, PREFIX_F64 - PREFIX_I8 + 1);
            c.output_type = rng_below(&rng, 2) ? c.type : PREFIX_I8 + (int)rng_below(&rng, PREFIX_F64 - PREFIX_I8 + 1);
        } while (!oracle_takes(c.op, c.type) || !oracle_widens(c.type, c.output_type));
        c.reverse = rng_below(&rng, 2) == 0;
        c.has_init = rng_below(&rng, 2) == 0;
        c.exact = rng_below(&rng, 2) == 0;
        c.in_place = c.type == c.output_type && rng_below(&rng, 3) == 0;
        c.pattern = (int)rng_below(&rng, DATA_PATTERNS);
        c.cut = (enum cut)rng_below(&rng, CUTS);
        c.n = lengths[rng_below(&rng, sizeof lengths / sizeof *lengths)];
        good += (size_t)try(&rng, &c);
        rng = rng_make(1000 + i); /* the same on all ranks, whatever each has drawn */
    }
    ranks_ok(good == cases, "%zu plans of random operators, types, settings and cuts", cases);
}

/* Sums of small integers in floats are exact, and then cuts at tiles, or anywhere, give the bits of one call. */
static void exact_sums(void)
{
    struct rng rng = rng_make(2);
    enum { N = 50000 };
    float *in = must_alloc(N * sizeof *in), *whole = must_alloc(N * sizeof *whole), *out = must_alloc(N * sizeof *out);
    int good = 1;
    for (size_t i = 0; i < N; i++)
        in[i] = (float)rng_below(&rng, 9) - 4;
    good = prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, whole, N) == PREFIX_OK;
    for (int cut = 0; cut < CUTS; cut++) {
        ranks_cut((enum cut)cut, N, starts);
        size_t first = starts[rank], count = starts[rank + 1] - first;
        float total = -1;
        int status =
            prefix_mpi_scan(NULL, MPI_COMM_WORLD, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in + first, out, count);
        good = good && status == PREFIX_OK && memcmp(out, whole + first, count * sizeof *out) == 0;
        status = prefix_mpi_reduce(NULL, MPI_COMM_WORLD, PREFIX_SUM, PREFIX_F32, in + first, &total, count);
        good = good && status == PREFIX_OK && total == whole[N - 1];
    }
    ranks_ok(good, "sums that are exact have the bits of one call");
    free(in);
    free(whole);
    free(out);
}

/* Exact plans, cut at tiles, have the bits of one call, and the total those of the last result. */
static void one_call(void)
{
    enum { PART = 3 * 8192, N = 4 * PART + 77 };
    int good = 1;
    double *in = must_alloc(N * sizeof *in), *whole = must_alloc(N * sizeof *in), *out = must_alloc(N * sizeof *in);
    struct rng rng = rng_make(5);
    for (int i = 0; i < 8; i++) {
        int type = i & 1 ? PREFIX_F64 : PREFIX_F32, op = i & 2 ? PREFIX_PRODUCT : PREFIX_SUM, reverse = i & 4;
        size_t size = prefix_type_size(type), where = 0;
        for (int r = 0; r <= ranks; r++) { /* reversed, tiles are counted from the end */
            size_t length = PART * (size_t)(reverse ? ranks - r : r);
            if (length > N || r == (reverse ? 0 : ranks))
                length = N;
            starts[r] = reverse ? N - length : length;
        }
        const size_t first = starts[rank], count = starts[rank + 1] - first;
        data_fill(&rng, op == PREFIX_SUM ? DATA_STRETCHES : DATA_BESIDE_ONE, type, in, N);
        double carry, total = -1;
        must_scan(NULL, op, type, PREFIX_INCLUSIVE, reverse, &carry, in, whole, N);
        prefix_mpi_plan *plan;
        must(NULL, prefix_mpi_plan_create(&plan, NULL, op, type));
        must(NULL, prefix_mpi_plan_set_reverse(plan, reverse));
        must(NULL, prefix_mpi_plan_set_exact(plan, 1));
        must(NULL, prefix_mpi_plan_set_total(plan, type, &total));
        int status = prefix_mpi_plan_run(plan, MPI_COMM_WORLD, (char *)in + first * size, out, count);
        good = good && status == PREFIX_OK && oracle_same(type, out, (char *)whole + first * size, count, &where) &&
               oracle_same(type, &total, (char *)whole + (reverse ? 0 : N - 1) * size, 1, &where);
        prefix_mpi_plan_destroy(plan);
    }
    ranks_ok(good, "exact plans have the bits of one call, and of its last result");
    free(in);
    free(whole);
    free(out);
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    starts = must_alloc(((size_t)ranks + 1) * sizeof *starts);
    random_cases();
    exact_sums();
    one_call();
    arena_release(&input);
    arena_release(&output);
    free(starts);
    return ranks_end();
}
