/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands around the numbers of a text: its bytes, with a 0 in the place of each number. */
#ifndef PREFIX_TOOLS_IO_LAYOUT_H
#define PREFIX_TOOLS_IO_LAYOUT_H

#include <stddef.h>

struct layout {
    char *bytes; /* to be freed */
    size_t used, capacity;
};

/* Makes room for count bytes more. */
void layout_grow(struct layout *layout, size_t count);

static inline void layout_put(struct layout *layout, char byte)
{
    if (layout->used == layout->capacity)
        layout_grow(layout, 1);
    layout->bytes[layout->used++] = byte;
}

#endif
