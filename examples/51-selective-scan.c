/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A selective scan over (batch, time, channel), in pieces of time, and next to
 * the loops that say what it is; link with -lm.
 */
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

enum { BATCH = 2, TIME = 300, CHANNELS = 5, STATES = 4, PIECE = 100 };

/* Each channel has some states: h becomes exp(dt A) h + dt B x. */
typedef float states[BATCH][TIME][CHANNELS][STATES];

static float dt[BATCH][TIME][CHANNELS], x[BATCH][TIME][CHANNELS];
static float A[CHANNELS][STATES];
static float B[BATCH][TIME][STATES], C[BATCH][TIME][STATES];

static void make_steps(states a, states b)
{
    for (int i = 0; i < BATCH; i++)
        for (int t = 0; t < TIME; t++)
            for (int c = 0; c < CHANNELS; c++)
                for (int s = 0; s < STATES; s++) {
                    a[i][t][c][s] = expf(dt[i][t][c] * A[c][s]);
                    b[i][t][c][s] = dt[i][t][c] * B[i][t][s] * x[i][t][c];
                }
}

/* Along time, the second of four indices; the state goes along in last. */
static void scan(states a, states b)
{
    const size_t shape[] = {BATCH, PIECE, CHANNELS, STATES};
    const ptrdiff_t strides[] = {TIME * CHANNELS * STATES,
                                 CHANNELS * STATES, STATES, 1};
    double last[BATCH * CHANNELS * STATES] = {0};
    prefix_recurrence_plan *r;

    check(prefix_recurrence_create(&r, NULL, PREFIX_F32));
    check(prefix_recurrence_set_array(r, 4, shape, 1, strides, strides,
                                      strides));
    check(prefix_recurrence_set_firsts(r, PREFIX_F64, last));
    check(prefix_recurrence_set_last(r, PREFIX_F64, last));
    for (int t = 0; t < TIME; t += PIECE)
        check(prefix_recurrence_run(r, a[0][t], b[0][t], b[0][t], PIECE));
    prefix_recurrence_destroy(r);
}

/* y = C h, where h stands in b, and how far it is from plain loops. */
static double compare(states h)
{
    double farthest = 0;

    for (int i = 0; i < BATCH; i++)
        for (int c = 0; c < CHANNELS; c++) {
            double own[STATES] = {0};

            for (int t = 0; t < TIME; t++) {
                double y = 0, own_y = 0;

                for (int s = 0; s < STATES; s++) {
                    own[s] = expf(dt[i][t][c] * A[c][s]) * own[s] +
                             dt[i][t][c] * B[i][t][s] * x[i][t][c];
                    y += C[i][t][s] * h[i][t][c][s];
                    own_y += C[i][t][s] * own[s];
                }
                farthest = fmax(farthest, fabs(y - own_y));
                if (i == 0 && c == 0 && t % PIECE == PIECE - 1)
                    printf("y at %d: %.3f\n", t, y);
            }
        }
    return farthest;
}

int main(void)
{
    static states a, b;

    for (int c = 0; c < CHANNELS; c++)
        for (int s = 0; s < STATES; s++)
            A[c][s] = (float)-(s + 1);
    for (int i = 0; i < BATCH; i++)
        for (int t = 0; t < TIME; t++) {
            for (int c = 0; c < CHANNELS; c++) {
                dt[i][t][c] = 0.01f * (float)(1 + (t + c) % 10);
                x[i][t][c] = sinf(0.1f * (float)(t + 20 * i + c));
            }
            for (int s = 0; s < STATES; s++) {
                B[i][t][s] = cosf(0.3f * (float)(t + s));
                C[i][t][s] = sinf(0.2f * (float)(t - s));
            }
        }
    make_steps(a, b);
    scan(a, b);
    puts(compare(b) < 1e-6 ? "as the loops" : "other than the loops");
    return 0;
}
