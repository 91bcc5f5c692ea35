/* SPDX-License-Identifier: BSD-3-Clause */
/* What a Butterworth filter leaves of a tone that rises; link with -lm. */
#include <math.h>
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

enum { N = 40000, PART = N / 4 };

/* scipy.signal.butter(4, 0.2, output='sos') */
static const double low_pass[2][6] = {
    {0.00482434336, 0.00964868672, 0.00482434336, 1, -1.04859958,
     0.296140358},
    {1, 2, 1, 1, -1.32091343, 0.632738793},
};

/* The greatest magnitude in each quarter. */
static void show(const char *what, const float *x)
{
    printf("%s", what);
    for (int part = 0; part < 4; part++) {
        float greatest = 0;

        for (int i = part * PART; i < (part + 1) * PART; i++)
            greatest = fmaxf(greatest, fabsf(x[i]));
        printf(" %.2f", (double)greatest);
    }
    putchar('\n');
}

/* Forwards, and in pieces: the state goes along. */
static void filter(const float *in, float *out)
{
    prefix_filter *f;
    double state[4] = {0};

    check(prefix_filter_create_sections(&f, NULL, PREFIX_F32, low_pass[0],
                                        2));
    check(prefix_filter_set_state(f, state, state));
    for (int at = 0; at < N; at += PART)
        check(prefix_filter_run(f, in + at, out + at, PART));
    prefix_filter_destroy(f);
}

int main(void)
{
    static float tone[N], rest[N];

    for (int i = 0; i < N; i++) /* up to a quarter of the sampling rate */
        tone[i] = (float)sin(3.14159265 * i / N * i / 4);
    show("in: ", tone);
    filter(tone, rest);
    show("out:", rest);
    return 0;
}
