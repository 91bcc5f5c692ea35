/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/layout.h"

#include <string.h>

#include "base/message.h"

#define FIRST_CAPACITY ((size_t)1 << 16)

void layout_grow(struct layout *layout, size_t count)
{
    while (layout->capacity - layout->used < count) {
        layout->capacity += layout->capacity / 2 + FIRST_CAPACITY;
        layout->bytes = reallocate(layout->bytes, layout->capacity, 1);
    }
}

void layout_add(struct layout *layout, const void *bytes, size_t count)
{
    layout_grow(layout, count);
    if (count > 0)
        memcpy(layout->bytes + layout->used, bytes, count);
    layout->used += count;
}
