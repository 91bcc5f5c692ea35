/* SPDX-License-Identifier: BSD-3-Clause */
/* Exponentially weighted means and variances by a loop, in the widest arithmetic there is. */
#ifndef EWM_ORACLE_H
#define EWM_ORACLE_H

#include <stddef.h>

enum ewm_what { EWM_MEAN, EWM_VAR, EWM_STD, EWM_WHATS };

struct ewm_settings {
    double alpha;
    int adjust, ignore_missing, bias;
    size_t min_periods;
};

/*
 * What a series of f64 comes to, and the unit of how far off each result may be: what comes of rounding, by 2^-53, all
 * that is added up, and each step by which it has decayed; infinite where f64 has no numbers for the weights. What
 * decays to less than 2^-1000 is as good as nothing.
 */
void ewm_oracle(const struct ewm_settings *s, int what, const double *x, size_t n, long double *out, long double *unit);

#endif
