/* SPDX-License-Identifier: BSD-3-Clause */
/* Where segments begin, canonical tiles in which they do, and the totals of those of offsets. */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTED_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTED_H

#include "internal.h"

/*
 * segmented_tile.c: as tile.c has them, of a pipeline with heads. A reduction gives the aggregates of canonical tiles
 * from the last on in which a segment begins, of that one what stands behind its last beginning, and returns its
 * number, counted from 1; 0: no segment begins, and all are there. Of what is scanned so many elements are unread yet,
 * whole tiles; in the others, which have been reduced, no segment begins.
 */
size_t prefix__openmp_reduce_segments(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                      uint64_t *aggregates);
/* Whether segments are searched for; else all that tells of them is looked at. */
static inline int prefix__openmp_are_searched(const struct prefix__openmp_pipeline *p)
{
    return p->heads->form == PREFIX_HEADS_OFFSETS && !p->reverse;
}
/* Whether no segment begins in a range. */
int prefix__openmp_is_uncut(const struct prefix__openmp_pipeline *p, size_t first, size_t count);
uint64_t prefix__openmp_scan_segments(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                      uint64_t carry, size_t unread, const struct prefix__openmp_ahead *ahead);

/* segmented_few.c: what elements of a canonical tile, which ends at a position, come to from one on up to another. */
uint64_t prefix__openmp_reduce_span(const struct prefix__openmp_pipeline *p, size_t tile, size_t end, size_t from,
                                    size_t to);

/*
 * segmented_few.c: the totals, as the core writes elements, of segments of offsets, at most so many from the first on,
 * that end in a canonical tile, but at its end. Moves the carry on; returns how many they are.
 */
size_t prefix__openmp_reduce_few(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t first,
                                 size_t most, uint64_t *carry, char *totals);

/*
 * segmented_nodes.c: the same by nodes, where a pipeline has them, of any number of segments, whose first is the
 * position of the tile in the offsets' terms. A vector more may be written than it says. What was given to be written
 * aside is, in part; lines of what comes next, before stop, have been drawn.
 */
int prefix__openmp_has_nodes(const struct prefix__openmp_pipeline *p);
size_t prefix__openmp_reduce_by_nodes(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t stop,
                                      const struct prefix__openmp_segments *segments, uint64_t *carry, char *totals,
                                      struct prefix__openmp_aside *aside);

/*
 * Where segments begin among elements from a position of the scan on; 0 behind the last. Who goes through a range
 * keeps a cursor, at first 0: then offsets need not be searched for. Beside those that are read others are drawn into
 * the cache, and lines; for NULL nothing. Keys are drawn so many bytes ahead; 0: as many as by default.
 */
void prefix__openmp_find_heads(const struct prefix__openmp_pipeline *p, size_t at, size_t count, uint64_t *words,
                               size_t *cursor, struct prefix__openmp_lines *lines, size_t ahead);
/* Of keys of at most 8 bytes, elements of the array behind its first one, whose words need not be 0 before. */
static inline void prefix__openmp_compare_keys(const struct prefix__openmp_isa *isa, const struct prefix_heads *heads,
                                               size_t first, size_t count, uint64_t *words, size_t ahead)
{
    const struct prefix_test test = {.mask = heads->mask, .range = heads->range};
    isa->heads[log2_of(heads->size)]((const char *)heads->data + first * heads->size, words, count, &test, 0, ahead);
}
static inline int prefix__openmp_has_heads(const uint64_t *words, size_t count)
{
    uint64_t any = 0;
    if (words[0]) /* as a rule, if there are any */
        return 1;
    for (size_t i = 1; i < (count + 63) / 64; i++)
        any |= words[i];
    return any != 0;
}

/*
 * Where segments begin in a canonical tile, of as many elements as that has been found out for: a few at a time, as
 * they are needed, because memory has nothing else to do meanwhile than what was drawn before.
 */
struct prefix__openmp_heads {
    size_t count;
    size_t cursor; /* from tile to tile */
    size_t ahead;  /* bytes between keys looked at and drawn; 0: as by default on Intel's processors, else none */
    size_t end;    /* none are drawn behind it */
    size_t passed; /* offsets, of PREFIX__OPENMP_MARKS elements */
    struct prefix__openmp_lines lines; /* that are drawn beside offsets */
    uint64_t words[PREFIX__TILE_BYTES / 64];
};
static inline void prefix__openmp_begin_heads(struct prefix__openmp_heads *heads)
{
    heads->cursor = heads->ahead = heads->passed = 0;
    heads->lines = (struct prefix__openmp_lines){NULL, NULL};
}
/* Finds out up to a segment that begins, at least, of a tile of length elements; 0: none does. */
int prefix__openmp_find_first(const struct prefix__openmp_pipeline *p, size_t tile, size_t length,
                              struct prefix__openmp_heads *heads);
/* Of the first count elements of a tile, at least. */
void prefix__openmp_find_up_to(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t count,
                               struct prefix__openmp_heads *heads);

/*
 * segmented_turns.c: moves a state on by elements from the beginning of a row on, while none begins a segment and there
 * are enough of them. Returns how many they are.
 */
int prefix__openmp_takes_turns(const struct prefix__openmp_pipeline *p);
size_t prefix__openmp_reduce_turns(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                   struct prefix__openmp_state *state);

/*
 * Scans a canonical tile for somebody who takes its inclusive results, of core.written bytes each, a piece
 * at a time: before has the one before the piece and then those of the piece, of which those that stand before a
 * segment that begins, and the last, are right. Of offsets it may be NULL where none begins. What stands before end is
 * read next. Who takes them may have something written aside. Returns the carry behind it.
 */
typedef void prefix__openmp_take_fn(void *user, size_t at, size_t count, const uint64_t *heads, const char *before);
uint64_t prefix__openmp_scan_for(const struct prefix__openmp_pipeline *p, size_t first, size_t count, size_t end,
                                 struct prefix__openmp_heads *heads, uint64_t carry, struct prefix__openmp_aside *aside,
                                 prefix__openmp_take_fn *take, void *user);

#endif
