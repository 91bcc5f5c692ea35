/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "bench/measure.h"

#include <stdlib.h>
#include <time.h>

#include "base/message.h"

/* How long OpenMP's threads may spin after a copy: they would take the processors of the scan's. */
#define SPIN_MS 20

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds for a batch of calls, back to back. */
static double time_batch(const struct bench_contender *c, size_t calls)
{
    if (c->restore) {
        c->restore(c->user);
        c->wait(c->user);
    }
#ifdef BENCH_CUB
    if (c->on_device)
        bench_events_begin();
#endif
    double begin = bench_now();
    for (size_t i = 0; i < calls; i++)
        c->run(c->user, c->index);
#ifdef BENCH_CUB
    if (c->on_device)
        return bench_events_end();
#endif
    c->wait(c->user);
    return bench_now() - begin;
}

static void sleep_ms(int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

/* Warms up, and finds how many calls a sample needs to last as long as wanted. */
static void calibrate(struct bench_contender *c, double seconds)
{
    time_batch(c, 1);
    c->calls = 1;
    double taken;
    while (!c->restore && (taken = time_batch(c, c->calls)) < seconds && c->calls < (size_t)1 << 24) {
        double factor = taken > 0 ? 1.2 * seconds / taken : 16;
        c->calls = (size_t)((double)c->calls * (factor < 16 ? factor : 16)) + 1;
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static struct bench_timing summarise(double *samples, int count)
{
    qsort(samples, (size_t)count, sizeof *samples, ascending);
    struct bench_timing t;
    t.median = (samples[(count - 1) / 2] + samples[count / 2]) / 2;
    t.least = samples[0];
    t.spread = (samples[(count - 1) * 3 / 4] - samples[(count - 1) / 4]) / t.median;
    return t;
}

void bench_measure(struct bench_contender *contenders, int count, int repeat, double seconds, int rest)
{
    double *samples = allocate((size_t)count * (size_t)repeat, sizeof *samples);
    for (int i = 0; i < count; i++)
        calibrate(&contenders[i], rest ? 0 : seconds);
    /* In turn, so that what disturbs the machine disturbs all alike. */
    for (int r = 0; r < repeat; r++) {
        if (!rest)
            sleep_ms(SPIN_MS);
        for (int i = 0; i < count; i++) {
            if (rest)
                sleep_ms(rest);
            else
                time_batch(&contenders[i], 1); /* wakes its threads */
            samples[i * repeat + r] = time_batch(&contenders[i], contenders[i].calls) / (double)contenders[i].calls;
        }
    }
    for (int i = 0; i < count; i++)
        contenders[i].timing = summarise(samples + i * repeat, repeat);
    free(samples);
}
