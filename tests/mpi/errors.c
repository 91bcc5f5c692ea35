/* SPDX-License-Identifier: BSD-3-Clause */
/* An error of one rank is one of all, with a sentence that names the rank, and the communicator works on. */
#include "../support/support.h"
#include "ranks.h"

#define WORLD MPI_COMM_WORLD

/* The rank that does it wrong; others hear of it. */
static int culprit;

static int wrong(void)
{
    return rank == culprit;
}

static const char *word(const char *own)
{
    static char other[64];
    snprintf(other, sizeof other, "rank %d failed", culprit);
    return wrong() ? own : other;
}

static void works(MPI_Comm comm, const char *when)
{
    int first = -1;
    MPI_Comm_rank(comm, &first);
    int32_t one = 1, sum = 0;
    int status = prefix_mpi_scan(NULL, comm, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, &one, &sum, 1);
    ranks_ok(status == PREFIX_OK && sum == first + 1, "it works %s", when);
}

static void *no_memory(void *user, size_t bytes)
{
    (void)user, (void)bytes;
    return NULL;
}

static void no_free(void *user, void *memory)
{
    (void)user, (void)memory;
}

static void arguments(void)
{
    int32_t x[2] = {1, 2}, y[2] = {3, 4};
    const int sum = PREFIX_SUM, i32 = PREFIX_I32, inclusive = PREFIX_INCLUSIVE, bad = PREFIX_ERROR_ARGUMENT;
    ranks_refused(prefix_mpi_scan(NULL, WORLD, inclusive, wrong() ? 999 : sum, i32, x, y, 2), bad, word("operator"),
                  "an unknown operator");
    ranks_refused(prefix_mpi_scan(NULL, WORLD, inclusive, sum, wrong() ? 1 : i32, x, y, 2), bad, word("type"),
                  "an unknown type");
    ranks_refused(prefix_mpi_scan(NULL, WORLD, wrong() ? 5 : inclusive, sum, i32, x, y, 2), bad, word("kind"),
                  "an unknown kind");
    ranks_refused(prefix_mpi_scan(NULL, WORLD, inclusive, sum, i32, wrong() ? NULL : x, y, 2), bad, word("in is NULL"),
                  "no input");
    ranks_refused(prefix_mpi_scan(NULL, WORLD, inclusive, sum, i32, x, wrong() ? NULL : y, 2), bad, word("out is NULL"),
                  "no output");
    ranks_refused(prefix_mpi_scan(NULL, WORLD, inclusive, sum, i32, y, wrong() ? y + 1 : x, wrong() ? 1 : 2), PREFIX_OK,
                  "", "a shifted output that does not overlap");
    ranks_refused(prefix_mpi_reduce(NULL, WORLD, sum, i32, x, wrong() ? NULL : y, 2), bad, word("total"), "no result");
    ranks_refused(prefix_mpi_scan(NULL, WORLD, inclusive, wrong() ? PREFIX_ARG_MIN : sum, i32, x, y, 2),
                  PREFIX_ERROR_UNSUPPORTED, word("places"), "places");
    ranks_refused(prefix_mpi_plan_run(NULL, WORLD, x, y, 2), bad, "plan is NULL", "no plan");
    works(WORLD, "afterwards");
}

/* The culprit is not rank 0, with which the others are compared. */
static void differences(void)
{
    int32_t x[2] = {1, 2}, y[2] = {3, 4};
    float *f = (float *)(void *)x, *g = (float *)(void *)y;
    uint64_t offset;
    char text[64];
    int status = prefix_mpi_scan(NULL, WORLD, PREFIX_INCLUSIVE, wrong() ? PREFIX_MAX : PREFIX_SUM, PREFIX_I32, x, y, 2);
    snprintf(text, sizeof text, "rank %d has another operator", culprit);
    ranks_refused(status, PREFIX_ERROR_ARGUMENT, text, "another operator");
    status = wrong() ? prefix_mpi_scan(NULL, WORLD, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, f, g, 2)
                     : prefix_mpi_scan(NULL, WORLD, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, x, y, 2);
    ranks_refused(status, PREFIX_ERROR_ARGUMENT, "another element type", "another type");
    status =
        prefix_mpi_scan(NULL, WORLD, wrong() ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, x, y, 2);
    ranks_refused(status, PREFIX_ERROR_ARGUMENT, "another kind", "another kind");
    status = wrong() ? prefix_mpi_offset(WORLD, 3, &offset, NULL)
                     : prefix_mpi_reduce(NULL, WORLD, PREFIX_SUM, PREFIX_I32, x, y, 2);
    ranks_refused(status, PREFIX_ERROR_ARGUMENT, "another function", "another function");

    int32_t init = wrong() ? 3 : 4;
    prefix_mpi_plan *plan;
    must(NULL, prefix_mpi_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_I32));
    must(NULL, prefix_mpi_plan_set_init(plan, PREFIX_I32, &init));
    ranks_refused(prefix_mpi_plan_run(plan, WORLD, x, y, 2), PREFIX_ERROR_ARGUMENT, "another initial value",
                  "another initial value");
    must(NULL, prefix_mpi_plan_set_init(plan, PREFIX_I32, NULL));
    must(NULL, prefix_mpi_plan_set_reverse(plan, wrong()));
    ranks_refused(prefix_mpi_plan_run(plan, WORLD, x, y, 2), PREFIX_ERROR_ARGUMENT, "another direction",
                  "another direction");
    prefix_mpi_plan_destroy(plan);
    works(WORLD, "after differences");
}

/* Sorts need scratch memory; so do scans of operators: the last ranks' fails after the others have begun. */
PREFIX_COMBINE(add, int64_t, earlier + later)
static void memory(void)
{
    enum { N = 100000 };
    int64_t *x = must_alloc(N * sizeof *x), *y = must_alloc(N * sizeof *y);
    for (int i = 0; i < N; i++)
        x[i] = i;
    prefix_ctx *ctx;
    must(NULL, prefix_ctx_create(&ctx, "serial"));
    if (wrong())
        must(ctx, prefix_ctx_set_allocator(ctx, no_memory, no_free, NULL));
    prefix_operator *op;
    prefix_mpi_plan *plan;
    must(ctx, prefix_operator_create(&op, sizeof *x, sizeof *x));
    must(ctx, prefix_operator_set_host(op, add));
    must(ctx, prefix_mpi_plan_create_operator(&plan, ctx, op));
    ranks_refused(prefix_mpi_plan_run(plan, WORLD, x, y, N), PREFIX_ERROR_NOMEM, word("memory"), "no memory");
    prefix_mpi_plan_destroy(plan);
    prefix_operator_destroy(op);
    prefix_ctx_destroy(ctx);
    free(x);
    free(y);
    works(WORLD, "when there is memory again");
}

static void communicators(void)
{
    int32_t x = 1, y = 0;
    ranks_refused(prefix_mpi_scan(NULL, MPI_COMM_NULL, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, &x, &y, 1),
                  PREFIX_ERROR_ARGUMENT, "MPI_COMM_NULL", "no communicator");
    MPI_Comm half, across, reversed, copy;
    MPI_Comm_split(WORLD, 0, -rank, &reversed);
    works(reversed, "in a communicator of another order");
    MPI_Comm_dup(reversed, &copy);
    MPI_Comm_free(&reversed);
    works(copy, "in a duplicate, when the first is freed");
    MPI_Comm_free(&copy);
    works(MPI_COMM_SELF, "alone");
    if (ranks == 1)
        return;
    MPI_Comm_split(WORLD, rank % 2, rank, &half);
    works(half, "in halves at the same time");
    MPI_Intercomm_create(half, 0, WORLD, rank % 2 ? 0 : 1, 7, &across);
    ranks_refused(prefix_mpi_offset(across, 1, NULL, NULL), PREFIX_ERROR_UNSUPPORTED, "intercommunicator",
                  "an intercommunicator");
    MPI_Comm_free(&across);
    MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
    int32_t x = 1;
    if (prefix_mpi_reduce(NULL, WORLD, PREFIX_SUM, PREFIX_I32, &x, &x, 1) != PREFIX_ERROR_ARGUMENT)
        bail_out("MPI that is not initialized is no error");
    ranks_begin(&argc, &argv);
    for (culprit = 0; culprit<ranks; culprit += ranks> 1 ? ranks - 1 : 1) {
        arguments();
        memory();
    }
    culprit = ranks / 2;
    if (culprit > 0)
        differences();
    communicators();
    return ranks_end();
}
