/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/text.h"

#include <stdio.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/number.h"

/* No number needs more; what is longer is taken for something else than text. */
#define TOKEN_MAX 4096

/* Bytes that are handed on at a time. */
#define WRITTEN_MAX 4096

static int is_blank(unsigned char c)
{
    return c <= ' ' && (c == ' ' || (c >= '\t' && c <= '\r'));
}

/* The beginning of a token for a message: what a terminal could take for something else is escaped. */
static const char *quoted(const unsigned char *token, size_t length)
{
    static char text[4 * 40 + 8];
    char *to = text;
    *to++ = '\'';
    for (size_t i = 0; i < length && i < 40; i++) {
        if (token[i] > ' ' && token[i] < 0x7f)
            *to++ = (char)token[i];
        else
            to += sprintf(to, "\\x%02x", token[i]);
    }
    strcpy(to, length > 40 ? "...'" : "'");
    return text;
}

/* Takes the blanks before the next token. Returns 0 at the end; sets *broken when there was a line break. */
static int skip_blanks(struct input *input, struct text_place *place, int *broken)
{
    for (;;) {
        if (input->begin == input->end && !input_fill(input))
            return 0;
        unsigned char c = input->buffer[input->begin];
        if (!is_blank(c))
            return 1;
        input->begin++;
        place->column++;
        if (c == '\n') {
            place->line++;
            place->column = 1;
            *broken = 1;
        }
    }
}

/* The length of the token that begins the buffer, all of which is then there. */
static size_t token_length(struct input *input, const struct text_place *place)
{
    size_t length = 0;
    for (;;) {
        const unsigned char *token = input->buffer + input->begin;
        const size_t there = input->end - input->begin;
        while (length < there && !is_blank(token[length]))
            length++;
        if (length > TOKEN_MAX)
            die("%s:%llu:%llu: more than %d bytes without a blank: %s", input->name, place->line, place->column,
                TOKEN_MAX, quoted(token, length));
        if (length < there || !input_fill(input))
            return length;
    }
}

/* The next token from there on of what has been read, or NULL. */
static const unsigned char *next_token(const struct input *input, const unsigned char *from, size_t *length)
{
    const unsigned char *end = input->buffer + input->end;
    while (from < end && is_blank(*from))
        from++;
    *length = 0;
    while (from + *length < end && !is_blank(from[*length]))
        ++*length;
    return *length > 0 ? from : NULL;
}

/* The first integer that f64 does not hold, or NULL. */
static const unsigned char *find_rounded(const struct input *input, size_t *length)
{
    const unsigned char *token = input->buffer + input->begin;
    for (; (token = next_token(input, token, length)); token += *length)
        if (*length > 15 && number_is_rounded((const char *)token, *length))
            return token;
    return NULL;
}

static unsigned long long line_of(const struct input *input, const unsigned char *at)
{
    unsigned long long line = 1;
    for (const unsigned char *c = input->buffer + input->begin; c < at; c++)
        line += *c == '\n';
    return line;
}

void text_check_floats(const struct input *input)
{
    size_t length;
    const unsigned char *rounded = find_rounded(input, &length);
    if (rounded)
        die("%s:%llu: %s would be rounded, as other numbers are no integers; --type f64 rounds it", input->name,
            line_of(input, rounded), quoted(rounded, length));
}

int text_type(struct input *input)
{
    size_t length;
    while (input_fill(input))
        continue;
    const unsigned char *token = input->buffer + input->begin;
    for (; (token = next_token(input, token, &length)); token += length)
        if (!number_is_integer((const char *)token, length)) {
            text_check_floats(input);
            return PREFIX_F64;
        }
    return PREFIX_I64;
}

size_t text_read(struct input *input, struct text_place *place, int type, void *elements, unsigned char *breaks,
                 size_t count)
{
    size_t size = prefix_type_size(type);
    for (size_t i = 0; i < count; i++) {
        int broken = 0;
        if (!skip_blanks(input, place, &broken))
            return i;
        breaks[i] = (unsigned char)(broken && !place->first);
        place->first = 0;

        size_t length = token_length(input, place);
        unsigned char *token = input->buffer + input->begin;
        unsigned char behind = token[length];
        token[length] = 0;
        int status = number_parse(type, (const char *)token, length, (char *)elements + i * size);
        if (status != NUMBER_OK)
            die("%s:%llu:%llu: %s is %s %s%s", input->name, place->line, place->column, quoted(token, length),
                status == NUMBER_RANGE ? "out of the range of" : "not a number of type", prefix_type_name(type),
                memchr(token, ',', length) || memchr(token, ';', length) ? "; blanks stand between numbers" : "");
        token[length] = behind;
        input->begin += length;
        place->column += length;
    }
    return count;
}

void text_write(struct output *output, int first, int type, const void *elements, const unsigned char *breaks,
                size_t count)
{
    size_t size = prefix_type_size(type);
    char text[WRITTEN_MAX];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (used > sizeof text - 1 - NUMBER_TEXT_MAX) {
            output_write(output, text, used);
            used = 0;
        }
        if (!first)
            text[used++] = !breaks || breaks[i] ? '\n' : ' ';
        used += number_format(type, (const char *)elements + i * size, text + used);
        first = 0;
    }
    output_write(output, text, used);
}
