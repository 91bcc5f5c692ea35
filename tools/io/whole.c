/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/whole.h"

#include <prefix/prefix.h>

#include "base/message.h"

#define PIECE ((size_t)1 << 18)

void *whole_read(struct reader *reader, size_t *n, struct layout *layout)
{
    const size_t size = prefix_type_size(reader->type);
    size_t capacity = reader->counted ? reader->n : PIECE;
    unsigned char *elements = NULL;
    *n = 0;
    for (;;) {
        elements = reallocate(elements, capacity, size);
        *n += reader_read(reader, elements + *n * size, layout, capacity - *n);
        if (*n < capacity || reader->counted)
            break;
        capacity += capacity / 2;
    }
    return elements;
}

void *whole_read_as_many(const char *path, int format, int type, size_t n, const char *what)
{
    struct reader reader;
    size_t count;
    reader_open(&reader, path, format, type, NULL);
    void *elements = whole_read(&reader, &count, NULL);
    if (count != n)
        die("%s: %s %s than numbers", reader.input.name, count < n ? "fewer" : "more", what);
    reader_close(&reader);
    return elements;
}
