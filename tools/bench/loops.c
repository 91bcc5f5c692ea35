/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "bench/loops.h"

#include <prefix/prefix.h>

#define LOOPS(element)                                                                                                 \
    static void recur_##element(const element *a, double constant, const element *b, element *out, size_t n)           \
    {                                                                                                                  \
        double y = 0;                                                                                                  \
        for (size_t i = 0; i < n && a; i++)                                                                            \
            out[i] = (element)(y = a[i] * y + b[i]);                                                                   \
        for (size_t i = 0; i < n && !a; i++)                                                                           \
            out[i] = (element)(y = constant * y + b[i]);                                                               \
    }                                                                                                                  \
    static void filter_##element(const double *b, const double *a, const element *in, element *out, size_t n)          \
    {                                                                                                                  \
        double first = 0, second = 0;                                                                                  \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const double x = in[i], y = b[0] * x + first;                                                              \
            first = b[1] * x - a[1] * y + second;                                                                      \
            second = b[2] * x - a[2] * y;                                                                              \
            out[i] = (element)y;                                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    static void weigh_##element(double alpha, const element *in, element *out, size_t n)                               \
    {                                                                                                                  \
        double mean = in[0], weight = 1;                                                                               \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const double x = in[i];                                                                                    \
            const int has_mean = mean == mean;                                                                         \
            weight *= i > 0 && has_mean ? 1 - alpha : 1;                                                               \
            if (i > 0 && has_mean && x == x) {                                                                         \
                mean = mean == x ? mean : (weight * mean + x) / (weight + 1);                                          \
                weight += 1;                                                                                           \
            } else if (!has_mean) {                                                                                    \
                mean = x;                                                                                              \
            }                                                                                                          \
            out[i] = (element)mean;                                                                                    \
        }                                                                                                              \
    }

LOOPS(float)
LOOPS(double)

void bench_loop_recurrence(int type, const void *a, double constant, const void *b, void *out, size_t n)
{
    if (type == PREFIX_F32)
        recur_float(a, constant, b, out, n);
    else
        recur_double(a, constant, b, out, n);
}

void bench_loop_filter(int type, const double b[3], const double a[3], const void *in, void *out, size_t n)
{
    if (type == PREFIX_F32)
        filter_float(b, a, in, out, n);
    else
        filter_double(b, a, in, out, n);
}

void bench_loop_ewm(int type, double alpha, const void *in, void *out, size_t n)
{
    if (type == PREFIX_F32)
        weigh_float(alpha, in, out, n);
    else
        weigh_double(alpha, in, out, n);
}
