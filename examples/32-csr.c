/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A sparse matrix from its entries in any order to compressed rows (CSR):
 * counts of entries, whose exclusive scan with both ends is the row pointers.
 */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 4
#define ENTRIES 6

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* Where each row begins, and behind the last where that ends. */
static void row_pointers(const uint32_t *counts, uint64_t *pointers,
                         size_t rows)
{
    prefix_plan *plan;
    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_U32));
    check(prefix_plan_set_output_type(plan, PREFIX_U64));
    check(prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    check(prefix_plan_set_ends(plan, 1)); /* rows + 1 results */
    check(prefix_plan_run(plan, counts, pointers, rows));
    prefix_plan_destroy(plan);
}

int main(void)
{
    const struct {
        int row, column;
        float value;
    } entries[ENTRIES] = {{2, 0, 4}, {0, 3, 1}, {3, 1, 6},
                          {2, 2, 5}, {0, 0, 2}, {3, 3, 7}};
    uint32_t counts[ROWS] = {0};
    uint64_t pointers[ROWS + 1], next[ROWS];
    float row[ENTRIES];
    int column[ENTRIES];

    for (int i = 0; i < ENTRIES; i++)
        counts[entries[i].row]++;
    row_pointers(counts, pointers, ROWS);
    memcpy(next, pointers, sizeof next);
    for (int i = 0; i < ENTRIES; i++) {
        const uint64_t at = next[entries[i].row]++;
        column[at] = entries[i].column;
        row[at] = entries[i].value;
    }

    for (int r = 0; r < ROWS; r++) {
        printf("row %d:", r);
        for (uint64_t at = pointers[r]; at < pointers[r + 1]; at++)
            printf(" %g in column %d;", row[at], column[at]);
        printf("\n");
    }
    return 0;
}
