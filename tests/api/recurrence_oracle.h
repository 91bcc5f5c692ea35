/* SPDX-License-Identifier: BSD-3-Clause */
/* Recurrences in plain loops: step by step, and in the canonical order, as the manual states it. */
#ifndef RECURRENCE_ORACLE_H
#define RECURRENCE_ORACLE_H

#include <stddef.h>

#include <prefix/prefix.h>

#include "../support/data.h"

/* A real or a complex number, and a step y -> a y + b. */
struct number {
    double re, im;
};
struct step {
    struct number a, b;
};

int is_complex(int type);
size_t size_of(int type);
size_t alignment_of(int type);
struct number get_number(int type, const void *from, size_t i);
void put_number(int type, void *to, size_t i, struct number value);
/* The bits are the same, any NaN counting as any other. */
int same_numbers(int type, const void *x, const void *y, size_t n);

/* PLAIN ones come in long stretches without factors of 0 and the like, and with zeros of both signs. */
enum pattern { SMALL, WHOLE, GROWING, SPECIAL, PLAIN, PATTERNS };
void fill_numbers(struct rng *rng, int pattern, int is_factor, int type, void *to, size_t n);

/* Each step gets in its b what y is there, in the canonical order; first: or NULL. */
void recur(int type, struct step *steps, size_t n, const struct number *first);

#endif
