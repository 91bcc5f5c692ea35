/* SPDX-License-Identifier: BSD-3-Clause */
#include "ranks.h"

#include <stdarg.h>
#include <string.h>

#include "../support/data.h"
#include "../support/tap.h"

int rank, ranks;

void ranks_begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0)
        test_seed();
}

int ranks_end(void)
{
    MPI_Finalize();
    return rank == 0 ? done() : 0;
}

int ranks_ok(int passed, const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    passed = passed != 0;
    int all;
    MPI_Allreduce(&passed, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (!passed)
        diag("rank %d: %s: the last error: %s", rank, text, prefix_mpi_error());
    if (rank == 0)
        ok(all, "%s", text);
    return all;
}

int ranks_refused(int status, int wanted, const char *word, const char *what)
{
    int passed = status == wanted && strstr(prefix_mpi_error(), word);
    if (!passed)
        diag("rank %d: status %d, not %d with '%s'", rank, status, wanted, word);
    return ranks_ok(passed, "%s: all ranks say why", what);
}

void ranks_cut(enum cut cut, size_t n, size_t *starts)
{
    struct rng rng = rng_make(n + (size_t)cut);
    starts[0] = 0;
    for (int r = 1; r < ranks; r++) {
        size_t left = n - starts[r - 1], part = 0;
        switch (cut) {
        case CUT_EVEN:
            part = n / (size_t)ranks;
            break;
        case CUT_UNEVEN:
            part = rng_below(&rng, left + 1);
            break;
        case CUT_TINY:
            part = rng_below(&rng, 3);
            break;
        case CUT_EMPTY_ENDS:
            part = r == 1 || r == ranks - 1 ? 0 : n / (size_t)ranks;
            break;
        case CUT_FIRST_ALONE:
            part = left;
            break;
        case CUT_TILES:
            part = 8192;
            break;
        default: /* all to the last */
            break;
        }
        starts[r] = starts[r - 1] + (part < left ? part : left);
    }
    starts[ranks] = n;
    if (cut == CUT_EMPTY_ENDS && ranks > 2)
        starts[ranks - 1] = n;
}
