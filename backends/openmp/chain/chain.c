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

#define DEPTH_MOST 3 /* tiles that a thread has reduced before it scans one */
/* Of two threads one leads: it never reduces, but scans its tiles at once, so that every second tile is read once. */
#define LED 2         /* threads, with the leader */
#define ALONE_AFTER 3 /* tiles in a row: the others have lost their processors */
#define NONE SIZE_MAX

struct chain {
    struct prefix__openmp_ranges r; /* physical tiles */
    char *values;                   /* of reduced tiles, depth + 1 for each thread */
    size_t room;                    /* bytes for those of one, or 0 */
    size_t depth;
    int leads; /* the first to come does */
};

static size_t count_of(const struct prefix__openmp_pipeline *p, size_t group)
{
    return (p->n - 1) / (group * p->tile) + 1;
}

/* Bytes for the values of a reduced tile; 0: the core has no step. */
static size_t room_of(const struct prefix__openmp_pipeline *p, size_t group)
{
    return p->core.step && !p->heads ? prefix__openmp_values_bytes(p, group) : 0;
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
    most = most < TILES_MOST ? most : TILES_MOST;
    return fair < 1 ? 1 : fair < most ? fair : most;
}

size_t prefix__openmp_chain_bytes(const struct prefix__openmp_pipeline *p, size_t group, int threads)
{
    return prefix__openmp_ranges_bytes(count_of(p, group), group) +
           (size_t)threads * (depth_of(p, group, threads) + 1) * room_of(p, group);
}

struct worker {
    struct chain *chain;
    size_t cuts[DEPTH_MOST + 1], tiles[DEPTH_MOST + 1]; /* that were reduced, one after another in turn */
    size_t reduced, scanned;                            /* how many tiles were */
    size_t upcoming;                                    /* a ticket that was taken while its tile was prefetched */
    size_t expected;                                    /* the next ticket, if nobody else takes one */
    size_t in_a_row;                                    /* tickets that came as expected */
    char *values;
};

static size_t take_ticket(struct worker *w)
{
    const size_t k = prefix__openmp_take_ticket(&w->chain->r.l);
    w->in_a_row = k == w->expected ? w->in_a_row + 1 : 0;
    w->expected = k + 1;
    return k;
}

static int no_tickets_left(const struct worker *w)
{
    return w->upcoming == NONE && w->expected > w->chain->r.l.count;
}

static int is_alone(const struct worker *w)
{
    const struct prefix__openmp_ranges *r = &w->chain->r;
    return w->in_a_row > ALONE_AFTER || (!r->company && atomic_load_explicit(&r->l.members, memory_order_relaxed) == 1);
}

static struct prefix__openmp_ahead prefetch_upcoming(void *user)
{
    struct worker *w = user;
    w->upcoming = take_ticket(w);
    return prefix__openmp_range(&w->chain->r, w->upcoming);
}

/* A tile that a thread reduces, or has reduced, as its i-th; it has no elements if there is none. */
static struct prefix__openmp_part part_of(const struct worker *w, size_t k, size_t i, uint64_t carry)
{
    const struct chain *chain = w->chain;
    const struct prefix__openmp_ahead range = prefix__openmp_range(&chain->r, k);
    if (range.count == 0)
        return (struct prefix__openmp_part){0};
    return (struct prefix__openmp_part){.first = range.first,
                                        .count = range.count,
                                        .carry = carry,
                                        .aggregates = prefix__openmp_aggregate_of(&chain->r.l, k),
                                        .values = w->values + i % (chain->depth + 1) * chain->room};
}

/* Scans a reduced tile and reduces a fresh one; either may be NONE. Returns where segments begin in the fresh one. */
static size_t step(struct worker *w, size_t known, size_t cut, uint64_t carry, size_t fresh)
{
    const struct prefix__openmp_ranges *r = &w->chain->r;
    const struct prefix__openmp_pipeline *p = r->p;
    const struct prefix__openmp_part old = part_of(w, known, w->scanned, carry), new = part_of(w, fresh, w->reduced, 0);
    const struct prefix__openmp_ahead ahead = {new.first, new.count};
    struct prefix__openmp_upcoming upcoming = {.user = w};
    if (new.count > 0)
        HOOK(took, fresh);
    /* Together where no segment begins, if that is known without a look at all flags or keys. */
    if (!p->heads || (!cut && old.count > 0 && new.count > 0 && prefix__openmp_are_searched(p) &&
                      prefix__openmp_is_uncut(p, new.first, new.count))) {
        if (new.count > 0 && p->prefetches && !is_alone(w) && !no_tickets_left(w))
            upcoming.choose = prefetch_upcoming;
        (w->chain->room ? prefix__openmp_step : prefix__openmp_scan_beside)(p, &old, &new, &upcoming);
        return 0;
    }
    if (old.count > 0)
        prefix__openmp_scan_segments(p, old.first, old.count, carry, cut * p->tile, &ahead);
    return new.count > 0 ? prefix__openmp_reduce_segments(p, new.first, new.count, new.aggregates) : 0;
}

/* Scans the first reduced tile, if there are enough, while the next one is reduced, or prefetched. */
static void advance(struct worker *w, int scans)
{
    const struct prefix__openmp_ranges *r = &w->chain->r;
    const size_t slots = w->chain->depth + 1, first = w->scanned % slots, last = w->reduced % slots;
    const size_t known = scans ? w->tiles[first] : NONE;
    uint64_t carry = 0;
    size_t next = w->upcoming;
    if (scans)
        carry = prefix__openmp_carry_before(r, known, w->cuts[first]);
    if (next == NONE && (!scans || !is_alone(w)))
        next = take_ticket(w);
    w->upcoming = NONE;
    if (w->reduced == w->scanned && next < r->l.count && is_alone(w) &&
        (next == 0 || prefix__openmp_prefix_of(&r->l, next - 1, &carry))) {
        const struct prefix__openmp_ahead nothing = {0, 0};
        prefix__openmp_scan_at_once(r, next, &nothing);
        return;
    }
    const size_t cut = step(w, known, scans ? w->cuts[first] : 0, carry, next);
    if (scans) {
        HOOK(scanned, known);
        w->scanned++;
    }
    if (next < r->l.count) {
        prefix__openmp_publish_range(r, next, cut);
        w->tiles[last] = next;
        w->cuts[last] = cut;
        w->reduced++;
    }
}

/* What the first of two threads does. */
static void lead(struct chain *chain)
{
    struct prefix__openmp_look_back *l = &chain->r.l;
    size_t k = prefix__openmp_take_ticket(l), next = prefix__openmp_take_ticket(l), last;
    for (; k < l->count; k = next, next = last) {
        const struct prefix__openmp_ahead ahead = prefix__openmp_range(&chain->r, next);
        last = prefix__openmp_take_ticket(l);
        HOOK(took, k);
        prefix__openmp_scan_at_once(&chain->r, k, &ahead);
    }
}

static void work(void *user)
{
    struct chain *chain = user;
    struct worker w = {.chain = chain, .upcoming = NONE};
    const size_t member = prefix__openmp_join(&chain->r.l);
    if (member == 0 && chain->leads) {
        lead(chain);
        return;
    }
    w.values = chain->values + member * (chain->depth + 1) * chain->room;
    do {
        const size_t waiting = w.reduced - w.scanned;
        advance(&w, waiting == chain->depth || (waiting > 0 && (no_tickets_left(&w) || is_alone(&w))));
    } while (w.reduced > w.scanned || !no_tickets_left(&w));
}

uint64_t prefix__openmp_chain_run(const struct prefix__openmp_pipeline *p, void *memory, size_t group, int threads,
                                  int wake_them)
{
    struct chain chain = {
        .r = {.p = p, .elements = group * p->tile},
        .room = room_of(p, group),
        .depth = depth_of(p, group, threads),
        .leads = threads == LED && has_many(p, group, threads) && !p->heads,
    };
    chain.r.l.count = count_of(p, group);
    chain.r.l.patience = is_rewriting(p) ? prefix__openmp_tuning.patience_in_place : prefix__openmp_tuning.patience;
    chain.values = prefix__openmp_ranges_begin(&chain.r, group, memory);
    return prefix__openmp_ranges_run(&chain.r, work, threads, wake_them);
}
