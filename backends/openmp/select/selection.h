/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A selection, resolved: what its elements are tested by, and its outputs. A tile is packed into a slot, memory of a
 * thread's own in the second-level cache, which reads its input once and counts, and written when its place is known.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SELECT_SELECTION_H
#define PREFIX_BACKENDS_OPENMP_SELECT_SELECTION_H

#include "session/session.h"

enum prefix__openmp_group {
    PREFIX__OPENMP_SELECTED,
    PREFIX__OPENMP_SECOND, /* of a partition in three */
    PREFIX__OPENMP_REJECTED,
    PREFIX__OPENMP_GROUPS
};

/* An array that gets something of each element of a group. */
struct prefix__openmp_output {
    const char *from; /* NULL: the indices in the input */
    char *to;
    size_t size; /* of an element */
    int log2_size;
    int group;
    size_t room;
    size_t slot; /* its part of a slot */
};

struct prefix__openmp_selection {
    const struct prefix_select_work *work;
    const struct prefix__openmp_isa *isa;
    struct prefix__openmp_output outputs[4];
    int count;   /* of them */
    int groups;  /* 3 if there is a second one, else 2 */
    size_t size; /* of an element */
    int log2_size;
    int past_cache;     /* how outputs are written */
    size_t tile, tiles; /* elements of one, a multiple of 64; how many there are */
    size_t slot_bytes;
};

/* Takes all from the work but its outputs. */
void prefix__openmp_selection_begin(struct prefix__openmp_selection *s, const struct prefix_session *session,
                                    const struct prefix_select_work *work);
void prefix__openmp_selection_add(struct prefix__openmp_selection *s, int group, const void *from, void *to,
                                  size_t size, size_t room);
/* When all are there: tiles of about so many bytes in the widest array. */
void prefix__openmp_selection_cut(struct prefix__openmp_selection *s, size_t tile_bytes);

static inline size_t prefix__openmp_tile_length(const struct prefix__openmp_selection *s, size_t tile)
{
    const size_t first = tile * s->tile;
    return s->work->n - first < s->tile ? s->work->n - first : s->tile;
}

/* counts: of each group. A slot of NULL: nothing but those. */
void prefix__openmp_pack(const struct prefix__openmp_selection *s, size_t tile, char *slot, size_t *counts);
/* places: where the first element of each group goes in its output. next: the tile that the thread packs then, whose
 * first lines are prefetched. */
void prefix__openmp_write_selected(const struct prefix__openmp_selection *s, size_t tile, const char *slot,
                                   const size_t *places, const size_t *counts, size_t next);

/* One pass by a team; returns the number of selected elements. */
size_t prefix__openmp_select_chain_bytes(const struct prefix__openmp_selection *s, int threads);
size_t prefix__openmp_select_chain(const struct prefix__openmp_selection *s, void *memory, int threads, int wake_them);
/* The rejected behind the selected. */
int prefix__openmp_partition(struct prefix_session *session, const struct prefix_select_work *work);

#endif
