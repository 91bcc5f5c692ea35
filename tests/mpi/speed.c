/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What doc/scale.md says how to measure: an inclusive sum by ranks of one thread each, beside the same array on
 * rank 0 alone by the openmp backend with as many threads. Best of interleaved runs, in milliseconds. No test: timings
 * decide nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <prefix/mpi.h>

enum { REPEAT = 30 };

static int rank, ranks;

static void fail(const char *sentence)
{
    fprintf(stderr, "%s\n", sentence);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check(prefix_ctx *ctx, int status)
{
    if (status != PREFIX_OK)
        fail(prefix_ctx_error(ctx));
}

static void check_mpi(int status)
{
    if (status != PREFIX_OK)
        fail(prefix_mpi_error());
}

/* The other ranks sleep while rank 0 works: in a barrier they would take its processors. */
static void wait_for_rank_0(void)
{
    MPI_Request request;
    int is_done = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (;;) {
        MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
        if (is_done)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
}

static double alone(prefix_ctx *ctx, int type, const void *in, void *out, size_t n)
{
    double begin = MPI_Wtime(), end = begin;
    if (rank == 0) {
        check(ctx, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, type, in, out, n));
        end = MPI_Wtime();
    }
    wait_for_rank_0();
    return end - begin;
}

static double together(prefix_mpi_plan *plan, const void *in, void *out, size_t n)
{
    double most, mine;
    MPI_Barrier(MPI_COMM_WORLD);
    mine = MPI_Wtime();
    check_mpi(prefix_mpi_plan_run(plan, MPI_COMM_WORLD, in, out, n));
    mine = MPI_Wtime() - mine;
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

static double least(double best, double time)
{
    return best == 0 || time < best ? time : best;
}

static void measure(prefix_ctx *all, prefix_ctx *one, int type, size_t n)
{
    const size_t size = prefix_type_size(type), part = n / (size_t)ranks;
    const size_t bytes = (rank == 0 ? n : part) * size;
    char *in = malloc(bytes), *out = malloc(bytes);
    double best[3] = {0};
    prefix_mpi_plan *plans[2];
    if (!in || !out)
        fail("no memory");
    else /* so that pages are there, and not all the same one */
        memset(in, 1, bytes), memset(out, 0, bytes);
    for (int exact = 0; exact < 2; exact++) {
        check_mpi(prefix_mpi_plan_create(&plans[exact], one, PREFIX_SUM, type));
        check_mpi(prefix_mpi_plan_set_exact(plans[exact], exact));
    }
    for (int i = 0; i < REPEAT; i++) {
        best[0] = least(best[0], alone(all, type, in, out, n));
        for (int exact = 0; exact < 2; exact++)
            best[1 + exact] = least(best[1 + exact], together(plans[exact], in, out, part));
    }
    if (rank == 0)
        printf("| %s | %.0e | %.3f | %.3f | %.2f | %.3f |\n", prefix_type_name(type), (double)n, 1e3 * best[0],
               1e3 * best[1], best[0] / best[1], 1e3 * best[2]);
    for (int exact = 0; exact < 2; exact++)
        prefix_mpi_plan_destroy(plans[exact]);
    free(in);
    free(out);
}

int main(int argc, char **argv)
{
    static const int types[] = {PREFIX_F32, PREFIX_I64};
    static const double lengths[] = {1e5, 1e6, 1e7, 1e8};
    prefix_ctx *all, *one;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check(NULL, prefix_ctx_create(&all, "openmp"));
    check(NULL, prefix_ctx_create(&one, "openmp"));
    check(all, prefix_ctx_set_threads(all, ranks));
    check(one, prefix_ctx_set_threads(one, 1));
    if (rank == 0)
        printf(
            "| type | elements | openmp, ms | %d ranks, ms | openmp / ranks | exact, ms |\n|---|---|---|---|---|---|\n",
            ranks);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            measure(all, one, types[t], (size_t)lengths[i]);
    prefix_ctx_destroy(all);
    prefix_ctx_destroy(one);
    MPI_Finalize();
    return 0;
}
