/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers as text: read from the fields of lines, and written into the layout that they had. */
#ifndef PREFIX_TOOLS_IO_TEXT_H
#define PREFIX_TOOLS_IO_TEXT_H

#include <stddef.h>

#include "io/fields.h"
#include "io/guess.h"
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

/* How text is read; 0: as without the option. */
struct text_options {
    int missing;
    int delimiter; /* a character */
    int column;    /* the field of each line that is read */
    int header;    /* the first line is no data */
};

struct text {
    struct fields fields;
    int is_fixed; /* the user has no options */
    int missing;
    char delimiter; /* before a result after a line */
    int has_header;
    struct bytes header; /* the line, without its end */
    int in_line;         /* the line at hand has an element */
    int is_guessing;     /* the type may still turn out to be f64 */
    struct guess guess;
};

/* options NULL: the user has none. */
void text_open(struct text *text, struct input *input, const struct text_options *options);
void text_close(struct text *text);

/*
 * The type of the numbers, as guess.h has it; has_fraction: of them and a fraction. Reads all to know it, and goes back
 * to where it was.
 */
int text_settle(struct text *text, int has_fraction);

/*
 * Reads elements of the type until there are count or the input ends, or after the first, if it is_prompt, until more
 * would have to be waited for; returns how many. What is kept of the text is added to the layout, if it is not NULL.
 * If is_guessing, the type becomes that of all numbers so far, and the elements have it.
 */
size_t text_read(struct text *text, int *type, void *elements, struct layout *layout, size_t count, int is_prompt);

/* Writes the header, if there is one; name: the column of results after a chosen one, or NULL. */
void text_write_header(struct output *output, const struct text *text, const char *name);

/* Writes the layout with the elements in their places; without one, an element a line. */
void text_write(struct output *output, int type, const void *elements, const struct layout *layout, size_t count);

#endif
