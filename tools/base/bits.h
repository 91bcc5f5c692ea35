/* SPDX-License-Identifier: BSD-3-Clause */
/* The bits of elements of 1, 2, 4 and 8 bytes. */
#ifndef PREFIX_TOOLS_BASE_BITS_H
#define PREFIX_TOOLS_BASE_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t bits_load(const void *element, size_t bytes)
{
    uint8_t as8;
    uint16_t as16;
    uint32_t as32;
    uint64_t as64;
    switch (bytes) {
    case 1:
        memcpy(&as8, element, sizeof as8);
        return as8;
    case 2:
        memcpy(&as16, element, sizeof as16);
        return as16;
    case 4:
        memcpy(&as32, element, sizeof as32);
        return as32;
    default:
        memcpy(&as64, element, sizeof as64);
        return as64;
    }
}

/* The lowest bits. */
static inline void bits_store(uint64_t bits, void *element, size_t bytes)
{
    const uint8_t as8 = (uint8_t)bits;
    const uint16_t as16 = (uint16_t)bits;
    const uint32_t as32 = (uint32_t)bits;
    switch (bytes) {
    case 1:
        memcpy(element, &as8, sizeof as8);
        break;
    case 2:
        memcpy(element, &as16, sizeof as16);
        break;
    case 4:
        memcpy(element, &as32, sizeof as32);
        break;
    default:
        memcpy(element, &bits, sizeof bits);
        break;
    }
}

#endif
