/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One pass over the array by a team: a chained scan with decoupled look-back.
 *
 * A thread takes the ticket of the next physical tile (a group of canonical ones), reduces it, which brings it into the
 * cache, publishes its aggregates, looks back for the carry before it, publishes the carry after it and scans. A
 * thread that is alone, because nobody else has come or is run, knows the carry before its tile and scans at once
 * (de Wolff and others, 2024).
 *
 * A core with a step leaves all values of a tile without the carry when it reduces it, and adds the carry later. Others
 * scan one tile and reduce another in turn, chunk by chunk. So memory always has something to read and to write.
 */
#include "chain/chain.h"

#include "chain/ranges.h"
#include "threads/tuning.h"
#include "tile/segmented_tile.h"

#define DEPTH_MOST 3  /* tiles that a thread has reduced before it scans one */
#define ALONE_AFTER 3 /* tiles in a row: the others have lost their processors */

struct chain {
    struct prefix__openmp_ranges r; /* physical tiles */
    char *values;                   /* of reduced tiles, depth + 1 for each thread */
    size_t room;                    /* bytes for those of one; 0: there is no step */
    size_t depth;
};

static size_t count_of(const struct prefix__openmp_pipeline *p, size_t group)
{
    return (p->n - 1) / (group * p->tile) + 1;
}

static size_t room_of(const struct prefix__openmp_pipeline *p, size_t group)
{
    return prefix__openmp_has_step(p) ? prefix__openmp_values_bytes(p, group) : 0;
}

static const struct prefix__openmp_chain_tuning *tuning_for(int threads)
{
    return threads > prefix__openmp_tuning.small_team ? &prefix__openmp_tuning.large : &prefix__openmp_tuning.small;
}

/* In place, from memory and to it. */
static int is_rewriting(const struct prefix__openmp_pipeline *p)
{
    return p->large && p->in == p->out;
}

size_t prefix__openmp_chain_group(const struct prefix__openmp_pipeline *p, int threads)
{
    const struct prefix__openmp_chain_tuning *tuning = tuning_for(threads);
    const size_t fair = count_of(p, 1) / (4 * (size_t)threads);
    size_t most = is_rewriting(p) ? tuning->bytes_in_place / (p->tile * p->in_size) : tuning->group;
    most = most < TILES_MOST ? most : TILES_MOST;
    return fair < 1 ? 1 : fair < most ? fair : most;
}

size_t prefix__openmp_chain_bytes(const struct prefix__openmp_pipeline *p, size_t group, int threads)
{
    return prefix__openmp_ranges_bytes(count_of(p, group), group) +
           (size_t)threads * (tuning_for(threads)->depth + 1) * room_of(p, group);
}

/* A tile that has been reduced, and its last canonical tile where a segment begins, from 1. */
struct reduced {
    size_t tile, cut;
};

struct worker {
    struct chain *chain;
    struct reduced ring[DEPTH_MOST + 1]; /* those that are not scanned yet */
    size_t reduced, scanned;             /* how many tiles were */
    size_t next;                         /* a ticket that it holds, so that the tile can be prefetched */
    size_t in_a_row;                     /* tickets that nobody else took one between */
    char *values;
};

static void take_next(struct worker *w)
{
    const size_t k = prefix__openmp_take_ticket(&w->chain->r.l);
    w->in_a_row = k == w->next + 1 ? w->in_a_row + 1 : 0;
    w->next = k;
}

static int is_alone(const struct worker *w)
{
    const struct prefix__openmp_ranges *r = &w->chain->r;
    return w->in_a_row > ALONE_AFTER || (!r->company && atomic_load_explicit(&r->l.members, memory_order_relaxed) == 1);
}

/* Scans the next tile without having reduced it, if the carry before it is known. */
static int scan_at_once(struct worker *w)
{
    const struct prefix__openmp_ranges *r = &w->chain->r;
    const size_t k = w->next;
    const struct prefix__openmp_ahead range = prefix__openmp_range(r, k);
    uint64_t carry = r->p->carry;
    if (k > 0 && !prefix__openmp_prefix_of(&r->l, k - 1, &carry))
        return 0;
    take_next(w);
    HOOK(took, k);
    prefix__openmp_publish_begun(&r->l, k);
    HOOK(begun, k);
    carry = r->p->heads ? prefix__openmp_scan_segments(r->p, range.first, range.count, carry, r->elements, NULL)
                        : prefix__openmp_scan_range(r->p, range.first, range.count, carry, NULL);
    prefix__openmp_publish_prefix(&r->l, k, &carry);
    HOOK(scanned, k);
    return 1;
}

/* A tile that a thread reduces, or has reduced, as its i-th. */
static struct prefix__openmp_part part_of(const struct worker *w, size_t k, size_t i, uint64_t carry)
{
    const struct chain *chain = w->chain;
    const struct prefix__openmp_ahead range = prefix__openmp_range(&chain->r, k);
    char *const values = chain->room ? w->values + i % (chain->depth + 1) * chain->room : NULL;
    return (struct prefix__openmp_part){range.first, range.count, carry, prefix__openmp_aggregate_of(&chain->r.l, k),
                                        values};
}

/* Scans the old part, and reduces the new one. Returns the last canonical tile of that where a segment begins. */
static size_t step(const struct worker *w, const struct prefix__openmp_part *old, size_t cut,
                   const struct prefix__openmp_part *new)
{
    const struct prefix__openmp_pipeline *p = w->chain->r.p;
    /* Together where no segment begins, if that is known without a look at all flags or keys. */
    if (!p->heads || (!cut && old->count > 0 && new->count > 0 && prefix__openmp_are_searched(p) &&
                      prefix__openmp_is_uncut(p, new->first, new->count))) {
        const struct prefix__openmp_ahead ahead = prefix__openmp_range(&w->chain->r, w->next);
        prefix__openmp_scan_beside(p, old, new, &ahead);
        return 0;
    }
    const struct prefix__openmp_ahead ahead = {new->first, new->count};
    if (old->count > 0)
        prefix__openmp_scan_segments(p, old->first, old->count, old->carry, cut * p->tile, &ahead);
    return new->count > 0 ? prefix__openmp_reduce_segments(p, new->first, new->count, new->aggregates) : 0;
}

/* Scans the first of the reduced tiles, and reduces the next one. */
static void advance(struct worker *w, int scans, int reduces)
{
    const struct prefix__openmp_ranges *r = &w->chain->r;
    const size_t slots = w->chain->depth + 1, fresh = w->next;
    const struct reduced known = w->ring[w->scanned % slots];
    struct prefix__openmp_part old = {0}, new = {0};
    if (scans)
        old = part_of(w, known.tile, w->scanned, prefix__openmp_carry_before(r, known.tile, known.cut));
    if (reduces) {
        new = part_of(w, fresh, w->reduced, 0);
        take_next(w);
        HOOK(took, fresh);
    }
    const size_t cut = step(w, &old, known.cut, &new);
    if (scans) {
        HOOK(scanned, known.tile);
        w->scanned++;
    }
    if (reduces) {
        prefix__openmp_publish_range(r, fresh, cut);
        w->ring[w->reduced++ % slots] = (struct reduced){fresh, cut};
    }
}

static void work(void *user)
{
    struct chain *chain = user;
    struct worker w = {.chain = chain};
    const size_t member = prefix__openmp_join(&chain->r.l);
    w.values = chain->values + member * (chain->depth + 1) * chain->room;
    take_next(&w);
    for (;;) {
        const size_t waiting = w.reduced - w.scanned;
        const int is_left = w.next < chain->r.l.count, alone = is_alone(&w);
        if (!waiting && !is_left)
            return;
        if (!waiting && alone && scan_at_once(&w))
            continue;
        const int scans = waiting == chain->depth || (waiting > 0 && (alone || !is_left));
        advance(&w, scans, is_left && !(scans && alone));
    }
}

uint64_t prefix__openmp_chain_run(const struct prefix__openmp_pipeline *p, void *memory, size_t group, int threads,
                                  int wake_them)
{
    struct chain chain = {
        .r = {.p = p, .elements = group * p->tile},
        .room = room_of(p, group),
        .depth = tuning_for(threads)->depth,
    };
    chain.r.l.count = count_of(p, group);
    chain.r.l.patience = is_rewriting(p) ? prefix__openmp_tuning.patience_in_place : prefix__openmp_tuning.patience;
    chain.values = prefix__openmp_ranges_begin(&chain.r, group, memory);
    return prefix__openmp_ranges_run(&chain.r, work, threads, wake_them);
}
