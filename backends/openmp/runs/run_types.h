/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys, resolved, and taken tile by tile: a tile is packed into a slot, memory of a thread's own, and
 * written from there when it is known what comes before it. A run is closed by the next that begins, or by the end of
 * the array: then its length is known, and what it is reduced to.
 */
#ifndef PREFIX_BACKENDS_OPENMP_RUNS_RUN_TYPES_H
#define PREFIX_BACKENDS_OPENMP_RUNS_RUN_TYPES_H

#include "session/session.h"

#define PREFIX__OPENMP_NOWHERE SIZE_MAX
#define PREFIX__OPENMP_RUNS_PARTS 4 /* canonical tiles of a tile, at most */

struct prefix__openmp_runs {
    const struct prefix_runs_work *work;
    struct prefix__openmp_pipeline p;     /* without a scan only what tells of heads */
    struct prefix__openmp_pipeline plain; /* of a scan, without its heads */
    size_t part;                          /* elements of a canonical tile */
    size_t tile, tiles;                   /* elements of one, whole parts; how many there are */
    size_t values, lengths, offsets;      /* where they begin in a slot, after the keys */
    size_t slot_bytes;
    int streams; /* output is written past the caches */
};

/* What is known before a tile. */
struct prefix__openmp_place {
    size_t closed;  /* runs that count */
    size_t begin;   /* of the run that is open */
    uint64_t carry; /* of its reduction */
};

/* What a tile adds to it. */
struct prefix__openmp_runs_tile {
    size_t begun, closed;
    size_t first, last;                             /* that begins in it, or NOWHERE */
    int first_counts;                               /* the run that the first one closes */
    uint64_t local;                                 /* of what stands in the part of the first one before it */
    uint64_t carry;                                 /* after the tile, if a run begins in it; else */
    uint64_t aggregates[PREFIX__OPENMP_RUNS_PARTS]; /* of all parts, else of those before that of the first one */
};

#endif
