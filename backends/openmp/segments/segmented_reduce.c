/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of the segments of offsets. Tiles in which segments begin are scanned, and what stands at the ends of
 * segments is taken, or these are reduced by nodes, or one by one where they are few; others are reduced
 * alone. A team does parts of the array, each as if nothing stood before it: what the segment comes to that has begun
 * before a part is known when all are done, from what was left of tiles in the canonical order.
 */
#include <stdatomic.h>

#include "segments/segmented_reduce.h"
#include "segments/by_differences.h"
#include "segments/by_trees.h"
#include "threads/pool.h"
#include "threads/shares.h"
#include "threads/team.h"
#include "tile/chunks.h"
#include "tile/segmented_tile.h"
#include "tile/span.h"

/*
 * Tiles of a part, at most. Two Xeon cores, 2^24 in segments of random lengths from memory, ms, by parts of 8, 32 and
 * 128 tiles: sums of i32 2.31, 2.13, 2.09, of i64 4.58, 4.19, 4.10, maxima of f32 2.45, 2.32, 2.24.
 */
#define PART 128
#define GROUP 4  /* tiles of which parts consist */
#define SHARE 16 /* tiles that are worth a thread */
/*
 * Elements of segments that are worth to be reduced by themselves, where nodes may be found, too. Two Xeon cores, sums
 * of 2^26 in segments of random lengths, ms, by 2048 and 768: f32 9.5 and 9.2, f64 19.9 and 19.3, f16 5.3 and 4.7; by
 * 256 as much, but of 500 f32 take 10 % longer.
 */
#define FEW_LENGTH 96
#define FEW_LENGTH_NODES 768
#define FEW_LENGTH_EXACT 2048 /* of what any order will do for: by differences, or on AMD's processors */
/* Of floats: AMD's processors prefetch what is read in order by themselves, and better. */
#define FEW_LENGTH_AMD 384

/* What is left to be done of a part when what stands before it is known. */
struct part {
    size_t groups;    /* of which it consists */
    size_t open;      /* the segment that has begun before it; or as many as there are */
    uint64_t end;     /* where that one ends; the part's end, if it goes on */
    int goes_on;      /* into the next part */
    uint64_t local;   /* what stands in the tile of its end before that */
    uint64_t carry;   /* behind the part, of the last segment that begins there */
};

struct reduction {
    const struct prefix_heads *heads;
    struct prefix__openmp_pipeline p;
    char *totals;
    uint64_t init; /* of empty segments, as the core writes it */
    int threads;
    size_t group, groups; /* elements of one, and how many there are */
    struct part *parts;   /* at the group that is its first */
    uint64_t *aggregates; /* of tiles that lie in one segment; NULL: one thread */
    int streams;          /* totals go past the caches */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

/* What a thread has in hand. */
struct hand {
    const struct reduction *r;
    const struct prefix__openmp_heads *heads; /* of the tile */
    struct totals totals;
};

/* Where a segment of the scan ends. */
static uint64_t end_of(const struct reduction *r, size_t j)
{
    return prefix__segment_begin(r->heads, r->p.n, r->p.reverse, j + 1);
}

/* The total of a segment of the scan, as the core writes an element. */
static void put_total(const struct reduction *r, size_t j, const char *value)
{
    const size_t k = r->p.reverse ? r->heads->segments - 1 - j : j;
    char *to = r->totals + k * r->p.out_size;
    if (r->p.unmap)
        r->p.unmap(value, to, 1);
    else
        memcpy(to, value, r->p.out_size);
}

_Static_assert(PREFIX__TILE_BYTES / PREFIX__OPENMP_TOTALS_LENGTH <= TOTALS_BYTES,
               "there is room for all totals by nodes of a tile");

/* Of segments from low to high - 1, the first that ends at a position or behind it; high if none does. */
static size_t first_from(const struct reduction *r, size_t low, size_t high, size_t at)
{
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (end_of(r, middle) < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How many of the next segments end before a position: who has found out the heads up to there knows. */
static size_t count_before(const struct hand *hand, size_t at)
{
    const struct prefix_heads *heads = hand->r->heads;
    const size_t from = hand->heads->cursor;
    if (prefix__is_offset_from(heads, from, at))
        return from > hand->totals.next ? from - 1 - hand->totals.next : 0;
    return first_from(hand->r, hand->totals.next, heads->segments, at) - hand->totals.next;
}

/*
 * As they stand in the array. Where one ends at each element they are the results: as many as elements, of which all
 * begin segments, and the first total that of one that has begun before: elements before all segments are of none.
 */
static void take_forward(struct hand *hand, size_t at, size_t count, const uint64_t *heads, const char *before)
{
    const struct reduction *r = hand->r;
    struct totals *const totals = &hand->totals;
    const size_t size = r->p.out_size;
    size_t left, some;
    if (!prefix__openmp_has_heads(heads, count))
        return;
    left = count_before(hand, at + count);
    if (left == count && prefix__index_at(r->heads->data, r->heads->size, totals->next) < at &&
        end_of(r, totals->next) == at && r->p.isa->compact->count(heads, (count + 63) / 64) == count) {
        write_aside(totals);
        memcpy(room(totals), before, count * size);
        give(totals, count);
        return;
    }
    for (; left > 0; left -= some) {
        const char *const offsets = (const char *)r->heads->data + totals->next * r->heads->size;
        some = least(PIECE_BYTES / size, left);
        write_aside(totals);
        r->p.isa->segments->totals[r->heads->size == 8][log2_of(size)](offsets, some, at, count, before, room(totals),
                                                             &totals->aside.lines);
        give(totals, some);
    }
}

/* Totals of segments that end at the elements; before has the results before each of them. */
static void take(void *user, size_t at, size_t count, const uint64_t *heads, const char *before)
{
    struct hand *hand = user;
    const struct reduction *r = hand->r;
    if (!r->p.reverse && !r->p.unmap) {
        take_forward(hand, at, count, heads, before);
        return;
    }
    for (uint64_t end; hand->totals.next < r->heads->segments && (end = end_of(r, hand->totals.next)) < at + count;) {
        const int is_empty = prefix__segment_begin(r->heads, r->p.n, r->p.reverse, hand->totals.next) == end;
        put_total(r, hand->totals.next++, is_empty ? (const char *)&r->init : before + (end - at) * r->p.core.written);
    }
}

static size_t few_length(const struct reduction *r)
{
    if (!prefix__openmp_has_nodes(&r->p))
        return prefix__openmp_has_differences(&r->p) ? FEW_LENGTH_EXACT : FEW_LENGTH;
    if (!prefix__openmp_is_amd || (r->p.ordered && (r->p.in_size < r->p.core.size || !r->p.isa->has_masks)))
        return FEW_LENGTH_NODES;
    return r->p.ordered ? FEW_LENGTH_AMD : FEW_LENGTH_EXACT;
}

/* Whether at most so many segments end in a tile, and their totals come in order. */
static int are_at_most(const struct hand *hand, size_t end, size_t most)
{
    const struct reduction *r = hand->r;
    if (r->p.reverse || r->p.unmap)
        return 0;
    const size_t left = r->heads->segments - hand->totals.next;
    return left <= most ? 1 : end_of(r, hand->totals.next + most) >= end;
}

/* Whether a tile lies in one segment. */
static int is_plain(const struct hand *hand, size_t first, size_t end)
{
    const struct reduction *r = hand->r;
    return hand->totals.next < r->heads->segments &&
           prefix__segment_begin(r->heads, r->p.n, r->p.reverse, hand->totals.next) < first &&
           end_of(r, hand->totals.next) >= end;
}

/* What is known of a part before it is done. */
static struct part begin_part(const struct reduction *r, size_t first, size_t end, size_t next)
{
    struct part part = {.open = r->heads->segments};
    if (next == r->heads->segments || prefix__segment_begin(r->heads, r->p.n, r->p.reverse, next) >= first)
        return part;
    const uint64_t behind = end_of(r, next);
    part.open = next;
    part.end = behind < end ? behind : end;
    part.goes_on = behind >= end && end < r->p.n;
    return part;
}

/* Returns the carry behind it. Of a part, all totals but that of the open segment are right. */
static uint64_t do_range(const struct reduction *r, size_t first, size_t end, uint64_t carry, struct part *part)
{
    struct prefix__openmp_heads heads;
    struct hand hand;
    struct totals *const totals = &hand.totals;
    hand.r = r;
    hand.heads = &heads;
    totals->isa = r->p.isa;
    totals->array = r->totals;
    totals->size = r->p.out_size;
    totals->next = first_from(r, 0, r->heads->segments, first);
    totals->streams = r->streams;
    prefix__openmp_begin_heads(&heads);
    open_totals(totals);
    if (part)
        *part = begin_part(r, first, end, totals->next);
    const int has_nodes = prefix__openmp_has_nodes(&r->p), subtracts = prefix__openmp_has_differences(&r->p);
    const int has_columns = subtracts && !has_nodes && prefix__openmp_has_columns(&r->p);
    for (size_t at = first, length; at < end; at += length) {
        length = least(r->p.tile, end - at);
        const size_t most = length / few_length(r);
        if (part && part->end > at && part->end < at + length)
            part->local = prefix__openmp_reduce_span(&r->p, at, at + length, at, (size_t)part->end);
        const int by_columns = has_columns && are_at_most(&hand, at + length, length * r->p.core.size / LINE_BYTES);
        const int few = !by_columns && are_at_most(&hand, at + length, most);
        const int by_nodes = !few && has_nodes && are_at_most(&hand, at + length, length / r->p.core.totals_length);
        if (is_plain(&hand, at, at + length) ||
            (!few && !by_nodes && !subtracts && !prefix__openmp_find_first(&r->p, at, length, &heads))) {
            uint64_t own;
            prefix__openmp_reduce(&r->p, at, length, &own);
            carry = r->p.core.combine(carry, own);
            if (part)
                r->aggregates[at / r->p.tile] = own;
        } else if (few) {
            write_aside(totals);
            give(totals, prefix__openmp_reduce_few(&r->p, at, length, totals->next, most, &carry, room(totals)));
        } else if (by_nodes) {
            const struct prefix__openmp_segments segments = {(const char *)r->heads->data +
                                                                 totals->next * r->heads->size,
                                                             r->heads->size, r->heads->segments - totals->next, at};
            const size_t count = prefix__openmp_reduce_by_nodes(&r->p, at, length, r->p.n, &segments, &carry,
                                                                room(totals), &totals->aside);
            write_aside(totals);
            give(totals, count);
        } else if (subtracts) {
            const size_t copied = by_columns ? 0 : prefix__openmp_copy_totals(&r->p, at, length, &carry, totals);
            if (copied < length)
                carry = prefix__openmp_reduce_by_differences(&r->p, at + copied, length - copied, by_columns, carry,
                                                             totals);
        } else {
            carry = prefix__openmp_scan_for(&r->p, at, length, end, &heads, carry, &totals->aside, take,
                                            &hand);
        }
    }
    end_totals(totals);
    char last[sizeof(uint64_t)];
    store_carry(&r->p, last, carry);
    while (end == r->p.n && totals->next < r->heads->segments) {
        const uint64_t begin = prefix__segment_begin(r->heads, r->p.n, r->p.reverse, totals->next);
        put_total(r, totals->next++, begin == end ? (const char *)&r->init : last);
    }
    return carry;
}

static void work_parts(void *user)
{
    struct reduction *r = user;
    size_t k, groups;
    while ((groups = prefix__openmp_take_share(&r->ticket, r->groups, r->threads, PART / GROUP, &k)) > 0) {
        const size_t first = k * r->group, end = least(first + groups * r->group, r->p.n);
        r->parts[k].carry = do_range(r, first, end, r->p.carry, &r->parts[k]);
        r->parts[k].groups = groups;
    }
}

/* What the open segment comes to at its end in a part. */
static uint64_t carry_to_end(const struct reduction *r, const struct part *part, size_t first, uint64_t carry)
{
    for (size_t at = first; at < part->end; at += r->p.tile) {
        const int is_whole = at + r->p.tile <= part->end || part->end == r->p.n;
        carry = r->p.core.combine(carry, is_whole ? r->aggregates[at / r->p.tile] : part->local);
    }
    return carry;
}

/* The totals of segments that have begun in one part and end in another one. */
static void join_parts(struct reduction *r)
{
    uint64_t carry = r->p.carry;
    for (size_t k = 0; k < r->groups; k += r->parts[k].groups) {
        const struct part *part = &r->parts[k];
        if (part->open < r->heads->segments) {
            char total[sizeof(uint64_t)];
            carry = carry_to_end(r, part, k * r->group, carry);
            store_carry(&r->p, total, carry);
            if (!part->goes_on)
                put_total(r, part->open, total);
        }
        if (!part->goes_on)
            carry = part->carry;
    }
}

int prefix__openmp_reduce_offsets(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    const struct prefix_scan_work *scan = work->scan;
    struct reduction r = {.heads = &work->heads, .totals = scan->total};
    r.p = *prefix__openmp_pipeline_for(session, scan);
    r.p.heads = &work->heads;
    store_carry(&r.p, (char *)&r.init, r.p.carry);
    const size_t bytes = r.p.n * r.p.in_size + r.heads->segments * (r.heads->size + r.p.out_size);
    r.streams = bytes > session->cache_bytes;
    const size_t tiles = (r.p.n - 1) / r.p.tile + 1;
    const int threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(scan->threads, tiles / SHARE) : 1;
    if (threads <= 1) {
        do_range(&r, 0, r.p.n, r.p.carry, NULL);
        return PREFIX_OK;
    }
    r.threads = threads;
    r.group = GROUP * r.p.tile;
    r.groups = (r.p.n - 1) / r.group + 1;
    const int wakes = prefix__openmp_wakes(session, bytes, threads);
    int status = prefix__openmp_reserve(session, r.groups * sizeof(struct part) + tiles * sizeof(uint64_t));
    if (status != PREFIX_OK)
        return status;
    r.parts = session->scratch;
    r.aggregates = (uint64_t *)(r.parts + r.groups);
    prefix__openmp_pool_run(work_parts, &r, threads, wakes);
    join_parts(&r);
    prefix__openmp_work_ended(session);
    return PREFIX_OK;
}
