/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The stages: plain loops, written so that the compiler turns them into vector code. Where only
 * some elements need an operation on floats it may do so because the instruction sets' files say
 * no-trapping-math: libprefix promises nothing about floating-point exceptions.
 */
#ifndef PREFIX_BACKENDS_OPENMP_STAGES_H
#define PREFIX_BACKENDS_OPENMP_STAGES_H

#include <stdint.h>
#include <string.h>

#include "shared/half.h"
#include "simd/vector/prefetch.h"
#include "simd/vector/vector.h"

/* Element i of an array of any alignment and effective type, y from x. */
#define DEFINE_STAGE(name, from, to, value)                                                                            \
    static void stage_##name(const void *in, void *out, size_t n)                                                      \
    {                                                                                                                  \
        for (size_t i = 0; i < n; i++) {                                                                               \
            from x;                                                                                                    \
            memcpy(&x, (const char *)in + i * sizeof x, sizeof x);                                                     \
            to y = (value);                                                                                            \
            memcpy((char *)out + i * sizeof y, &y, sizeof y);                                                          \
        }                                                                                                              \
    }

#define DEFINE_MIRROR(name, type)                                                                                      \
    static void stage_##name(const void *restrict in, void *restrict out, size_t n)                                    \
    {                                                                                                                  \
        const type *from = in;                                                                                         \
        type *to = out;                                                                                                \
        for (size_t i = 0; i < n; i++)                                                                                 \
            to[i] = from[n - 1 - i];                                                                                   \
    }

DEFINE_MIRROR(mirror_1, uint8_t)
DEFINE_MIRROR(mirror_2, uint16_t)
DEFINE_MIRROR(mirror_4, uint32_t)
DEFINE_MIRROR(mirror_8, uint64_t)

DEFINE_STAGE(u8_u16, uint8_t, uint16_t, x)
DEFINE_STAGE(u8_u32, uint8_t, uint32_t, x)
DEFINE_STAGE(u8_u64, uint8_t, uint64_t, x)
DEFINE_STAGE(u16_u32, uint16_t, uint32_t, x)
DEFINE_STAGE(u16_u64, uint16_t, uint64_t, x)
DEFINE_STAGE(u32_u64, uint32_t, uint64_t, x)
DEFINE_STAGE(i8_i16, int8_t, int16_t, x)
DEFINE_STAGE(i8_i32, int8_t, int32_t, x)
DEFINE_STAGE(i8_i64, int8_t, int64_t, x)
DEFINE_STAGE(i16_i32, int16_t, int32_t, x)
DEFINE_STAGE(i16_i64, int16_t, int64_t, x)
DEFINE_STAGE(i32_i64, int32_t, int64_t, x)

DEFINE_STAGE(bf16_f64, uint16_t, double, prefix__bf16_to_f32(x))
DEFINE_STAGE(f32_f64, float, double, x)

/* A mirror past the caches. to is aligned to its elements. */
#define REVERSED_INDEX(bytes) (VECTOR_BYTES / bytes - 1 - IOTA(bytes))
#define DEFINE_STREAM_MIRROR(bytes, type, suffix)                                                                      \
    static void stream_mirror_##bytes(const void *in, void *out, size_t n)                                             \
    {                                                                                                                  \
        const type *from = in;                                                                                         \
        type *to = out;                                                                                                \
        size_t i = -(uintptr_t)to % 64 / bytes;                                                                        \
        i = i < n ? i : n;                                                                                             \
        stage_mirror_##bytes(from + n - i, to, i);                                                                     \
        for (; i + VECTOR_BYTES / bytes <= n; i += VECTOR_BYTES / bytes) {                                             \
            v_##suffix x = load_##suffix(from + n - i - VECTOR_BYTES / bytes);                                         \
            x = shuffle_##suffix(x, x, REVERSED_INDEX(bytes));                                                         \
            STREAM(to + i, &x);                                                                                        \
        }                                                                                                              \
        stage_mirror_##bytes(from, to + i, n - i);                                                                     \
    }

DEFINE_STREAM_MIRROR(1, uint8_t, u8)
DEFINE_STREAM_MIRROR(2, uint16_t, u16)
DEFINE_STREAM_MIRROR(4, uint32_t, u32)
DEFINE_STREAM_MIRROR(8, uint64_t, u64)

static void stream_bytes(const void *in, void *out, size_t bytes)
{
    const char *from = in;
    char *to = out;
    size_t i = -(uintptr_t)to % LINE_BYTES;
    if (i > bytes)
        i = bytes;
    memcpy(to, from, i);
    for (; i + LINE_BYTES <= bytes; i += LINE_BYTES) /* of a part of a line, memory would be read and written */
        for (size_t j = 0; j < LINE_BYTES; j += VECTOR_BYTES)
            STREAM(to + i + j, from + i + j);
    memcpy(to + i, from + i, bytes - i);
}

#endif
