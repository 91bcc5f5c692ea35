/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/offsets.h"

#include "shared/heads.h"

#define BLOCK 256 /* offsets that are looked at without a branch */

#define DECREASES(element)                                                                                             \
    do {                                                                                                               \
        const element *x = (const element *)heads->data + first;                                                       \
        for (size_t k = 1; k < count; k++)                                                                             \
            bad |= x[k] < x[k - 1];                                                                                    \
    } while (0)

/* Whether one of the offsets is less than the one before it among them. */
static int decreases(const struct prefix_heads *heads, size_t first, size_t count)
{
    int bad = 0;
    if (heads->size == 4)
        DECREASES(uint32_t);
    else
        DECREASES(uint64_t);
    return bad;
}

size_t prefix__bad_offset(const struct prefix_heads *heads, size_t n, size_t first, size_t last)
{
    for (size_t from = first; from < last; from += BLOCK) {
        const size_t to = last - from < BLOCK ? last : from + BLOCK, before = from > 0 ? from - 1 : from;
        if (!decreases(heads, before, to - before) && prefix__index_at(heads->data, heads->size, to - 1) <= n)
            continue;
        uint64_t least = prefix__index_at(heads->data, heads->size, before);
        for (size_t k = from; k < to; k++) {
            const uint64_t offset = prefix__index_at(heads->data, heads->size, k);
            if (offset < least || offset > n)
                return k;
            least = offset;
        }
    }
    return last;
}
