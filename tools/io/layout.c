/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/layout.h"

#include "base/message.h"

#define FIRST_CAPACITY ((size_t)1 << 16)

void layout_grow(struct layout *layout, size_t count)
{
    while (layout->capacity - layout->used < count) {
        layout->capacity += layout->capacity / 2 + FIRST_CAPACITY;
        layout->bytes = reallocate(layout->bytes, layout->capacity, 1);
    }
}
