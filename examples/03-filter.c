/* SPDX-License-Identifier: BSD-3-Clause */
/* Filters measurements: those that are trusted, then those in a range. */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

int main(void)
{
    enum { N = 8 };
    float x[N] = {2.5f, -999, 4.25f, -40, 3, 7.5f, 999, 1e9f};
    const uint8_t trusted[N] = {1, 0, 1, 1, 1, 0, 0, 1};
    const float range[2] = {-10, 100};
    float kept[N];
    uint64_t count;

    check(prefix_select_flagged(NULL, PREFIX_F32, x, trusted, kept, N, N,
                                &count));
    printf("%d are trusted\n", (int)count);

    /* In place. */
    check(prefix_select_if(NULL, PREFIX_BETWEEN, PREFIX_F32, range, kept,
                           kept, count, count, &count));
    for (int i = 0; i < (int)count; i++)
        printf("%g\n", kept[i]);
    return 0;
}
