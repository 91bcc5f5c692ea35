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

#include <string.h>

#include "chain/fold.h"
#include "chain/look_back.h"
#include "threads/pool.h"
#include "threads/tuning.h"
#include "tile/segmented_tile.h"

/* Where a test holds threads up (tests/openmp_chain.c). */
#ifndef HOOK
#define HOOK(place, tile) (void)0
#endif

#define MOST 8       /* canonical tiles in a physical one */
#define DEPTH_MOST 3 /* tiles that a thread has reduced before it scans one */
/* Of two threads one leads: it never reduces, but scans its tiles at once, so that every second tile is read once. */
#define LED 2         /* threads, with the leader */
#define LEAD 2        /* tiles that the leader prefetches before it scans one */
#define ALONE_AFTER 3 /* tiles in a row: the others have lost their processors */
#define NONE SIZE_MAX

struct chain {
    struct prefix__openmp_look_back l; /* a tile's note: the last canonical one in which a segment begins, from 1 */
    const struct prefix__openmp_pipeline *p;
    char *values;    /* of reduced tiles, depth + 1 for each thread; NULL: the core has no step */
    size_t room;     /* for those of one */
    size_t elements; /* of a physical tile */
    size_t depth;
    int leads;   /* the first to come does */
    int company; /* whether more are awake and about to come */
};

static size_t count_of(const struct prefix__openmp_pipeline *p, size_t group)
{
    return (p->n - 1) / (group * p->tile) + 1;
}

static int has_step(const struct prefix__openmp_pipeline *p)
{
    return p->core.step && !p->heads;
}

static const struct prefix__openmp_chain_tuning *tuning_for(int threads)
{
    return threads > prefix__openmp_tuning.small_team ? &prefix__openmp_tuning.large : &prefix__openmp_tuning.small;
}

/* Whether there are tiles enough that those at the ends do not matter. */
static int has_many(const struct prefix__openmp_pipeline *p, size_t group, int threads)
{
    return count_of(p, group) >= 8 * (size_t)threads;
}

static size_t depth_of(const struct prefix__openmp_pipeline *p, size_t group, int threads)
{
    return has_many(p, group, threads) ? tuning_for(threads)->depth : 1;
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
    most = most < MOST ? most : MOST;
    return fair < 1 ? 1 : fair < most ? fair : most;
}

size_t prefix__openmp_chain_bytes(const struct prefix__openmp_pipeline *p, size_t group, int threads)
{
    size_t bytes = prefix__openmp_look_back_bytes(count_of(p, group), group * sizeof(uint64_t), sizeof(uint64_t));
    if (has_step(p))
        bytes += (size_t)threads * (depth_of(p, group, threads) + 1) * prefix__openmp_values_bytes(p, group);
    return bytes;
}

static size_t length_of(const struct chain *chain, size_t k)
{
    const size_t rest = chain->p->n - k * chain->elements;
    return rest < chain->elements ? rest : chain->elements;
}

/* Returns the note. */
static size_t reduce_tile(const struct chain *chain, size_t k, uint64_t *aggregates)
{
    if (chain->p->heads)
        return prefix__openmp_reduce_segments(chain->p, k * chain->elements, length_of(chain, k), aggregates);
    prefix__openmp_reduce(chain->p, k * chain->elements, length_of(chain, k), aggregates);
    return 0;
}

/* Folds into the carry before tile k, or before the last segment that begins in it. */
static uint64_t fold_tile(const struct chain *chain, size_t k, size_t cut, const uint64_t *aggregates, uint64_t carry)
{
    const size_t count = (length_of(chain, k) + chain->p->tile - 1) / chain->p->tile, first = cut ? cut - 1 : 0;
    return prefix__openmp_fold(chain->p, cut ? chain->p->carry : carry, aggregates + first, count - first);
}

static void combine(const void *user, size_t k, uint64_t cut, const void *aggregates, void *carry)
{
    uint64_t *const to = carry;
    *to = fold_tile(user, k, (size_t)cut, aggregates, *to);
}

static uint64_t reduce(const void *user, size_t k, void *own, void *carry)
{
    uint64_t aggregates[MOST];
    (void)own;
    const size_t cut = reduce_tile(user, k, aggregates);
    combine(user, k, cut, aggregates, carry);
    return cut;
}

/* A tile that has been reduced, and its note. */
struct reduced {
    size_t k, cut;
};

struct worker {
    struct chain *chain;
    struct reduced reduced[DEPTH_MOST]; /* and not scanned yet */
    size_t count;
    size_t begun;    /* tiles that were reduced */
    size_t ticket;   /* the last */
    size_t upcoming; /* the tile that is prefetched and not reduced yet, or NONE */
    char *values;    /* NULL: tiles are reduced without leaving any */
    int in_a_row;    /* tickets that nobody else took one between */
    size_t known;    /* the tile before which carry stands */
    uint64_t carry;
};

static size_t take_ticket(struct worker *w)
{
    const size_t k = prefix__openmp_take_ticket(&w->chain->l);
    w->in_a_row = k == w->ticket + 1 ? w->in_a_row + 1 : 0;
    w->ticket = k;
    return k;
}

/* The next tile to reduce. */
static size_t take(struct worker *w)
{
    const size_t k = w->upcoming != NONE ? w->upcoming : take_ticket(w);
    w->upcoming = NONE;
    return k;
}

/* Whether no tickets are left. */
static int is_last(const struct worker *w)
{
    return w->upcoming == NONE && w->ticket != NONE && w->ticket >= w->chain->l.count;
}

static int is_alone(const struct worker *w)
{
    return w->in_a_row > ALONE_AFTER ||
           (!w->chain->company && atomic_load_explicit(&w->chain->l.members, memory_order_relaxed) == 1);
}

/* A tile in which segments may begin, where that many elements are unread yet. */
static uint64_t scan_cut(const struct chain *chain, size_t k, uint64_t carry, size_t unread,
                         const struct prefix__openmp_ahead *ahead)
{
    return prefix__openmp_scan_segments(chain->p, k * chain->elements, length_of(chain, k), carry, unread, ahead);
}

/* Whether no segment begins in a tile, where that is known without a look at all flags or keys. */
static int is_plain(const struct chain *chain, size_t k)
{
    return prefix__openmp_are_searched(chain->p) &&
           prefix__openmp_is_uncut(chain->p, k * chain->elements, length_of(chain, k));
}

static struct prefix__openmp_ahead ahead_of(const struct chain *chain, size_t k)
{
    if (k >= chain->l.count)
        return (struct prefix__openmp_ahead){0, 0};
    return (struct prefix__openmp_ahead){k * chain->elements, length_of(chain, k)};
}

/* Scans a tile without reducing it, before another one. */
static uint64_t scan_at_once(struct chain *chain, size_t k, uint64_t carry, size_t then)
{
    const struct prefix__openmp_ahead ahead = ahead_of(chain, then);
    prefix__openmp_publish_begun(&chain->l, k);
    HOOK(begun, k);
    carry = chain->p->heads
                ? scan_cut(chain, k, carry, chain->elements, &ahead)
                : prefix__openmp_scan_onward(chain->p, k * chain->elements, length_of(chain, k), carry, &ahead);
    prefix__openmp_publish_prefix(&chain->l, k, &carry);
    HOOK(scanned, k);
    return carry;
}

/* A tile that is reduced as the i-th of this thread's. */
static struct prefix__openmp_part part_of(const struct worker *w, size_t k, size_t i)
{
    const struct chain *chain = w->chain;
    return (struct prefix__openmp_part){.first = k * chain->elements,
                                        .count = length_of(chain, k),
                                        .aggregates = prefix__openmp_aggregate_of(&chain->l, k),
                                        .values = w->values ? w->values + i % (chain->depth + 1) * chain->room : NULL};
}

/* Takes the ticket that follows a tile that is being reduced. */
static struct prefix__openmp_ahead prefetch_upcoming(void *user)
{
    struct worker *w = user;
    w->upcoming = take_ticket(w);
    if (w->upcoming >= w->chain->l.count)
        w->upcoming = NONE;
    return ahead_of(w->chain, w->upcoming);
}

/* Keeps a tile that has been reduced. */
static void keep(struct worker *w, size_t k, size_t cut)
{
    uint64_t carry = 0;
    if (cut) { /* nothing before it matters */
        combine(w->chain, k, cut, prefix__openmp_aggregate_of(&w->chain->l, k), &carry);
        prefix__openmp_publish_prefix(&w->chain->l, k, &carry);
    }
    prefix__openmp_publish(&w->chain->l, k, cut);
    HOOK(reduced, k);
    w->reduced[w->count++] = (struct reduced){k, cut};
    w->begun++;
}

/* Writes a reduced tile, unless it is NONE, and reduces another one, unless there is none. */
static void step(struct worker *w, size_t known, uint64_t carry, size_t fresh)
{
    struct chain *chain = w->chain;
    struct prefix__openmp_part parts[2] = {{0}, {0}};
    struct prefix__openmp_upcoming upcoming = {.user = w};
    if (known != NONE) {
        parts[0] = part_of(w, known, w->begun - w->count);
        parts[0].carry = carry;
    }
    if (fresh < chain->l.count) {
        HOOK(took, fresh);
        parts[1] = part_of(w, fresh, w->begun);
        if (chain->p->prefetches && !is_alone(w) && !is_last(w))
            upcoming.choose = prefetch_upcoming;
    }
    (w->values ? prefix__openmp_step : prefix__openmp_scan_beside)(chain->p, &parts[0], &parts[1], &upcoming);
}

static void reduce_next(struct worker *w, size_t k)
{
    size_t cut = 0;
    if (k >= w->chain->l.count)
        return;
    if (w->chain->p->heads) {
        HOOK(took, k);
        cut = reduce_tile(w->chain, k, prefix__openmp_aggregate_of(&w->chain->l, k));
    } else {
        step(w, NONE, 0, k);
    }
    keep(w, k, cut);
}

/* Scans the first reduced tile, while the next one is reduced, or its input comes into the cache. */
static void scan_first(struct worker *w)
{
    struct chain *chain = w->chain;
    const size_t k = w->reduced[0].k, cut = w->reduced[0].cut;
    size_t next = NONE;
    uint64_t before;
    prefix__openmp_look_back(&chain->l, k, NULL, &before);
    w->carry = fold_tile(chain, k, cut, prefix__openmp_aggregate_of(&chain->l, k), before);
    w->known = k + 1;
    prefix__openmp_publish_prefix(&chain->l, k, &w->carry);
    if (w->upcoming != NONE || !is_alone(w))
        next = take(w);
    const int together = !chain->p->heads || (!cut && next < chain->l.count && is_plain(chain, next));
    const struct prefix__openmp_ahead ahead = ahead_of(chain, next);
    if (together)
        step(w, k, before, next);
    else
        scan_cut(chain, k, before, cut * chain->p->tile, &ahead);
    HOOK(scanned, k);
    w->count--;
    memmove(w->reduced, w->reduced + 1, w->count * sizeof *w->reduced);
    if (!together)
        reduce_next(w, next);
    else if (next < chain->l.count)
        keep(w, next, 0);
}

/* What the first of two threads does. */
static void lead(struct worker *w)
{
    struct chain *chain = w->chain;
    size_t tickets[LEAD];
    for (int i = 0; i < LEAD; i++)
        tickets[i] = take_ticket(w);
    for (size_t i = 0; tickets[i % LEAD] < chain->l.count; i++) {
        const size_t k = tickets[i % LEAD];
        uint64_t carry;
        tickets[i % LEAD] = take_ticket(w);
        HOOK(took, k);
        prefix__openmp_look_back(&chain->l, k, NULL, &carry);
        scan_at_once(chain, k, carry, tickets[(i + 1) % LEAD]);
    }
}

static void work(void *user)
{
    struct chain *chain = user;
    struct worker w = {.chain = chain, .ticket = NONE, .upcoming = NONE, .carry = chain->p->carry};
    const size_t member = prefix__openmp_join(&chain->l);
    if (member == 0 && chain->leads) {
        lead(&w);
        return;
    }
    if (chain->values)
        w.values = chain->values + member * (chain->depth + 1) * chain->room;
    do {
        if (w.count == chain->depth || is_last(&w) || (w.count > 0 && is_alone(&w))) {
            scan_first(&w);
            continue;
        }
        const size_t k = take(&w);
        if (w.count == 0 && k == w.known && k < chain->l.count && is_alone(&w)) {
            w.carry = scan_at_once(chain, k, w.carry, NONE);
            w.known = k + 1;
        } else {
            reduce_next(&w, k);
        }
    } while (w.count > 0 || !is_last(&w));
}

uint64_t prefix__openmp_chain_run(const struct prefix__openmp_pipeline *p, void *memory, size_t group, int threads,
                                  int wake_them)
{
    struct chain chain = {.p = p, .company = prefix__openmp_pool_awake() > 0};
    uint64_t total = p->carry;
    chain.l = (struct prefix__openmp_look_back){
        .combine = combine,
        .reduce = reduce,
        .user = &chain,
        .start = &p->carry,
        .count = count_of(p, group),
        .aggregate_bytes = group * sizeof(uint64_t),
        .prefix_bytes = sizeof(uint64_t),
        .patience = is_rewriting(p) ? prefix__openmp_tuning.patience_in_place : prefix__openmp_tuning.patience,
        .overwrites = p->in == p->out,
    };
    char *end = prefix__openmp_look_back_begin(&chain.l, memory);
    if (has_step(p)) {
        chain.values = end;
        chain.room = prefix__openmp_values_bytes(p, group);
    }
    chain.elements = group * p->tile;
    chain.depth = depth_of(p, group, threads);
    chain.leads = threads == LED && has_many(p, group, threads) && !p->heads;
    prefix__openmp_pool_run(work, &chain, threads, wake_them);
    prefix__openmp_prefix_of(&chain.l, chain.l.count - 1, &total);
    return total;
}
