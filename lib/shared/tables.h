/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Summed-area tables: which types go together, and the order in which floats are added, the same on every backend;
 * libprefix(7) states it for users. All is in f64, each channel by itself.
 *
 *   tile    64 rows x 64 columns, partial at the right and the lower edge. In each row of it Sklansky's network, as in
 * a row of the canonical order; then down each column, an element is  the one above it + its value in the row. band
 * tiles, left to right: an element is  carry + its value in the tile; the carry of a row is the last such element of
 * the tile before, at first +0. table   bands, top to bottom: an element is  carry + its value in the band, rounded
 * once to the output type; the carry of a column is the last such element of the band before, in f64, at first +0.
 *
 * Each step is monotone, so the table of an image without negative elements decreases in no direction; and no tile
 * waits for another before it knows its own right column and lower row.
 */
#ifndef PREFIX_LIB_TABLES_H
#define PREFIX_LIB_TABLES_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend.h>

#include "shared/types.h"

#define PREFIX__TABLE_ROWS 64
#define PREFIX__TABLE_COLUMNS 64
#define PREFIX__CHANNELS_MAX 4

/* Whether elements of a type have sums of another. */
static inline int prefix__is_table_type(int type, int sum)
{
    switch (type) {
    case PREFIX_U8:
    case PREFIX_U16:
        return sum == PREFIX_U32 || sum == PREFIX_U64 || sum == PREFIX_F32 || sum == PREFIX_F64;
    case PREFIX_I32:
        return sum == PREFIX_I32 || sum == PREFIX_I64;
    case PREFIX_U32:
        return sum == PREFIX_U32 || sum == PREFIX_U64;
    case PREFIX_F32:
        return sum == PREFIX_F32 || sum == PREFIX_F64;
    default:
        return type == PREFIX_F64 && sum == PREFIX_F64;
    }
}

static inline int prefix__is_box_type(int type)
{
    return type == PREFIX_U8 || type == PREFIX_U16 || type == PREFIX_F32;
}

#endif
