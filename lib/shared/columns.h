/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows whose elements are loaded into the lanes of vectors, a column at a time: for an ELEMENT, its BITS, its TYPE as a
 * suffix, and ROWS, of a file that defines them all; once for each type. NAMED() is the name of what is made of one.
 */
#include <stddef.h>

#include "shared/lanes.h"

#ifndef NAMED
#define NAMED__(verb, type) verb##_##type
#define NAMED_(verb, type) NAMED__(verb, type)
#define NAMED(verb) NAMED_(verb, TYPE)
#define PART NAMED(part)
#endif

typedef ELEMENT PART __attribute__((vector_size(sizeof(ELEMENT) * ROWS)));
typedef BITS NAMED(part_index) __attribute__((vector_size(sizeof(ELEMENT) * ROWS)));

/* Elements at some places of the rows, in vectors of rows, to columns; or back. */
KERNEL void NAMED(transpose)(PART *parts)
{
    UNROLL for (int round = 1; round < ROWS; round *= 2)
    {
        PART to[ROWS];
        UNROLL for (int i = 0; i < ROWS / 2; i++)
        {
            to[2 * i] = INTERLEAVE(NAMED(part_index), parts[i], parts[i + ROWS / 2], EVEN);
            to[2 * i + 1] = INTERLEAVE(NAMED(part_index), parts[i], parts[i + ROWS / 2], ODD);
        }
        UNROLL for (int i = 0; i < ROWS; i++) parts[i] = to[i];
    }
}

KERNEL void NAMED(load_columns)(const ELEMENT *rows, ptrdiff_t stride, lanes *columns)
{
    PART parts[ROWS];
    UNROLL for (int i = 0; i < ROWS; i++) memcpy(&parts[i], rows + i * stride, sizeof *parts);
    NAMED(transpose)(parts);
    UNROLL for (int i = 0; i < ROWS; i++) columns[i] = __builtin_convertvector(parts[i], lanes);
}

KERNEL void NAMED(store_columns)(const lanes *columns, ELEMENT *rows, ptrdiff_t stride)
{
    PART parts[ROWS];
    UNROLL for (int i = 0; i < ROWS; i++) parts[i] = __builtin_convertvector(columns[i], PART);
    NAMED(transpose)(parts);
    UNROLL for (int i = 0; i < ROWS; i++) memcpy(rows + i * stride, &parts[i], sizeof *parts);
}
