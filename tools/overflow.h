/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether integer sums and products are those of the numbers, or have wrapped. */
#ifndef PREFIX_TOOLS_OVERFLOW_H
#define PREFIX_TOOLS_OVERFLOW_H

#include <stddef.h>
#include <stdint.h>

/* A sum, in 128 bits; or a product, of which low is the absolute value unless high says that it is larger. */
struct total {
    uint64_t low;
    int64_t high;
    int is_negative; /* the product */
};

struct overflow {
    const char *name; /* of the input, for messages */
    int op, in_type, out_type, exclusive, reverse;
    const void *init; /* of the output type, or NULL */
    size_t stride;    /* from each element to the next; 1 but along an axis */

    /* The functions' own: */
    int is_late;     /* the carry, which becomes a result if the scan goes on, has wrapped */
    size_t position; /* of the next element, from 0 */
    size_t left;     /* that after which the total did not fit, and has not since; 0: it fits */
    struct total total;
};

/* The type of 64 bits in the family of an integer type; 0 for floats. */
int overflow_wide(int type);

/* Whether results of an operator and type can wrap. */
int overflow_can(int op, int type);

/*
 * Ends the command if one of count results of a scan is not the true one: those of elements from first on, a segment or
 * a piece. carry: what they begin with, NULL for none; total: what the next piece begins with, NULL when none does.
 */
void overflow_scan(struct overflow *o, const void *in, const void *out, size_t first, size_t count, const void *carry,
                   const void *total);

/* Adds up a total apart, from the initial value on, for elements after the first ones of the input ... */
void overflow_begin(struct overflow *o, size_t first);
void overflow_add(struct overflow *o, const void *in, size_t count);
/* ... and ends the command if the type does not hold it. Running totals may be too large for it. */
void overflow_end(const struct overflow *o);

#endif
