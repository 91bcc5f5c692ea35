/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A walk in the plane: steps of unit length, each turned against the one
 * before. Products of turns are directions, and their sums are places. The
 * farthest place so far is the running maximum's own place.
 */
#include <complex.h>
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
    /* Ahead, left, right or back: a turn is a factor. */
    const double complex turns[N] = {1, 1, I, I, 1, 1, -I, -1};
    double complex walk[N];
    check(prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_PRODUCT, PREFIX_C128,
                      turns, walk, N));
    check(prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_C128, walk,
                      walk, N));

    double east[N];
    for (int i = 0; i < N; i++)
        east[i] = creal(walk[i]);
    uint64_t farthest[N];
    check(prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_ARG_MAX, PREFIX_F64, east,
                      farthest, N));
    for (int i = 0; i < N; i++)
        printf("step %d: at %g, %g; farthest east at step %d\n", i + 1,
               creal(walk[i]), cimag(walk[i]), (int)farthest[i] + 1);
    return 0;
}
