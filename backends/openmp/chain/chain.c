/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One pass over the array by a team: a chained scan with decoupled look-back.
 *
 * A thread takes the ticket of the next physical tile (a group of canonical ones), reduces it, which brings it into the
 * cache, publishes its aggregates, looks back for the carry before it, publishes the carry after it and scans.
 *
 * A kernel with a step leaves all values of a tile without the carry when it reduces it, and adds the carry later.
 * Others scan one tile and reduce another in turn, chunk by chunk. So memory always has something to read and to write.
 */
#include "chain/chain.h"

#include "chain/look_back.h"
#include "threads/pool.h"
#include "tile/segmented_tile.h"

#define DEPTH_MOST 3 /* tiles that a thread has reduced before it scans one */
#define TILES_MOST 8 /* canonical ones of a physical one */

struct chain {
    struct prefix__openmp_look_back l; /* note: the last canonical tile of one where a segment begins, from 1 */
    const struct prefix__openmp_pipeline *p;
    size_t elements; /* of a tile */
    char *values;    /* of reduced tiles, depth + 1 for each thread */
    size_t room;     /* bytes for those of one; 0: there is no step */
    size_t depth;
};

static size_t count_of(const struct prefix__openmp_pipeline *p, size_t group)
{
    return (p->n - 1) / (group * p->tile) + 1;
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
    return prefix__openmp_look_back_bytes(count_of(p, group), group * sizeof(uint64_t), sizeof(uint64_t)) +
           (size_t)threads * (tuning_for(threads)->depth + 1) * prefix__openmp_values_bytes(p, group);
}

/* The elements of a tile; none where there is no such tile. */
static struct prefix__openmp_ahead range_of(const struct chain *chain, size_t k)
{
    const size_t first = k * chain->elements, end = k + 1 < chain->l.count ? first + chain->elements : chain->p->n;
    return k < chain->l.count ? (struct prefix__openmp_ahead){first, end - first} : (struct prefix__openmp_ahead){0, 0};
}

/* Folds a tile into the carry before it, or before the last segment that begins in it. */
static void combine(const void *user, size_t k, uint64_t cut, const void *aggregates, void *carry)
{
    const struct chain *chain = user;
    const struct prefix__openmp_pipeline *p = chain->p;
    const size_t tiles = (range_of(chain, k).count - 1) / p->tile + 1, first = cut ? (size_t)cut - 1 : 0;
    uint64_t *const to = carry;
    *to = prefix__openmp_fold(p, cut ? p->carry : *to, (const uint64_t *)aggregates + first, tiles - first);
}

static uint64_t reduce(const void *user, size_t k, void *own, void *carry)
{
    const struct chain *chain = user;
    const struct prefix__openmp_ahead range = range_of(chain, k);
    uint64_t aggregates[TILES_MOST], cut = 0;
    (void)own;
    if (chain->p->heads)
        cut = prefix__openmp_reduce_segments(chain->p, range.first, range.count, aggregates);
    else
        prefix__openmp_reduce(chain->p, range.first, range.count, aggregates);
    combine(chain, k, cut, aggregates, carry);
    return cut;
}

/* The aggregates of a tile are in their memory: publishes them, and what stands after it, if that is known. */
static void publish(const struct chain *chain, size_t k, size_t cut)
{
    uint64_t after = 0;
    if (cut) { /* nothing before it matters */
        combine(chain, k, cut, prefix__openmp_aggregate_of(&chain->l, k), &after);
        prefix__openmp_publish_prefix(&chain->l, k, &after);
    }
    prefix__openmp_publish(&chain->l, k, cut);
    HOOK(reduced, k);
}

/* Returns the carry before a tile that has been reduced, and publishes the one after it. */
static uint64_t carry_before(const struct chain *chain, size_t k, size_t cut)
{
    uint64_t before, after;
    prefix__openmp_look_back(&chain->l, k, NULL, &before);
    after = before;
    combine(chain, k, cut, prefix__openmp_aggregate_of(&chain->l, k), &after);
    prefix__openmp_publish_prefix(&chain->l, k, &after);
    return before;
}

/* A tile that a thread has reduced, and the last canonical one in it where a segment begins, from 1. */
struct reduced {
    size_t tile, cut;
    struct prefix__openmp_part part;
};

struct worker {
    struct chain *chain;
    struct reduced ring[DEPTH_MOST + 1]; /* those that are not scanned yet */
    size_t reduced, scanned;             /* how many tiles were */
    size_t next;                         /* a ticket that it holds, so that the tile can be prefetched */
    char *values;
};

/* Scans the old part, and reduces the new one. Returns the last canonical tile of that where a segment begins. */
static size_t step(const struct worker *w, const struct prefix__openmp_part *old, size_t cut,
                   const struct prefix__openmp_part *new)
{
    const struct prefix__openmp_pipeline *p = w->chain->p;
    /* Together where no segment begins, if that is known without a look at all flags or keys. */
    if (!p->heads || (!cut && old->count > 0 && new->count > 0 && prefix__openmp_are_searched(p) &&
                      prefix__openmp_is_uncut(p, new->first, new->count))) {
        const struct prefix__openmp_ahead ahead = range_of(w->chain, w->next);
        prefix__openmp_scan_beside(p, old, new, &ahead);
        return 0;
    }
    const struct prefix__openmp_ahead ahead = {new->first, new->count};
    if (old->count > 0)
        prefix__openmp_scan_segments(p, old->first, old->count, old->carry, cut * p->tile, &ahead);
    return new->count > 0 ? prefix__openmp_reduce_segments(p, new->first, new->count, new->aggregates) : 0;
}

/* The tile of the ticket, to be reduced; takes another ticket. */
static void begin_tile(struct worker *w, struct reduced *fresh)
{
    struct chain *chain = w->chain;
    const struct prefix__openmp_ahead range = range_of(chain, w->next);
    fresh->tile = w->next;
    fresh->part = (struct prefix__openmp_part){
        .first = range.first, .count = range.count, .aggregates = prefix__openmp_aggregate_of(&chain->l, w->next)};
    if (chain->room)
        fresh->part.values = w->values + (size_t)(fresh - w->ring) * chain->room;
    w->next = prefix__openmp_take_ticket(&chain->l);
    HOOK(took, fresh->tile);
}

/* Scans the first of the reduced tiles, and reduces the next one. */
static void advance(struct worker *w, int scans, int reduces)
{
    static const struct prefix__openmp_part none;
    const struct chain *chain = w->chain;
    const size_t slots = chain->depth + 1;
    struct reduced *known = &w->ring[w->scanned % slots], *fresh = &w->ring[w->reduced % slots];
    if (scans)
        known->part.carry = carry_before(chain, known->tile, known->cut);
    if (reduces)
        begin_tile(w, fresh);
    const size_t cut = step(w, scans ? &known->part : &none, known->cut, reduces ? &fresh->part : &none);
    if (scans) {
        HOOK(scanned, known->tile);
        w->scanned++;
    }
    if (reduces) {
        fresh->cut = cut;
        publish(chain, fresh->tile, cut);
        w->reduced++;
    }
}

static void work(void *user)
{
    struct chain *chain = user;
    struct worker w = {.chain = chain, .next = prefix__openmp_take_ticket(&chain->l)};
    w.values = chain->values + prefix__openmp_join(&chain->l) * (chain->depth + 1) * chain->room;
    while (w.next < chain->l.count || w.scanned < w.reduced) {
        const int reduces = w.next < chain->l.count;
        advance(&w, !reduces || w.reduced - w.scanned == chain->depth, reduces);
    }
}

/*
 * A chained scan without look-back: a thread reduces a tile, waits for the carry after the one before, publishes its
 * own and scans. No aggregates are published before.
 */
static void work_in_order(void *user)
{
    struct chain *chain = user;
    size_t k;
    while ((k = prefix__openmp_take_ticket(&chain->l)) < chain->l.count) {
        const struct prefix__openmp_ahead range = range_of(chain, k);
        prefix__openmp_reduce(chain->p, range.first, range.count, prefix__openmp_aggregate_of(&chain->l, k));
        prefix__openmp_scan_range(chain->p, range.first, range.count, carry_before(chain, k, 0), NULL);
    }
}

static uint64_t run(const struct prefix__openmp_pipeline *p, void *memory, size_t group, int threads, int wake_them,
                    int looks_back)
{
    struct chain chain = {.p = p, .elements = group * p->tile, .room = prefix__openmp_values_bytes(p, group)};
    uint64_t total;
    chain.depth = tuning_for(threads)->depth;
    chain.l = (struct prefix__openmp_look_back){
        .combine = combine,
        .reduce = looks_back ? reduce : NULL,
        .user = &chain,
        .start = &p->carry,
        .count = count_of(p, group),
        .aggregate_bytes = group * sizeof(uint64_t),
        .prefix_bytes = sizeof(uint64_t),
        .patience = is_rewriting(p) ? prefix__openmp_tuning.patience_in_place : prefix__openmp_tuning.patience,
    };
    chain.values = prefix__openmp_look_back_begin(&chain.l, memory);
    prefix__openmp_pool_run(looks_back ? work : work_in_order, &chain, threads, wake_them);
    prefix__openmp_prefix_of(&chain.l, chain.l.count - 1, &total);
    return total;
}

uint64_t prefix__openmp_chain_run(const struct prefix__openmp_pipeline *p, void *memory, size_t group, int threads,
                                  int wake_them)
{
    if (wake_them || prefix__openmp_pool_awake() > 0)
        return run(p, memory, group, threads, wake_them, 1);
    return p->heads ? prefix__openmp_scan_segments(p, 0, p->n, p->carry, p->n, NULL) /* nobody else comes */
                    : prefix__openmp_scan_range(p, 0, p->n, p->carry, NULL);
}

uint64_t prefix__openmp_chained_scan(const struct prefix__openmp_pipeline *p, void *memory, int threads)
{
    return run(p, memory, 1, threads, 1, 0);
}
