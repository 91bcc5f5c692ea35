/* SPDX-License-Identifier: BSD-3-Clause */
#include "ewm_oracle.h"

#include <math.h>

/*
 * The loop of pandas with weights that never vanish: those of what stands before are divided by the sum of all after
 * each observation, and the variance is a mean of squares of distances from the mean. What may be off is a mean of
 * magnitudes, each times its steps, and the mean itself by what the sum of the weights is off.
 */
struct sums {
    long double mean, variance, pairs; /* pairs: of products of two weights */
    long double total;                 /* of weights, in units of the last one */
    long double age, magnitude, mean_steps, variance_steps;
};

static void observe(struct sums *s, long double left, long double own, long double x)
{
    const long double before = left * s->total, old = before / (before + own), new = own / (before + own);
    const long double square = (x - s->mean) * (x - s->mean);
    s->variance_steps = old * (s->variance_steps + s->variance) + old * new *square *(s->age + 1);
    s->variance = old * s->variance + old * new *square;
    s->mean_steps = old * (s->mean_steps + s->magnitude);
    s->magnitude = old * s->magnitude + new *fabsl(x);
    s->mean = old * s->mean + new *x;
    s->pairs = old * old * s->pairs + 2 * old * new;
    s->age = old * (s->age + 1);
    s->total = before + own;
}

void ewm_oracle(const struct ewm_settings *s, int what, const double *x, size_t n, long double *out, long double *unit)
{
    const long double decay = (double)(1 - s->alpha), own = s->adjust ? 1 : s->alpha;
    struct sums sums = {0};
    long double left = 1;
    size_t count = 0, gap = 0;
    for (size_t i = 0; i < n; i++) {
        const int is_there = isfinite(x[i]);
        gap += !is_there;
        if (count > 0 && (is_there || !s->ignore_missing))
            left *= decay;
        if (is_there) {
            sums.age += sums.age > 0 ? gap : 0;
            observe(&sums, left, count++ == 0 && !s->adjust ? 1 : own, x[i]);
            sums.total = s->adjust ? sums.total : 1;
            left = 1;
            gap = 0;
        }
        const int is_out = count > 0 && count >= s->min_periods;
        const long double by = s->bias ? 1 : sums.pairs, variance = by > 0 ? sums.variance / by : NAN;
        const long double of_mean =
            0x1p-53L * (sums.magnitude + sums.mean_steps + sums.age * fabsl(sums.mean)) + 0x1p-1000L;
        const long double of_variance = (0x1p-53L * (sums.variance + sums.variance_steps) +
                                         2 * sqrtl(sums.variance) * of_mean + of_mean * of_mean + 0x1p-1000L) /
                                            by +
                                        0x1p-53L * variance * (sums.age + 1);
        out[i] = !is_out ? NAN : what == EWM_MEAN ? sums.mean : what == EWM_VAR ? variance : sqrtl(variance);
        unit[i] = what == EWM_MEAN ? of_mean : of_variance;
        if (what == EWM_STD)
            unit[i] = sqrtl(variance + of_variance) - sqrtl(variance);
        if (what != EWM_MEAN && !s->bias && count > 1 && sums.pairs < 0x1p-900L)
            unit[i] = INFINITY;
    }
}
