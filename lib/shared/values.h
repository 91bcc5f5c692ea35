/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements on their way between the arrays and the operators, a row at a time: integers as 64 bits,
 * which a cut to the output type makes right for every operator, floats as f64, which holds f32
 * exactly. What the backends of the host share; inline, because plugins do not link the library.
 */
#ifndef PREFIX_LIB_VALUES_H
#define PREFIX_LIB_VALUES_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include <prefix/backend.h>

#include "shared/half.h"
#include "shared/order.h"
#include "shared/types.h"

#define PREFIX__ROW_MAX (PREFIX__ROW_BYTES / sizeof(float))

/* For functions whose first arguments are constants: one copy for each, without the branches. */
#define PREFIX__SPECIALISED static inline __attribute__((always_inline))

/* The array index of the i-th element of the scan, and the way from it to the next. */
static inline size_t prefix__place(const struct prefix_scan_work *work, size_t i)
{
    return work->reverse ? work->n - 1 - i : i;
}

static inline ptrdiff_t prefix__step(const struct prefix_scan_work *work)
{
    return work->reverse ? -1 : 1;
}

#define PREFIX__LOAD(element, value)                                                                                   \
    do {                                                                                                               \
        const element *from = (const element *)work->in + prefix__place(work, at);                                     \
        const ptrdiff_t next = prefix__step(work);                                                                     \
        for (size_t i = 0; i < count; i++, from += next) {                                                             \
            const element x = *from;                                                                                   \
            row[i] = (value);                                                                                          \
        }                                                                                                              \
    } while (0)

static inline void prefix__load_integers(const struct prefix_scan_work *work, size_t at, size_t count, uint64_t *row)
{
    switch (work->type) {
    case PREFIX_I8:
        PREFIX__LOAD(int8_t, (uint64_t)x);
        break;
    case PREFIX_I16:
        PREFIX__LOAD(int16_t, (uint64_t)x);
        break;
    case PREFIX_I32:
        PREFIX__LOAD(int32_t, (uint64_t)x);
        break;
    case PREFIX_U8:
        PREFIX__LOAD(uint8_t, x);
        break;
    case PREFIX_U16:
        PREFIX__LOAD(uint16_t, x);
        break;
    case PREFIX_U32:
        PREFIX__LOAD(uint32_t, x);
        break;
    default:
        PREFIX__LOAD(uint64_t, x);
        break;
    }
    if (prefix__is_logical(work->op))
        for (size_t i = 0; i < count; i++)
            row[i] = row[i] != 0;
}

static inline void prefix__load_floats(const struct prefix_scan_work *work, size_t at, size_t count, double *row)
{
    switch (work->type) {
    case PREFIX_F16:
        PREFIX__LOAD(uint16_t, prefix__f16_to_f32(x));
        break;
    case PREFIX_BF16:
        PREFIX__LOAD(uint16_t, prefix__bf16_to_f32(x));
        break;
    case PREFIX_F32:
        PREFIX__LOAD(float, x);
        break;
    default:
        PREFIX__LOAD(double, x);
        break;
    }
    if (prefix__is_logical(work->op))
        for (size_t i = 0; i < count; i++)
            row[i] = row[i] != 0;
}

#define PREFIX__STORE(element, value)                                                                                  \
    do {                                                                                                               \
        element *to = (element *)work->out + prefix__place(work, at);                                                  \
        const ptrdiff_t next = prefix__step(work);                                                                     \
        for (size_t i = 0; i < count; i++, to += next)                                                                 \
            *to = (element)(value);                                                                                    \
    } while (0)

static inline void prefix__store_integers(const struct prefix_scan_work *work, size_t at, size_t count,
                                          const uint64_t *row)
{
    switch (prefix__size_of(work->output_type)) {
    case 1:
        PREFIX__STORE(uint8_t, row[i]);
        break;
    case 2:
        PREFIX__STORE(uint16_t, row[i]);
        break;
    case 4:
        PREFIX__STORE(uint32_t, row[i]);
        break;
    default:
        PREFIX__STORE(uint64_t, row[i]);
        break;
    }
}

static inline void prefix__store_floats(const struct prefix_scan_work *work, size_t at, size_t count, const double *row)
{
    switch (work->output_type) {
    case PREFIX_F16:
        PREFIX__STORE(uint16_t, prefix__f16_from_f64(row[i]));
        break;
    case PREFIX_BF16:
        PREFIX__STORE(uint16_t, prefix__bf16_from_f64(row[i]));
        break;
    case PREFIX_F32:
        PREFIX__STORE(float, row[i]);
        break;
    default:
        PREFIX__STORE(double, row[i]);
        break;
    }
}

/* The logical operators, on values that were loaded, are those of 0 and 1. */
static inline int prefix__plain_op(int op, int is_float)
{
    if (op == PREFIX_LOGICAL_AND)
        return is_float ? PREFIX_MIN : PREFIX_AND;
    if (op == PREFIX_LOGICAL_OR)
        return is_float ? PREFIX_MAX : PREFIX_OR;
    return op;
}

PREFIX__SPECIALISED uint64_t prefix__combine_integers(int op, int is_signed, uint64_t a, uint64_t b)
{
    switch (op) {
    case PREFIX_SUM:
        return a + b;
    case PREFIX_PRODUCT:
        return a * b;
    case PREFIX_MIN:
        return (is_signed ? (int64_t)a < (int64_t)b : a < b) ? a : b;
    case PREFIX_MAX:
        return (is_signed ? (int64_t)a > (int64_t)b : a > b) ? a : b;
    case PREFIX_AND:
        return a & b;
    case PREFIX_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

/* IEEE 754-2019 minimum: a NaN is the result, and -0 < +0. */
static inline double prefix__minimum(double a, double b)
{
    if (isnan(a) || isnan(b))
        return a + b;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

static inline double prefix__maximum(double a, double b)
{
    return -prefix__minimum(-a, -b);
}

/* Combines two values of type f32 (narrow; held in f64, which is exact) or f64. */
PREFIX__SPECIALISED double prefix__combine_floats(int op, int narrow, double a, double b)
{
    switch (op) {
    case PREFIX_SUM:
        return narrow ? (double)((float)a + (float)b) : a + b;
    case PREFIX_PRODUCT:
        return narrow ? (double)((float)a * (float)b) : a * b;
    case PREFIX_MIN:
        return prefix__minimum(a, b);
    default:
        return prefix__maximum(a, b);
    }
}

/* Makes an inclusive row exclusive; last is the inclusive value before it, and becomes its last. */
#define PREFIX__SHIFT_ROW(row, count, last)                                                                            \
    do {                                                                                                               \
        for (size_t i = 0; i < (count); i++) {                                                                         \
            __typeof__(last) inclusive = (row)[i];                                                                     \
            (row)[i] = (last);                                                                                         \
            (last) = inclusive;                                                                                        \
        }                                                                                                              \
    } while (0)

/* Sklansky's network over one row: the last element of each left half joins its right half. */
PREFIX__SPECIALISED void prefix__scan_row(int op, int narrow, double *row, size_t count)
{
    for (size_t d = 1; d < count; d *= 2)
        for (size_t block = 0; block + d < count; block += 2 * d) {
            size_t end = block + 2 * d < count ? block + 2 * d : count;
            for (size_t i = block + d; i < end; i++)
                row[i] = prefix__combine_floats(op, narrow, row[block + d - 1], row[i]);
        }
}

/*
 * The same where segments begin: an element joins what stands before it unless a segment begins after
 * that. begun is 1 where one has begun, and then where one has begun at or before an element of the row.
 */
PREFIX__SPECIALISED void prefix__scan_cut_row(int op, int narrow, double *row, uint8_t *begun, size_t count)
{
    for (size_t d = 1; d < count; d *= 2)
        for (size_t block = 0; block + d < count; block += 2 * d) {
            size_t end = block + 2 * d < count ? block + 2 * d : count;
            for (size_t i = block + d; i < end; i++) {
                if (!begun[i])
                    row[i] = prefix__combine_floats(op, narrow, row[block + d - 1], row[i]);
                begun[i] |= begun[block + d - 1];
            }
        }
}

#endif
