/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One selection. On one thread it is one pass: a piece of the input is flagged and packed in the
 * first-level cache, and then written. A piece is read whole before any of it is written, at or before
 * its own place: in place is safe. A team counts first, in parts of the array that its members draw,
 * and then each part is packed to its place; in place that would overwrite what others have not read.
 */
#include <stdatomic.h>
#include <string.h>

#include "pool.h"
#include "session.h"
#include "types.h"

#define LINE_BYTES 64
#define PIECE 2048                     /* elements that are flagged and packed at once */
#define PART_BYTES ((size_t)128 << 10) /* of input, at least */
#define PARTS 4096                     /* at most */

struct selection {
    const struct prefix_select_work *work;
    const struct prefix__openmp_isa *isa;
    size_t size; /* of an element */
    int log2_size;
    int past_cache;
    size_t part, parts; /* elements of a part; how many there are */
    size_t *counts;     /* of each part; then what stands before it */
    int packs;          /* the second round */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

/* The flags of a piece, as 0 and 1. */
static void flag(const struct selection *s, size_t at, size_t count, uint8_t *flags)
{
    static const struct prefix_test not_zero = {.mask = 0xff, .first = 1, .range = 0xfe};
    const struct prefix_select_work *work = s->work;
    if (work->selector == PREFIX_SELECTOR_BYTES)
        s->isa->test[0](work->flags + at, flags, count, &not_zero);
    else
        s->isa->test[s->log2_size]((const char *)work->in + at * s->size, flags, count, &work->test);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t count_range(const struct selection *s, size_t first, size_t end)
{
    uint8_t flags[PIECE];
    size_t count = 0;
    for (size_t at = first; at < end; at += PIECE) {
        size_t length = least(PIECE, end - at);
        flag(s, at, length, flags);
        count += s->isa->count(flags, length);
    }
    return count;
}

/* Packs elements behind those before them, as far as there is room; returns how many stand before the next. */
static size_t pack_range(const struct selection *s, size_t first, size_t end, size_t before)
{
    const struct prefix_select_work *work = s->work;
    uint8_t flags[PIECE];
    _Alignas(LINE_BYTES) char packed[PIECE * sizeof(uint64_t) + LINE_BYTES];
    for (size_t at = first; at < end; at += PIECE) {
        size_t length = least(PIECE, end - at);
        flag(s, at, length, flags);
        size_t count = s->isa->pack[s->log2_size]((const char *)work->in + at * s->size, flags, length, packed);
        size_t room = work->capacity > before ? work->capacity - before : 0, written = least(count, room);
        if (written > 0) {
            char *to = (char *)work->out + before * s->size;
            if (s->past_cache)
                s->isa->stream(packed, to, written * s->size);
            else
                memcpy(to, packed, written * s->size);
        }
        before += count;
    }
    return before;
}

static void work_parts(void *user)
{
    struct selection *s = user;
    size_t k;
    while ((k = atomic_fetch_add_explicit(&s->ticket, 1, memory_order_relaxed)) < s->parts) {
        size_t first = k * s->part, end = least(first + s->part, s->work->n);
        if (s->packs)
            pack_range(s, first, end, s->counts[k]);
        else
            s->counts[k] = count_range(s, first, end);
    }
}

/* By a team, in two rounds. */
static int select_together(struct prefix_session *session, struct selection *s, int threads, int wakes)
{
    int status = prefix__openmp_reserve(session, s->parts * sizeof(size_t));
    if (status != PREFIX_OK)
        return status;
    s->counts = session->scratch;
    prefix__openmp_pool_run(work_parts, s, threads, wakes);
    size_t before = 0;
    for (size_t k = 0; k < s->parts; k++) {
        size_t count = s->counts[k];
        s->counts[k] = before;
        before += count;
    }
    s->packs = 1;
    atomic_store_explicit(&s->ticket, 0, memory_order_relaxed);
    prefix__openmp_pool_run(work_parts, s, threads, wakes);
    prefix__openmp_team_ended(session);
    *s->work->count = before;
    return PREFIX_OK;
}

int prefix__openmp_select(struct prefix_session *session, const struct prefix_select_work *work)
{
    struct selection s = {.work = work, .isa = session->isa, .size = prefix__size_of(work->type)};
    if (work->rejects || work->selector > PREFIX_SELECTOR_BYTES || work->indices || work->values || (!work->out && work->capacity)) {
        session->host->error(session->owner, "openmp has no selections of this form yet");
        return PREFIX_ERROR_UNSUPPORTED;
    }
    const size_t bytes = work->n * (s.size + (work->flags != NULL));
    s.log2_size = s.size == 1 ? 0 : s.size == 2 ? 1 : s.size == 4 ? 2 : 3;
    s.past_cache = work->in != work->out && bytes > session->cache_bytes;
    s.part = PART_BYTES / s.size;
    while ((work->n - 1) / s.part >= PARTS)
        s.part *= 2;
    s.parts = (work->n - 1) / s.part + 1;
    int threads = 1;
    if (work->in != work->out && prefix__openmp_is_for_team(bytes))
        threads = prefix__openmp_team_size(work->threads, s.parts / 2);
    if (threads > 1)
        return select_together(session, &s, threads, prefix__openmp_wakes(session, bytes, threads));
    *work->count = pack_range(&s, 0, work->n, 0);
    return PREFIX_OK;
}
