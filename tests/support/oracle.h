/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The oracle: what a scan must give, worked out in plain loops that share no code with the
 * library. Integers go through 128-bit arithmetic with an explicit wrap. Sums and products of
 * floats replay the canonical order from its text (lib/order.h), the network as the recursion that
 * Sklansky drew. Halves are converted by search in a table of all values.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stddef.h>

struct oracle_scan {
    int kind;
    int op;
    int type;
    int output_type;
    int reverse;
    int init_type;    /* the output type or the carry type */
    const void *init; /* or NULL */
};

/* Bytes of an element; 0 for what is no type. */
size_t oracle_size(int type);
int oracle_is_float(int type);
int oracle_is_signed(int type);

/* Whether the operator takes the type. */
int oracle_takes(int op, int type);
/* Whether a scan of type may give output_type. */
int oracle_widens(int type, int output_type);
int oracle_carry_type(int op, int output_type);

/*
 * Scans n elements; out may be NULL. *total and *carry, where not NULL, get init ⊕ all elements
 * in the output type and in the carry type.
 */
void oracle_run(const struct oracle_scan *scan, const void *in, void *out, size_t n, void *total, void *carry);

/*
 * Scans n elements in segments: begins has a byte for each element of the array, not 0 where it begins
 * one. Every segment begins with init.
 */
void oracle_run_segments(const struct oracle_scan *scan, const void *in, const unsigned char *begins, void *out,
                         size_t n);

/* One float of any of the four types, exactly; and rounded once, to nearest, ties to even. */
double oracle_float_get(int type, const void *from);
void oracle_float_put(int type, void *to, double value);

/* One integer of any of the eight types; and modulo 2^bits. */
__extension__ typedef __int128 oracle_wide;
oracle_wide oracle_integer_get(int type, const void *from);
void oracle_integer_put(int type, void *to, oracle_wide value);

/*
 * Whether two arrays hold the same bits, any NaN counting as equal to any other. The first
 * difference is put into *where.
 */
int oracle_same(int type, const void *a, const void *b, size_t n, size_t *where);

/*
 * The largest |element - exact| of an inclusive sum, forwards and without init, each divided by
 * the bound that the canonical order keeps:
 *     71 u S + tiles 2^-53 S + v |exact| + least
 * where S is the sum of |x| up to the element, u the unit roundoff of the accumulator (71 = 7
 * levels of a row of 128 and 64 rows; 70 for rows of 64), v that of the output type, and least
 * half its smallest denormal. exact is a running sum in long double. At most 1 when all is well.
 */
double oracle_sum_error(int type, int output_type, const void *in, const void *out, size_t n);

/*
 * Sums and products of floats in another order than the canonical one: whether each element, and the
 * total (NULL: none), lies where chain roundings of the accumulator may bring it, each by at most its
 * unit roundoff, and the last rounding, for which rough is 1, or 2 when the output type was also in
 * between. Data must not overflow. The first element outside is put into *where (n: the total).
 */
int oracle_near(const struct oracle_scan *scan, const void *in, const void *out, size_t n, const void *total,
                int total_type, size_t chain, int rough, size_t *where);

/* Whether the predicate is true of the element, with one operand or two that follow each other. */
int oracle_holds(int type, int predicate, const void *element, const void *operands);
/* As == has it. */
int oracle_equal(int type, const void *a, const void *b);

#endif
