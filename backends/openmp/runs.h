/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys, resolved, and taken tile by tile: a tile is packed into a slot, memory of a thread's own,
 * and put from there to the places that are known by then. A run is closed by the next that begins, or by the
 * end of the array: then its length is known, and what it comes to.
 */
#ifndef PREFIX_BACKENDS_OPENMP_RUNS_H
#define PREFIX_BACKENDS_OPENMP_RUNS_H

#include "session.h"

#define PREFIX__OPENMP_NOWHERE SIZE_MAX
#define PREFIX__OPENMP_RUNS_PARTS 32 /* canonical tiles of a tile, at most */
#define PREFIX__OPENMP_ONES 1024     /* lengths of runs of one element that are packed, and put at once */

struct prefix__openmp_runs {
    const struct prefix_runs_work *work;
    struct prefix__openmp_pipeline p;     /* without a scan only what tells of heads */
    struct prefix__openmp_pipeline plain; /* of a scan, where keys have been looked at: none are drawn any more */
    size_t part;                          /* elements of a canonical tile */
    size_t tile, tiles;                   /* elements of one, whole parts; how many there are */
    size_t values, lengths, offsets;      /* where they begin in a slot, behind the keys */
    size_t ends;                          /* the same of a list of the ends of a part's runs; 0: none is made */
    size_t slot_bytes;
    int streams;       /* what is put goes past the caches */
    int takes_singles; /* where each element is a run, it is put from the input */
};

/* What is known before a tile. */
struct prefix__openmp_place {
    size_t closed;  /* runs that count */
    size_t begin;   /* of the run that is open */
    uint64_t carry; /* of what it comes to */
};

/* What a tile adds to it. */
struct prefix__openmp_runs_tile {
    size_t begun, closed;
    size_t first, last;                             /* that begins in it, or NOWHERE */
    int first_counts;                               /* the run that the first one closes */
    int is_singles;                                 /* each element begins a run, and none is packed */
    uint64_t local;                                 /* what stands in the part of the first one before it */
    uint64_t carry;                                 /* behind the tile, if a run begins in it; else */
    uint64_t aggregates[PREFIX__OPENMP_RUNS_PARTS]; /* of all parts, else of those before that of the first one */
};

/* An index of so many bytes to the k-th place. */
static inline void prefix__openmp_put_index(char *to, size_t size, size_t k, uint64_t value)
{
    if (size == 4)
        ((uint32_t *)to)[k] = (uint32_t)value;
    else
        ((uint64_t *)to)[k] = value;
}

/* runs_tile.c */
void prefix__openmp_runs_cut(struct prefix__openmp_runs *r, size_t parts);
void prefix__openmp_runs_pack(const struct prefix__openmp_runs *r, size_t k, char *slot,
                              struct prefix__openmp_runs_tile *tile);

/* runs_put.c: writes what a packed tile closes, and what begins in it. next: the tile that the thread packs then. */
void prefix__openmp_runs_put(const struct prefix__openmp_runs *r, size_t k, char *slot,
                             const struct prefix__openmp_runs_tile *tile, const struct prefix__openmp_place *before,
                             size_t next);
void prefix__openmp_runs_pass(const struct prefix__openmp_runs *r, size_t k,
                              const struct prefix__openmp_runs_tile *tile, struct prefix__openmp_place *place);
/* Closes the last run. */
void prefix__openmp_runs_end(const struct prefix__openmp_runs *r, struct prefix__openmp_place *place);

/* runs_chain.c: one pass by a team; what stands behind the last tile. */
size_t prefix__openmp_runs_chain_bytes(const struct prefix__openmp_runs *r, int threads);
struct prefix__openmp_place prefix__openmp_runs_chain(const struct prefix__openmp_runs *r, void *memory, int threads,
                                                      int wake_them);

#endif
