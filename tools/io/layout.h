/* SPDX-License-Identifier: BSD-3-Clause */
/* What becomes of a text but for its numbers. */
#ifndef PREFIX_TOOLS_IO_LAYOUT_H
#define PREFIX_TOOLS_IO_LAYOUT_H

#include <stddef.h>

struct layout {
    int is_source; /* bytes are a line for each number, the one that has it; else the text with a 0 for each number */
    char *bytes;   /* to be freed */
    size_t used, capacity;
};

/* Makes room for count bytes more. */
void layout_grow(struct layout *layout, size_t count);

void layout_add(struct layout *layout, const void *bytes, size_t count);

static inline void layout_put(struct layout *layout, char byte)
{
    if (layout->used == layout->capacity)
        layout_grow(layout, 1);
    layout->bytes[layout->used++] = byte;
}

#endif
