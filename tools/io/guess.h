/* SPDX-License-Identifier: BSD-3-Clause */
/* The type of numbers in a text that does not say it: i64 if all are written as integers, otherwise f64. */
#ifndef PREFIX_TOOLS_IO_GUESS_H
#define PREFIX_TOOLS_IO_GUESS_H

#include "io/fields.h"

struct guess {
    int has_others;                 /* numbers that are not written as integers */
    char rounded[ITEM_ERROR_MAX];   /* what is wrong if there are others: the first integer that f64 does not hold */
    char too_large[ITEM_ERROR_MAX]; /* and if there are none: the first one that i64 does not hold */
};

/* Takes one more number into account. name: of the file. Ends the command if f64 would round an integer. */
void guess_add(struct guess *guess, const char *name, const struct item *item);

/* The same for a fraction that is not in the text, but goes with its numbers. */
void guess_add_fraction(struct guess *guess, const char *name);

/* The type that holds all so far. Once it is f64, it stays so or the text is wrong. */
int guess_type(const struct guess *guess);

/* At the end of the text: ends the command if an integer is too large. */
void guess_end(const struct guess *guess, const char *name);

/* Makes f64 of i64 that were read before the type changed. */
void guess_convert(void *elements, size_t count);

#endif
