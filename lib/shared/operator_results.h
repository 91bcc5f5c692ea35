/* SPDX-License-Identifier: BSD-3-Clause */
/* What becomes of a tile of a scan by an operator of the caller's own that has been scanned by itself. */
#ifndef PREFIX_LIB_OPERATOR_RESULTS_H
#define PREFIX_LIB_OPERATOR_RESULTS_H

#include "shared/operator_tile.h"

/* Writes the results of the tile, or without an output the totals of the segments that end in it. */
void prefix__operator_store(const struct prefix_operator_work *work, const void *before,
                            struct prefix__operator_tile *tile);

/* Of runs of equal keys: writes the keys of those that begin in the tile, and what those come to that the keys end. */
void prefix__operator_store_runs(const struct prefix_runs_work *runs, const void *before, size_t closed,
                                 struct prefix__operator_tile *tile);
/* How many of the tile's elements end a run before them. */
size_t prefix__operator_count_runs(const struct prefix__operator_tile *tile);
/* After the last tile: the last run, and the number of all. */
void prefix__operator_end_runs(const struct prefix_runs_work *runs, const struct prefix__operator_state *state);

#endif
