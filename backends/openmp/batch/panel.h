/* SPDX-License-Identifier: BSD-3-Clause */
/* A panel: some rows of a batch that go through a kernel together, a piece of each at a time. */
#ifndef PREFIX_BACKENDS_OPENMP_BATCH_PANEL_H
#define PREFIX_BACKENDS_OPENMP_BATCH_PANEL_H

#include "shared/missing_rows.h"
#include "shared/tables.h"
#include "threads/tuning.h"
#include "tile/pipeline.h"

#define PANEL_ROWS 64   /* so that rows that are neighbours fill lines of the cache */
#define PANEL_PIECE 256 /* elements of a row at a time: whole rows of the canonical order */

/* The memory of one thread. */
struct prefix__openmp_panel {
    const struct prefix_scan_work *work; /* whose elements may be missing, p being that of what is filled in; or NULL */
    size_t count;                        /* rows */
    struct prefix__row row[PANEL_ROWS];
    struct prefix__openmp_state state[PANEL_ROWS];
    _Alignas(LINE_BYTES) char mapped[PANEL_PIECE * sizeof(uint64_t)];
    char raw[PANEL_ROWS * PANEL_PIECE * sizeof(uint64_t)]; /* what was gathered, to be widened or filled in */
    /* Of rows that take turns: results, behind those that do not fill a line; and where those of a scan end. */
    _Alignas(LINE_BYTES) char united[LINE_BYTES + PREFIX__CHANNELS_MAX * PANEL_PIECE * sizeof(uint64_t)];
    size_t pending, end;
    uint8_t closed[PANEL_ROWS][PANEL_PIECE / 8]; /* validity bits that know NaN, too */
    /* Of each row what the kernel works on, a line from the beginning; the last result before that is in front of it.
     */
    char scanned[PANEL_ROWS * (LINE_BYTES + PANEL_PIECE * sizeof(uint64_t))];
};

/* Rows from one on become the panel's, with what stands before all rows. */
void prefix__openmp_panel_take(struct prefix__openmp_panel *panel, const struct prefix_scan_work *work,
                               const struct prefix__openmp_pipeline *p, const struct prefix__rows *rows, size_t first,
                               size_t count);
/* Sets what stands before a row's next element, at the beginning of a tile. */
void prefix__openmp_panel_set_carry(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                                    size_t r, uint64_t carry);
/*
 * Scans elements from the beginning of a tile to the end of one, or of the rows, or where there is no output reduces
 * them; the carries move on.
 */
void prefix__openmp_panel_scan(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                               const struct prefix__rows *rows, size_t first, size_t end);
/* The aggregates of their tiles instead, those of a row so many after those of the row before. */
void prefix__openmp_panel_reduce(struct prefix__openmp_panel *panel, const struct prefix__openmp_pipeline *p,
                                 const struct prefix__rows *rows, size_t first, size_t end, uint64_t *aggregates,
                                 size_t pitch);

#endif
