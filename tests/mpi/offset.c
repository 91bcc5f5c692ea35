/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers over ranks, and selections with their places among those of all. */
#include <stdlib.h>
#include <string.h>

#include "../support/data.h"
#include "../support/support.h"
#include "ranks.h"

static void offsets(void)
{
    uint64_t before = 7, all = 7, count = rank % 3 == 1 ? 0 : (uint64_t)rank + 1, want = 0, sum = 0;
    for (int r = 0; r < ranks; r++) {
        if (r == rank)
            want = sum;
        sum += r % 3 == 1 ? 0 : (uint64_t)r + 1;
    }
    int status = prefix_mpi_offset(MPI_COMM_WORLD, count, &before, &all);
    ranks_ok(status == PREFIX_OK && before == want && all == sum, "offsets and the total");
    status = prefix_mpi_offset(MPI_COMM_WORLD, rank == 0 ? UINT64_MAX : 0, NULL, &all);
    ranks_ok(status == PREFIX_OK && all == UINT64_MAX, "a total of 2^64 - 1");
    if (ranks > 1) {
        before = all = 7;
        status = prefix_mpi_offset(MPI_COMM_WORLD, rank == 0 ? UINT64_MAX : rank == ranks - 1, &before, &all);
        ranks_refused(status, PREFIX_ERROR_OVERFLOW, "64 bits", "a total of 2^64");
        ranks_ok(before == 7 && all == 7, "and nothing is written");
    }
}

enum { N = 30000, LEAST = 100 };
static uint16_t in[N], want[N];
static uint8_t flags[N];
static size_t *starts;

static int selected(size_t i)
{
    return in[i] >= LEAST;
}

/* By flags, or by the predicate that says the same: the parts together are what a loop selects. */
static int selection(enum cut cut, int by_flags)
{
    const uint16_t least = LEAST;
    ranks_cut(cut, N, starts);
    size_t first = starts[rank], count = starts[rank + 1] - first, before = 0, all = 0, here = 0;
    for (size_t i = 0; i < N; i++)
        if (selected(i)) {
            before += i < first;
            here += i >= first && i < first + count;
            want[all++] = in[i];
        }
    struct arena out = {.memory = PREFIX_MEMORY_HOST};
    arena_place(&out, here * sizeof *in, 0);
    uint64_t found = 0, offset = 0, total = 0;
    int status = by_flags ? prefix_mpi_select_flagged(NULL, MPI_COMM_WORLD, PREFIX_U16, in + first, flags + first,
                                                      out.data, count, here, &found, &offset, &total)
                          : prefix_mpi_select_if(NULL, MPI_COMM_WORLD, PREFIX_GREATER_EQUAL, PREFIX_U16, &least,
                                                 in + first, out.data, count, here, &found, &offset, &total);
    int good = status == PREFIX_OK && found == here && offset == before && total == all && arena_guarded(&out) &&
               memcmp(out.data, want + before, here * sizeof *in) == 0;
    arena_release(&out);
    return good;
}

static void selections(void)
{
    struct rng rng = rng_make(4);
    for (size_t i = 0; i < N; i++) {
        in[i] = (uint16_t)rng_below(&rng, 2 * LEAST);
        flags[i] = selected(i) ? (uint8_t)(1 + i % 255) : 0;
    }
    int good = 1;
    for (int cut = 0; cut < CUTS; cut++)
        good = selection((enum cut)cut, 0) && selection((enum cut)cut, 1) && good;
    ranks_ok(good, "selections and where they stand");

    /* The last rank has no room. */
    const int last = rank == ranks - 1;
    const uint16_t least = 0;
    uint16_t out[4] = {7, 7, 7, 7};
    uint64_t count = 0, offset = 7, total = 7;
    int status = prefix_mpi_select_if(NULL, MPI_COMM_WORLD, PREFIX_GREATER_EQUAL, PREFIX_U16, &least, in, out, 3,
                                      last ? 2 : 3, &count, &offset, &total);
    ranks_refused(status, PREFIX_ERROR_CAPACITY, last ? "capacity" : "failed", "no room on one rank");
    ranks_ok(count == 3 && offset == 7 && total == 7 && out[3] == 7, "the count is there, and no place");
    status = prefix_mpi_select_if(NULL, MPI_COMM_WORLD, PREFIX_GREATER_EQUAL, PREFIX_U16, &least, in, out, 3, 3,
                                  last ? NULL : &count, &offset, &total);
    ranks_refused(status, PREFIX_ERROR_ARGUMENT, last ? "count" : "failed", "no count on one rank");
    if (ranks > 1) {
        status = prefix_mpi_select_if(NULL, MPI_COMM_WORLD, last ? PREFIX_LESS : PREFIX_GREATER, PREFIX_U16, &least, in,
                                      out, 3, 3, &count, NULL, NULL);
        ranks_refused(status, PREFIX_ERROR_ARGUMENT, "another operator or predicate", "another predicate");
    }
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    starts = must_alloc(((size_t)ranks + 1) * sizeof *starts);
    offsets();
    selections();
    free(starts);
    return ranks_end();
}
