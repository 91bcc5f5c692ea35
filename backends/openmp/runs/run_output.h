/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_RUNS_RUN_OUTPUT_H
#define PREFIX_BACKENDS_OPENMP_RUNS_RUN_OUTPUT_H

#include "runs/run_types.h"

/* Writes what a packed tile closes, and what begins in it. next: the tile that the thread packs then. */
void prefix__openmp_write_runs(const struct prefix__openmp_runs *r, size_t k, char *slot,
                               const struct prefix__openmp_runs_tile *tile, const struct prefix__openmp_place *before,
                               size_t next);
/* From what is known before a tile to what is known after it. */
void prefix__openmp_runs_pass(const struct prefix__openmp_runs *r, size_t k,
                              const struct prefix__openmp_runs_tile *tile, struct prefix__openmp_place *place);
/* Closes the last run. */
void prefix__openmp_runs_end(const struct prefix__openmp_runs *r, struct prefix__openmp_place *place);

#endif
