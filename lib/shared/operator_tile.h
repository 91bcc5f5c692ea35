/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile of a scan by an operator of the caller's own, in the canonical order of order.h: a row has as many elements as
 * PREFIX__ROW_BYTES hold, rounded down to a power of two. Where a segment begins, what stands before it is cut off: the
 * operator is never called on elements of two segments.
 */
#ifndef PREFIX_LIB_OPERATOR_TILE_H
#define PREFIX_LIB_OPERATOR_TILE_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend.h>

#include "shared/operator_network.h"
#include "shared/order.h"

#define PREFIX__ELEMENT_MAX 160   /* bytes, of an operator of the caller's own */
#define PREFIX__TILE_ALIGNMENT 64 /* bytes, of vectors that compilers make loops of */

struct prefix__operator_tile {
    _Alignas(PREFIX__TILE_ALIGNMENT) char elements[PREFIX__TILE_BYTES];
    _Alignas(PREFIX__TILE_ALIGNMENT) char columns[PREFIX__BLOCKS_BYTES];
    uint64_t heads[PREFIX__TILE_BYTES / 64]; /* a bit for each element: it begins a segment */
    size_t at, count;                        /* the place in the scan, and the number of elements */
    size_t first;                            /* element that begins a segment; count: none does */
    int is_aside;                            /* the work's own loops have it, and of the elements only the last */
};

/* What stands before a tile. */
struct prefix__operator_state {
    _Alignas(16) char carry[PREFIX__ELEMENT_MAX];
    size_t closed; /* runs of equal keys that have ended */
};

/* Bytes of memory for some tiles of a size, and the first of them in it. */
static inline size_t prefix__tiles_bytes(size_t tiles, size_t size)
{
    return tiles * size + PREFIX__TILE_ALIGNMENT - 1;
}

static inline void *prefix__tiles_in(void *memory)
{
    const uintptr_t end = (uintptr_t)memory + PREFIX__TILE_ALIGNMENT - 1;
    return (void *)(end - end % PREFIX__TILE_ALIGNMENT);
}

/* Elements of a tile, at most. */
size_t prefix__operator_tile_length(size_t element);

/* What stands before the first tile. */
void prefix__operator_begin(const struct prefix_operator_work *work, struct prefix__operator_state *state);

/* Takes the elements from place at of the scan on, and scans them by themselves. */
void prefix__operator_scan_tile(const struct prefix_operator_work *work, size_t at, struct prefix__operator_tile *tile);

/*
 * The carry becomes that of the next tile, and before, which has room for an element, what it was. Returns before, or
 * NULL: nothing stands before the tile.
 */
const void *prefix__operator_pass(const struct prefix_operator_work *work, const struct prefix__operator_tile *tile,
                                  char *carry, void *before);

/* Combines the elements with what stands before them: before the tile, or before the segment that begins in it. */
void prefix__operator_enter(const struct prefix_operator_work *work, const void *before,
                            struct prefix__operator_tile *tile);

/* The first element from place from of the tile on that begins a segment; to, if none does before that. */
size_t prefix__operator_next_head(const struct prefix__operator_tile *tile, size_t from, size_t to);

#endif
