/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys. A run is closed by the next that begins, or by the end of the array: then its length
 * is known, and what it comes to. One thread does that in one pass. A team first looks in parts of the
 * array how many runs are closed in each, and what the one at its end comes to so far, for which only the
 * elements behind the last beginning are read; and then each part is done. What is written goes to places
 * at or before those that have been read: one thread can do it in place, and does.
 */
#include <stdatomic.h>

#include "pool.h"
#include "session.h"
#include "tile.h"
#include "types.h"

#define CHUNK 1024 /* elements that are packed at once */
#define TILE 8192  /* elements, where there is no scan that has tiles */
#define GROUP 8    /* tiles of a part */

/* Before a part. */
struct place_of_runs {
    size_t closed; /* runs that count */
    size_t begin;  /* of the run that is open */
    uint64_t carry;
};

struct part {
    struct place_of_runs before;
    size_t closed; /* in it */
    size_t begin;  /* the last one in it, or SIZE_MAX */
    size_t cut;    /* as prefix__openmp_reduce_segments() says */
};

struct runs {
    const struct prefix_runs_work *work;
    struct prefix__openmp_pipeline p; /* without a scan only what tells of heads */
    size_t tile, part_length, part_count;
    struct part *parts;   /* NULL: one thread */
    uint64_t *aggregates; /* of tiles, from the cut of their part on */
    int writes;           /* the second round */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

/* What one thread has in hand. */
struct hand {
    const struct runs *runs;
    struct place_of_runs now;
};

static int log2_of(size_t size)
{
    return size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
}

static int is_head(const struct runs *r, size_t at)
{
    uint64_t word;
    prefix__openmp_find_heads(&r->p, at, 1, &word);
    return (int)word;
}

/* Whether the end of the array closes a run that counts. */
static int end_counts(const struct runs *r)
{
    return !r->work->nontrivial || !is_head(r, r->work->n - 1);
}

static void look_at_part(struct runs *r, size_t k)
{
    const struct prefix_runs_work *work = r->work;
    const size_t first = k * r->part_length, length = least(r->part_length, work->n - first);
    uint64_t before = first > 0 && work->nontrivial ? (uint64_t)is_head(r, first - 1) : 0;
    struct part *part = &r->parts[k];
    part->closed = k == r->part_count - 1 ? (size_t)end_counts(r) : 0;
    part->begin = SIZE_MAX;
    for (size_t i = 0; i < length; i += CHUNK) {
        uint64_t words[CHUNK / 64];
        const size_t at = first + i, count = least(CHUNK, length - i);
        prefix__openmp_find_heads(&r->p, at, count, words);
        for (size_t word = 0; word < (count + 63) / 64; word++) {
            uint64_t closes = words[word];
            if (closes)
                part->begin = at + word * 64 + 63 - (size_t)__builtin_clzll(closes);
            if (work->nontrivial) {
                closes &= ~(words[word] << 1 | before);
                before = words[word] >> 63;
            }
            if (at + word == 0)
                closes &= ~(uint64_t)1;
            part->closed += (size_t)__builtin_popcountll(closes);
        }
    }
    if (work->scan)
        part->cut = prefix__openmp_reduce_segments(&r->p, first, length, r->aggregates + first / r->tile);
}

/* What stands before each part; returns how many runs there are. */
static size_t place_parts(struct runs *r)
{
    struct place_of_runs now = {0, 0, r->p.carry};
    for (size_t k = 0; k < r->part_count; k++) {
        struct part *part = &r->parts[k];
        part->before = now;
        now.closed += part->closed;
        if (part->begin != SIZE_MAX)
            now.begin = part->begin;
        if (!r->work->scan)
            continue;
        const size_t first = k * r->part_length, length = least(r->part_length, r->work->n - first);
        if (part->cut)
            now.carry = r->p.carry;
        for (size_t i = part->cut ? part->cut - 1 : 0; i < (length + r->tile - 1) / r->tile; i++)
            now.carry = r->p.core.combine(now.carry, r->aggregates[first / r->tile + i]);
    }
    return now.closed;
}

/* Copies elements to the k-th place of an output and those behind it, as far as there is room. */
static void copy_out(const struct runs *r, void *to, size_t k, const void *from, size_t size, size_t count)
{
    const size_t room = r->work->capacity > k ? r->work->capacity - k : 0;
    memcpy((char *)to + k * size, from, least(count, room) * size);
}

static size_t pack_pairs(const uint64_t *in, const uint64_t *bits, size_t n, uint64_t *out)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i += 64)
        for (uint64_t word = bits[i / 64]; word; word &= word - 1, count++)
            memcpy(out + 2 * count, in + 2 * (i + (size_t)__builtin_ctzll(word)), 16);
    return count;
}

/* The keys of runs that begin here go to places from rank on. */
static void put_keys(const struct runs *r, size_t at, size_t n, const uint64_t *heads, size_t rank)
{
    const struct prefix_heads *keys = &r->work->keys;
    _Alignas(LINE_BYTES) char packed[CHUNK * 16 + LINE_BYTES];
    const char *from = (const char *)keys->data + at * keys->size;
    const size_t count = keys->size == 16 ? pack_pairs((const uint64_t *)from, heads, n, (uint64_t *)packed)
                                          : r->p.isa->pack[log2_of(keys->size)](from, heads, n, packed);
    copy_out(r, r->work->unique, rank, packed, keys->size, count);
}

/* What the runs that are closed here come to. */
static void put_results(const struct runs *r, size_t n, const uint64_t *closes, const char *before, size_t closed)
{
    _Alignas(LINE_BYTES) char packed[CHUNK * sizeof(uint64_t) + LINE_BYTES], narrow[CHUNK * sizeof(float)];
    const struct prefix__openmp_pipeline *p = &r->p;
    const size_t count = p->isa->pack[log2_of(p->core.written)](before, closes, n, packed);
    if (p->unmap)
        p->unmap(packed, narrow, count);
    copy_out(r, p->out, closed, p->unmap ? narrow : packed, p->out_size, count);
}

static void put_index(void *to, size_t size, size_t k, size_t value)
{
    if (size == 4)
        ((uint32_t *)to)[k] = (uint32_t)value;
    else
        ((uint64_t *)to)[k] = value;
}

static void close_run(const struct runs *r, struct place_of_runs *now, size_t end)
{
    const struct prefix_runs_work *work = r->work;
    if (work->nontrivial && end - now->begin < 2)
        return;
    if (now->closed < work->capacity) {
        if (work->offsets)
            put_index(work->offsets, work->index_size, now->closed, now->begin);
        if (work->lengths)
            put_index(work->lengths, work->index_size, now->closed, end - now->begin);
    }
    now->closed++;
}

/* Of the runs that are closed in a chunk, where there is room for all. */
#define PUT_LENGTHS(type)                                                                                              \
    do {                                                                                                               \
        type *to = (type *)r->work->lengths + now.closed;                                                              \
        for (size_t i = 0; i < words; i++)                                                                             \
            for (uint64_t word = closes[i]; word; word &= word - 1) {                                                  \
                const size_t end = at + i * 64 + (size_t)__builtin_ctzll(word);                                        \
                *to++ = (type)(end - now.begin);                                                                       \
                now.begin = end;                                                                                       \
            }                                                                                                          \
        now.closed = (size_t)(to - (type *)r->work->lengths);                                                          \
    } while (0)

static void take_chunk(struct hand *hand, size_t at, size_t n, const uint64_t *heads, const char *before)
{
    const struct runs *r = hand->runs;
    const size_t words = (n + 63) / 64;
    uint64_t closes[CHUNK / 64];
    memcpy(closes, heads, words * sizeof *closes);
    if (at == 0)
        closes[0] &= ~(uint64_t)1;
    if (r->work->unique)
        put_keys(r, at, n, heads, hand->now.closed + (at > 0));
    if (before)
        put_results(r, n, closes, before, hand->now.closed);
    if (!r->work->lengths && !r->work->offsets && !r->work->nontrivial) {
        hand->now.closed += r->p.isa->count(closes, words);
        return;
    }
    struct place_of_runs now = hand->now;
    if (!r->work->nontrivial && !r->work->offsets && now.closed + n <= r->work->capacity) {
        if (r->work->index_size == 4)
            PUT_LENGTHS(uint32_t);
        else
            PUT_LENGTHS(uint64_t);
        hand->now = now;
        return;
    }
    for (size_t i = 0; i < words; i++)
        for (uint64_t word = closes[i]; word; word &= word - 1) {
            const size_t end = at + i * 64 + (size_t)__builtin_ctzll(word);
            close_run(r, &now, end);
            now.begin = end;
        }
    hand->now = now;
}

/* A prefix__openmp_take_fn. */
static void take(void *user, size_t at, size_t n, const uint64_t *heads, const char *before)
{
    struct hand *hand = user;
    const size_t width = hand->runs->p.core.written;
    for (size_t i = 0; i < n; i += CHUNK)
        if (prefix__openmp_has_heads(heads + i / 64, least(CHUNK, n - i)))
            take_chunk(hand, at + i, least(CHUNK, n - i), heads + i / 64, before ? before + i * width : NULL);
}

static const uint64_t *known(const struct runs *r, size_t tile, const struct part *part)
{
    return part && tile % GROUP + 1 >= part->cut ? &r->aggregates[tile] : NULL;
}

static void do_range(struct hand *hand, size_t first, size_t end, const struct part *part)
{
    const struct runs *r = hand->runs;
    uint64_t heads[PREFIX__TILE_BYTES / 64];
    for (size_t at = first; at < end; at += r->tile) {
        const size_t length = least(r->tile, end - at);
        prefix__openmp_find_heads(&r->p, at, length, heads);
        const int has_heads = prefix__openmp_has_heads(heads, length);
        if (!r->work->scan)
            take(hand, at, has_heads ? length : 0, heads, NULL);
        else if (has_heads)
            hand->now.carry = prefix__openmp_scan_for(&r->p, at, length, heads, hand->now.carry, take, hand);
        else
            hand->now.carry =
                prefix__openmp_pass_tile(&r->p, at, length, hand->now.carry, known(r, at / r->tile, part));
    }
    if (end < r->work->n)
        return;
    /* The end closes a run, too. */
    if (r->work->scan) {
        char value[sizeof(uint64_t)], narrow[sizeof(uint64_t)];
        put(&r->p, value, hand->now.carry);
        if (r->p.unmap)
            r->p.unmap(value, narrow, 1);
        copy_out(r, r->p.out, hand->now.closed, r->p.unmap ? narrow : value, r->p.out_size, 1);
    }
    close_run(r, &hand->now, end);
}

static void work_parts(void *user)
{
    struct runs *r = user;
    size_t k;
    while ((k = atomic_fetch_add_explicit(&r->ticket, 1, memory_order_relaxed)) < r->part_count) {
        const size_t first = k * r->part_length;
        struct hand hand = {r, r->parts[k].before};
        if (r->writes && r->parts[k].begin == SIZE_MAX && k + 1 < r->part_count)
            continue; /* it closes no run */
        if (r->writes)
            do_range(&hand, first, least(first + r->part_length, r->work->n), &r->parts[k]);
        else
            look_at_part(r, k);
    }
}

static int do_together(struct prefix_session *session, struct runs *r, int threads, size_t bytes)
{
    const size_t tiles = (r->work->n - 1) / r->tile + 1;
    const int wakes = prefix__openmp_wakes(session, bytes, threads);
    int status = prefix__openmp_reserve(session, r->part_count * sizeof(struct part) + tiles * sizeof(uint64_t));
    if (status != PREFIX_OK)
        return status;
    r->parts = session->scratch;
    r->aggregates = (uint64_t *)(r->parts + r->part_count);
    prefix__openmp_pool_run(work_parts, r, threads, wakes);
    *r->work->count = place_parts(r);
    r->writes = 1;
    atomic_store_explicit(&r->ticket, 0, memory_order_relaxed);
    prefix__openmp_pool_run(work_parts, r, threads, wakes);
    prefix__openmp_team_ended(session);
    return PREFIX_OK;
}

int prefix__openmp_runs(struct prefix_session *session, const struct prefix_runs_work *work)
{
    struct runs r = {.work = work};
    const int in_place = work->unique == work->keys.data || (work->scan && work->scan->out == work->scan->in);
    size_t bytes = work->n * work->keys.size;
    if (work->scan) {
        r.p = *prefix__openmp_pipeline_for(session, work->scan);
        r.tile = r.p.tile;
        bytes += work->n * r.p.in_size;
    } else {
        r.p.isa = session->isa;
        r.p.n = work->n;
        r.tile = TILE;
    }
    r.p.heads = &work->keys;
    r.part_length = GROUP * r.tile;
    r.part_count = (work->n - 1) / r.part_length + 1;
    int threads = 1;
    if (!in_place && prefix__openmp_is_for_team(bytes))
        threads = prefix__openmp_team_size(work->threads, r.part_count / 2);
    if (threads > 1)
        return do_together(session, &r, threads, bytes);
    struct hand hand = {&r, {0, 0, r.p.carry}};
    do_range(&hand, 0, work->n, NULL);
    *work->count = hand.now.closed;
    return PREFIX_OK;
}
