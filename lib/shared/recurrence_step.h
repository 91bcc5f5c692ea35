/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Steps y -> a y + b, one after the other, on the host and as CUDA text. What is zero stays zero: a step whose a is 0
 * forgets what stands before it, and a y of 0 takes no part, whatever the a of many steps together has come to. So no
 * product of several a may become 0 that has none among its factors: it is 2^-500 in magnitude at least, which also
 * spares subnormal numbers, that take long.
 */
#ifndef PREFIX_LIB_SHARED_RECURRENCE_STEP_H
#define PREFIX_LIB_SHARED_RECURRENCE_STEP_H

#include <prefix/prefix.h>

// clang-format off
PREFIX_TEXT(
    prefix__step_text,
    struct prefix__step { double a, b; };
    static inline struct prefix__step prefix__mended(struct prefix__step x, struct prefix__step y,
                                                     struct prefix__step z) {
        if (x.a == 0 || y.a == 0)
            z.a = 0;
        else if (z.a > -0x1p-500 && z.a < 0x1p-500)
            z.a = (x.a < 0) == (y.a < 0) ? 0x1p-500 : -0x1p-500;
        if (z.b != z.b && (y.a == 0 || x.b == 0))
            z.b = y.b;
        return z;
    }
    static inline struct prefix__step prefix__follow(struct prefix__step x, struct prefix__step y) {
        struct prefix__step z = {x.a * y.a, y.a * x.b + y.b};
        return (z.a <= -0x1p-500 || z.a >= 0x1p-500) && z.b == z.b ? z : prefix__mended(x, y, z);
    }
    static inline struct prefix__step prefix__step_of(double a, double b) {
        struct prefix__step z = {a, a == a ? b : a};
        return z;
    }
    static inline double prefix__constant(const void *state) { return *(const double *)state; })
// clang-format on

/* Of which types CPUs have loops of their own; recurrences of the others are scans by an operator like any. */
static inline int prefix__has_recurrence_loops(int type)
{
    return type == PREFIX_F32 || type == PREFIX_F64;
}

#endif
