/* SPDX-License-Identifier: BSD-3-Clause */
/* Offsets from a histogram: sorts values into rows (CSR). */
#include <prefix/prefix.h>
#include <stdio.h>
#include <string.h>

#define ROWS 4
#define N 7

int main(void)
{
    const int row[N] = {2, 0, 3, 2, 0, 2, 3};
    const char value[N] = {'a', 'b', 'c', 'd', 'e', 'f', 'g'};
    char sorted[N];

    /* How many values each row has. The last count may be anything. */
    uint32_t offsets[ROWS + 1] = {0};
    for (int i = 0; i < N; i++)
        offsets[row[i]]++;

    /* Row r then begins at offsets[r] and ends before offsets[r + 1]. */
    int status = prefix_scan(NULL, PREFIX_EXCLUSIVE, PREFIX_SUM,
                             PREFIX_U32, offsets, offsets, ROWS + 1);
    if (status != PREFIX_OK) {
        fprintf(stderr, "%s: %s\n", prefix_strerror(status),
                prefix_ctx_error(NULL));
        return 1;
    }

    uint32_t next[ROWS + 1];
    memcpy(next, offsets, sizeof next);
    for (int i = 0; i < N; i++)
        sorted[next[row[i]]++] = value[i];

    for (int r = 0; r < ROWS; r++)
        printf("row %d: %.*s\n", r, (int)(offsets[r + 1] - offsets[r]),
               sorted + offsets[r]);
    return 0;
}
