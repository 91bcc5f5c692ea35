/* SPDX-License-Identifier: BSD-3-Clause */
/* Adds up what was sold each day, and keeps the days as runs. */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    enum { N = 7 };
    const int32_t days[N] = {1, 1, 1, 3, 3, 4, 4};
    const float sold[N] = {2.5f, 1, 4, 3, 3, 0.5f, 8};
    int32_t unique[N], again[N];
    uint32_t lengths[N];
    float sums[N];
    uint64_t count, decoded;

    check(prefix_reduce_by_key(NULL, PREFIX_SUM, PREFIX_I32, PREFIX_F32,
                               days, sold, unique, sums, N, N, &count));
    for (int i = 0; i < (int)count; i++)
        printf("day %d: %g\n", (int)unique[i], sums[i]);

    check(prefix_run_length_encode(NULL, PREFIX_I32, PREFIX_U32, days,
                                   unique, lengths, N, N, &count));
    check(prefix_run_length_decode(NULL, PREFIX_I32, PREFIX_U32, unique,
                                   lengths, again, count, N, &decoded));
    if (decoded == N && memcmp(days, again, sizeof days) == 0)
        printf("%d runs\n", (int)count);
    return 0;
}
