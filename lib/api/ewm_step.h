/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exponentially weighted means and variances, as pandas has them. An element stands for a stretch of a series: its
 * first observation and the rest of them have weights, of which that of the last one is about 1. Before a stretch that
 * has observations, weights decay by as many steps as lead to the first of these. Without adjusting, all weights before
 * an observation come to 1 / alpha, also if missing values have let them decay further: then what stands before counts
 * for more than it has left, and so does that first observation (more). Nothing is subtracted but means. The missing
 * values before the first observation (or all there are) and behind the last one are the halves of gaps.
 */
#ifndef PREFIX_LIB_API_EWM_STEP_H
#define PREFIX_LIB_API_EWM_STEP_H

#include <stdint.h>

#include <prefix/prefix.h>

// clang-format off
PREFIX_TEXT(
    prefix__ewm_text,
    struct ewm { double alpha, decay, first, none; uint64_t least, gap; uint32_t adjust, bias; };
    struct mean { uint64_t gaps, count; double x, a, rest, center; };
    struct variance { struct mean all; double square, pairs; };
    struct joint { double factor, before, more, own, center; };
    static inline uint64_t sum(uint64_t x, uint64_t y) { return x + y > 0xffffffff ? 0xffffffff : x + y; }
    static inline double power(double x, uint64_t n) {
        double y = n & 1 ? x : 1;
        while (n >>= 1) {
            x *= x;
            y = n & 1 ? y * x : y;
        }
        return y;
    }
    static inline double mixed(double wx, double x, double wy, double y) {
        return x == y ? x : (wx * x + wy * y) / (wx + wy);
    }
    static inline double spread(double wx, double x, double vx, double wy, double y, double vy) {
        const double w = wx + wy;
        return ((wx * vx + wy * vy) + (wx * wy / w) * ((x - y) * (x - y))) / w;
    }
    static inline struct joint joint_of(const void *state, const struct mean *x, const struct mean *y) {
        const struct ewm *s = (const struct ewm *)state;
        const double d = power(s->decay, (x->gaps >> 32) + (y->gaps & 0xffffffff) + 1);
        struct joint j = {d * y->a, 0, 0, y->a + y->rest, y->center};
        if (!s->adjust && d != s->decay) {
            j.factor = j.factor / (d + s->alpha);
            j.more = y->a * ((s->decay - d) / (d + s->alpha));
            j.center = mixed(j.own, y->center, j.more, y->x);
            j.own += j.more;
        }
        j.before = j.factor * (x->a + x->rest);
        return j;
    }
    static inline struct mean joined(struct joint j, struct mean x, struct mean y) {
        struct mean z = {(x.gaps & 0xffffffff) | (y.gaps >> 32 << 32), x.count + y.count, x.x,
                         j.factor * x.a, j.factor * x.rest + j.own, mixed(j.before, x.center, j.own, j.center)};
        return z;
    }
    static inline struct mean follow_gap(struct mean x, struct mean y) {
        const uint64_t lead = x.gaps & 0xffffffff;
        if (x.count == 0) {
            y.gaps = (y.gaps >> 32 << 32) | sum(lead, y.gaps & 0xffffffff);
            return y;
        }
        x.gaps = sum(x.gaps >> 32, y.gaps & 0xffffffff) << 32 | lead;
        return x;
    }
    static inline struct mean follow_mean(const void *state, struct mean x, struct mean y) {
        return x.count == 0 || y.count == 0 ? follow_gap(x, y) : joined(joint_of(state, &x, &y), x, y);
    }
    static inline struct variance follow_variance(const void *state, struct variance x, struct variance y) {
        const struct mean *const a = &x.all;
        const struct mean *const b = &y.all;
        struct variance z = y.all.count == 0 ? x : y;
        if (a->count == 0 || b->count == 0) {
            z.all = follow_gap(x.all, y.all);
            return z;
        }
        const struct joint j = joint_of(state, a, b);
        if (j.more > 0) {
            y.square = spread(b->a + b->rest, b->center, y.square, j.more, b->x, 0);
            y.pairs += 2 * j.more * b->rest;
        }
        z.all = joined(j, x.all, y.all);
        z.square = spread(j.before, a->center, x.square, j.own, j.center, y.square);
        z.pairs = j.factor * j.factor * x.pairs + y.pairs + 2 * j.before * j.own;
        return z;
    }
    static inline struct mean observed(const void *state, double x) {
        struct mean z = {0, 1, x, 1, 0, x};
        if (x - x != 0) {
            z.gaps = ((const struct ewm *)state)->gap;
            z.count = 0;
            z.x = z.a = z.center = 0;
        }
        return z;
    }
    static inline struct variance observed_alone(const void *state, double x) {
        struct variance z = {observed(state, x), 0, 0};
        return z;
    }
    static inline int has_enough(const void *state, uint64_t count) {
        return count > 0 && count >= ((const struct ewm *)state)->least;
    }
    static inline double mean_of(const void *state, struct mean x) {
        const struct ewm *s = (const struct ewm *)state;
        return has_enough(state, x.count) ? mixed(x.a + x.rest, x.center, s->first * x.a, x.x) : s->none;
    }
    static inline double variance_of(const void *state, struct variance x) {
        const struct ewm *s = (const struct ewm *)state;
        const double more = s->first * x.all.a;
        const double w = x.all.a + x.all.rest;
        const double variance = spread(w, x.all.center, x.square, more, x.all.x, 0);
        const double pairs = x.pairs + 2 * more * x.all.rest;
        if (!has_enough(state, x.all.count) || (!s->bias && !(pairs > 0)))
            return s->none;
        return s->bias ? variance : variance * ((w + more) / pairs * (w + more));
    })
// clang-format on

#endif
