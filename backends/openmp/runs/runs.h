/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys as a compaction: resolved, and a tile of them. A run is closed by the next that begins, or by the
 * end of the array: then its length is known, and what it is reduced to.
 */
#ifndef PREFIX_BACKENDS_OPENMP_RUNS_RUNS_H
#define PREFIX_BACKENDS_OPENMP_RUNS_RUNS_H

#include "select/compaction.h"

#define PREFIX__OPENMP_RUN_PARTS 4 /* canonical tiles of a tile, at most */

enum prefix__openmp_run_group {
    PREFIX__OPENMP_RUN_KEYS,  /* of runs that begin */
    PREFIX__OPENMP_RUN_CLOSED /* what runs have that are closed */
};

/* What is known before a tile. */
struct prefix__openmp_run_state {
    size_t closed;  /* runs that count */
    size_t begin;   /* of the run that is open */
    uint64_t carry; /* of its reduction */
};

/* What a tile adds to it. */
struct prefix__openmp_run_tile {
    size_t heads;   /* runs that begin in it */
    size_t closed;  /* runs that end in it and count; the first of them is among them in any case */
    size_t first;   /* where that one ends, if there is one */
    size_t last;    /* where the last begins, if one does */
    uint64_t carry; /* after the last head */
    size_t parts;   /* canonical tiles and the rest of one that stand before the first head, and what they come to: */
    uint64_t aggregates[PREFIX__OPENMP_RUN_PARTS];
};

struct prefix__openmp_run_plan {
    struct prefix__openmp_compaction c;
    const struct prefix_runs_work *work;
    struct prefix__openmp_pipeline p;     /* without a scan only what tells of heads */
    struct prefix__openmp_pipeline plain; /* of a scan, without its heads */
    struct prefix__openmp_run_state start;
    size_t shortest; /* elements of a run that counts */
    /* NULL: not asked for */
    const struct prefix__openmp_output *keys, *values, *lengths, *offsets;
};

void prefix__openmp_resolve_runs(struct prefix__openmp_run_plan *r, struct prefix_session *session,
                                 const struct prefix_runs_work *work);
/* Packs a tile. Of closed runs the first gets its place in the slot alone: how it began is not known yet. */
uint64_t prefix__openmp_pack_runs(const void *plan, size_t k, char *slot, void *tile);

/* Runs found, and written out. */
int prefix__openmp_find_runs(struct prefix_session *session, const struct prefix_runs_work *work);
int prefix__openmp_expand_runs(struct prefix_session *session, const struct prefix_expand_work *work);

/* An index of so many bytes as the k-th of an array, if there is one. */
static inline void prefix__openmp_store_index(char *to, size_t size, size_t k, uint64_t value)
{
    if (to && size == 4)
        ((uint32_t *)to)[k] = (uint32_t)value;
    else if (to)
        ((uint64_t *)to)[k] = value;
}

/* An output's part of a slot. */
static inline char *prefix__openmp_packed(char *slot, const struct prefix__openmp_output *o)
{
    return o ? slot + o->slot : NULL;
}

#endif
