/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators of a caller's own for tests, and what scans by them give. */
#ifndef OPERATOR_SUBJECT_H
#define OPERATOR_SUBJECT_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { MOST = 160, ALIGNED = 16, OPERATOR_SUBJECTS = 5 };

struct subject {
    const char *name;
    size_t size, alignment;
    prefix_combine_fn host;
    void (*make)(struct rng *rng, int64_t place, size_t size, void *element); /* place -1: what stands before */
    int is_exact;                                                             /* the order makes no difference */
    const char *text, *element, *expression;                                  /* in CUDA C++ */
};

/* Places that must follow each other, matrices, brackets, maps and sums of floats. */
extern const struct subject operator_subjects[OPERATOR_SUBJECTS];
/* Of each byte of elements of any size the last that is not 0. */
struct subject operator_bytes(size_t size);
void operator_make_bytes(struct rng *rng, int64_t place, size_t size, void *element);

/* Whether a backend is tried with elements of a size: to compile for all of them takes a while. */
int operator_tries(const char *backend, size_t size);

/* Elements of a row of the canonical order. */
size_t operator_row(size_t size);
/* The operator on all backends; identity: NULL for none. */
prefix_operator *operator_make(const struct subject *s, const void *identity);
/* later becomes earlier combined with it. */
void operator_combine(const struct subject *s, const void *earlier, void *later);
/*
 * The canonical order as the manual has it, over elements in the order of the scan, in place. first: NULL for nothing.
 * begins: 1 for each element that begins a segment; NULL for none.
 */
void operator_scan_by_the_book(const struct subject *s, char *x, size_t n, const void *first,
                               const unsigned char *begins);

#endif
