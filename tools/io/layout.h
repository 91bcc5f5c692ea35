/* SPDX-License-Identifier: BSD-3-Clause */
/* What is kept of a text besides the values of its numbers. */
#ifndef PREFIX_TOOLS_IO_LAYOUT_H
#define PREFIX_TOOLS_IO_LAYOUT_H

#include <stddef.h>

enum layout_kind {
    LAYOUT_PLACES,  /* the text with a 0 in the place of each number */
    LAYOUT_NUMBERS, /* each number as it is spelled, and a line break */
    LAYOUT_LINES    /* of a column: the line of each number */
};

struct layout {
    int kind;
    char *bytes; /* to be freed */
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
