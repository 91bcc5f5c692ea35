/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/npy.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/message.h"

#define MAGIC "\x93NUMPY"
#define MAGIC_BYTES 6
/* NumPy itself takes no more than 10000 bytes unasked; shapes and names of dtypes stay far below. */
#define HEADER_MAX 65536

/* The dictionary of the header, read from left to right. */
struct cursor {
    const struct input *input;
    const char *at, *end;
};

int npy_begins(struct input *input)
{
    return input_begins(input, MAGIC, MAGIC_BYTES);
}

static _Noreturn void malformed(const struct cursor *c, const char *what)
{
    die("%s: malformed .npy header: %s", c->input->name, what);
}

static int take(struct cursor *c, char wanted)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\t'))
        c->at++;
    if (c->at == c->end || *c->at != wanted)
        return 0;
    c->at++;
    return 1;
}

static int take_word(struct cursor *c, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
        return 0;
    c->at += length;
    return 1;
}

/* A quoted string without escapes, which NumPy never writes here. */
static void take_string(struct cursor *c, char *to, size_t size)
{
    char quote = take(c, '\'') ? '\'' : take(c, '"') ? '"' : 0;
    const char *close = quote ? memchr(c->at, quote, (size_t)(c->end - c->at)) : NULL;
    if (!close)
        malformed(c, "a string is missing");
    size_t length = (size_t)(close - c->at);
    if (length >= size)
        malformed(c, "a string is too long");
    memcpy(to, c->at, length);
    to[length] = 0;
    c->at = close + 1;
}

static void take_dtype(struct cursor *c, struct dtype *dtype)
{
    char text[64];
    if (take(c, '[') || take(c, '('))
        die("%s: holds a structured type; integers, floats and bool are read", c->input->name);
    take_string(c, text, sizeof text);
    const char *other = dtype_parse(text, dtype);
    if (other)
        die("%s: holds %s (dtype '%s'); integers, floats and bool are read", c->input->name, other, text);
}

static int take_bool(struct cursor *c)
{
    take(c, ' ');
    int value = take_word(c, "True");
    if (!value && !take_word(c, "False"))
        malformed(c, "fortran_order is neither True nor False");
    return value;
}

static size_t take_length(struct cursor *c, int *overflow)
{
    size_t length = 0;
    if (c->at == c->end || *c->at < '0' || *c->at > '9')
        malformed(c, "shape is no tuple of numbers");
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
        size_t digit = (size_t)(*c->at - '0');
        *overflow |= length > (SIZE_MAX - digit) / 10;
        length = length * 10 + digit;
    }
    take_word(c, "L"); /* Python 2 wrote long integers so */
    return length;
}

/* A tuple of numbers: (), (3,), (3, 4). A number in parentheses, (3), is none. */
static void take_shape(struct cursor *c, struct npy *npy)
{
    struct shape *shape = &npy->shape;
    int overflow = 0, commas = 0;
    shape->dimensions = 0;
    if (!take(c, '('))
        malformed(c, "shape is no tuple");
    while (!take(c, ')')) {
        if (shape->dimensions > commas)
            malformed(c, "shape is no tuple of numbers");
        take(c, ' ');
        if (shape->dimensions == SHAPE_DIMENSIONS_MAX)
            die("%s: an array of more than %d dimensions", c->input->name, SHAPE_DIMENSIONS_MAX);
        shape->lengths[shape->dimensions++] = take_length(c, &overflow);
        commas += take(c, ',');
    }
    if (shape->dimensions == 1 && commas == 0)
        malformed(c, "shape is a number in parentheses, no tuple");
    if (overflow || !shape_count(shape, 0, shape->dimensions, &npy->n))
        die("%s: the shape does not fit this machine's sizes", c->input->name);
}

static void read_dictionary(struct cursor *c, struct npy *npy)
{
    enum { DESCR = 1, ORDER = 2, SHAPE = 4 };
    int found = 0;
    if (!take(c, '{'))
        malformed(c, "no dictionary");
    while (!take(c, '}')) {
        char key[16];
        take_string(c, key, sizeof key);
        if (!take(c, ':'))
            malformed(c, "no value behind a key");
        take(c, ' ');
        if (strcmp(key, "descr") == 0) {
            take_dtype(c, &npy->dtype);
            found |= DESCR;
        } else if (strcmp(key, "fortran_order") == 0) {
            npy->is_fortran = take_bool(c);
            found |= ORDER;
        } else if (strcmp(key, "shape") == 0) {
            take_shape(c, npy);
            found |= SHAPE;
        } else {
            malformed(c, "an unknown key");
        }
        if (take(c, '}'))
            break;
        if (!take(c, ','))
            malformed(c, "no comma between keys");
    }
    if (found != (DESCR | ORDER | SHAPE))
        malformed(c, "descr, fortran_order or shape is missing");
}

void npy_read_header(struct input *input, struct npy *npy)
{
    if (!npy_begins(input))
        die("%s: not an .npy file", input->name);
    if (input_peek(input, MAGIC_BYTES + 2) < MAGIC_BYTES + 2)
        die("%s: the .npy header ends early", input->name);
    unsigned major = input->buffer[input->begin + MAGIC_BYTES];
    unsigned minor = input->buffer[input->begin + MAGIC_BYTES + 1];
    if (major < 1 || major > 3 || minor != 0)
        die("%s: .npy version %u.%u; 1.0, 2.0 and 3.0 are known", input->name, major, minor);
    size_t start = MAGIC_BYTES + 2 + (major == 1 ? 2 : 4);
    if (input_peek(input, start) < start)
        die("%s: the .npy header ends early", input->name);
    size_t length = 0;
    for (size_t i = start; i-- > MAGIC_BYTES + 2;)
        length = length << 8 | input->buffer[input->begin + i];
    if (length > HEADER_MAX)
        die("%s: an .npy header of %zu bytes; at most %d are taken", input->name, length, HEADER_MAX);
    if (input_peek(input, start + length) < start + length)
        die("%s: the .npy header ends early", input->name);
    const char *text = (const char *)input->buffer + input->begin + start;
    struct cursor c = {input, text, text + length};
    read_dictionary(&c, npy);
    input->begin += start + length;
    if (input->sized) {
        input->base += (off_t)(start + length);
        input->size -= start + length;
    }
}

/* As Python writes a tuple: (), (3,), (3, 4). */
static size_t format_shape(const struct shape *shape, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "(");
    for (int d = 0; d < shape->dimensions; d++)
        used += (size_t)snprintf(text + used, size - used, d > 0 ? ", %zu" : "%zu", shape->lengths[d]);
    return used + (size_t)snprintf(text + used, size - used, shape->dimensions == 1 ? ",)" : ")");
}

void npy_write_header(struct output *output, int type, const struct shape *shape)
{
    enum { PREAMBLE = MAGIC_BYTES + 4, ALIGNMENT = 64, LEAST = 128, MOST = 2048 };
    char header[MOST], descr[4];
    memset(header, ' ', sizeof header);
    dtype_format(type, descr);
    size_t used = PREAMBLE;
    used += (size_t)snprintf(header + used, MOST - used, "{'descr': '%s', 'fortran_order': False, 'shape': ", descr);
    used += format_shape(shape, header + used, MOST - used);
    used += (size_t)snprintf(header + used, MOST - used, ", }");
    header[used] = ' ';
    size_t total = (used + ALIGNMENT) / ALIGNMENT * ALIGNMENT; /* with a line break */
    if (total < LEAST)
        total = LEAST;
    memcpy(header, MAGIC "\x01\x00", MAGIC_BYTES + 2);
    header[MAGIC_BYTES + 2] = (char)((total - PREAMBLE) & 0xff);
    header[MAGIC_BYTES + 3] = (char)((total - PREAMBLE) >> 8);
    header[total - 1] = '\n';
    output_write(output, header, total);
}
