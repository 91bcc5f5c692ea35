/* SPDX-License-Identifier: BSD-3-Clause */
/* Text as lines of fields: where numbers stand, and where one is missing. */
#ifndef PREFIX_TOOLS_IO_FIELDS_H
#define PREFIX_TOOLS_IO_FIELDS_H

#include <stddef.h>

#include "io/input.h"

/* No number needs more bytes; what is longer is taken for something else than text. */
#define TOKEN_MAX 4096

enum item_kind {
    ITEM_END,
    ITEM_LINE,   /* the end of a line */
    ITEM_NUMBER, /* or what should be one */
    ITEM_MISSING /* an empty field, or an empty line */
};

struct item {
    unsigned char *text;             /* of a number, in the input's buffer, which has a byte after it */
    size_t length;                   /* if it is above TOKEN_MAX there may be more of it */
    unsigned char separator;         /* what stands before it if it is not the first of its line */
    int is_line;                     /* missing: the line is empty */
    unsigned long long line, column; /* from 1; column in bytes */
    unsigned long long field;        /* of its line, from 1 */
};

struct fields {
    struct input *input;
    unsigned char classes[256];
    unsigned char separator;
    int is_taken; /* the field at hand has an item */
    unsigned long long line, column, field;
};

void fields_open(struct fields *fields, struct input *input);

/* Returns the kind of what comes next, and describes it unless it is the end of a line or of all. */
int fields_next(struct fields *fields, struct item *item);

#endif
