/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/missing_rows.h"

#include <string.h>

#include "shared/missing_values.h"
#include "shared/types.h"

/* The validity bits of a row's elements, whose steps may be any. */
static void gather_bits(const uint8_t *bits, size_t first, ptrdiff_t step, size_t count, uint8_t *to)
{
    memset(to, 0, (count + 7) / 8);
    for (size_t i = 0; i < count; i++, first += (size_t)step)
        to[i / 8] |= (uint8_t)((bits[first / 8] >> first % 8 & 1) << i % 8);
}

static struct prefix__missing describe(const struct prefix_scan_work *work, const struct prefix_validity *validity)
{
    return (struct prefix__missing){
        .validity = validity,
        .type = work->type,
        .output_type = work->output_type,
        .in_size = prefix__size_of(work->type),
        .out_size = prefix__size_of(work->output_type),
    };
}

void prefix__missing_fill_row(const struct prefix_scan_work *work, const struct prefix__rows *rows,
                              const struct prefix__row *row, size_t at, size_t count, const void *in, void *out,
                              uint8_t *closed)
{
    uint8_t gathered[PREFIX__MISSING_ROW / 8];
    struct prefix_validity validity = *work->validity;
    struct prefix__missing m = describe(work, &validity);
    if (validity.bits && rows->valid_step == 1) {
        validity.first = row->valid + at;
    } else if (validity.bits) {
        gather_bits(validity.bits, row->valid + at * (size_t)rows->valid_step, rows->valid_step, count, gathered);
        validity.bits = gathered;
        validity.first = 0;
    }
    m.in = in;
    m.out = out;
    m.closed = closed;
    prefix__missing_fill(&m, 0, count);
}

void prefix__missing_blank_row(const struct prefix_scan_work *work, size_t count, void *out, uint8_t *closed)
{
    struct prefix__missing m = describe(work, work->validity);
    m.out = out;
    m.closed = closed;
    if (work->validity->blank)
        prefix__missing_blank(&m, 0, count);
}
