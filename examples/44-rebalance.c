/* SPDX-License-Identifier: BSD-3-Clause */
/* Keeps some elements of each MPI rank, and deals them out evenly again, in their order. */
#include <prefix/mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_mpi_error());
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Where rank r's share of all begins. */
static uint64_t share(uint64_t all, int r, int ranks)
{
    return all / (uint64_t)ranks * (uint64_t)r +
           all % (uint64_t)ranks * (uint64_t)r / (uint64_t)ranks;
}

/* How many of count things from first on are in the shares before rank r's. */
static int before(uint64_t first, uint64_t count, uint64_t begin)
{
    return (int)(begin < first           ? 0
                 : begin - first < count ? begin - first
                                         : count);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    /* Of the numbers on this rank, those of at least 10 are kept: ever more of them. */
    enum { N = 8 };
    int32_t x[N];
    for (int i = 0; i < N; i++)
        x[i] = 5 * rank + i;
    const int32_t least = 10;
    uint64_t kept, first, all;
    check(prefix_mpi_select_if(NULL, MPI_COMM_WORLD, PREFIX_GREATER_EQUAL,
                               PREFIX_I32, &least, x, x, N, N, &kept,
                               &first, &all));

    /* What goes to each rank, and what comes from each, of which all know the first and the count. */
    int *counts = calloc((size_t)ranks * 4, sizeof *counts);
    uint64_t *firsts = calloc((size_t)ranks + 1, sizeof *firsts);
    if (!counts || !firsts)
        MPI_Abort(MPI_COMM_WORLD, 1);
    int *sent = counts, *sent_at = counts + ranks;
    int *got = counts + 2 * ranks, *got_at = counts + 3 * ranks;
    MPI_Allgather(&first, 1, MPI_UINT64_T, firsts, 1, MPI_UINT64_T,
                  MPI_COMM_WORLD);
    firsts[ranks] = all;
    const uint64_t begin = share(all, rank, ranks);
    const uint64_t end = share(all, rank + 1, ranks);
    for (int r = 0; r < ranks; r++) {
        sent_at[r] = before(first, kept, share(all, r, ranks));
        sent[r] =
            before(first, kept, share(all, r + 1, ranks)) - sent_at[r];
        got_at[r] = before(begin, end - begin, firsts[r]);
        got[r] = before(begin, end - begin, firsts[r + 1]) - got_at[r];
    }
    int32_t *mine = malloc((end - begin + 1) * sizeof *mine);
    if (!mine)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Alltoallv(x, sent, sent_at, MPI_INT32_T, mine, got, got_at,
                  MPI_INT32_T, MPI_COMM_WORLD);

    char line[256];
    int length = snprintf(line, sizeof line, "rank %d: kept %d, has", rank,
                          (int)kept);
    for (uint64_t i = 0; i < end - begin && length < 240; i++)
        length += snprintf(line + length, sizeof line - (size_t)length,
                           " %d", mine[i]);
    printf("%s\n", line);
    free(mine);
    free(counts);
    free(firsts);
    MPI_Finalize();
    return 0;
}
