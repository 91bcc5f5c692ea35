/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of the segments of offsets. Tiles in which a segment begins are scanned, and what stands at
 * the ends of segments is taken; others are reduced alone. A team first reduces parts of the array, of each
 * only what stands behind the last beginning, and then takes the segments that end in each.
 */
#include <stdatomic.h>

#include "pool.h"
#include "session.h"
#include "tile.h"

#define GROUP 8 /* tiles of a part */

struct part {
    uint64_t carry; /* before it */
    size_t cut;     /* as prefix__openmp_reduce_segments() says */
};

struct reduction {
    const struct prefix_heads *heads;
    struct prefix__openmp_pipeline p;
    char *totals;
    char init[sizeof(uint64_t)]; /* of empty segments */
    size_t part_length, part_count;
    struct part *parts;   /* NULL: one thread */
    uint64_t *aggregates; /* of tiles, from the cut of their part on */
    int writes;           /* the second round */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

struct hand {
    const struct reduction *r;
    size_t next; /* segment of the scan that has no total yet */
};

/* Where a segment of the scan ends. */
static uint64_t end_of(const struct reduction *r, size_t j)
{
    return prefix__segment_begin(r->heads, r->p.n, r->p.reverse, j + 1);
}

/* The total of the next segment, as the core writes an element. */
static void put_total(struct hand *hand, const char *value)
{
    const struct reduction *r = hand->r;
    const size_t k = r->p.reverse ? r->heads->segments - 1 - hand->next : hand->next;
    char *to = r->totals + k * r->p.out_size;
    if (r->p.unmap)
        r->p.unmap(value, to, 1);
    else
        memcpy(to, value, r->p.out_size);
    hand->next++;
}

/* Totals of segments that end up to at + count; before has the result before at, and those that follow. */
static void take(void *user, size_t at, size_t count, const uint64_t *words, const char *before)
{
    struct hand *hand = user;
    const struct reduction *r = hand->r;
    (void)words;
    while (hand->next < r->heads->segments) {
        const uint64_t begin = prefix__segment_begin(r->heads, r->p.n, r->p.reverse, hand->next);
        const uint64_t end = end_of(r, hand->next);
        if (begin >= end || end <= at)
            put_total(hand, r->init);
        else if (end <= at + count)
            put_total(hand, before + (end - at) * r->p.core.written);
        else
            break;
    }
}

/* The first segment that ends behind a position. */
static size_t first_behind(const struct reduction *r, size_t at)
{
    size_t low = 0, high = r->heads->segments;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (end_of(r, middle) <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void do_range(const struct reduction *r, size_t first, size_t end, uint64_t carry, const struct part *part)
{
    uint64_t words[PREFIX__TILE_BYTES / 64];
    struct hand hand = {r, first > 0 ? first_behind(r, first) : 0};
    for (size_t at = first; at < end; at += r->p.tile) {
        const size_t length = least(r->p.tile, end - at), tile = at / r->p.tile;
        char before[2 * sizeof(uint64_t)];
        prefix__openmp_find_heads(&r->p, at, length, words);
        if (prefix__openmp_has_heads(words, length)) {
            carry = prefix__openmp_scan_for(&r->p, at, length, words, carry, take, &hand);
            continue;
        }
        carry = prefix__openmp_pass_tile(&r->p, at, length, carry,
                                         part && tile % GROUP + 1 >= part->cut ? &r->aggregates[tile] : NULL);
        put(&r->p, before + r->p.core.written, carry);
        take(&hand, at + length - 1, 1, NULL, before); /* what ends with the tile */
    }
    while (end == r->p.n && hand.next < r->heads->segments)
        put_total(&hand, r->init);
}

static void work_parts(void *user)
{
    struct reduction *r = user;
    size_t k;
    while ((k = atomic_fetch_add_explicit(&r->ticket, 1, memory_order_relaxed)) < r->part_count) {
        const size_t first = k * r->part_length, end = least(first + r->part_length, r->p.n);
        if (r->writes)
            do_range(r, first, end, r->parts[k].carry, &r->parts[k]);
        else
            r->parts[k].cut =
                prefix__openmp_reduce_segments(&r->p, first, end - first, r->aggregates + first / r->p.tile);
    }
}

static void place_parts(struct reduction *r)
{
    uint64_t carry = r->p.carry;
    for (size_t k = 0; k < r->part_count; k++) {
        struct part *part = &r->parts[k];
        const size_t first = k * r->part_length, length = least(r->part_length, r->p.n - first);
        part->carry = carry;
        if (part->cut)
            carry = r->p.carry;
        for (size_t i = part->cut ? part->cut - 1 : 0; i < (length + r->p.tile - 1) / r->p.tile; i++)
            carry = r->p.core.combine(carry, r->aggregates[first / r->p.tile + i]);
    }
}

int prefix__openmp_reduce_offsets(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    const struct prefix_scan_work *scan = work->scan;
    struct reduction r = {.heads = &work->heads, .totals = scan->total};
    r.p = *prefix__openmp_pipeline_for(session, scan);
    r.p.heads = &work->heads;
    r.part_length = GROUP * r.p.tile;
    r.part_count = (r.p.n - 1) / r.part_length + 1;
    put(&r.p, r.init, r.p.carry);
    const size_t bytes = r.p.n * r.p.in_size + r.heads->segments * (r.heads->size + r.p.out_size);
    int threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(scan->threads, r.part_count / 2) : 1;
    if (threads <= 1) {
        do_range(&r, 0, r.p.n, r.p.carry, NULL);
        return PREFIX_OK;
    }
    const size_t tiles = (r.p.n - 1) / r.p.tile + 1;
    const int wakes = prefix__openmp_wakes(session, bytes, threads);
    int status = prefix__openmp_reserve(session, r.part_count * sizeof(struct part) + tiles * sizeof(uint64_t));
    if (status != PREFIX_OK)
        return status;
    r.parts = session->scratch;
    r.aggregates = (uint64_t *)(r.parts + r.part_count);
    prefix__openmp_pool_run(work_parts, &r, threads, wakes);
    place_parts(&r);
    r.writes = 1;
    atomic_store_explicit(&r.ticket, 0, memory_order_relaxed);
    prefix__openmp_pool_run(work_parts, &r, threads, wakes);
    prefix__openmp_team_ended(session);
    return PREFIX_OK;
}
