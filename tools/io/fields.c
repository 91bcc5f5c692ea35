/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/fields.h"

#include <stdio.h>
#include <string.h>

#include "base/message.h"

enum { CLASS_NUMBER, CLASS_BLANK, CLASS_DELIMITER, CLASS_LINE };

/* Blanks on a line, one of which may be the delimiter. */
static int is_blank(unsigned char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n');
}

void fields_open(struct fields *fields, struct input *input, unsigned char delimiter, size_t chosen)
{
    memset(fields, 0, sizeof *fields);
    fields->input = input;
    for (int c = 0; c < 256; c++)
        fields->classes[c] = is_blank((unsigned char)c) ? CLASS_BLANK : CLASS_NUMBER;
    fields->classes['\n'] = CLASS_LINE;
    fields->classes[delimiter ? delimiter : '\t'] = CLASS_DELIMITER;
    fields->is_delimited = delimiter != 0;
    for (int c = 0; c < 256; c++)
        fields->ends[c] = fields->classes[c] > (delimiter ? CLASS_BLANK : CLASS_NUMBER);
    fields->chosen = chosen;
    fields->line = fields->column = fields->field = 1;
}

/* Returns 0 at the end of the input, or where that would have to be waited for. */
static int fill(struct fields *fields)
{
    fields->is_late = fields->never_waits && !input_is_ready(fields->input);
    return !fields->is_late && input_fill(fields->input);
}

/* Without blanks at its end, which only those between delimiters have. */
static size_t trimmed(const struct fields *fields, const unsigned char *token, size_t length)
{
    while (fields->is_delimited && length > 0 && fields->classes[token[length - 1]] == CLASS_BLANK)
        length--;
    return length;
}

/* Whether a field that begins with this byte is one in quotes. */
static int is_quote(const struct fields *fields, unsigned char c)
{
    return c == '"' && fields->is_delimited && fields->classes[c] == CLASS_NUMBER;
}

/* Where a token ends before end. In quotes, from an odd quote to the next one, a line's end alone ends it. */
static size_t token_end(const struct fields *fields, const unsigned char *token, size_t from, size_t end,
                        int *in_quotes)
{
    if (from < end && !is_quote(fields, *token)) {
        while (from < end && !fields->ends[token[from]])
            from++;
        return from;
    }
    for (; from < end && (*in_quotes ? token[from] != '\n' : !fields->ends[token[from]]); from++)
        *in_quotes ^= token[from] == '"';
    return from;
}

/* The length of the token that begins the buffer, all of which is then there if it is not too long. */
static size_t token_length(struct fields *fields)
{
    const struct input *input = fields->input;
    size_t length = 0;
    int in_quotes = 0;
    for (;;) { /* a field may have any number of blanks behind its number */
        const size_t end = input->end - input->begin;
        length = token_end(fields, input->buffer + input->begin, length, end, &in_quotes);
        if (length < end || (length > TOKEN_MAX && !fields->is_delimited) || !fill(fields))
            return length;
    }
}

static _Noreturn void die_at(const struct fields *fields, const unsigned char *at, const char *what)
{
    const size_t bytes = (size_t)(at - (fields->input->buffer + fields->input->begin));
    die("%s:%llu:%llu: %s", fields->input->name, fields->line, fields->column + bytes, what);
}

/* The number of a token: without the blanks around it, and without its quotes. */
static void set_number(const struct fields *fields, struct item *item, unsigned char *token, size_t length)
{
    item->text = token;
    item->length = trimmed(fields, token, length);
    if (item->length == 0 || !is_quote(fields, *token))
        return;
    unsigned char *at = token + 1, *const end = token + item->length;
    while (at < end && (*at != '"' || (at + 1 < end && at[1] == '"')))
        at += *at == '"' ? 2 : 1;
    if (at == end)
        die_at(fields, token, "this quote is not closed on its line");
    if (at + 1 < end)
        die_at(fields, at + 1, "only a delimiter may follow the closing quote of a field");
    /* The delimiter is none within quotes, but may be a blank. */
    for (token++; token < at && is_blank(*token); token++)
        continue;
    while (at > token && is_blank(at[-1]))
        at--;
    item->text = token;
    item->length = (size_t)(at - token);
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

static int missing(struct fields *fields, struct item *item, enum gap gap)
{
    item->gap = gap;
    return describe(fields, item, ITEM_MISSING);
}

/* Of all fields. */
static int next(struct fields *fields, struct item *item)
{
    struct input *input = fields->input;
    for (;;) {
        const int is_end = input->begin == input->end && !fill(fields);
        if (fields->is_late)
            return ITEM_LATE;
        if (is_end && fields->column == 1)
            return ITEM_END;
        const unsigned char c = is_end ? '\n' : input->buffer[input->begin];
        const int class = fields->classes[c];
        if (class > CLASS_BLANK && !fields->is_taken)
            return missing(fields, item, class == CLASS_LINE && fields->field == 1 ? GAP_LINE : GAP_FIELD);
        if (class == CLASS_NUMBER) {
            const size_t length = token_length(fields);
            if (fields->is_late)
                return ITEM_LATE;
            fields->field += (unsigned long long)fields->is_taken;
            unsigned char *const token = input->buffer + input->begin;
            set_number(fields, item, token, length);
            describe(fields, item, ITEM_NUMBER);
            item->column += (unsigned long long)(item->text - token);
            item->gap = GAP_FIELD;
            take(fields, length);
            return item->length > 0 ? ITEM_NUMBER : ITEM_MISSING;
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

/* The length of the line that begins the buffer, all of which is then there. */
static size_t line_length(struct fields *fields)
{
    const struct input *input = fields->input;
    size_t length = 0;
    for (;;) {
        const unsigned char *line = input->buffer + input->begin;
        const size_t there = input->end - input->begin;
        const unsigned char *end = memchr(line + length, '\n', there - length);
        if (end)
            return (size_t)(end - line);
        length = there;
        if (!fill(fields))
            return length;
    }
}

const unsigned char *fields_line(struct fields *fields, size_t *length)
{
    struct input *input = fields->input;
    const size_t whole = line_length(fields);
    if (input->begin == input->end)
        return NULL;
    const unsigned char *line = input->buffer + input->begin;
    take(fields, whole + (input->begin + whole < input->end));
    end_line(fields);
    *length = whole - (whole > 0 && line[whole - 1] == '\r');
    return line;
}

/*
 * Finds the chosen field of a line. Returns 0 if there is none. Goes on to the line's last quote, as one that is not
 * closed is an error in any field.
 */
static int find_field(const struct fields *fields, unsigned char *at, const unsigned char *end, struct item *item)
{
    int is_there = 0;
    const unsigned char *quote = fields->is_delimited ? end : at; /* behind the last one */
    while (quote > at && quote[-1] != '"')
        quote--;
    *item = (struct item){.text = at};
    for (unsigned long long field = 1;; field++) {
        struct item other;
        int in_quotes = 0;
        while (at < end && fields->classes[*at] == CLASS_BLANK)
            at++;
        const size_t length = token_end(fields, at, 0, (size_t)(end - at), &in_quotes);
        set_number(fields, field == fields->chosen ? item : &other, at, length);
        is_there |= field == fields->chosen;
        at += length;
        if (is_there && at >= quote)
            return 1;
        while (at < end && fields->classes[*at] == CLASS_BLANK)
            at++;
        if (at == end)
            return is_there;
        at += fields->classes[*at] == CLASS_DELIMITER;
    }
}

/* Of the chosen field: an item for each line, which stays in the buffer until its end is taken. */
static int next_chosen(struct fields *fields, struct item *item)
{
    struct input *input = fields->input;
    size_t length;
    if (fields->is_taken) {
        fields_line(fields, &length);
        return ITEM_LINE;
    }
    length = line_length(fields);
    if (fields->is_late)
        return ITEM_LATE;
    if (input->begin == input->end)
        return ITEM_END;
    unsigned char *row = input->buffer + input->begin;
    const int is_there = find_field(fields, row, row + length, item);
    item->row = row;
    item->row_length = length - (length > 0 && row[length - 1] == '\r');
    fields->field = fields->chosen;
    describe(fields, item, ITEM_NUMBER);
    item->column = (unsigned long long)(item->text - row) + 1;
    if (item->length > 0 && is_there)
        return ITEM_NUMBER;
    size_t blanks = 0;
    while (blanks < length && fields->classes[row[blanks]] == CLASS_BLANK)
        blanks++;
    item->gap = blanks == length ? GAP_LINE : is_there ? GAP_FIELD : GAP_ABSENT;
    return ITEM_MISSING;
}

int fields_next(struct fields *fields, struct item *item)
{
    fields->is_late = 0;
    return fields->chosen ? next_chosen(fields, item) : next(fields, item);
}

const char *item_quoted(const struct item *item)
{
    static char text[4 * 40 + 8];
    char *to = text;
    *to++ = '\'';
    for (size_t i = 0; i < item->length && i < 40; i++) {
        if (item->text[i] >= ' ' && item->text[i] < 0x7f)
            *to++ = (char)item->text[i];
        else
            to += sprintf(to, "\\x%02x", item->text[i]);
    }
    strcpy(to, item->length > 40 ? "...'" : "'");
    return text;
}
