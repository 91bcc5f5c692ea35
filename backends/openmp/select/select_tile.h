/* SPDX-License-Identifier: BSD-3-Clause */
/* One tile of a selection: packed into a slot, and written from there. */
#ifndef PREFIX_BACKENDS_OPENMP_SELECT_SELECT_TILE_H
#define PREFIX_BACKENDS_OPENMP_SELECT_SELECT_TILE_H

#include "select/selection.h"

static inline size_t prefix__openmp_tile_length(const struct prefix__openmp_selection *s, size_t tile)
{
    const size_t first = tile * s->tile;
    return s->work->n - first < s->tile ? s->work->n - first : s->tile;
}

/* counts: of each group. A slot of NULL: nothing but those. */
void prefix__openmp_pack(const struct prefix__openmp_selection *s, size_t tile, char *slot, size_t *counts);
/* Prefetches as much of a tile's input into the cache as its pack does not. */
void prefix__openmp_prefetch_tile(const struct prefix__openmp_selection *s, size_t tile);
/* places: where the first element of each group goes in its output. next: the tile that the thread packs then. */
void prefix__openmp_write_selected(const struct prefix__openmp_selection *s, size_t tile, const char *slot,
                                   const size_t *places, const size_t *counts, size_t next);

#endif
