/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys as the codes by which they are sorted (struct prefix_sort_code). Sizes are constants where this is inlined. */
#ifndef PREFIX_LIB_SHARED_SORT_CODE_H
#define PREFIX_LIB_SHARED_SORT_CODE_H

#include <string.h>

#include <prefix/backend.h>

static inline uint64_t prefix__sort_load(const void *array, size_t i, size_t size)
{
    switch (size) {
    case 1:
        return ((const uint8_t *)array)[i];
    case 2:
        return ((const uint16_t *)array)[i];
    case 4: {
        uint32_t x; /* values of pairs may lie anywhere */
        memcpy(&x, (const char *)array + i * size, sizeof x);
        return x;
    }
    default: {
        uint64_t x;
        memcpy(&x, (const char *)array + i * size, sizeof x);
        return x;
    }
    }
}

static inline void prefix__sort_store(void *array, size_t i, size_t size, uint64_t value)
{
    switch (size) {
    case 1:
        ((uint8_t *)array)[i] = (uint8_t)value;
        break;
    case 2:
        ((uint16_t *)array)[i] = (uint16_t)value;
        break;
    case 4: {
        const uint32_t x = (uint32_t)value;
        memcpy((char *)array + i * size, &x, sizeof x);
        break;
    }
    default:
        memcpy((char *)array + i * size, &value, sizeof value);
        break;
    }
}

static inline uint64_t prefix__sort_code(const struct prefix_sort_code *code, uint64_t key, size_t size, int is_float)
{
    const uint64_t all = UINT64_MAX >> (64 - 8 * size), y = key ^ code->flip;
    if (!is_float)
        return y;
    const uint64_t m = y & all >> 1, minus = 0 - (y >> (8 * size - 1));
    return m > code->infinity ? code->nan : (code->zero + (m ^ minus) - minus) & all;
}

/* The bits of a code that count. */
static inline uint64_t prefix__sort_mask(int bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

#endif
