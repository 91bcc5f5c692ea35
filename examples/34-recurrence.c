/* SPDX-License-Identifier: BSD-3-Clause */
/* A moving average that begins anew where a sensor does, and one in pieces. */
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

enum { N = 8 };

static void show(const float *x)
{
    for (int i = 0; i < N; i++)
        printf("%g ", x[i]);
    putchar('\n');
}

/* An average moves halfway to each reading, and jumps to a first one. */
static void average(const float *readings, const int *begins)
{
    float a[N], b[N];

    for (int i = 0; i < N; i++) {
        a[i] = begins[i] ? 0 : 0.5f;
        b[i] = begins[i] ? readings[i] : 0.5f * readings[i];
    }
    check(prefix_recurrence(NULL, PREFIX_F32, a, b, b, N));
    show(b);
}

/* The same a for all, and the average before it is rounded goes along. */
static void average_in_pieces(const float *readings)
{
    const float a = 0.5f;
    float b[N];
    double last;
    prefix_recurrence_plan *r;

    for (int i = 0; i < N; i++)
        b[i] = 0.5f * readings[i];
    check(prefix_recurrence_create(&r, NULL, PREFIX_F32));
    check(prefix_recurrence_set_constant(r, &a));
    check(prefix_recurrence_set_last(r, PREFIX_F64, &last));
    for (int i = 0; i < N; i += N / 2) {
        check(prefix_recurrence_run(r, NULL, b + i, b + i, N / 2));
        check(prefix_recurrence_set_first(r, PREFIX_F64, &last));
    }
    prefix_recurrence_destroy(r);
    show(b);
}

int main(void)
{
    const float readings[N] = {16, 8, 8, 24, 4, 8, 16, 16};
    const int begins[N] = {1, 0, 0, 0, 1, 0, 0, 0};

    average(readings, begins);
    average_in_pieces(readings);
    return 0;
}
