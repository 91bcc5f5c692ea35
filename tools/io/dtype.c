/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/dtype.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

/* A byte order may precede a code or a letter, not a word. */
static const struct {
    int type;
    const char *code, *letter, *word;
} names[] = {
    {PREFIX_I8, "i1", "b", "int8"},     {PREFIX_I16, "i2", "h", "int16"},   {PREFIX_I32, "i4", "i", "int32"},
    {PREFIX_I64, "i8", "q", "int64"},   {PREFIX_U8, "u1", "B", "uint8"},    {PREFIX_U16, "u2", "H", "uint16"},
    {PREFIX_U32, "u4", "I", "uint32"},  {PREFIX_U64, "u8", "Q", "uint64"},  {PREFIX_F16, "f2", "e", "float16"},
    {PREFIX_F32, "f4", "f", "float32"}, {PREFIX_F64, "f8", "d", "float64"}, {PREFIX_U8, "b1", "?", "bool"},
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* By the letter before a size, or by how the word begins. */
static const struct {
    char letter;
    const char *word, *what;
} others[] = {
    {'f', "float", "floats of neither 2, 4 nor 8 bytes"},
    {'g', "longdouble", "long doubles"},
    {'c', "complex", "complex numbers"},
    {'O', "object", "Python objects"},
    {'S', "bytes", "byte strings"},
    {'U', "str", "strings"},
    {'M', "datetime64", "dates"},
    {'m', "timedelta64", "spans of time"},
    {'V', "void", "bytes without a type"},
};

static char native_order(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one ? '<' : '>';
}

static const char *other(const char *text)
{
    if (strpbrk(text, ",("))
        return "a structured type";
    for (size_t i = 0; i < COUNT(others); i++)
        if ((*text == others[i].letter && strchr("0123456789[", text[1])) ||
            strncmp(text, others[i].word, strlen(others[i].word)) == 0)
            return others[i].what;
    return "an unknown type";
}

const char *dtype_parse(const char *text, struct dtype *dtype)
{
    const char order = *text && strchr("<>=|", *text) ? *text : 0;
    const char *name = text + (order != 0);
    for (size_t i = 0; i < COUNT(names); i++) {
        if (strcmp(name, names[i].code) != 0 && strcmp(name, names[i].letter) != 0 && strcmp(text, names[i].word) != 0)
            continue;
        dtype->type = names[i].type;
        dtype->is_bool = *names[i].letter == '?';
        dtype->is_swapped = (order == '<' || order == '>') && order != native_order();
        return NULL;
    }
    return other(name);
}

int dtype_format(int type, char text[4])
{
    for (size_t i = 0; i < COUNT(names); i++) {
        if (names[i].type != type)
            continue;
        text[0] = prefix_type_size(type) > 1 ? native_order() : '|';
        strcpy(text + 1, names[i].code);
        return 1;
    }
    return 0;
}
