/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans of columns, each element added to what stands a line before it: a vector takes one addition and no shuffle. The
 * scan of all elements is the sum of the last line up to each, and is made only before the ends of segments. Totals of
 * segments are its differences (differences.h). Two Xeon cores, 2^26 in segments of 40 and of 500, ms: by a scan, i32
 * 10.1 and 9.5, i64 19.6 and 18.7, u16 5.0 and 4.8; so 9.0 and 8.8, 18.0 and 18.1, 5.0 and 4.2. Where more segments end
 * than there are lines, a scan is quicker.
 */
#ifndef PREFIX_BACKENDS_OPENMP_COLUMNS_H
#define PREFIX_BACKENDS_OPENMP_COLUMNS_H

#include "simd/vector/prefetch.h"
#include "simd/isa.h"
#include "simd/segments/totals.h"

#define LINE_VECTORS ((int)(LINE_BYTES / VECTOR_BYTES))

/* Words of which the low bytes add up to the sum of a line: none may be carried into one that is added yet. */
#define FOLD_1(x) (x) = ((x)&0x00ff00ff) + ((x) >> 8 & 0x00ff00ff), (x) += (x) >> 16
#define FOLD_2(x) (x) += (x) >> 16
#define FOLD_4(x) (void)(x)
#define FOLD_8(x) (void)(x)

#define DEFINE_COLUMNS(bytes, u, w)                                                                                    \
    static void columns_##bytes(const void *from, void *to, size_t n, const struct prefix__openmp_next *next)          \
    {                                                                                                                  \
        enum { LINE = LINE_BYTES / bytes };                                                                            \
        const uint##u##_t *in = from;                                                                                  \
        uint##u##_t *out = to;                                                                                         \
        struct prefix__openmp_lines lines = {NULL, NULL};                                                              \
        v_u##u sum[LINE_VECTORS];                                                                                      \
        size_t i = 0;                                                                                                  \
        if (next && !next->starts)                                                                                     \
            lines = prefix__openmp_prefetch_but_lines(next, 0, n * bytes);                                                 \
        memcpy(sum, out - LINE, sizeof sum);                                                                           \
        for (; i + LINE <= n; i += LINE) {                                                                             \
            if (next && next->starts)                                                                                  \
                prefix__openmp_prefetch_next(next, i *bytes, LINE_BYTES);                                                  \
            prefix__openmp_prefetch_line(&lines);                                                                          \
            _Pragma("GCC unroll 4") for (int v = 0; v < LINE_VECTORS; v++)                                             \
            {                                                                                                          \
                sum[v] += load_u##u(in + i + v * (LINE / LINE_VECTORS));                                               \
                store_u##u(out + i + v * (LINE / LINE_VECTORS), sum[v]);                                               \
            }                                                                                                          \
        }                                                                                                              \
        for (; i < n; i++)                                                                                             \
            out[i] = (uint##u##_t)(out[(ptrdiff_t)i - LINE] + in[i]);                                                  \
    }                                                                                                                  \
    INLINE v_u##w sum_line_##bytes(const uint##u##_t *at)                                                              \
    {                                                                                                                  \
        v_u##u sum = load_u##u(at);                                                                                    \
        _Pragma("GCC unroll 4") for (int v = 1; v < LINE_VECTORS; v++) sum +=                                          \
            load_u##u(at + v * (LINE_BYTES / bytes / LINE_VECTORS));                                                   \
        v_u##w words = (v_u##w)sum;                                                                                    \
        FOLD_##bytes(words);                                                                                           \
        return words;                                                                                                  \
    }
DEFINE_COLUMNS(1, 8, 32)
DEFINE_COLUMNS(2, 16, 32)
DEFINE_COLUMNS(4, 32, 32)
DEFINE_COLUMNS(8, 64, 64)

/* Neighbours in a and then in b. */
#define ADD_NEIGHBOURS(w, a, b) (shuffle_u##w(a, b, JOIN(even_index, w)) + shuffle_u##w(a, b, JOIN(odd_index, w)))
#define even_index_32 EVEN_INDEX(4)
#define odd_index_32 ODD_INDEX(4)
#define even_index_64 EVEN_INDEX(8)
#define odd_index_64 ODD_INDEX(8)
#define ADD_ROUND(w, count)                                                                                            \
    if (SOME >= 2 * (count))                                                                                           \
        _Pragma("GCC unroll 8") for (int j = 0; j < (count); j++) x[j] = ADD_NEIGHBOURS(w, x[2 * j], x[2 * j + 1]);

#define DEFINE_COLUMN_DIFFERENCES(bits, wide, bytes, u, w)                                                             \
    /* A vector of results, of as many ends. */                                                                        \
    INLINE v_u##w column_results_##bits##_##bytes(const uint##u##_t *in, const uint##bits##_t *spots)                  \
    {                                                                                                                  \
        enum { SOME = VECTOR_BYTES * 8 / w };                                                                          \
        v_u##w x[SOME];                                                                                                \
        _Pragma("GCC unroll 16") for (int j = 0; j < SOME; j++) x[j] = sum_line_##bytes(in + spots[j]);                \
        ADD_ROUND(w, 8)                                                                                                \
        ADD_ROUND(w, 4)                                                                                                \
        ADD_ROUND(w, 2)                                                                                                \
        ADD_ROUND(w, 1)                                                                                                \
        return x[0];                                                                                                   \
    }                                                                                                                  \
    static size_t column_differences_##bits##_##bytes(const void *offsets, size_t segments, uint64_t from,             \
                                                      size_t length, const void *before, uint64_t init,                \
                                                      uint64_t *open, void *out, struct prefix__openmp_lines *lines)   \
    {                                                                                                                  \
        enum { SOME = VECTOR_BYTES * 8 / w, FAR = VECTOR_BYTES / wide, READ = SOME > FAR ? SOME : FAR };               \
        const uint##bits##_t *at = (const uint##bits##_t *)offsets + 1, first = (uint##bits##_t)from;                  \
        const uint##u##_t *in = (const uint##u##_t *)before - (LINE_BYTES / bytes - 1);                                \
        const v_u##w with_init = splat_u##w((uint##w##_t)init);                                                        \
        v_u##w last = splat_u##w((uint##w##_t) * open);                                                                \
        uint##u##_t *to = out;                                                                                         \
        size_t left = segments, here = SOME;                                                                           \
        uint##bits##_t spots[READ];                                                                                    \
        while (left > 0 && here == SOME) {                                                                             \
            uint##bits##_t rest[READ];                                                                                 \
            const uint##bits##_t *ends = at;                                                                           \
            if (left < READ) { /* others are at the end */                                                             \
                for (size_t j = 0; j < READ; j++)                                                                      \
                    rest[j] = j < left ? at[j] : (uint##bits##_t)(first + length);                                     \
                ends = rest;                                                                                           \
            }                                                                                                          \
            if (lines->end)                                                                                            \
                prefix__openmp_prefetch_near((const char *)at + OFFSETS_AHEAD, SOME * wide);                               \
            for (int j = 0; j < SOME; j += FAR)                                                                        \
                store_u##bits(spots + j,                                                                               \
                              min_u##bits(load_u##bits(ends + j) - first, splat_u##bits((uint##bits##_t)length)));     \
            const v_u##w x = column_results_##bits##_##bytes(in, spots);                                               \
            const v_u##w difference = x - (v_u##w)SHIFT_IN(last, x, w / 8) + with_init;                                \
            for (int j = 0; j < SOME; j++)                                                                             \
                to[j] = (uint##u##_t)difference[j];                                                                    \
            if (spots[SOME - 1] >= length)                                                                             \
                for (here = 0; spots[here] < length; here++)                                                           \
                    ;                                                                                                  \
            if (here == SOME)                                                                                          \
                last = x;                                                                                              \
            else if (here > 0)                                                                                         \
                last = splat_u##w(x[here - 1]);                                                                        \
            left -= here;                                                                                              \
            at += here;                                                                                                \
            to += here;                                                                                                \
        }                                                                                                              \
        *open = last[SOME - 1];                                                                                        \
        return segments - left;                                                                                        \
    }
DEFINE_COLUMN_DIFFERENCES(32, 4, 1, 8, 32)
DEFINE_COLUMN_DIFFERENCES(32, 4, 2, 16, 32)
DEFINE_COLUMN_DIFFERENCES(32, 4, 4, 32, 32)
DEFINE_COLUMN_DIFFERENCES(32, 4, 8, 64, 64)
DEFINE_COLUMN_DIFFERENCES(64, 8, 1, 8, 32)
DEFINE_COLUMN_DIFFERENCES(64, 8, 2, 16, 32)
DEFINE_COLUMN_DIFFERENCES(64, 8, 4, 32, 32)
DEFINE_COLUMN_DIFFERENCES(64, 8, 8, 64, 64)

#endif
