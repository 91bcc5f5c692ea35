/* SPDX-License-Identifier: BSD-3-Clause */
/* An operator of the caller's own over ranks, that does not commute: maps x -> a x + b modulo 2^32, one after the
 * other. */
#include <stdlib.h>
#include <string.h>

#include "../support/data.h"
#include "../support/support.h"
#include "ranks.h"

/* Twenty bytes: more than a carry of an operator that is built in. */
struct map {
    uint32_t a, b, first, last, count;
};

static struct map follow(struct map earlier, struct map later)
{
    return (struct map){later.a * earlier.a, later.a * earlier.b + later.b, earlier.first, later.last,
                        earlier.count + later.count};
}
PREFIX_COMBINE(follow_all, struct map, follow(earlier, later))

static int same(const struct map *a, const struct map *b)
{
    return a->a == b->a && a->b == b->b && a->first == b->first && a->last == b->last && a->count == b->count;
}

enum { N = 3000 };
static struct map in[N], want[N], out[N];
static size_t *starts;

/* In the order of the scan; *all is what all come to. */
static void work_out(int kind, int reverse, const struct map *init, struct map *all)
{
    for (size_t i = 0; i < N; i++) {
        size_t at = reverse ? N - 1 - i : i;
        struct map after = i > 0 ? follow(*all, in[at]) : init ? follow(*init, in[at]) : in[at];
        want[at] = kind == PREFIX_INCLUSIVE ? after : i > 0 ? *all : *init;
        *all = after;
    }
}

static int try(prefix_operator *op, enum cut cut, int kind, int reverse, int has_init)
{
    struct map init = {5, 6, 7, 8, 9}, all = {0}, total = {0};
    ranks_cut(cut, N, starts);
    size_t first = starts[rank], count = starts[rank + 1] - first;
    work_out(kind, reverse, has_init ? &init : NULL, &all);
    memset(out, ARENA_POISON, sizeof out);
    prefix_mpi_plan *plan = NULL;
    int status = prefix_mpi_plan_create_operator(&plan, NULL, op);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_set_kind(plan, kind);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_set_reverse(plan, reverse);
    if (status == PREFIX_OK && has_init)
        status = prefix_mpi_plan_set_init(plan, 0, &init);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_set_total(plan, 0, &total);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_run(plan, MPI_COMM_WORLD, in + first, out, count);
    int good = status == PREFIX_OK && same(&total, &all) && memcmp(out, want + first, count * sizeof *out) == 0;
    if (count < N)
        good = good && all_poison((const unsigned char *)(out + count), (N - count) * sizeof *out);
    total = (struct map){0};
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_reduce(plan, MPI_COMM_WORLD, in + first, count);
    good = good && status == PREFIX_OK && same(&total, &all);
    prefix_mpi_plan_destroy(plan);
    return good;
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    starts = must_alloc(((size_t)ranks + 1) * sizeof *starts);
    struct rng rng = rng_make(3);
    for (uint32_t i = 0; i < N; i++)
        in[i] = (struct map){(uint32_t)rng_next(&rng), (uint32_t)rng_next(&rng), i, i, 1};
    prefix_operator *op = NULL;
    int made = prefix_operator_create(&op, sizeof(struct map), _Alignof(struct map)) == PREFIX_OK &&
               prefix_operator_set_host(op, follow_all) == PREFIX_OK;
    int good = ranks_ok(made, "the operator is made");
    for (int cut = 0; cut < CUTS; cut++)
        for (int reverse = 0; reverse < 2; reverse++) {
            good &= try(op, (enum cut)cut, PREFIX_INCLUSIVE, reverse, 0);
            good &= try(op, (enum cut)cut, PREFIX_INCLUSIVE, reverse, 1);
            good &= try(op, (enum cut)cut, PREFIX_EXCLUSIVE, reverse, 1);
        }
    ranks_ok(good, "scans, totals and reductions are those of a loop");

    /* Without an identity there is no first result of an exclusive scan. */
    prefix_mpi_plan *plan = NULL;
    int status = prefix_mpi_plan_create_operator(&plan, NULL, op);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_set_kind(plan, PREFIX_EXCLUSIVE);
    ranks_cut(CUT_EVEN, N, starts);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_run(plan, MPI_COMM_WORLD, in + starts[rank], out, starts[rank + 1] - starts[rank]);
    ranks_refused(status, PREFIX_ERROR_UNSUPPORTED, rank == 0 ? "identity" : "rank 0 failed", "no identity");
    prefix_mpi_plan_destroy(plan);
    prefix_operator_destroy(op);
    free(starts);
    return ranks_end();
}
