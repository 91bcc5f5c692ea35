/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators that are built in and are no plain arithmetic of one type, and what scans by them give. */
#ifndef BUILT_IN_SUBJECT_H
#define BUILT_IN_SUBJECT_H

#include <stddef.h>

#include "../support/data.h"

struct built_in {
    int op, type, output_type;
};

/* Of all that there are, the k-th, as long as it is one. */
int built_in_subject(size_t k, struct built_in *subject);

/* Bytes, and those of the alignment, of an element of a type. */
size_t built_in_size(int type);
size_t built_in_alignment(int type);
/* Bytes of what is combined, for sizes around rows and tiles. */
size_t built_in_element(const struct built_in *b);

void built_in_fill(struct rng *rng, const struct built_in *b, void *to, size_t n);

/*
 * The inclusive results, in the order of the scan: in[i] is the element that comes i-th, and stands in places[i] of the
 * array; begins: 1 where a segment begins, or NULL. init: of init_type, or NULL. results: of the output type, and
 * carries (or NULL) of the carry type, or, of places, of the output type.
 */
void built_in_scan(const struct built_in *b, const void *in, const size_t *places, size_t n,
                   const unsigned char *begins, const void *init, int init_type, void *results, void *carries);
/* What stands where there is no element: init or the identity, or of places no place, in a type. */
void built_in_nothing(const struct built_in *b, const void *init, int init_type, int type, void *result);

/* Whether two arrays hold the same bits, any NaN counting as equal to any other. */
int built_in_same(int type, const void *a, const void *b, size_t n);

#endif
