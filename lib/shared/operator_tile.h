/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile of a scan by an operator of the caller's own, in the canonical order of order.h: a row has as many elements as
 * PREFIX__ROW_BYTES hold, rounded down to a power of two, and all calls but those of row carries take elements of the
 * whole tile.
 */
#ifndef PREFIX_LIB_OPERATOR_TILE_H
#define PREFIX_LIB_OPERATOR_TILE_H

#include <stddef.h>

#include <prefix/backend.h>

#define PREFIX__ELEMENT_MAX 64 /* bytes, of an operator of the caller's own */

/* Elements of a tile, which has PREFIX__TILE_BYTES at most. */
size_t prefix__operator_tile(size_t element);

/* Takes count elements from place at of the scan on, and scans them by themselves. */
void prefix__operator_scan_tile(const struct prefix_operator_work *work, size_t at, size_t count, void *tile);

/* Puts what stands before the tile before each of its elements. */
void prefix__operator_enter(const struct prefix_operator_work *work, const void *before, void *tile, size_t count);

/* Stores the results, of an exclusive scan moved up by one: before, or else the identity, is the first. */
void prefix__operator_store(const struct prefix_operator_work *work, size_t at, size_t count, const void *before,
                            const void *tile);

#endif
