/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers as text, separated by blanks and line breaks. The breaks are kept from input to output. */
#ifndef PREFIX_TOOLS_IO_TEXT_H
#define PREFIX_TOOLS_IO_TEXT_H

#include <stddef.h>

#include "io/input.h"
#include "io/output.h"

struct text_place {
    unsigned long long line;   /* from 1 */
    unsigned long long column; /* in bytes, from 1 */
    int first;                 /* no element has been read */
};

/* The type of the numbers: i64 when each has the form of an integer, else f64. Reads all of the input. */
int text_type(struct input *input);

/* Ends the command if what has been read is not to be f64: an integer that is not held exactly. */
void text_check_floats(const struct input *input);

/*
 * Reads elements of the type until there are count or the input ends; returns how many. breaks[i]
 * becomes 1 when a line break stands before element i, and 0 for the first element of all.
 */
size_t text_read(struct input *input, struct text_place *place, int type, void *elements, unsigned char *breaks,
                 size_t count);

/* Writes elements, each after a line break or a blank; breaks NULL: one a line. first: none was written yet. */
void text_write(struct output *output, int first, int type, const void *elements, const unsigned char *breaks,
                size_t count);

#endif
