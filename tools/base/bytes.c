/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/bytes.h"

#include <string.h>

#include "base/message.h"

#define FIRST_CAPACITY ((size_t)1 << 16)

void bytes_grow(struct bytes *bytes, size_t count)
{
    while (bytes->capacity - bytes->used < count) {
        bytes->capacity += bytes->capacity / 2 + FIRST_CAPACITY;
        bytes->data = reallocate(bytes->data, bytes->capacity, 1);
    }
}

void bytes_add(struct bytes *bytes, const void *from, size_t count)
{
    bytes_grow(bytes, count);
    if (count > 0)
        memcpy(bytes->data + bytes->used, from, count);
    bytes->used += count;
}
