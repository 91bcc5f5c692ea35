/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Differences of neighbours on the host, tile by tile and in any order, in place, too: what tiles end with is saved
 * before any of them is begun, as another may replace it.
 */
#ifndef PREFIX_LIB_SHARED_DIFFERENCE_H
#define PREFIX_LIB_SHARED_DIFFERENCE_H

#include <prefix/backend.h>

#include "shared/rows.h"

struct prefix__difference {
    const struct prefix_difference_work *work;
    struct prefix__rows rows;
    size_t columns; /* rows of the batch that are done at once */
    size_t length;  /* of a tile, in each of them */
    size_t tiles;   /* of a row */
    void (*stream)(const void *from, void *out, size_t bytes); /* a copy past the caches; NULL: results stay in them */
    uint64_t *last; /* of each tile of each row: the last element, as a value of 64 bits */
};

void prefix__difference_begin(struct prefix__difference *d, const struct prefix_difference_work *work);
/* Of last, which is the caller's to set; and of the memory of a thread. */
size_t prefix__difference_last_bytes(const struct prefix__difference *d);
size_t prefix__difference_memory_bytes(const struct prefix__difference *d);

/* Tiles by number, of as many rows as are done at once: first all are saved, then all are done. */
size_t prefix__difference_count(const struct prefix__difference *d);
void prefix__difference_save(const struct prefix__difference *d, size_t first, size_t last);
void prefix__difference_do(const struct prefix__difference *d, void *memory, size_t first, size_t last);

#endif
