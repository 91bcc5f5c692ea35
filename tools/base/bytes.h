/* SPDX-License-Identifier: BSD-3-Clause */
/* Bytes that grow in number. */
#ifndef PREFIX_TOOLS_BASE_BYTES_H
#define PREFIX_TOOLS_BASE_BYTES_H

#include <stddef.h>

struct bytes {
    char *data; /* to be freed */
    size_t used, capacity;
};

/* Makes room for count bytes more. */
void bytes_grow(struct bytes *bytes, size_t count);

void bytes_add(struct bytes *bytes, const void *from, size_t count);

static inline void bytes_put(struct bytes *bytes, char byte)
{
    if (bytes->used == bytes->capacity)
        bytes_grow(bytes, 1);
    bytes->data[bytes->used++] = byte;
}

#endif
