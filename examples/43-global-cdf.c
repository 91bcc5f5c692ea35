/* SPDX-License-Identifier: BSD-3-Clause */
/* A distribution function of a histogram that MPI ranks hold in parts. */
#include <prefix/mpi.h>
#include <stdio.h>

/* Ends the program, on all ranks, if a call has failed. */
static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_mpi_error());
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* 64-bit sums of the 32-bit counts of all ranks, and their total. */
static uint64_t cumulate(const uint32_t *counts, uint64_t *sums, size_t n)
{
    uint64_t total;
    prefix_mpi_plan *plan;
    check(prefix_mpi_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_U32));
    check(prefix_mpi_plan_set_output_type(plan, PREFIX_U64));
    check(prefix_mpi_plan_set_total(plan, PREFIX_U64, &total));
    check(prefix_mpi_plan_run(plan, MPI_COMM_WORLD, counts, sums, n));
    prefix_mpi_plan_destroy(plan);
    return total;
}

/* Bins in the order of their counts, the greatest on the first rank. */
static void sort_bins(uint32_t *counts, uint32_t *bins, size_t n)
{
    check(prefix_mpi_sort_pairs(NULL, MPI_COMM_WORLD, PREFIX_DESCENDING,
                                PREFIX_U32, sizeof *bins, counts, bins,
                                counts, bins, n));
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    /* Four bins of this rank: how often each value was seen. */
    enum { BINS = 4 };
    uint32_t seen[BINS];
    for (int i = 0; i < BINS; i++)
        seen[i] = (uint32_t)(1 + (rank * BINS + i) % 5);

    /* The greatest count of the bins up to each, and of all bins. */
    uint32_t greatest[BINS], peak;
    check(prefix_mpi_scan(NULL, MPI_COMM_WORLD, PREFIX_INCLUSIVE,
                          PREFIX_MAX, PREFIX_U32, seen, greatest, BINS));
    check(prefix_mpi_reduce(NULL, MPI_COMM_WORLD, PREFIX_MAX, PREFIX_U32,
                            seen, &peak, BINS));

    uint64_t sums[BINS], all = cumulate(seen, sums, BINS);
    printf("rank %d: up to %.4f, at most %d of %d in a bin\n", rank,
           (double)sums[BINS - 1] / (double)all, (int)greatest[BINS - 1],
           (int)peak);

    /* The bin of the median is the first that reaches half of all. */
    for (int i = 0; i < BINS; i++)
        if (2 * sums[i] >= all && 2 * (sums[i] - seen[i]) < all)
            printf("the median is in bin %d\n", rank * BINS + i);

    uint32_t bins[BINS];
    for (int i = 0; i < BINS; i++)
        bins[i] = (uint32_t)(rank * BINS + i);
    sort_bins(seen, bins, BINS);
    if (rank == 0)
        printf("bins %d and %d are the fullest\n", (int)bins[0],
               (int)bins[1]);
    MPI_Finalize();
    return 0;
}
