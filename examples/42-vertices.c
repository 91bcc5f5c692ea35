/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers the vertices of a graph that MPI ranks hold in parts. */
#include <prefix/mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    /* As many vertices as this part of the graph has. */
    uint64_t mine = 2 + (uint64_t)rank % 3, first, all;
    int status = prefix_mpi_offset(MPI_COMM_WORLD, mine, &first, &all);
    if (status != PREFIX_OK) {
        fprintf(stderr, "%s: %s\n", prefix_strerror(status),
                prefix_mpi_error());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }

    /* Its vertex v is now vertex first + v of the whole graph. */
    printf("rank %d: vertices %d to %d of %d\n", rank, (int)first,
           (int)(first + mine - 1), (int)all);
    MPI_Finalize();
    return 0;
}
