/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/reader.h"

#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "io/fortran.h"
#include "io/npy.h"

int format_parse(const char *name)
{
    static const char *const names[] = {"text", "raw", "npy"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0)
            return FORMAT_TEXT + i;
    return -1;
}

int format_of_path(const char *path)
{
    size_t length = path ? strlen(path) : 0;
    return length > 4 && strcmp(path + length - 4, ".npy") == 0 ? FORMAT_NPY : FORMAT_AUTO;
}

static void check_bytes(const struct reader *reader, uint64_t bytes)
{
    size_t size = prefix_type_size(reader->type);
    if (bytes % size)
        die("%s: %llu bytes are no whole number of %s elements of %zu bytes", reader->input.name,
            (unsigned long long)bytes, prefix_type_name(reader->type), size);
}

static void check_npy_bytes(const struct reader *reader, uint64_t bytes)
{
    uint64_t size = prefix_type_size(reader->type);
    if (reader->n > SIZE_MAX / size || bytes != reader->n * size)
        die("%s: %llu bytes of data; the header says %zu elements of type %s", reader->input.name,
            (unsigned long long)bytes, reader->n, prefix_type_name(reader->type));
}

static void open_npy(struct reader *reader, int type)
{
    struct npy npy;
    npy_read_header(&reader->input, &npy);
    reader->type = npy.dtype.type;
    reader->is_bool = npy.dtype.is_bool;
    reader->is_swapped = npy.dtype.is_swapped;
    reader->n = npy.n;
    reader->shape = npy.shape;
    if (type && type != reader->type)
        die("%s: holds %s, not %s", reader->input.name, prefix_type_name(reader->type), prefix_type_name(type));
    reader->counted = 1;
    reader->seekable = reader->input.sized;
    if (reader->input.sized)
        check_npy_bytes(reader, reader->input.size);
    if (npy.is_fortran && npy.shape.dimensions > 1 && npy.n > 0) {
        fortran_read(&reader->input, &npy);
        reader->seekable = 0;
    }
}

static void open_raw(struct reader *reader, int type)
{
    if (!type)
        die_usage("raw data needs --type");
    reader->type = type;
    if (!reader->input.sized)
        return;
    check_bytes(reader, reader->input.size);
    if (reader->input.size > SIZE_MAX)
        die("%s: does not fit this machine's sizes", reader->input.name);
    reader->counted = reader->seekable = 1;
    reader->n = (size_t)reader->input.size / prefix_type_size(type);
}

void reader_set_shape(struct reader *reader, const struct shape *shape)
{
    const char *const name = reader->input.name;
    size_t n;
    if (!shape_count(shape, 0, shape->dimensions, &n) || n > SIZE_MAX / prefix_type_size(reader->type))
        die("%s: the shape does not fit this machine's sizes", name);
    if (reader->counted && reader->n != n)
        die("%s: an array of that shape has %zu elements; there are %zu", name, n, reader->n);
    reader->shape = *shape;
    reader->n = n;
    reader->counted = 1;
}

/* Behind the byte order mark that some programs begin text with. */
static void open_text(struct reader *reader, int type, const struct text_options *options)
{
    static const unsigned char mark[] = {0xef, 0xbb, 0xbf};
    struct input *input = &reader->input;
    if (input_begins(input, mark, sizeof mark))
        input->begin += sizeof mark;
    text_open(&reader->text, input, options);
    reader->is_guessed = !type;
    reader->text.is_guessing = reader->is_guessed;
    reader->type = type ? type : PREFIX_I64;
}

void reader_settle(struct reader *reader, int has_fraction)
{
    if (reader->is_guessed)
        reader->type = text_settle(&reader->text, has_fraction);
}

void reader_open(struct reader *reader, const char *path, int format, int type, const struct text_options *options)
{
    memset(reader, 0, sizeof *reader);
    input_open(&reader->input, path);
    if (format == FORMAT_AUTO)
        format = format_of_path(path);
    if (format == FORMAT_AUTO)
        format = npy_begins(&reader->input) ? FORMAT_NPY : FORMAT_TEXT;
    reader->format = format;
    if (format == FORMAT_NPY)
        open_npy(reader, type);
    else if (format == FORMAT_RAW)
        open_raw(reader, type);
    else
        open_text(reader, type, options);
}

void reader_close(struct reader *reader)
{
    text_close(&reader->text);
    input_close(&reader->input);
}

/* At the end of the input: is it where it should be? */
static void check_end(struct reader *reader, size_t rest)
{
    uint64_t size = prefix_type_size(reader->type);
    if (reader->format == FORMAT_RAW && !reader->counted)
        check_bytes(reader, reader->done * size + rest);
    else if (reader->done < reader->n)
        die("%s: ends after %zu of %zu elements", reader->input.name, reader->done, reader->n);
}

/* Bytes of the other order, and any true, as this machine has them. */
static void convert(const struct reader *reader, unsigned char *elements, size_t count)
{
    const size_t size = prefix_type_size(reader->type);
    for (size_t i = 0; reader->is_bool && i < count; i++)
        elements[i] = elements[i] != 0;
    for (unsigned char *e = elements; reader->is_swapped && e < elements + count * size; e += size)
        for (size_t i = 0; i < size / 2; i++) {
            const unsigned char byte = e[i];
            e[i] = e[size - 1 - i];
            e[size - 1 - i] = byte;
        }
}

static size_t read_binary(struct reader *reader, void *elements, size_t count)
{
    size_t size = prefix_type_size(reader->type);
    if (reader->counted && count > reader->n - reader->done)
        count = reader->n - reader->done;
    size_t bytes = input_read(&reader->input, elements, count * size);
    reader->done += bytes / size;
    if (bytes < count * size)
        check_end(reader, bytes % size);
    /* A pipe's excess shows only now; a file's was seen when it was opened. */
    if (reader->counted && reader->done == reader->n && !reader->input.sized && input_peek(&reader->input, 1) > 0)
        die("%s: there is more behind the %zu elements of the array", reader->input.name, reader->n);
    convert(reader, elements, bytes / size);
    return bytes / size;
}

static size_t read_elements(struct reader *reader, void *elements, struct layout *layout, size_t count, int is_prompt)
{
    if (reader->format != FORMAT_TEXT)
        return read_binary(reader, elements, count);
    count = text_read(&reader->text, &reader->type, elements, layout, count, is_prompt);
    reader->done += count;
    return count;
}

size_t reader_read(struct reader *reader, void *elements, struct layout *layout, size_t count)
{
    return read_elements(reader, elements, layout, count, 0);
}

size_t reader_read_prompt(struct reader *reader, void *elements, struct layout *layout, size_t count)
{
    return read_elements(reader, elements, layout, count, 1);
}

void reader_seek(struct reader *reader, size_t element)
{
    input_seek(&reader->input, (uint64_t)element * prefix_type_size(reader->type));
    reader->done = element;
}
