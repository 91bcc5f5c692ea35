/* SPDX-License-Identifier: BSD-3-Clause */
/* What a program would write for recurrences: a loop by one thread, which computes in f64. */
#ifndef PREFIX_TOOLS_BENCH_LOOPS_H
#define PREFIX_TOOLS_BENCH_LOOPS_H

#include <stddef.h>

/* y = a y + b, with an a for each element, or without one by the constant. */
void bench_loop_recurrence(int type, const void *a, double constant, const void *b, void *out, size_t n);
/* By a transfer function of the second order, whose a[0] is 1. */
void bench_loop_filter(int type, const double b[3], const double a[3], const void *in, void *out, size_t n);
/* Exponentially weighted means, as pandas computes them: adjusted, with missing values. */
void bench_loop_ewm(int type, double alpha, const void *in, void *out, size_t n);

#endif
