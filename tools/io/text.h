/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers as text: read from the fields of lines, and written into the layout that they had. */
#ifndef PREFIX_TOOLS_IO_TEXT_H
#define PREFIX_TOOLS_IO_TEXT_H

#include <stddef.h>

#include "io/fields.h"
#include "io/input.h"
#include "io/layout.h"
#include "io/output.h"

/* What becomes of a missing value. */
enum missing {
    MISSING_REFUSED, /* an error */
    MISSING_SKIP,    /* it is not there, nor its place */
    MISSING_ZERO,    /* it is 0 */
    MISSING_KEEP     /* its place stays empty */
};

/* How text is read. */
struct text_options {
    int missing;
};

struct text {
    struct fields fields;
    const struct text_options *options; /* NULL: the user has none */
    int in_line;                        /* the line at hand has an element */
};

void text_open(struct text *text, struct input *input, const struct text_options *options);

/* The type of the numbers: i64 when each has the form of an integer, else f64. Reads all of the input. */
int text_type(const struct text *text);

/* Ends the command if what has been read is not to be f64: an integer that is not held exactly. */
void text_check_floats(const struct text *text);

/*
 * Reads elements of the type until there are count or the input ends; returns how many. What stands around them is
 * added to the layout, if it is not NULL.
 */
size_t text_read(struct text *text, int type, void *elements, struct layout *layout, size_t count);

/* Writes the layout with the elements in their places; without one, an element a line. */
void text_write(struct output *output, int type, const void *elements, const struct layout *layout, size_t count);

#endif
