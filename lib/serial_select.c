/* SPDX-License-Identifier: BSD-3-Clause */
/* The serial selection: the reference. An element moves to a place at or before its own, so in place is safe. */
#include "serial.h"
#include "types.h"

#define SELECT(element)                                                                                                \
    do {                                                                                                               \
        const element *in = work->in;                                                                                  \
        element *out = work->out;                                                                                      \
        const element sign = (element)((element)1 << (8 * sizeof(element) - 1));                                       \
        const element flip = (element)t->flip, mask = (element)t->mask;                                                \
        const element first = (element)t->first, range = (element)t->range;                                            \
        for (size_t i = 0; i < work->n; i++) {                                                                         \
            const element x = in[i], key = (element)(x ^ (x & sign ? flip : 0));                                       \
            int selected =                                                                                             \
                work->flags ? work->flags[i] != 0 : ((element)((element)(key & mask) - first) <= range) != t->negate;  \
            if (selected && count < work->capacity)                                                                    \
                out[count] = x;                                                                                        \
            count += (uint64_t)selected;                                                                               \
        }                                                                                                              \
    } while (0)

uint64_t prefix__serial_select(const struct prefix_select_work *work)
{
    const struct prefix_test *t = &work->test;
    uint64_t count = 0;
    switch (prefix__size_of(work->type)) {
    case 1:
        SELECT(uint8_t);
        break;
    case 2:
        SELECT(uint16_t);
        break;
    case 4:
        SELECT(uint32_t);
        break;
    default:
        SELECT(uint64_t);
        break;
    }
    return count;
}
