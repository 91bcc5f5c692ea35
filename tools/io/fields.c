/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/fields.h"

#include <string.h>

enum { CLASS_NUMBER, CLASS_BLANK, CLASS_DELIMITER, CLASS_LINE };

void fields_open(struct fields *fields, struct input *input)
{
    memset(fields, 0, sizeof *fields);
    fields->input = input;
    memset(fields->classes + '\t', CLASS_BLANK, '\r' - '\t' + 1);
    fields->classes[' '] = CLASS_BLANK;
    fields->classes['\t'] = CLASS_DELIMITER;
    fields->classes['\n'] = CLASS_LINE;
    fields->line = fields->column = fields->field = 1;
}

/* The length of the token that begins the buffer, all of which is then there if it is not too long. */
static size_t token_length(const struct fields *fields)
{
    struct input *input = fields->input;
    size_t length = 0;
    for (;;) {
        const unsigned char *token = input->buffer + input->begin;
        const size_t end = input->end - input->begin;
        while (length < end && fields->classes[token[length]] == CLASS_NUMBER)
            length++;
        if (length < end || length > TOKEN_MAX || !input_fill(input))
            return length;
    }
}

static void take(struct fields *fields, size_t bytes)
{
    fields->input->begin += bytes;
    fields->column += bytes;
}

/* Of the last line, too, which may have no line break. */
static int end_line(struct fields *fields)
{
    fields->line++;
    fields->column = fields->field = 1;
    fields->is_taken = 0;
    return ITEM_LINE;
}

/* The place of an item, whose field then has one. */
static int describe(struct fields *fields, struct item *item, int kind)
{
    item->line = fields->line;
    item->column = fields->column;
    item->field = fields->field;
    item->separator = fields->separator;
    fields->separator = ' ';
    fields->is_taken = 1;
    return kind;
}

static int missing(struct fields *fields, struct item *item, int class)
{
    item->is_line = class == CLASS_LINE && fields->field == 1;
    return describe(fields, item, ITEM_MISSING);
}

int fields_next(struct fields *fields, struct item *item)
{
    struct input *input = fields->input;
    for (;;) {
        const int is_end = input->begin == input->end && !input_fill(input);
        if (is_end && fields->column == 1)
            return ITEM_END;
        const unsigned char c = is_end ? '\n' : input->buffer[input->begin];
        const int class = fields->classes[c];
        if (class > CLASS_BLANK && !fields->is_taken)
            return missing(fields, item, class);
        if (class == CLASS_NUMBER) {
            fields->field += fields->is_taken;
            item->length = token_length(fields);
            item->text = input->buffer + input->begin;
            describe(fields, item, ITEM_NUMBER);
            take(fields, item->length);
            return ITEM_NUMBER;
        }
        take(fields, !is_end);
        if (class == CLASS_LINE)
            return end_line(fields);
        if (class == CLASS_DELIMITER) {
            fields->field++;
            fields->is_taken = 0;
            fields->separator = c;
        }
    }
}
