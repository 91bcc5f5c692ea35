/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of the segments of offsets. A team does parts of the array, each as if nothing stood before it: what the
 * segment comes to that has begun before a part is known when all are done, from what was left of tiles in the
 * canonical order.
 */
#include "segments/segmented_scan.h"

#include <stdatomic.h>

#include "segments/reduce_tile.h"
#include "threads/pool.h"
#include "threads/shares.h"
#include "threads/team.h"
#include "tile/span.h"

#define PART 128 /* tiles of a part, at most */
#define GROUP 4  /* tiles of which parts consist */
#define SHARE 16 /* tiles that are worth a thread */

/* What is left to be done of a part when what stands before it is known. */
struct part {
    size_t groups;  /* of which it consists */
    size_t open;    /* the segment that has begun before it; or as many as there are */
    uint64_t end;   /* where that one ends; the part's end, if it goes on */
    int goes_on;    /* into the next part */
    uint64_t local; /* what stands in the tile of its end before that */
    uint64_t carry; /* after the part, of the last segment that begins there */
};

struct reduction {
    struct prefix__openmp_pipeline p;
    char *totals;
    int threads;
    size_t group, groups;     /* elements of one, and how many there are */
    struct part *parts;       /* at the group that is its first */
    uint64_t *aggregates;     /* of tiles that lie in one segment; NULL: one thread */
    int streams;              /* totals go past the caches */
    struct reducer *reducers; /* of each thread; too large for the stack of some */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_size_t members; /* that came */
};

/* What is known of a part before it is done. */
static struct part begin_part(const struct reduction *r, size_t first, size_t end, size_t next)
{
    const size_t segments = r->p.heads->segments;
    struct part part = {.open = segments};
    if (next == segments || begin_of(&r->p, next) >= first)
        return part;
    const uint64_t stop = end_of(&r->p, next);
    part.open = next;
    part.end = stop < end ? stop : end;
    part.goes_on = stop >= end && end < r->p.n;
    return part;
}

/* Returns the carry after a range. Of a part, all totals but that of the open segment are right. */
static uint64_t reduce_range(const struct reduction *r, struct reducer *reducer, size_t first, size_t end,
                             uint64_t carry, struct part *part)
{
    prefix__openmp_begin_reducer(reducer, &r->p, r->totals, r->aggregates, first, end, r->streams);
    if (part)
        *part = begin_part(r, first, end, reducer->totals.next);
    for (size_t at = first, length; at < end; at += length) {
        length = least(r->p.tile, end - at);
        if (part && part->end > at && part->end < at + length)
            part->local = prefix__openmp_reduce_span(&r->p, at, at + length, at, (size_t)part->end);
        carry = prefix__openmp_reduce_tile(reducer, at, length, carry);
    }
    prefix__openmp_end_reducer(reducer, carry);
    return carry;
}

static void work_parts(void *user)
{
    struct reduction *r = user;
    struct reducer *const own = r->reducers + atomic_fetch_add_explicit(&r->members, 1, memory_order_relaxed);
    size_t k, groups;
    while ((groups = prefix__openmp_take_share(&r->ticket, r->groups, r->threads, PART / GROUP, &k)) > 0) {
        const size_t first = k * r->group, end = least(first + groups * r->group, r->p.n);
        r->parts[k].carry = reduce_range(r, own, first, end, r->p.carry, &r->parts[k]);
        r->parts[k].groups = groups;
    }
}

/* What the open segment comes to at its end in a part. */
static uint64_t carry_to_end(const struct reduction *r, const struct part *part, size_t first, uint64_t carry)
{
    for (size_t at = first; at < part->end; at += r->p.tile) {
        const int is_whole = at + r->p.tile <= part->end || part->end == r->p.n;
        carry = r->p.kernel.combine(carry, is_whole ? r->aggregates[at / r->p.tile] : part->local);
    }
    return carry;
}

/* The totals of segments that have begun in one part and end in another one. */
static void join_parts(struct reduction *r)
{
    uint64_t carry = r->p.carry;
    for (size_t k = 0; k < r->groups; k += r->parts[k].groups) {
        const struct part *part = &r->parts[k];
        if (part->open < r->p.heads->segments) {
            char total[sizeof(uint64_t)];
            carry = carry_to_end(r, part, k * r->group, carry);
            store_carry(&r->p, total, carry);
            if (!part->goes_on)
                prefix__openmp_store_total(&r->p, r->totals, part->open, total);
        }
        if (!part->goes_on)
            carry = part->carry;
    }
}

int prefix__openmp_reduce_offsets(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    const struct prefix_scan_work *scan = work->scan;
    struct reduction r = {.totals = scan->total};
    r.p = *prefix__openmp_pipeline_for(session, scan);
    r.p.heads = &work->heads;
    const size_t bytes = r.p.n * r.p.in_size + work->heads.segments * (work->heads.size + r.p.out_size);
    r.streams = bytes > session->cache_bytes;
    const size_t tiles = (r.p.n - 1) / r.p.tile + 1;
    const int threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(scan->threads, tiles / SHARE) : 1;
    r.threads = threads;
    r.group = GROUP * r.p.tile;
    r.groups = (r.p.n - 1) / r.group + 1;
    const size_t reducers = (size_t)threads * sizeof(struct reducer) + LINE_BYTES - 1;
    const int status = prefix__openmp_reserve(
        session, reducers + (threads > 1 ? r.groups * sizeof(struct part) + tiles * sizeof(uint64_t) : 0));
    if (status != PREFIX_OK)
        return status;
    r.reducers = (struct reducer *)(((uintptr_t)session->scratch + LINE_BYTES - 1) & -(uintptr_t)LINE_BYTES);
    if (threads <= 1) {
        reduce_range(&r, r.reducers, 0, r.p.n, r.p.carry, NULL);
        return PREFIX_OK;
    }
    const int wakes = prefix__openmp_wakes(session, bytes, threads);
    r.parts = (struct part *)(r.reducers + threads);
    r.aggregates = (uint64_t *)(r.parts + r.groups);
    prefix__openmp_pool_run(work_parts, &r, threads, wakes);
    join_parts(&r);
    prefix__openmp_work_ended(session);
    return PREFIX_OK;
}
