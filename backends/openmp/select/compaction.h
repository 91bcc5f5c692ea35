/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Compactions: a tile of the input is packed into a slot, memory of a thread's own in the second-level cache, which
 * reads it once, and written from there when it is known where it goes. That is a scan of what the tiles add.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SELECT_COMPACTION_H
#define PREFIX_BACKENDS_OPENMP_SELECT_COMPACTION_H

#include "session/session.h"

#define PREFIX__OPENMP_GROUPS 3 /* at most */

/* An array that gets something of each element of a group. */
struct prefix__openmp_output {
    const char *from; /* of a selection, NULL: the indices in the input */
    char *to;
    size_t size;  /* of an element */
    size_t width; /* of one that is packed, at least that */
    int group;
    size_t room;
    size_t slot; /* its part of a slot */
};

/* A group in a slot: elements from the first on, and where they go in its outputs. */
struct prefix__openmp_packed_group {
    size_t first, count, place;
};

/* In a plan of its own it comes first. Slots begin with memory for an aggregate. */
struct prefix__openmp_compaction {
    const struct prefix__openmp_isa *isa;
    size_t n, bytes;               /* all that is read and written */
    const char *in[2];             /* arrays that are packed, and prefetched; or NULL */
    size_t in_size[2];             /* of an element */
    int past_cache;                /* outputs are written so, and inputs prefetched */
    int threads;                   /* that were asked for */
    size_t team_tile, single_tile; /* elements of one, multiples of 64, for a team (0: no team), and for one thread */
    size_t tile, tiles;            /* of these; how many there are */
    size_t slot_bytes;
    size_t kept_bytes; /* of memory that stays from one compaction to the next, */
    char *kept;        /* which is there when the first one begins */
    int count;
    struct prefix__openmp_output outputs[4];

    /* What a tile adds is a note, or, if there are bytes of it, an aggregate. Packs a tile; returns the note. */
    uint64_t (*pack)(const void *plan, size_t k, char *slot, void *aggregate);
    /* From what is known before a tile, the prefix, to what is known after it. */
    void (*combine)(const void *plan, size_t k, uint64_t note, const void *aggregate, void *prefix);
    /* Writes a packed tile. next: the tile that the thread packs then, whose first lines are prefetched. */
    void (*write)(const void *plan, size_t k, char *slot, uint64_t note, const void *aggregate, const void *before,
                  size_t next);
    const void *start; /* the prefix before the first tile */
    size_t aggregate_bytes, prefix_bytes;
    uint64_t patience; /* us that a late tile is waited for */
};

struct prefix__openmp_output *prefix__openmp_add_output(struct prefix__openmp_compaction *c, int group,
                                                        const void *from, void *to, size_t size, size_t room);
/* When all outputs are there: tiles of so many elements, or one for them all. */
void prefix__openmp_choose_tile(struct prefix__openmp_compaction *c, size_t elements);
/* The whole compaction, by one thread or a team; gives what is known after the last tile. */
int prefix__openmp_compact(struct prefix_session *session, struct prefix__openmp_compaction *c, void *end);
/* In one pass by a team, in memory for it. */
size_t prefix__openmp_compact_by_team_bytes(const struct prefix__openmp_compaction *c, int threads);
void prefix__openmp_compact_by_team(const struct prefix__openmp_compaction *c, void *memory, int threads, int wake_them,
                                    void *end);
/* Writes a slot, as far as there is room; next as above. */
void prefix__openmp_write_slot(const struct prefix__openmp_compaction *c, size_t k, const char *slot,
                               const struct prefix__openmp_packed_group *groups, size_t next);

static inline size_t prefix__openmp_tile_length(const struct prefix__openmp_compaction *c, size_t k)
{
    const size_t first = k * c->tile;
    return c->n - first < c->tile ? c->n - first : c->tile;
}

#endif
