/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A compaction in one pass by a team, with decoupled look-back. A thread packs a tile, publishes what it adds, looks
 * back for where it goes, and writes it there.
 *
 * In place is safe where a tile adds no more than a note. A tile is written when the notes of all tiles before it are
 * known, so when they have been read by those who write them; and it goes to places at or before its own. Who reads a
 * tile that others write by then has come too late to publish its note, and drops what it read.
 */
#include "select/compaction.h"

#include <string.h>

#include "chain/look_back.h"
#include "threads/doubtful.h"
#include "threads/pool.h"

#define SLOTS 3 /* of a thread: of a tile, of the one before it, if that waits, and of one that it helps with */

struct team {
    struct prefix__openmp_look_back l;
    const struct prefix__openmp_compaction *c;
    char *slots; /* SLOTS for each thread */
};

/* A tile that a thread has packed. */
struct packed {
    size_t k; /* the number of tiles: none */
    uint64_t note;
    char *slot;
};

size_t prefix__openmp_compact_by_team_bytes(const struct prefix__openmp_compaction *c, int threads)
{
    return prefix__openmp_look_back_bytes(c->tiles, c->aggregate_bytes, c->prefix_bytes) +
           SLOTS * (size_t)threads * c->slot_bytes;
}

/* A tile whose owner is late is packed, */
static uint64_t pack_for_owner(const void *user, size_t k, void *own, void *prefix)
{
    const struct prefix__openmp_compaction *c = user;
    struct packed *packed = own;
    packed->note = c->pack(c, k, packed->slot, packed->slot);
    c->combine(c, k, packed->note, packed->slot, prefix);
    return packed->note;
}

/* and written, unless it has an aggregate, which the owner alone can publish. */
static void write_for_owner(const void *user, size_t k, void *own, const void *before)
{
    const struct prefix__openmp_compaction *c = user;
    const struct packed *packed = own;
    c->write(c, k, packed->slot, packed->note, packed->slot, before, c->tiles);
    HOOK(done, k);
}

/* Returns whether it is the caller's to write. */
static int pack_tile(struct team *team, struct packed *packed)
{
    HOOK(took, packed->k);
    BEGIN_DOUBTFUL_READS();
    packed->note = team->c->pack(team->c, packed->k, packed->slot, prefix__openmp_aggregate_of(&team->l, packed->k));
    END_DOUBTFUL_READS();
    HOOK(packed, packed->k);
    return prefix__openmp_publish(&team->l, packed->k, packed->note);
}

/* Whether all tiles before one have been packed. */
static int is_place_known(const struct team *team, size_t k)
{
    uint64_t prefix[PREFIX__OPENMP_PREFIX_BYTES / sizeof(uint64_t)];
    while (k > 0 && !prefix__openmp_prefix_of(&team->l, k - 1, prefix))
        if (!prefix__openmp_is_published(&team->l, --k))
            return 0;
    return 1;
}

/* Returns the next ticket, if it takes one. */
static size_t write_tile(struct team *team, const struct packed *packed, struct packed *spare, int takes_next)
{
    const struct prefix__openmp_compaction *c = team->c;
    const size_t k = packed->k;
    const void *aggregate = prefix__openmp_aggregate_of(&team->l, k);
    uint64_t before[PREFIX__OPENMP_PREFIX_BYTES / sizeof(uint64_t)], after[sizeof before / sizeof *before];
    prefix__openmp_look_back(&team->l, k, spare, before);
    memcpy(after, before, c->prefix_bytes);
    c->combine(c, k, packed->note, aggregate, after);
    prefix__openmp_publish_prefix(&team->l, k, after);
    const size_t next = takes_next ? prefix__openmp_take_ticket(&team->l) : c->tiles;
    c->write(c, k, packed->slot, packed->note, aggregate, before, next);
    HOOK(done, k);
    return next;
}

/*
 * Who has packed a tile sooner than another thread one before it packs the next one, too, and writes both then: else
 * the threads would wait for each other by turns.
 */
static void work(void *user)
{
    struct team *team = user;
    const struct prefix__openmp_compaction *c = team->c;
    char *const slots = team->slots + SLOTS * prefix__openmp_join(&team->l) * c->slot_bytes;
    struct packed now = {.slot = slots, .k = prefix__openmp_take_ticket(&team->l)};
    struct packed waiting = {.slot = slots + c->slot_bytes, .k = c->tiles}, spare = {.slot = slots + 2 * c->slot_bytes};
    while (now.k < c->tiles || waiting.k < c->tiles) {
        const int is_mine = now.k < c->tiles && pack_tile(team, &now);
        if (waiting.k < c->tiles)
            waiting.k = write_tile(team, &waiting, &spare, 0);
        if (is_mine && is_place_known(team, now.k)) {
            now.k = write_tile(team, &now, &spare, 1);
            continue;
        }
        if (is_mine) {
            char *const slot = waiting.slot;
            waiting = now;
            now.slot = slot;
        }
        now.k = prefix__openmp_take_ticket(&team->l);
    }
}

void prefix__openmp_compact_by_team(const struct prefix__openmp_compaction *c, void *memory, int threads, int wake_them,
                                    void *end)
{
    struct team team = {.c = c};
    team.l = (struct prefix__openmp_look_back){
        .combine = c->combine,
        .reduce = pack_for_owner,
        .finish = c->aggregate_bytes ? NULL : write_for_owner,
        .user = c,
        .start = c->start,
        .count = c->tiles,
        .aggregate_bytes = c->aggregate_bytes,
        .prefix_bytes = c->prefix_bytes,
        .patience = c->patience,
    };
    team.slots = prefix__openmp_look_back_begin(&team.l, memory);
    prefix__openmp_pool_run(work, &team, threads, wake_them);
    prefix__openmp_prefix_of(&team.l, c->tiles - 1, end);
}
