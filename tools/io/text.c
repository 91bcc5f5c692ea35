/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/number.h"

void text_open(struct text *text, struct input *input, const struct text_options *options)
{
    static const struct text_options none;
    const struct text_options *o = options ? options : &none;
    memset(text, 0, sizeof *text);
    fields_open(&text->fields, input, (unsigned char)o->delimiter, (size_t)o->column);
    text->is_fixed = !options;
    text->missing = o->missing;
    text->delimiter = o->delimiter ? (char)o->delimiter : '\t';
    if (o->header) {
        size_t length;
        const unsigned char *line = fields_line(&text->fields, &length);
        text->has_header = line != NULL;
        if (line)
            bytes_add(&text->header, line, length);
    }
}

void text_close(struct text *text)
{
    free(text->header.data);
}

int text_settle(struct text *text, int has_fraction)
{
    struct fields fields = text->fields;
    struct input *input = fields.input;
    while (!input->sized && input_fill(input))
        continue;
    const uint64_t offset = input->sized ? input_tell(input) : 0;
    const size_t begin = input->begin;
    struct item item;
    int kind;
    if (has_fraction)
        guess_add_fraction(&text->guess, input->name);
    while ((kind = fields_next(&fields, &item)) != ITEM_END)
        if (kind == ITEM_NUMBER)
            guess_add(&text->guess, input->name, &item);
    guess_end(&text->guess, input->name);
    if (input->sized)
        input_seek(input, offset);
    else
        input->begin = begin;
    text->is_guessing = 0;
    return guess_type(&text->guess);
}

static _Noreturn void die_missing(const struct text *text, const struct item *item)
{
    const char *name = text->fields.input->name;
    const char *remedy = text->is_fixed ? "" : "; --missing skip leaves it out, --missing zero takes 0";
    if (item->gap == GAP_LINE)
        die("%s:%llu: an empty line is a missing value%s", name, item->line, remedy);
    if (item->gap == GAP_ABSENT)
        die("%s:%llu: there is no field %llu, a missing value%s", name, item->line, item->field, remedy);
    die("%s:%llu:%llu: field %llu is empty, a missing value%s", name, item->line, item->column, item->field, remedy);
}

/* What may have been meant by what is no number. */
static const char *hint(const struct text *text, const struct item *item)
{
    static char separates[64];
    const char *const separators = ",;|:", *const groups = ",'_";
    for (size_t i = 0; !text->fields.is_delimited && i < item->length; i++) {
        const char *c = strchr(separators, item->text[i]);
        if (!c || !*c)
            continue;
        if (text->is_fixed)
            return "; blanks stand between numbers";
        if (*c == ',')
            return "; --delimiter , separates at commas; decimal commas and thousands separators are not read";
        snprintf(separates, sizeof separates, "; --delimiter '%c' separates there", *c);
        return separates;
    }
    for (size_t i = 0; i + 1 < item->length; i++)
        if (item->text[i] && strchr(groups, item->text[i]) && item->text[i + 1] >= '0' && item->text[i + 1] <= '9')
            return "; decimal commas and thousands separators are not read";
    if (item->text[0] != '"' || text->fields.is_delimited)
        return "";
    return text->is_fixed ? "; quotes are not read" : "; quotes are read with --delimiter";
}

static void parse(const struct text *text, int type, const struct item *item, void *element)
{
    const char *name = text->fields.input->name;
    if (item->length > TOKEN_MAX)
        die("%s:%llu:%llu: more than %d bytes without a blank: %s", name, item->line, item->column, TOKEN_MAX,
            item_quoted(item));
    const unsigned char behind = item->text[item->length];
    item->text[item->length] = 0;
    const int status = number_parse(type, (const char *)item->text, item->length, element);
    item->text[item->length] = behind;
    if (status != NUMBER_OK)
        die("%s:%llu:%llu: %s is %s %s%s", name, item->line, item->column, item_quoted(item),
            status == NUMBER_RANGE ? "out of the range of" : "not a number of type", prefix_type_name(type),
            hint(text, item));
}

static void add_line(const struct text *text, struct layout *layout, const struct item *item, char end)
{
    if (memchr(item->row, 0, item->row_length))
        die("%s:%llu: the line has a byte of 0", text->fields.input->name, item->line);
    bytes_add(&layout->text, item->row, item->row_length);
    bytes_put(&layout->text, end);
}

/* The place of an item's result, which a missing value that is kept has none of. */
static void add_place(const struct text *text, struct layout *layout, const struct item *item, int has_result)
{
    if (text->fields.chosen)
        add_line(text, layout, item, text->delimiter);
    else if (text->in_line)
        bytes_put(&layout->text, (char)item->separator);
    if (has_result)
        bytes_put(&layout->text, 0);
}

static void add_number(struct layout *layout, const struct item *item, int kind)
{
    if (kind == ITEM_NUMBER)
        bytes_add(&layout->text, item->text, item->length);
    else
        bytes_put(&layout->text, '0');
    bytes_put(&layout->text, '\n');
}

/* Reads what is an item into an element. Returns whether there is one. */
static int read_item(const struct text *text, int type, int kind, const struct item *item, void *element)
{
    if (kind == ITEM_NUMBER)
        parse(text, type, item, element);
    else if (text->missing == MISSING_REFUSED)
        die_missing(text, item);
    else if (text->missing == MISSING_ZERO)
        memset(element, 0, prefix_type_size(type));
    return kind == ITEM_NUMBER || text->missing == MISSING_ZERO;
}

/* A number that may change the type, then also of the count elements before it. */
static void guess(struct text *text, int *type, const struct item *item, void *elements, size_t count)
{
    guess_add(&text->guess, text->fields.input->name, item);
    if (*type == guess_type(&text->guess))
        return;
    *type = guess_type(&text->guess);
    guess_convert(elements, count);
}

size_t text_read(struct text *text, int *type, void *elements, struct layout *layout, size_t count, int is_prompt)
{
    const size_t size = prefix_type_size(*type);
    struct item item;
    size_t i = 0;
    while (i < count) {
        text->fields.never_waits = is_prompt && i > 0;
        const int kind = fields_next(&text->fields, &item);
        if (kind == ITEM_END)
            guess_end(&text->guess, text->fields.input->name);
        if (kind == ITEM_END || kind == ITEM_LATE)
            break;
        if (kind == ITEM_LINE) {
            if (layout && layout->kind == LAYOUT_PLACES && text->in_line)
                bytes_put(&layout->text, '\n');
            text->in_line = 0;
            continue;
        }
        if (kind == ITEM_NUMBER && text->is_guessing)
            guess(text, type, &item, elements, i);
        const int is_element = read_item(text, *type, kind, &item, (char *)elements + i * size);
        i += (size_t)is_element;
        if (!is_element && text->missing == MISSING_SKIP)
            continue;
        if (layout && layout->kind == LAYOUT_PLACES)
            add_place(text, layout, &item, is_element);
        else if (layout && layout->kind == LAYOUT_LINES)
            add_line(text, layout, &item, '\n');
        else if (layout)
            add_number(layout, &item, kind);
        text->in_line = 1;
    }
    return i;
}

static void write_number(struct output *output, int type, const void *element)
{
    output->used += number_format(type, element, output_room(output, NUMBER_TEXT_MAX));
}

void text_write_header(struct output *output, const struct text *text, const char *name)
{
    if (!text->has_header)
        return;
    output_write(output, text->header.data, text->header.used);
    if (text->fields.chosen && name) {
        output_write(output, &text->delimiter, 1);
        output_write(output, name, strlen(name));
    }
    output_write(output, "\n", 1);
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
    const char *at = layout->text.data, *end = at + layout->text.used;
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
