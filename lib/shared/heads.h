/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where segments begin, as bits of 64-bit words, in the order of a scan: what the backends of the host
 * share. Inline, because plugins do not link the library.
 */
#ifndef PREFIX_LIB_HEADS_H
#define PREFIX_LIB_HEADS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <prefix/backend.h>

static inline uint64_t prefix__index_at(const void *indices, size_t size, size_t i)
{
    return size == 4 ? ((const uint32_t *)indices)[i] : ((const uint64_t *)indices)[i];
}

/* Whether it is the k-th of the offsets that is the first not below an element. */
static inline int prefix__is_offset_from(const struct prefix_heads *heads, size_t k, size_t element)
{
    return (k > heads->segments ? k == heads->segments + 1
                                : prefix__index_at(heads->data, heads->size, k) >= element) &&
           (k == 0 || prefix__index_at(heads->data, heads->size, k - 1) < element);
}

/*
 * The first of the offsets that is not below an element, or their number: looked for near where it is if all
 * segments are alike, and then in a range that doubles.
 */
static inline size_t prefix__offset_from(const struct prefix_heads *heads, size_t element)
{
    const uint64_t last = prefix__index_at(heads->data, heads->size, heads->segments);
    if (element > last)
        return heads->segments + 1;
    size_t low = last ? (size_t)((double)heads->segments * ((double)element / (double)last)) : 0, high = low, step = 1;
    while (low > 0 && prefix__index_at(heads->data, heads->size, low - 1) >= element) {
        high = low - 1;
        low = low > step ? low - step : 0;
        step *= 2;
    }
    while (high <= heads->segments && prefix__index_at(heads->data, heads->size, high) < element) {
        low = high + 1;
        high = heads->segments - high > step ? high + step : heads->segments + 1;
        step *= 2;
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (prefix__index_at(heads->data, heads->size, middle) < element)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* At most 64 bits from the shift-th on; what lies past the byte of the last is not read. */
static inline uint64_t prefix__bits_at(const uint8_t *bytes, size_t shift, size_t count)
{
    const size_t size = (shift + count + 7) / 8;
    uint64_t word = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (size >= sizeof word)
        memcpy(&word, bytes, sizeof word);
    else
#endif
        for (size_t i = 0; i < size && i < sizeof word; i++)
            word |= (uint64_t)bytes[i] << 8 * i;
    word >>= shift;
    if (size > sizeof word)
        word |= (uint64_t)bytes[8] << (64 - shift);
    return count < 64 ? word & (((uint64_t)1 << count) - 1) : word;
}

/* Whether neighbours x and y are different, as struct prefix_heads says. */
static inline int prefix__keys_differ(uint64_t x, uint64_t y, uint64_t mask, uint64_t range)
{
    const uint64_t a = x & mask, b = y & mask;
    return (x != y && (a | b) != 0 && (a < b ? a : b) <= (range & mask)) || a > range;
}

#define PREFIX__DIFFER(element)                                                                                        \
    do {                                                                                                               \
        const element *key = (const element *)heads->data + first;                                                     \
        for (size_t i = 0; i < count; i++)                                                                             \
            words[i / 64] |= (uint64_t)prefix__keys_differ(key[i], (key - 1)[i], heads->mask, heads->range)            \
                             << i % 64;                                                                                \
    } while (0)

/* Sets the bits of those of count elements from the first, which is at least 1, that begin a segment. */
static inline void prefix__heads_of_array(const void *user, const struct prefix_heads *heads, size_t first,
                                          size_t count, uint64_t *words)
{
    (void)user;
    const uint8_t *bytes = heads->data;
    if (heads->form == PREFIX_HEADS_FLAGS) {
        for (size_t i = 0; i < count; i++)
            words[i / 64] |= (uint64_t)(bytes[first + i] != 0) << i % 64;
        return;
    }
    if (heads->form == PREFIX_HEADS_BITS) {
        for (size_t i = 0; i < count; i += 64) {
            const size_t at = heads->first + first + i;
            words[i / 64] |= prefix__bits_at(bytes + at / 8, at % 8, count - i < 64 ? count - i : 64);
        }
        return;
    }
    if (heads->form == PREFIX_HEADS_OFFSETS) {
        for (size_t k = prefix__offset_from(heads, first); k <= heads->segments; k++) {
            const uint64_t at = prefix__index_at(heads->data, heads->size, k);
            if (at - first >= count)
                break;
            words[(at - first) / 64] |= (uint64_t)1 << (at - first) % 64;
        }
        return;
    }
    switch (heads->size) {
    case 1:
        PREFIX__DIFFER(uint8_t);
        break;
    case 2:
        PREFIX__DIFFER(uint16_t);
        break;
    case 4:
        PREFIX__DIFFER(uint32_t);
        break;
    case 8:
        PREFIX__DIFFER(uint64_t);
        break;
    default:
        for (size_t i = 0; i < count; i++)
            words[i / 64] |= (uint64_t)(memcmp(bytes + (first + i - 1) * 16, bytes + (first + i) * 16, 16) != 0)
                             << i % 64;
        break;
    }
}

static inline uint64_t prefix__reversed_bits(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
}

/* Mirrors count bits; what lies past them in the last word is 0 before and after. */
static inline void prefix__mirror_bits(uint64_t *words, size_t count)
{
    const size_t last = (count - 1) / 64, shift = 63 - (count - 1) % 64;
    for (size_t i = 0; i <= last / 2; i++) {
        uint64_t x = prefix__reversed_bits(words[i]);
        words[i] = prefix__reversed_bits(words[last - i]);
        words[last - i] = x;
    }
    for (size_t i = 0; shift && i <= last; i++)
        words[i] = words[i] >> shift | (i < last ? words[i + 1] << (64 - shift) : 0);
}

typedef void prefix__heads_fn(const void *user, const struct prefix_heads *heads, size_t first, size_t count,
                              uint64_t *words);

/*
 * The heads of count elements (at least 1) of a scan from position at. Of a reversed one, an element begins
 * its segment there when the next one of the array begins one, or there is none.
 */
static inline void prefix__heads_by(prefix__heads_fn *of_array, const void *user, const struct prefix_heads *heads,
                                    size_t n, int reverse, size_t at, size_t count, uint64_t *words)
{
    const int begins = at == 0; /* with the first element, whatever is said of it */
    memset(words, 0, (count + 63) / 64 * sizeof *words);
    if (!reverse) {
        if (count > (size_t)begins)
            of_array(user, heads, at + (size_t)begins, count - (size_t)begins, words);
        if (begins) { /* make room for it */
            for (size_t i = (count - 1) / 64; i > 0; i--)
                words[i] = words[i] << 1 | words[i - 1] >> 63;
            words[0] = words[0] << 1;
        }
    } else {
        if (count > (size_t)begins)
            of_array(user, heads, n - at - count + 1, count - (size_t)begins, words);
        prefix__mirror_bits(words, count);
    }
    words[0] |= (uint64_t)begins;
}

static inline int prefix__bit(const uint64_t *words, size_t i)
{
    return (int)(words[i / 64] >> i % 64 & 1);
}

/* Where the j-th segment of a scan begins and ends, in positions of the scan; for offsets. */
static inline uint64_t prefix__segment_begin(const struct prefix_heads *heads, size_t n, int reverse, size_t j)
{
    const size_t k = reverse ? heads->segments - j : j;
    const uint64_t offset = prefix__index_at(heads->data, heads->size, k);
    return reverse ? n - offset : offset;
}

#endif
