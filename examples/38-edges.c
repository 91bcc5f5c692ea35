/* SPDX-License-Identifier: BSD-3-Clause */
/* A graph, from a list of its edges to rows of neighbours (CSR). */
#include <prefix/prefix.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { VERTICES = 5, EDGES = 8 };

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* Row pointers: how many edges leave each vertex, and their sums. */
static void point(const uint32_t *from, uint64_t *rows)
{
    prefix_binning *degrees;
    prefix_plan *sums;

    check(prefix_binning_create(&degrees, NULL, PREFIX_U32));
    check(prefix_binning_set_range(degrees, VERTICES));
    check(prefix_binning_run(degrees, from, rows, EDGES));
    prefix_binning_destroy(degrees);

    check(prefix_plan_create(&sums, NULL, PREFIX_SUM, PREFIX_U64));
    check(prefix_plan_set_kind(sums, PREFIX_EXCLUSIVE));
    check(prefix_plan_set_ends(sums, 1)); /* one more: the number of edges */
    check(prefix_plan_run(sums, rows, rows, VERTICES));
    prefix_plan_destroy(sums);
}

int main(void)
{
    const uint32_t from[EDGES] = {3, 0, 2, 0, 3, 2, 4, 3};
    const uint32_t to[EDGES] = {1, 4, 3, 2, 0, 2, 1, 4};
    uint32_t sources[EDGES], neighbours[EDGES];
    uint64_t rows[VERTICES + 1];

    point(from, rows);
    /* Stable: the neighbours of a vertex stay in the order of the list. */
    check(prefix_sort_pairs(NULL, PREFIX_ASCENDING, PREFIX_U32, sizeof *to,
                            from, to, sources, neighbours, EDGES));
    for (int v = 0; v < VERTICES; v++) {
        printf("%d:", v);
        for (uint64_t e = rows[v]; e < rows[v + 1]; e++)
            printf(" %u", (unsigned)neighbours[e]);
        printf("\n");
    }
    return 0;
}
