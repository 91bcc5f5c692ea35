/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/npy.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <prefix/prefix.h>

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

static const struct {
    int type;
    const char *code;
} codes[] = {
    {PREFIX_I8, "i1"},  {PREFIX_I16, "i2"}, {PREFIX_I32, "i4"}, {PREFIX_I64, "i8"}, {PREFIX_U8, "u1"},
    {PREFIX_U16, "u2"}, {PREFIX_U32, "u4"}, {PREFIX_U64, "u8"}, {PREFIX_F16, "f2"}, {PREFIX_F32, "f4"},
    {PREFIX_F64, "f8"}, {PREFIX_U8, "b1"}, /* NumPy's bool is a byte of 0 or 1 */
};

static char native_order(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one ? '<' : '>';
}

int npy_begins(struct input *input)
{
    return input_peek(input, MAGIC_BYTES) >= MAGIC_BYTES &&
           memcmp(input->buffer + input->begin, MAGIC, MAGIC_BYTES) == 0;
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

static int take_type(struct cursor *c)
{
    char descr[64];
    if (take(c, '['))
        die("%s: an array of structures, not of numbers", c->input->name);
    take_string(c, descr, sizeof descr);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (strcmp(descr + (*descr != 0), codes[i].code) != 0 || !strchr("<>=|", *descr))
            continue;
        if (prefix_type_size(codes[i].type) > 1 && *descr != native_order() && *descr != '=')
            die("%s: dtype '%s' is not in this machine's byte order ('%c')", c->input->name, descr, native_order());
        return codes[i].type;
    }
    for (char *s = descr; *s; s++)
        if (*s < ' ' || *s > '~')
            *s = '?';
    die("%s: dtype '%s' is none that can be scanned", c->input->name, descr);
}

static int take_bool(struct cursor *c)
{
    take(c, ' ');
    int value = take_word(c, "True");
    if (!value && !take_word(c, "False"))
        malformed(c, "fortran_order is neither True nor False");
    return value;
}

/* A tuple of numbers: (), (3,), (3, 4). Returns how many dimensions there are. */
static size_t take_shape(struct cursor *c, size_t *n)
{
    size_t dimensions = 0;
    int overflow = 0, empty = 0;
    *n = 1;
    if (!take(c, '('))
        malformed(c, "shape is no tuple");
    while (!take(c, ')')) {
        if (dimensions && !take(c, ','))
            malformed(c, "shape is no tuple of numbers");
        if (take(c, ')'))
            break;
        size_t length = 0;
        if (c->at == c->end || *c->at < '0' || *c->at > '9')
            malformed(c, "shape is no tuple of numbers");
        for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
            size_t digit = (size_t)(*c->at - '0');
            overflow |= length > (SIZE_MAX - digit) / 10;
            length = length * 10 + digit;
        }
        take_word(c, "L"); /* Python 2 wrote long integers so */
        dimensions++;
        empty |= length == 0;
        overflow |= length && *n > SIZE_MAX / length;
        *n *= length;
    }
    if (empty)
        *n = 0;
    else if (overflow)
        die("%s: the shape does not fit this machine's sizes", c->input->name);
    return dimensions;
}

static void read_dictionary(struct cursor *c, int *type, size_t *n)
{
    int fortran = -1;
    size_t dimensions = SIZE_MAX;
    *type = 0;
    if (!take(c, '{'))
        malformed(c, "no dictionary");
    while (!take(c, '}')) {
        char key[16];
        take_string(c, key, sizeof key);
        if (!take(c, ':'))
            malformed(c, "no value behind a key");
        take(c, ' ');
        if (strcmp(key, "descr") == 0)
            *type = take_type(c);
        else if (strcmp(key, "fortran_order") == 0)
            fortran = take_bool(c);
        else if (strcmp(key, "shape") == 0)
            dimensions = take_shape(c, n);
        else
            malformed(c, "an unknown key");
        if (take(c, '}'))
            break;
        if (!take(c, ','))
            malformed(c, "no comma between keys");
    }
    if (*type == 0 || fortran < 0 || dimensions == SIZE_MAX)
        malformed(c, "descr, fortran_order or shape is missing");
    if (fortran && dimensions > 1)
        die("%s: the array is in Fortran order; store it in C order", c->input->name);
}

void npy_read_header(struct input *input, int *type, size_t *n)
{
    if (!npy_begins(input))
        die("%s: not an .npy file", input->name);
    if (input_peek(input, MAGIC_BYTES + 2) < MAGIC_BYTES + 2)
        die("%s: the .npy header ends early", input->name);
    unsigned major = input->buffer[input->begin + MAGIC_BYTES];
    if (major < 1 || major > 3)
        die("%s: .npy version %u; 1, 2 and 3 are known", input->name, major);
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
    read_dictionary(&c, type, n);
    input->begin += start + length;
    if (input->sized) {
        input->base += (off_t)(start + length);
        input->size -= start + length;
    }
}

static const char *type_code(int type)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].type == type)
            return codes[i].code;
    return NULL;
}

int npy_has_type(int type)
{
    return type_code(type) != NULL;
}

void npy_write_header(struct output *output, int type, size_t n)
{
    enum { PREAMBLE = MAGIC_BYTES + 4, TOTAL = 128 };
    char header[TOTAL + 1];
    char order = prefix_type_size(type) > 1 ? native_order() : '|';
    memcpy(header, MAGIC "\x01\x00", MAGIC_BYTES + 2);
    header[MAGIC_BYTES + 2] = (char)(TOTAL - PREAMBLE);
    header[MAGIC_BYTES + 3] = 0;
    int length = snprintf(header + PREAMBLE, TOTAL - PREAMBLE,
                          "{'descr': '%c%s', 'fortran_order': False, 'shape': (%zu,), }", order, type_code(type), n);
    memset(header + PREAMBLE + length, ' ', (size_t)(TOTAL - PREAMBLE - length));
    header[TOTAL - 1] = '\n';
    output_write(output, header, TOTAL);
}
