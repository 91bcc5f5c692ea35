/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The inner loops of selections: elements to flags of 0 and 1, a byte each, and flagged elements side
 * by side. A pack may write a vector more than it says. An instruction set that can do better than
 * element by element defines PACK_BYTES, in elements PACK_1 to PACK_8.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SELECT_H
#define PREFIX_BACKENDS_OPENMP_SELECT_H

#include <stdint.h>
#include <string.h>

#include "simd.h"

#define DEFINE_TEST(bytes, element, signed_element)                                                                    \
    static void test_##bytes(const void *restrict from, uint8_t *restrict flags, size_t n,                             \
                             const struct prefix_test *test)                                                           \
    {                                                                                                                  \
        const element *x = from;                                                                                       \
        const element flip = (element)test->flip, mask = (element)test->mask;                                          \
        const element first = (element)test->first, range = (element)test->range;                                      \
        const uint8_t negate = (uint8_t)test->negate;                                                                  \
        for (size_t i = 0; i < n; i++) {                                                                               \
            element key = (element)(x[i] ^ ((element)((signed_element)x[i] >> (8 * bytes - 1)) & flip));               \
            flags[i] = (uint8_t)((element)((element)(key & mask) - first) <= range) ^ negate;                          \
        }                                                                                                              \
    }

DEFINE_TEST(1, uint8_t, int8_t)
DEFINE_TEST(2, uint16_t, int16_t)
DEFINE_TEST(4, uint32_t, int32_t)
DEFINE_TEST(8, uint64_t, int64_t)

static size_t count_flags(const uint8_t *flags, size_t n)
{
    size_t count = 0, i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t word;
        memcpy(&word, flags + i, sizeof word);
        count += (size_t)(word * 0x0101010101010101 >> 56); /* the sum of its bytes */
    }
    for (; i < n; i++)
        count += flags[i];
    return count;
}

#ifndef PACK
#define PACK(bytes, in, flags, out) 0
#define PACK_STEP(bytes) 0
#endif

#define DEFINE_PACK(bytes, element)                                                                                    \
    static size_t pack_##bytes(const void *restrict from, const uint8_t *restrict flags, size_t n, void *restrict to)  \
    {                                                                                                                  \
        const element *in = from;                                                                                      \
        element *out = to;                                                                                             \
        size_t count = 0, i = 0;                                                                                       \
        for (; PACK_STEP(bytes) > 0 && i + PACK_STEP(bytes) <= n; i += PACK_STEP(bytes))                               \
            count += PACK(bytes, in + i, flags + i, out + count);                                                      \
        for (; i < n; i++) {                                                                                           \
            out[count] = in[i];                                                                                        \
            count += flags[i];                                                                                         \
        }                                                                                                              \
        return count;                                                                                                  \
    }

DEFINE_PACK(1, uint8_t)
DEFINE_PACK(2, uint16_t)
DEFINE_PACK(4, uint32_t)
DEFINE_PACK(8, uint64_t)

#endif
