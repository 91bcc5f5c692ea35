/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/text.h"

#include <stdio.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/number.h"

void text_open(struct text *text, struct input *input, const struct text_options *options)
{
    memset(text, 0, sizeof *text);
    fields_open(&text->fields, input);
    text->options = options;
}

/* The beginning of a token for a message: what a terminal could take for something else is escaped. */
static const char *quoted(const struct item *item)
{
    static char text[4 * 40 + 8];
    char *to = text;
    *to++ = '\'';
    for (size_t i = 0; i < item->length && i < 40; i++) {
        if (item->text[i] > ' ' && item->text[i] < 0x7f)
            *to++ = (char)item->text[i];
        else
            to += sprintf(to, "\\x%02x", item->text[i]);
    }
    strcpy(to, item->length > 40 ? "...'" : "'");
    return text;
}

/* The first number of what has been read, all of the input, for which test is true. */
static int find(const struct text *text, int (*test)(const char *, size_t), struct item *found)
{
    struct fields fields = text->fields;
    const size_t begin = fields.input->begin;
    int kind;
    do
        kind = fields_next(&fields, found);
    while (kind != ITEM_END && (kind != ITEM_NUMBER || !test((const char *)found->text, found->length)));
    fields.input->begin = begin;
    return kind == ITEM_NUMBER;
}

static int is_no_integer(const char *text, size_t length)
{
    return !number_is_integer(text, length);
}

static int is_rounded(const char *text, size_t length)
{
    return length > 15 && number_is_rounded(text, length);
}

void text_check_floats(const struct text *text)
{
    struct item item;
    if (find(text, is_rounded, &item))
        die("%s:%llu: %s would be rounded, as other numbers are no integers; --type f64 rounds it",
            text->fields.input->name, item.line, quoted(&item));
}

int text_type(const struct text *text)
{
    struct item item;
    while (input_fill(text->fields.input))
        continue;
    if (!find(text, is_no_integer, &item))
        return PREFIX_I64;
    text_check_floats(text);
    return PREFIX_F64;
}

static _Noreturn void die_missing(const struct text *text, const struct item *item)
{
    const char *name = text->fields.input->name;
    const char *remedy = text->options ? "; --missing skip leaves it out, --missing zero takes 0" : "";
    if (item->is_line)
        die("%s:%llu: an empty line is a missing value%s", name, item->line, remedy);
    die("%s:%llu:%llu: field %llu is empty, a missing value%s", name, item->line, item->column, item->field, remedy);
}

static void parse(const struct text *text, int type, const struct item *item, void *element)
{
    const char *name = text->fields.input->name;
    if (item->length > TOKEN_MAX)
        die("%s:%llu:%llu: more than %d bytes without a blank: %s", name, item->line, item->column, TOKEN_MAX,
            quoted(item));
    const unsigned char behind = item->text[item->length];
    item->text[item->length] = 0;
    const int status = number_parse(type, (const char *)item->text, item->length, element);
    item->text[item->length] = behind;
    if (status != NUMBER_OK)
        die("%s:%llu:%llu: %s is %s %s%s", name, item->line, item->column, quoted(item),
            status == NUMBER_RANGE ? "out of the range of" : "not a number of type", prefix_type_name(type),
            memchr(item->text, ',', item->length) || memchr(item->text, ';', item->length)
                ? "; blanks stand between numbers"
                : "");
}

size_t text_read(struct text *text, int type, void *elements, struct layout *layout, size_t count)
{
    const size_t size = prefix_type_size(type);
    const int missing = text->options ? text->options->missing : MISSING_REFUSED;
    struct item item;
    size_t i = 0;
    while (i < count) {
        const int kind = fields_next(&text->fields, &item);
        char *element = (char *)elements + i * size;
        if (kind == ITEM_END)
            break;
        if (kind == ITEM_LINE) {
            if (layout && text->in_line)
                layout_put(layout, '\n');
            text->in_line = 0;
            continue;
        }
        if (kind == ITEM_NUMBER)
            parse(text, type, &item, element);
        else if (missing == MISSING_REFUSED)
            die_missing(text, &item);
        else if (missing == MISSING_SKIP)
            continue;
        else
            memset(element, 0, size);
        const int is_empty = kind == ITEM_MISSING && missing == MISSING_KEEP;
        if (layout && text->in_line)
            layout_put(layout, (char)item.separator);
        if (layout && !is_empty)
            layout_put(layout, 0);
        text->in_line = 1;
        i += !is_empty;
    }
    return i;
}

static void write_number(struct output *output, int type, const void *element)
{
    output->used += number_format(type, element, output_room(output, NUMBER_TEXT_MAX));
}

void text_write(struct output *output, int type, const void *elements, const struct layout *layout, size_t count)
{
    const size_t size = prefix_type_size(type);
    const char *element = elements;
    if (!layout) {
        for (size_t i = 0; i < count; i++) {
            write_number(output, type, element + i * size);
            output_write(output, "\n", 1);
        }
        return;
    }
    const char *at = layout->bytes, *end = at + layout->used;
    while (at < end) {
        if (*at) {
            const char *place = memchr(at, 0, (size_t)(end - at));
            output_write(output, at, (size_t)((place ? place : end) - at));
            at = place ? place : end;
        } else {
            write_number(output, type, element);
            element += size;
            at++;
        }
    }
}
