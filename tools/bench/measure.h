/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_MEASURE_H
#define PREFIX_TOOLS_BENCH_MEASURE_H

#include <stddef.h>

#include "bench/case.h"

/*
 * What is measured side by side. run() may queue; wait() ends what was queued. restore(), if there
 * is one, makes ready for a call, which is then a sample by itself, and is not measured.
 */
struct bench_contender {
    void (*run)(void *user, int index);
    void (*wait)(void *user);
    void (*restore)(void *user);
    void *user;
    int index;
    int on_device; /* it queues on the default stream, whose own events measure it where there are peers */
    size_t calls;  /* a sample: set by bench_measure() */
    struct bench_timing timing;
};

double bench_now(void); /* seconds, from some time on */

/*
 * Takes repeat samples of each contender in turn, after a warm-up: of calls back to back for at least
 * seconds, or with a rest, in milliseconds, of one call after it.
 */
void bench_measure(struct bench_contender *contenders, int count, int repeat, double seconds, int rest);

#endif
