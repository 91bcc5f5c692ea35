/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The serial scan: the reference. Integers are scanned in 64 bits and cut to the output type,
 * which gives the wrapped result for every operator. Floats follow the canonical order of order.h
 * step by step. Both work on one row at a time, so that in place needs no care.
 */
#include <math.h>

#include "half.h"
#include "internal.h"
#include "order.h"
#include "serial.h"

#define ROW_MAX (PREFIX__ROW_BYTES / sizeof(float))

/* For functions whose first arguments are constants: one copy for each, without the branches. */
#define SPECIALISED static inline __attribute__((always_inline))

/* The array index of the i-th element of the scan, and the way from it to the next. */
static inline size_t place(const struct prefix_scan_work *work, size_t i)
{
    return work->reverse ? work->n - 1 - i : i;
}

static inline ptrdiff_t step(const struct prefix_scan_work *work)
{
    return work->reverse ? -1 : 1;
}

#define LOAD(element, value)                                                                                          \
    do {                                                                                                              \
        const element *from = (const element *)work->in + place(work, at);                                            \
        const ptrdiff_t next = step(work);                                                                            \
        for (size_t i = 0; i < count; i++, from += next) {                                                            \
            const element x = *from;                                                                                  \
            row[i] = (value);                                                                                         \
        }                                                                                                             \
    } while (0)

static void load_integers(const struct prefix_scan_work *work, size_t at, size_t count, uint64_t *row)
{
    switch (work->type) {
    case PREFIX_I8:
        LOAD(int8_t, (uint64_t)x);
        break;
    case PREFIX_I16:
        LOAD(int16_t, (uint64_t)x);
        break;
    case PREFIX_I32:
        LOAD(int32_t, (uint64_t)x);
        break;
    case PREFIX_U8:
        LOAD(uint8_t, x);
        break;
    case PREFIX_U16:
        LOAD(uint16_t, x);
        break;
    case PREFIX_U32:
        LOAD(uint32_t, x);
        break;
    default:
        LOAD(uint64_t, x);
        break;
    }
    if (prefix__is_logical(work->op))
        for (size_t i = 0; i < count; i++)
            row[i] = row[i] != 0;
}

static void load_floats(const struct prefix_scan_work *work, size_t at, size_t count, double *row)
{
    switch (work->type) {
    case PREFIX_F16:
        LOAD(uint16_t, prefix__f16_to_f32(x));
        break;
    case PREFIX_BF16:
        LOAD(uint16_t, prefix__bf16_to_f32(x));
        break;
    case PREFIX_F32:
        LOAD(float, x);
        break;
    default:
        LOAD(double, x);
        break;
    }
    if (prefix__is_logical(work->op))
        for (size_t i = 0; i < count; i++)
            row[i] = row[i] != 0;
}

#define STORE(element, value)                                                                                         \
    do {                                                                                                              \
        element *to = (element *)work->out + place(work, at);                                                         \
        const ptrdiff_t next = step(work);                                                                            \
        for (size_t i = 0; i < count; i++, to += next)                                                                \
            *to = (element)(value);                                                                                   \
    } while (0)

static void store_integers(const struct prefix_scan_work *work, size_t at, size_t count, const uint64_t *row)
{
    switch (prefix__size_of(work->output_type)) {
    case 1:
        STORE(uint8_t, row[i]);
        break;
    case 2:
        STORE(uint16_t, row[i]);
        break;
    case 4:
        STORE(uint32_t, row[i]);
        break;
    default:
        STORE(uint64_t, row[i]);
        break;
    }
}

static void store_floats(const struct prefix_scan_work *work, size_t at, size_t count, const double *row)
{
    switch (work->output_type) {
    case PREFIX_F16:
        STORE(uint16_t, prefix__f16_from_f64(row[i]));
        break;
    case PREFIX_BF16:
        STORE(uint16_t, prefix__bf16_from_f64(row[i]));
        break;
    case PREFIX_F32:
        STORE(float, row[i]);
        break;
    default:
        STORE(double, row[i]);
        break;
    }
}

SPECIALISED uint64_t combine_integers(int op, int is_signed, uint64_t a, uint64_t b)
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
static inline double minimum(double a, double b)
{
    if (isnan(a) || isnan(b))
        return a + b;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

static inline double maximum(double a, double b)
{
    return -minimum(-a, -b);
}

/* Combines two values of type f32 (narrow; held in f64, which is exact) or f64. */
SPECIALISED double combine_floats(int op, int narrow, double a, double b)
{
    switch (op) {
    case PREFIX_SUM:
        return narrow ? (double)((float)a + (float)b) : a + b;
    case PREFIX_PRODUCT:
        return narrow ? (double)((float)a * (float)b) : a * b;
    case PREFIX_MIN:
        return minimum(a, b);
    default:
        return maximum(a, b);
    }
}

/* Makes an inclusive row exclusive; last is the inclusive value before it, and becomes its last. */
#define SHIFT_ROW(row, count, last)                                                                                   \
    do {                                                                                                              \
        for (size_t i = 0; i < (count); i++) {                                                                        \
            __typeof__(last) inclusive = (row)[i];                                                                    \
            (row)[i] = (last);                                                                                        \
            (last) = inclusive;                                                                                       \
        }                                                                                                             \
    } while (0)

SPECIALISED union prefix_carry scan_integers_by(int op, int is_signed, const struct prefix_scan_work *work)
{
    uint64_t row[ROW_MAX];
    union prefix_carry carry = work->carry;
    for (size_t at = 0; at < work->n; at += ROW_MAX) {
        size_t count = work->n - at < ROW_MAX ? work->n - at : ROW_MAX;
        uint64_t last = carry.u;
        load_integers(work, at, count, row);
        for (size_t i = 0; i < count; i++)
            row[i] = carry.u = combine_integers(op, is_signed, carry.u, row[i]);
        if (work->kind == PREFIX_EXCLUSIVE)
            SHIFT_ROW(row, count, last);
        store_integers(work, at, count, row);
    }
    return carry;
}

static union prefix_carry scan_integers(const struct prefix_scan_work *work)
{
    int is_signed = prefix__is_signed(work->output_type);
    switch (work->op) {
    case PREFIX_SUM:
        return scan_integers_by(PREFIX_SUM, 0, work);
    case PREFIX_PRODUCT:
        return scan_integers_by(PREFIX_PRODUCT, 0, work);
    case PREFIX_MIN:
        return is_signed ? scan_integers_by(PREFIX_MIN, 1, work) : scan_integers_by(PREFIX_MIN, 0, work);
    case PREFIX_MAX:
        return is_signed ? scan_integers_by(PREFIX_MAX, 1, work) : scan_integers_by(PREFIX_MAX, 0, work);
    case PREFIX_AND:
    case PREFIX_LOGICAL_AND: /* of truth values */
        return scan_integers_by(PREFIX_AND, 0, work);
    case PREFIX_OR:
    case PREFIX_LOGICAL_OR:
        return scan_integers_by(PREFIX_OR, 0, work);
    default:
        return scan_integers_by(PREFIX_XOR, 0, work);
    }
}

/* Sklansky's network over one row: the last element of each left half joins its right half. */
SPECIALISED void scan_row(int op, int narrow, double *row, size_t count)
{
    for (size_t d = 1; d < count; d *= 2)
        for (size_t block = 0; block + d < count; block += 2 * d) {
            size_t end = block + 2 * d < count ? block + 2 * d : count;
            for (size_t i = block + d; i < end; i++)
                row[i] = combine_floats(op, narrow, row[block + d - 1], row[i]);
        }
}

SPECIALISED union prefix_carry scan_floats_by(int op, int narrow, int narrow_carry, const struct prefix_scan_work *work)
{
    double row[ROW_MAX];
    const size_t row_length = PREFIX__ROW_BYTES / (narrow ? sizeof(float) : sizeof(double));
    double tile_carry = narrow_carry ? work->carry.f : work->carry.d;
    double last = tile_carry, row_carry = 0;
    size_t row_index = 0;
    for (size_t at = 0; at < work->n; at += row_length, row_index++) {
        size_t count = work->n - at < row_length ? work->n - at : row_length;
        if (row_index == PREFIX__TILE_ROWS) {
            tile_carry = combine_floats(op, narrow_carry, tile_carry, row_carry);
            row_index = 0;
        }
        load_floats(work, at, count, row);
        scan_row(op, narrow, row, count);
        if (row_index > 0)
            for (size_t i = 0; i < count; i++)
                row[i] = combine_floats(op, narrow, row_carry, row[i]);
        row_carry = row[count - 1];
        for (size_t i = 0; i < count; i++)
            row[i] = combine_floats(op, narrow_carry, tile_carry, row[i]);
        if (work->kind == PREFIX_EXCLUSIVE)
            SHIFT_ROW(row, count, last);
        else
            last = row[count - 1];
        store_floats(work, at, count, row);
    }
    union prefix_carry carry = {0};
    if (narrow_carry)
        carry.f = (float)last;
    else
        carry.d = last;
    return carry;
}

static union prefix_carry scan_floats(const struct prefix_scan_work *work)
{
    int narrow = work->output_type != PREFIX_F64;
    switch (work->op) {
    case PREFIX_SUM:
        return narrow ? scan_floats_by(PREFIX_SUM, 1, 0, work) : scan_floats_by(PREFIX_SUM, 0, 0, work);
    case PREFIX_PRODUCT:
        return narrow ? scan_floats_by(PREFIX_PRODUCT, 1, 1, work) : scan_floats_by(PREFIX_PRODUCT, 0, 0, work);
    case PREFIX_MIN:
    case PREFIX_LOGICAL_AND: /* of truth values */
        return narrow ? scan_floats_by(PREFIX_MIN, 1, 1, work) : scan_floats_by(PREFIX_MIN, 0, 0, work);
    default:
        return narrow ? scan_floats_by(PREFIX_MAX, 1, 1, work) : scan_floats_by(PREFIX_MAX, 0, 0, work);
    }
}

union prefix_carry prefix__serial_scan(const struct prefix_scan_work *work)
{
    return prefix__is_float(work->output_type) ? scan_floats(work) : scan_integers(work);
}
