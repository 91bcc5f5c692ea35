/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The first rounds of the canonical order's network: those within blocks, of which a row has a whole number. Each call
 * of the operator is for pairs of many blocks, because a call takes as long as ten pairs.
 */
#ifndef PREFIX_LIB_OPERATOR_NETWORK_H
#define PREFIX_LIB_OPERATOR_NETWORK_H

#include <stddef.h>

#include <prefix/backend.h>

#define PREFIX__BLOCKS_BYTES 16384 /* of blocks that are scanned at once: the first cache holds them twice */

/* later becomes earlier combined with it. Steps in bytes. */
static inline void prefix__operator_combine(const struct prefix_operator_work *work, const void *earlier,
                                            size_t earlier_step, void *later, size_t later_step, size_t n)
{
    work->combine(work->state, earlier, (ptrdiff_t)earlier_step, later, (ptrdiff_t)later_step, later,
                  (ptrdiff_t)later_step, n);
}

/* Elements of a block: a power of two, a row at most. */
size_t prefix__operator_block(size_t element);

/* Scans each block of n elements by itself; the last may have fewer. columns: memory of PREFIX__BLOCKS_BYTES. */
void prefix__operator_scan_blocks(const struct prefix_operator_work *work, char *elements, size_t n, char *columns);

#endif
