/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The inner loops of selections: elements to bits, 64 a word and 0 behind the last one, and elements
 * whose bits are set side by side. A pack may write a vector more than it says. An instruction set says
 * how it compares vectors, in bits a lane, by EQ_BITS() and LE_BITS() (unsigned), or how a vector of
 * truths becomes bits, by LANE_BITS(); and if it can pack better than element by element, by PACK_STEP()
 * and PACK(), or by PACKS_WORDS(), which may ask the processor, and PACK_WORDS(); and where bits are set by
 * LISTS_PLACES, which may ask as well, and LIST_PLACES().
 */
#ifndef PREFIX_BACKENDS_OPENMP_SELECT_H
#define PREFIX_BACKENDS_OPENMP_SELECT_H

#include <stdint.h>
#include <string.h>

#include "simd/vector/prefetch.h"
#include "simd/vector/vector.h"
#include "simd/vector/table.h"

#ifndef EQ_BITS
#define EQ_BITS(bytes, a, b) LANE_BITS(bytes, (a) == (b))
#define LE_BITS(bytes, a, b) LANE_BITS(bytes, (a) <= (b))
#endif

/*
 * What comes later, prefetched into the cache: by itself the processor does not look beyond the page. Intel's processors
 * have all lines prefetched here; others those of the next page, and who packs has what comes far behind it prefetched.
 */
INLINE void prefetch_word(const void *at, size_t bytes)
{
    if (prefix__openmp_is_intel)
        prefix__openmp_prefetch_lines((const char *)at + AHEAD, bytes);
    else
        prefix__openmp_prefetch_near((const char *)at + PAGE_BYTES, bytes);
}

/*
 * The same beside each line of keys, in its place (prefetch.h). Two Xeon cores, 2^26 reduced by i32 keys of one run, ms, a
 * word's lines at once and so: u8 11.5 and 9.7, i32 18.4 and 17.1.
 */
INLINE void prefetch_key_line(const void *at, size_t ahead)
{
    if (prefix__openmp_is_intel)
        prefix__openmp_prefetch_here((const char *)at + ahead);
    else
        prefetch_word(at, LINE_BYTES);
}

/*
 * The elements before those of a vector y at x: of short ones from memory, of others from registers, last behind them,
 * as reads across lines take twice as long. Zen 4, 64 elements of 4 bytes: 2.4 ns instead of 3.9.
 */
#define BEFORE_1(y, x, last) load_u8((x)-1)
#define BEFORE_2(y, x, last) load_u16((x)-1)
#ifdef SHIFT_IN
#define BEFORE_4(y, x, last) ((v_u32)SHIFT_IN(last, y, 4))
#define BEFORE_8(y, x, last) ((v_u64)SHIFT_IN(last, y, 8))
#else
#define BEFORE_4(y, x, last) load_u32((x)-1)
#define BEFORE_8(y, x, last) load_u64((x)-1)
#endif

/* The bits of one word, of elements that are all there. */
#define DEFINE_TEST(bytes, u)                                                                                          \
    INLINE uint64_t test_word_##bytes(const uint##u##_t *x, const struct prefix_test *test, int is_range)              \
    {                                                                                                                  \
        const v_u##u flip = splat_u##u((uint##u##_t)test->flip), mask = splat_u##u((uint##u##_t)test->mask);           \
        const v_u##u first = splat_u##u((uint##u##_t)test->first), range = splat_u##u((uint##u##_t)test->range);       \
        uint64_t word = 0;                                                                                             \
        for (int k = 0; k < 64; k += VECTOR_BYTES / bytes) {                                                           \
            const v_u##u y = load_u##u(x + k), key = y ^ ((v_u##u)((v_i##u)y < 0) & flip);                             \
            word |= (uint64_t)LE_BITS(bytes, (is_range ? y : key & mask) - first, range) << k;                         \
        }                                                                                                              \
        return test->negate ? ~word : word;                                                                            \
    }                                                                                                                  \
    /* Of a range of elements as they stand no more is to be asked. */                                                 \
    static void test_##bytes(const void *from, uint64_t *bits, size_t n, const struct prefix_test *test)               \
    {                                                                                                                  \
        const uint##u##_t *x = from, all = (uint##u##_t) - 1;                                                          \
        const int is_range = (uint##u##_t)test->flip == 0 && (uint##u##_t)test->mask == all;                           \
        for (; n >= 64; n -= 64, x += 64) {                                                                            \
            prefetch_word(x, 64 * bytes);                                                                                  \
            *bits++ = is_range ? test_word_##bytes(x, test, 1) : test_word_##bytes(x, test, 0);                        \
        }                                                                                                              \
        if (n > 0) {                                                                                                   \
            uint##u##_t rest[64] = {0};                                                                                \
            memcpy(rest, x, n *bytes);                                                                                 \
            *bits = test_word_##bytes(rest, test, 0) & (((uint64_t)1 << n) - 1);                                       \
        }                                                                                                              \
    }                                                                                                                  \
    /* x differs from the element before it, which is there too. Of integers no more is to be asked. */                \
    INLINE uint64_t heads_word_##bytes(const uint##u##_t *x, v_u##u *last, const struct prefix_test *test,             \
                                       int is_integer, size_t ahead)                                                   \
    {                                                                                                                  \
        const v_u##u mask = splat_u##u((uint##u##_t)test->mask), range = splat_u##u((uint##u##_t)test->range);         \
        const v_u##u zero = {0};                                                                                       \
        uint64_t word = 0;                                                                                             \
        _Pragma("GCC unroll 16") for (int k = 0; k < 64; k += VECTOR_BYTES / bytes)                                    \
        {                                                                                                              \
            if (ahead && k * bytes % LINE_BYTES == 0)                                                                  \
                prefetch_key_line(x + k, ahead);                                                                           \
            const v_u##u y = load_u##u(x + k), before = BEFORE_##bytes(y, x + k, *last);                               \
            *last = y;                                                                                                 \
            uint64_t same = (uint64_t)EQ_BITS(bytes, y, before);                                                       \
            if (!is_integer) {                                                                                         \
                same |= (uint64_t)EQ_BITS(bytes, (y | before) & mask, zero);                                           \
                same &= (uint64_t)LE_BITS(bytes, y & mask, range);                                                     \
            }                                                                                                          \
            word |= same << k;                                                                                         \
        }                                                                                                              \
        return ~word;                                                                                                  \
    }                                                                                                                  \
    /* Some elements, of which there may be none before the first. */                                                  \
    INLINE uint64_t heads_some_##bytes(const uint##u##_t *x, size_t n, const struct prefix_test *test, int is_first)   \
    {                                                                                                                  \
        uint##u##_t some[65] = {0};                                                                                    \
        some[0] = x[is_first ? 0 : -1];                                                                                \
        memcpy(some + 1, x, n * bytes);                                                                                \
        v_u##u last = splat_u##u(some[0]);                                                                             \
        const uint64_t word = heads_word_##bytes(some + 1, &last, test, 0, 0) | (uint64_t)is_first;                    \
        return n < 64 ? word & (((uint64_t)1 << n) - 1) : word;                                                        \
    }                                                                                                                  \
    /* The first element has none before it if is_first. */                                                            \
    static void heads_##bytes(const void *from, uint64_t *bits, size_t n, const struct prefix_test *test,              \
                              int is_first, size_t ahead)                                                              \
    {                                                                                                                  \
        const uint##u##_t *x = from, all = (uint##u##_t) - 1;                                                          \
        const int is_integer = (uint##u##_t)test->mask == all && (uint##u##_t)test->range == all;                      \
        if (is_first && n > 0) {                                                                                       \
            const size_t count = n < 64 ? n : 64;                                                                      \
            *bits++ = heads_some_##bytes(x, count, test, 1);                                                           \
            x += count;                                                                                                \
            n -= count;                                                                                                \
        }                                                                                                              \
        v_u##u last = splat_u##u(n >= 64 ? x[-1] : 0);                                                                 \
        for (; n >= 64; n -= 64, x += 64) {                                                                            \
            *bits++ = is_integer ? heads_word_##bytes(x, &last, test, 1, ahead)                                        \
                                 : heads_word_##bytes(x, &last, test, 0, ahead);                                       \
        }                                                                                                              \
        if (n > 0)                                                                                                     \
            *bits = heads_some_##bytes(x, n, test, 0);                                                                 \
    }

DEFINE_TEST(1, 8)
DEFINE_TEST(2, 16)
DEFINE_TEST(4, 32)
DEFINE_TEST(8, 64)

static size_t count_bits(const uint64_t *bits, size_t words)
{
    size_t count = 0;
    for (size_t i = 0; i < words; i++)
        count += (size_t)__builtin_popcountll(bits[i]);
    return count;
}

/* Words of which each bit tells of one element, at once; or 0 where nothing is gained. */
#ifndef PACKS_WORDS
#define PACKS_WORDS(bytes) 0
#define PACK_WORDS(bytes, in, bits, words, out) 0
#endif

#ifndef PACK
#define PACK(bytes, in, bits, out) 0
#define PACK_STEP(bytes) 0
#endif

/*
 * Elements of a word that has no more of them are taken one by one: always so many, of which the last ones may not be
 * asked for, so that nothing is guessed. Two Xeon cores, 2^24 elements in runs of up to 79, and where it was asked
 * behind each whether there is another one, ms: run lengths 1.8 and 2.6, reductions of f32 3.65 and 4.8; in runs of
 * just 500, which can be guessed, 1.9 and 1.7, 4.2 and 4.5.
 */
#define SPARSE 4

#define DEFINE_PACK(bytes, element)                                                                                    \
    INLINE size_t pack_sparse_##bytes(const element *restrict in, uint64_t word, element *restrict out)                \
    {                                                                                                                  \
        const size_t count = (size_t)__builtin_popcountll(word);                                                       \
        _Pragma("GCC unroll 4") for (int k = 0; k < SPARSE; k++, word &= word - 1)                                     \
        {                                                                                                              \
            out[k] = in[__builtin_ctzll(word | (uint64_t)1 << 63)];                                                    \
        }                                                                                                              \
        return count;                                                                                                  \
    }                                                                                                                  \
    static size_t pack_##bytes(const void *restrict from, const uint64_t *restrict bits, size_t n, void *restrict to)  \
    {                                                                                                                  \
        const element *in = from;                                                                                      \
        element *out = to;                                                                                             \
        size_t count = 0;                                                                                              \
        if (PACKS_WORDS(bytes)) {                                                                                      \
            count = PACK_WORDS(bytes, in, bits, n / 64, out);                                                          \
            in += n / 64 * 64;                                                                                         \
            bits += n / 64;                                                                                            \
            n %= 64;                                                                                                   \
        }                                                                                                              \
        for (; PACK_STEP(bytes) > 0 && n >= 64; n -= 64, in += 64, bits++) {                                           \
            if (__builtin_popcountll(*bits) <= SPARSE) {                                                               \
                count += pack_sparse_##bytes(in, *bits, out + count);                                                  \
                continue;                                                                                              \
            }                                                                                                          \
            for (int k = 0; k < 64; k += PACK_STEP(bytes) + (PACK_STEP(bytes) == 0))                                   \
                count += PACK(bytes, in + k, *bits >> k, out + count);                                                 \
        }                                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                                               \
            out[count] = in[i];                                                                                        \
            count += bits[i / 64] >> i % 64 & 1;                                                                       \
        }                                                                                                              \
        return count;                                                                                                  \
    }

#define DEFINE_SUBTRACT(bytes, u)                                                                                      \
    static void subtract_##bytes(const void *in, size_t n, uint64_t init, void *out)                                   \
    {                                                                                                                  \
        const uint##u##_t *from = in;                                                                                  \
        uint##u##_t *to = out;                                                                                         \
        size_t i = 0;                                                                                                  \
        for (; i + VECTOR_BYTES / bytes <= n; i += VECTOR_BYTES / bytes)                                               \
            store_u##u(to + i, load_u##u(from + i) - load_u##u(from + i - 1) + (uint##u##_t)init);                     \
        for (; i < n; i++)                                                                                             \
            to[i] = (uint##u##_t)(from[i] - from[i - 1] + (uint##u##_t)init);                                          \
    }
DEFINE_SUBTRACT(1, 8)
DEFINE_SUBTRACT(2, 16)
DEFINE_SUBTRACT(4, 32)
DEFINE_SUBTRACT(8, 64)

DEFINE_PACK(1, uint8_t)
DEFINE_PACK(2, uint16_t)
DEFINE_PACK(4, uint32_t)
DEFINE_PACK(8, uint64_t)

#ifndef LISTS_PLACES
#define LISTS_PLACES 0
#define LIST_PLACES(bits, words, places) 0
#endif

#define NUMBERED 1024 /* places that are packed at once */
#define NUMBER(i) i
static const uint32_t numbers[NUMBERED] = {TABLE_256(NUMBER, 0), TABLE_256(NUMBER, 256), TABLE_256(NUMBER, 512),
                                           TABLE_256(NUMBER, 768)};

/* Where bits are set. */
static size_t places_of_bits(const uint64_t *bits, size_t words, uint32_t *places)
{
    size_t count = 0;
    if (LISTS_PLACES)
        return LIST_PLACES(bits, words, places);
    for (size_t i = 0, end; i < 64 * words; i += NUMBERED) {
        const size_t some = 64 * words - i < NUMBERED ? 64 * words - i : NUMBERED;
        for (end = count + pack_4(numbers, bits + i / 64, some, places + count); count < end; count++)
            places[count] += (uint32_t)i;
    }
    return count;
}

#endif
