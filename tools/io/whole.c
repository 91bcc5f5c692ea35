/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/whole.h"

#include <stdlib.h>

#include <prefix/prefix.h>

#include "base/message.h"

#define PIECE ((size_t)1 << 18)

void *whole_read(struct reader *reader, size_t *n, unsigned char **breaks)
{
    const size_t size = prefix_type_size(reader->type);
    size_t capacity = reader->counted ? reader->n : PIECE;
    unsigned char *elements = NULL, *broken = NULL;
    *n = 0;
    for (;;) {
        elements = reallocate(elements, capacity, size);
        if (reader->format == FORMAT_TEXT)
            broken = reallocate(broken, capacity, 1);
        *n += reader_read(reader, elements + *n * size, broken ? broken + *n : NULL, capacity - *n);
        if (*n < capacity || reader->counted)
            break;
        capacity += capacity / 2;
    }
    if (breaks)
        *breaks = broken;
    else
        free(broken);
    return elements;
}
