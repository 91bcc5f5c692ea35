/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The serial scan: the reference. Integers are scanned in 64 bits and cut to the output type. Floats
 * follow the canonical order of order.h step by step. Both work on one row at a time, so that in
 * place needs no care.
 */
#include "serial/scan.h"

#include "shared/values.h"

PREFIX__SPECIALISED union prefix_carry scan_integers_by(int op, int is_signed, const struct prefix_scan_work *work)
{
    uint64_t row[PREFIX__ROW_MAX];
    union prefix_carry carry = work->carry;
    for (size_t at = 0; at < work->n; at += PREFIX__ROW_MAX) {
        size_t count = work->n - at < PREFIX__ROW_MAX ? work->n - at : PREFIX__ROW_MAX;
        uint64_t last = carry.u;
        prefix__load_integers(work, at, count, row);
        for (size_t i = 0; i < count; i++)
            row[i] = carry.u = prefix__combine_integers(op, is_signed, carry.u, row[i]);
        if (work->kind == PREFIX_EXCLUSIVE)
            PREFIX__SHIFT_ROW(row, count, last);
        if (work->out)
            prefix__store_integers(work, at, count, row);
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

PREFIX__SPECIALISED union prefix_carry scan_floats_by(int op, int narrow, int narrow_carry,
                                                      const struct prefix_scan_work *work)
{
    double row[PREFIX__ROW_MAX];
    const size_t row_length = PREFIX__ROW_BYTES / (narrow ? sizeof(float) : sizeof(double));
    double tile_carry = narrow_carry ? work->carry.f : work->carry.d;
    double last = tile_carry, row_carry = 0;
    size_t row_index = 0;
    for (size_t at = 0; at < work->n; at += row_length, row_index++) {
        size_t count = work->n - at < row_length ? work->n - at : row_length;
        if (row_index == PREFIX__TILE_ROWS) {
            tile_carry = prefix__combine_floats(op, narrow_carry, tile_carry, row_carry);
            row_index = 0;
        }
        prefix__load_floats(work, at, count, row);
        prefix__scan_row(op, narrow, row, count);
        if (row_index > 0)
            for (size_t i = 0; i < count; i++)
                row[i] = prefix__combine_floats(op, narrow, row_carry, row[i]);
        row_carry = row[count - 1];
        for (size_t i = 0; i < count; i++)
            row[i] = prefix__combine_floats(op, narrow_carry, tile_carry, row[i]);
        if (work->kind == PREFIX_EXCLUSIVE)
            PREFIX__SHIFT_ROW(row, count, last);
        else
            last = row[count - 1];
        if (work->out)
            prefix__store_floats(work, at, count, row);
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
