/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Partitions, in two rounds. The first counts the groups of each tile, which tells where they go, and the second packs
 * and writes them: in place from a copy, which the first has made.
 */
#include <stdatomic.h>
#include <string.h>

#include "select/selection.h"
#include "shared/types.h"
#include "simd/vector/prefetch.h"
#include "threads/pool.h"
#include "threads/team.h"

#define TILE_BYTES ((size_t)128 << 10)
#define GROUPS PREFIX__OPENMP_GROUPS

struct partition {
    struct prefix__openmp_selection s;
    size_t (*counts)[GROUPS]; /* of each tile; then the places of its groups */
    char *slots;              /* one for each thread */
    char *copy;               /* of the input, in place; else NULL */
    int writes;               /* the second round */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_size_t members;
};

/* The next tile of the thread is prefetched as if this one were written. */
static void count_tile(const struct partition *p, size_t k, size_t next)
{
    static const struct prefix__openmp_packed_group none[GROUPS];
    const size_t at = k * p->s.c.tile * p->s.size, bytes = prefix__openmp_tile_length(&p->s.c, k) * p->s.size;
    prefix__openmp_pack(&p->s, k, NULL, p->counts[k]);
    if (p->copy && p->s.c.past_cache)
        p->s.c.isa->convert->stream(p->s.c.in[0] + at, p->copy + at, bytes);
    else if (p->copy)
        memcpy(p->copy + at, p->s.c.in[0] + at, bytes);
    prefix__openmp_write_slot(&p->s.c, k, p->slots, none, next);
}

static void write_tile(const struct partition *p, size_t k, size_t next, char *slot)
{
    struct prefix__openmp_packed_group groups[GROUPS];
    size_t counts[GROUPS];
    prefix__openmp_pack(&p->s, k, slot, counts);
    for (int g = 0; g < GROUPS; g++)
        groups[g] = (struct prefix__openmp_packed_group){.count = counts[g], .place = p->counts[k][g]};
    prefix__openmp_write_slot(&p->s.c, k, slot, groups, next);
}

static size_t take_ticket(struct partition *p)
{
    return atomic_fetch_add_explicit(&p->ticket, 1, memory_order_relaxed);
}

static void work_round(void *user)
{
    struct partition *p = user;
    const size_t me = atomic_fetch_add_explicit(&p->members, 1, memory_order_relaxed);
    for (size_t k = take_ticket(p), next; k < p->s.c.tiles; k = next) {
        next = take_ticket(p);
        if (p->writes)
            write_tile(p, k, next, p->slots + me * p->s.c.slot_bytes);
        else
            count_tile(p, k, next);
    }
}

static void run(struct partition *p, int threads, int wakes)
{
    atomic_store_explicit(&p->ticket, 0, memory_order_relaxed);
    atomic_store_explicit(&p->members, 0, memory_order_relaxed);
    prefix__openmp_pool_run(work_round, p, threads, wakes);
}

/* Counts become places; returns what there is of each group. */
static void find_places(struct partition *p, size_t *totals)
{
    size_t place = 0;
    for (int g = 0; g < GROUPS; g++) {
        const size_t begin = place;
        for (size_t k = 0; k < p->s.c.tiles; k++) {
            const size_t count = p->counts[k][g];
            p->counts[k][g] = place;
            place += count;
        }
        totals[g] = place - begin;
    }
}

int prefix__openmp_partition(struct prefix_session *session, const struct prefix_select_work *work)
{
    struct partition p = {.copy = NULL};
    const size_t size = prefix__size_of(work->type), bytes = 2 * work->n * size;
    const int in_place = work->in == work->out;
    size_t totals[GROUPS];
    prefix__openmp_begin_selection(&p.s, session, work);
    for (int g = 0; g < GROUPS; g++)
        if (g != PREFIX__OPENMP_SECOND || work->ways == GROUPS)
            prefix__openmp_add_output(&p.s.c, g, work->in, work->out, size, work->n);
    prefix__openmp_choose_tile(&p.s.c, TILE_BYTES / size);
    const int threads =
        prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(work->threads, p.s.c.tiles / 2) : 1;
    const int wakes = threads > 1 && prefix__openmp_wakes(session, bytes, threads);
    const size_t counts_bytes = p.s.c.tiles * sizeof *p.counts, slots_bytes = (size_t)threads * p.s.c.slot_bytes;
    const int status = prefix__openmp_reserve(session, counts_bytes + slots_bytes + (in_place ? work->n * size : 0));
    if (status != PREFIX_OK)
        return status;
    p.counts = session->scratch;
    p.slots = (char *)session->scratch + counts_bytes;
    if (in_place)
        p.copy = p.slots + slots_bytes;
    run(&p, threads, wakes);
    find_places(&p, totals);
    p.writes = 1;
    if (in_place)
        p.s.c.in[0] = p.copy;
    for (int i = 0; i < p.s.c.count; i++)
        p.s.c.outputs[i].from = p.s.c.in[0];
    run(&p, threads, wakes);
    if (threads > 1)
        prefix__openmp_work_ended(session);
    work->count[0] = totals[PREFIX__OPENMP_SELECTED];
    if (work->ways == GROUPS)
        work->count[1] = totals[PREFIX__OPENMP_SECOND];
    return PREFIX_OK;
}
