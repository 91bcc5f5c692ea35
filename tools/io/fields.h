/* SPDX-License-Identifier: BSD-3-Clause */
/* Text as lines of fields: where numbers stand, and where one is missing. */
#ifndef PREFIX_TOOLS_IO_FIELDS_H
#define PREFIX_TOOLS_IO_FIELDS_H

#include <stddef.h>

#include "io/input.h"

/* No number needs more bytes; what is longer is taken for something else than text. */
#define TOKEN_MAX 4096

/* Room for a message about an item: its place, a quotation of it, and what is wrong. */
#define ITEM_ERROR_MAX 320

enum item_kind {
    ITEM_END,
    ITEM_LATE,   /* what comes next is not there yet */
    ITEM_LINE,   /* the end of a line */
    ITEM_NUMBER, /* or what should be one */
    ITEM_MISSING
};

/* How a value is missing. */
enum gap {
    GAP_LINE, /* the line is empty */
    GAP_FIELD,
    GAP_ABSENT /* the line has no such field */
};

struct item {
    unsigned char *text;             /* of a number, in the input's buffer, which has a byte after it */
    size_t length;                   /* if it is above TOKEN_MAX there may be more of it */
    unsigned char separator;         /* what stands before it if it is not the first of its line */
    enum gap gap;                    /* of a missing value */
    unsigned long long line, column; /* from 1; column in bytes */
    unsigned long long field;        /* of its line, from 1 */
    const unsigned char *row;        /* of a chosen column: the line that has it, without its end */
    size_t row_length;
};

struct fields {
    struct input *input;
    int never_waits; /* for input that is not there yet */
    int is_late;     /* it is not */
    unsigned char classes[256];
    unsigned char ends[256];   /* whether a byte ends what is taken for a number */
    int is_delimited;          /* by a character, and not by blanks, too */
    unsigned long long chosen; /* the field of each line that is read; 0: all */
    unsigned char separator;
    int is_taken; /* the field at hand, or the chosen one of the line, has an item */
    unsigned long long line, column, field;
};

/*
 * Fields end at each delimiter, with blanks around them, and may be in quotes as in RFC 4180, but on one line; with
 * delimiter 0 they end at each tab, and at blanks, too. chosen: the field that is read of each line, from 1, or 0 for
 * all.
 */
void fields_open(struct fields *fields, struct input *input, unsigned char delimiter, size_t chosen);

/* Takes a line as it is, without its end. NULL at the end of the input. */
const unsigned char *fields_line(struct fields *fields, size_t *length);

/* The beginning of a number for a message: what a terminal could take for something else is escaped. */
const char *item_quoted(const struct item *item);

/* Returns the kind of what comes next, and describes it unless it is the end of a line or of all. */
int fields_next(struct fields *fields, struct item *item);

#endif
