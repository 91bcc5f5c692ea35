/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/operator_tile.h"

#include <string.h>

#include "shared/order.h"

#define SHORT 8 /* elements */

static size_t row_of(size_t element)
{
    size_t row = PREFIX__ROW_BYTES;
    while (row * element > PREFIX__ROW_BYTES)
        row /= 2;
    return row;
}

size_t prefix__operator_tile(size_t element)
{
    return PREFIX__TILE_ROWS * row_of(element);
}

/* Copies between the tile, in the order of the scan, and the elements of an array from place at of the scan on. */
static void copy(const struct prefix_operator_work *work, char *tile, char *array, size_t at, size_t count, int is_load)
{
    const size_t size = work->element;
    if (!work->reverse) {
        char *const from = array + at * size;
        memcpy(is_load ? tile : from, is_load ? from : tile, count * size);
        return;
    }
    char *from = array + (work->n - at) * size;
    for (size_t i = 0; i < count; i++, tile += size) {
        from -= size;
        memcpy(is_load ? tile : from, is_load ? from : tile, size);
    }
}

/* later becomes earlier combined with it. Steps in bytes. */
static void combine(const struct prefix_operator_work *work, const char *earlier, size_t earlier_step, char *later,
                    size_t later_step, size_t n)
{
    work->combine(work->state, earlier, (ptrdiff_t)earlier_step, later, (ptrdiff_t)later_step, later,
                  (ptrdiff_t)later_step, n);
}

/* Sklansky's network in all rows at once: at distance d the last of the left half of each block of 2 d goes before all
 * of the right half. Of short halves, a call takes one place of all blocks. */
static void scan_rows(const struct prefix_operator_work *work, char *tile, size_t count)
{
    const size_t size = work->element, row = row_of(size);
    for (size_t d = 1; d < row && d < count; d *= 2) {
        if (d < SHORT)
            for (size_t i = d; i < 2 * d && i < count; i++)
                combine(work, tile + (d - 1) * size, 2 * d * size, tile + i * size, 2 * d * size,
                        (count - i - 1) / (2 * d) + 1);
        else
            for (size_t i = d; i < count; i += 2 * d)
                combine(work, tile + (i - 1) * size, 0, tile + i * size, size, count - i < d ? count - i : d);
    }
}

static void join_rows(const struct prefix_operator_work *work, char *tile, size_t count)
{
    const size_t size = work->element, row = row_of(size);
    for (size_t i = row; i < count; i += row)
        combine(work, tile + (i - 1) * size, 0, tile + i * size, size, count - i < row ? count - i : row);
}

void prefix__operator_scan_tile(const struct prefix_operator_work *work, size_t at, size_t count, void *tile)
{
    copy(work, tile, (char *)work->in, at, count, 1);
    scan_rows(work, tile, count);
    join_rows(work, tile, count);
}

void prefix__operator_enter(const struct prefix_operator_work *work, const void *before, void *tile, size_t count)
{
    combine(work, before, 0, tile, work->element, count);
}

void prefix__operator_store(const struct prefix_operator_work *work, size_t at, size_t count, const void *before,
                            const void *tile)
{
    const int moved = work->kind == PREFIX_EXCLUSIVE;
    if (moved)
        copy(work, (char *)(before ? before : work->identity), work->out, at, 1, 0);
    if (count > (size_t)moved)
        copy(work, (char *)tile, work->out, at + (size_t)moved, count - (size_t)moved, 0);
}
