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

/* An index of so many bytes as the k-th of an array. */
static inline void prefix__openmp_store_index(char *to, size_t size, size_t k, uint64_t value)
{
    if (size == 4)
        ((uint32_t *)to)[k] = (uint32_t)value;
    else
        ((uint64_t *)to)[k] = value;
}

/* Makes tiles of so many canonical ones. */
void prefix__openmp_runs_cut(struct prefix__openmp_runs *r, size_t parts);
void prefix__openmp_runs_pack(const struct prefix__openmp_runs *r, size_t k, char *slot,
                              struct prefix__openmp_runs_tile *tile);
/* Writes what a packed tile closes, and what begins in it. next: the tile that the thread packs then. */
void prefix__openmp_write_runs(const struct prefix__openmp_runs *r, size_t k, char *slot,
                               const struct prefix__openmp_runs_tile *tile, const struct prefix__openmp_place *before,
                               size_t next);
/* From what is known before a tile to what is known after it. */
void prefix__openmp_runs_pass(const struct prefix__openmp_runs *r, size_t k,
                              const struct prefix__openmp_runs_tile *tile, struct prefix__openmp_place *place);
/* Closes the last run. */
void prefix__openmp_runs_end(const struct prefix__openmp_runs *r, struct prefix__openmp_place *place);

/* One pass by a team; what is known after the last tile. */
size_t prefix__openmp_runs_chain_bytes(const struct prefix__openmp_runs *r, int threads);
struct prefix__openmp_place prefix__openmp_runs_chain(const struct prefix__openmp_runs *r, void *memory, int threads,
                                                      int wake_them);

#endif
