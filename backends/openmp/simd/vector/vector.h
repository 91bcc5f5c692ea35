/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vectors of VECTOR_BYTES bytes in the compiler's own notation, for a file that has chosen its
 * instruction set. A shuffle takes two vectors and a vector of constant indices into both.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_H
#define PREFIX_BACKENDS_OPENMP_SIMD_H

#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline, unused))

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define PASTE_(a, b, c) a##_##b##_##c
#define PASTE(a, b, c) PASTE_(a, b, c)

/* What a macro makes of the index of each lane. */
#define EACH_2(f, b) f(b), f((b) + 1)
#define EACH_4(f, b) EACH_2(f, b), EACH_2(f, (b) + 2)
#define EACH_8(f, b) EACH_4(f, b), EACH_4(f, (b) + 4)
#define EACH_16(f, b) EACH_8(f, b), EACH_8(f, (b) + 8)
#define EACH_32(f, b) EACH_16(f, b), EACH_16(f, (b) + 16)
#define EACH_64(f, b) EACH_32(f, b), EACH_32(f, (b) + 32)
#if VECTOR_BYTES == 64
#define EACH_LANE_1(f) EACH_64(f, 0)
#define EACH_LANE_2(f) EACH_32(f, 0)
#define EACH_LANE_4(f) EACH_16(f, 0)
#define EACH_LANE_8(f) EACH_8(f, 0)
#elif VECTOR_BYTES == 32
#define EACH_LANE_1(f) EACH_32(f, 0)
#define EACH_LANE_2(f) EACH_16(f, 0)
#define EACH_LANE_4(f) EACH_8(f, 0)
#define EACH_LANE_8(f) EACH_4(f, 0)
#else
#define EACH_LANE_1(f) EACH_16(f, 0)
#define EACH_LANE_2(f) EACH_8(f, 0)
#define EACH_LANE_4(f) EACH_4(f, 0)
#define EACH_LANE_8(f) EACH_2(f, 0)
#endif

typedef int8_t index_1 __attribute__((vector_size(VECTOR_BYTES)));
typedef int16_t index_2 __attribute__((vector_size(VECTOR_BYTES)));
typedef int32_t index_4 __attribute__((vector_size(VECTOR_BYTES)));
typedef int64_t index_8 __attribute__((vector_size(VECTOR_BYTES)));

/* Sklansky's step d: lanes with bit d take the last lane of their left half; others the identity. */
#define SKLANSKY_INDEX(bytes, d)                                                                                       \
    ((((IOTA(bytes) & (d)) != 0) & ((IOTA(bytes) & ~(2 * (d)-1)) + ((d)-1))) |                                         \
     (((IOTA(bytes) & (d)) == 0) & (IOTA(bytes) * 0 + VECTOR_BYTES / (bytes))))
#define ITSELF(i) (i)
#define IOTA(bytes) ((index_##bytes){EACH_LANE_##bytes(ITSELF)})
#define IOTA_(bytes) IOTA(bytes)
#define LAST_INDEX(bytes) (IOTA(bytes) * 0 + (VECTOR_BYTES / (bytes)-1))
#define EVEN_INDEX(bytes) (IOTA(bytes) * 2)
#define ODD_INDEX(bytes) (IOTA(bytes) * 2 + 1)

/* Bits of the first n lanes or elements. */
INLINE uint64_t first_bits(uint64_t word, size_t n)
{
    return n < 64 ? word & (((uint64_t)1 << n) - 1) : word;
}

/* The vector type of an integer or float element and its basic functions. */
#define DEFINE_VECTOR(element, suffix, bytes)                                                                          \
    typedef element v_##suffix __attribute__((vector_size(VECTOR_BYTES)));                                             \
    INLINE v_##suffix load_##suffix(const element *from)                                                               \
    {                                                                                                                  \
        v_##suffix x;                                                                                                  \
        memcpy(&x, from, sizeof x);                                                                                    \
        return x;                                                                                                      \
    }                                                                                                                  \
    INLINE void store_##suffix(element *to, v_##suffix x)                                                              \
    {                                                                                                                  \
        memcpy(to, &x, sizeof x);                                                                                      \
    }                                                                                                                  \
    INLINE v_##suffix splat_##suffix(element x)                                                                        \
    {                                                                                                                  \
        return x - (v_##suffix){0};                                                                                    \
    }                                                                                                                  \
    INLINE v_##suffix shuffle_##suffix(v_##suffix a, v_##suffix b, index_##bytes index){                               \
        SHUFFLE_BODY(v_##suffix, VECTOR_BYTES / bytes)} INLINE v_##suffix last_##suffix(v_##suffix x)                  \
    {                                                                                                                  \
        return shuffle_##suffix(x, x, LAST_INDEX(bytes));                                                              \
    }

/* One instruction with clang, too, if the loop is unrolled: else one for each lane, by way of the stack. */
#ifdef __clang__
#define SHUFFLE_BODY(vector, lanes)                                                                                    \
    vector r = a;                                                                                                      \
    _Pragma("clang loop unroll(full)") for (int i = 0; i < (int)(lanes); i++) r[i] =                                   \
        index[i] < (int)(lanes) ? a[index[i]] : b[index[i] - (int)(lanes)];                                            \
    return r;
#else
#define SHUFFLE_BODY(vector, lanes) return __builtin_shuffle(a, b, index);
#endif

/* The maximum where there is no instruction for it, and where there is one. */
#define DEFINE_MAX(suffix, bytes)                                                                                      \
    INLINE v_##suffix max_##suffix(v_##suffix a, v_##suffix b)                                                         \
    {                                                                                                                  \
        const index_##bytes which = a > b;                                                                             \
        return (a & which) | (b & ~which);                                                                             \
    }

#define DEFINE_MAX_BY(suffix, type, maximum)                                                                           \
    INLINE v_##suffix max_##suffix(v_##suffix a, v_##suffix b)                                                         \
    {                                                                                                                  \
        return (v_##suffix)maximum((type)a, (type)b);                                                                  \
    }

DEFINE_VECTOR(uint8_t, u8, 1)
DEFINE_VECTOR(uint16_t, u16, 2)
DEFINE_VECTOR(uint32_t, u32, 4)
DEFINE_VECTOR(uint64_t, u64, 8)
DEFINE_VECTOR(int8_t, i8, 1)
DEFINE_VECTOR(int16_t, i16, 2)
DEFINE_VECTOR(int32_t, i32, 4)
DEFINE_VECTOR(int64_t, i64, 8)
DEFINE_VECTOR(float, f32, 4)
DEFINE_VECTOR(double, f64, 8)

/* Products of bytes, of which there are none, from those of words. */
INLINE v_u8 mul_u8(v_u8 a, v_u8 b)
{
    v_u16 x = (v_u16)a, y = (v_u16)b;
    return (v_u8)((x * y & 0xff) | (x >> 8) * (y & 0xff00));
}

/* Has compilers ask nothing about a vector that they need not know. */
#ifdef __x86_64__
#define OPAQUE(x) __asm__("" : "+x"(x))
#else
#define OPAQUE(x) (void)(x)
#endif

/* The words in which a kernel is written, for its ELEMENT, SUFFIX, BYTES, NAME, OP and IDENTITY. */
#define LANES ((int)(VECTOR_BYTES / BYTES))
#define VECTOR JOIN(v, SUFFIX)
#define FN(verb) PASTE(verb, SUFFIX, NAME)
#define LOAD(p) JOIN(load, SUFFIX)(p)
#define STORE(p, x) JOIN(store, SUFFIX)(p, x)
#define SPLAT(x) JOIN(splat, SUFFIX)(x)
#define LAST(x) JOIN(last, SUFFIX)(x)
#define SHUFFLE(a, b, index) JOIN(shuffle, SUFFIX)(a, b, index)
#define SKLANSKY_(bytes, d) SKLANSKY_INDEX(bytes, d)
#define EVEN_(bytes) EVEN_INDEX(bytes)
#define ODD_(bytes) ODD_INDEX(bytes)

#endif
