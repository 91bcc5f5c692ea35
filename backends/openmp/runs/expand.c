/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs written out. A team adds up the lengths in parts of the runs, and then fills parts of the output: where one
 * begins among the runs is searched, so that a single long run is written by all threads.
 */
#include <stdatomic.h>
#include <string.h>

#include "runs/runs.h"
#include "threads/pool.h"
#include "threads/team.h"
#include "tile/chunks.h"

#define RUNS 1024              /* of a part of them, */
#define PARTS_AT_ONCE 16       /* that a thread takes at once */
#define OUT_BYTES (256u << 10) /* of a part of the output, */
#define OUT_PARTS 16           /* of which there are so many, at least, for a team */
#define RUN_BYTES 64           /* that take as long to write as a run by itself */
#define FAST 4                 /* times as many bytes as of a scan are worth a team */
#define STREAMS 2              /* times what a scan leaves in the cache stays there: most of it is the output */
#define CHUNK_BYTES 4096       /* of the output, at once */

/*
 * What goes past the caches is written to a chunk first, which pays for the shortest runs, for long ones, and for even
 * ones of some length: with others the processor mispredicts and cannot overlap the two. SAMPLE lengths tell which.
 */
#define SHORT 4 /* elements */
#define LONG_BYTES 512
#define EVEN_BYTES 64
#define SAMPLE 16

struct expansion {
    const struct prefix_expand_work *work;
    const struct prefix__openmp_isa *isa;
    size_t (*expand)(struct prefix__openmp_expand *e, void *out, size_t n, int whole);
    size_t parts;      /* of the runs */
    uint64_t *begins;  /* in the output, of each part; and the end */
    size_t out_length; /* of a part of the output */
    uint64_t end;      /* of what is written */
    int streams;       /* past the caches */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

static uint64_t add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t length_at(const struct expansion *e, size_t k)
{
    return prefix__index_at(e->work->lengths, e->work->index_size, k);
}

static uint64_t sum_part(const struct expansion *e, size_t first, size_t count)
{
    uint64_t sum = 0;
    if (e->work->index_size == 4)
        return e->isa->compact->sum_lengths((const uint32_t *)e->work->lengths + first, count);
    for (size_t i = 0; i < count; i++)
        sum = add(sum, length_at(e, first + i));
    return sum;
}

/* Whether the runs that follow one are worth writing past the caches. */
static int are_streamed(const struct expansion *e, size_t run)
{
    const size_t count = least(SAMPLE, e->work->runs - run - 1);
    uint64_t sum = 0, differ = 0;
    for (size_t i = 1; i <= count; i++) {
        sum = add(sum, length_at(e, run + i));
        differ |= length_at(e, run + i) ^ length_at(e, run + 1);
    }
    return sum < SHORT * count || sum >= count * (differ ? LONG_BYTES : EVEN_BYTES) / e->work->value_size;
}

/* Writes elements past the caches, whole lines of a chunk; what has begun another line stays in the chunk. */
static void stream_runs(const struct expansion *e, struct prefix__openmp_expand *runs, char *to, size_t n)
{
    const size_t size = e->work->value_size;
    _Alignas(LINE_BYTES) char chunk[CHUNK_BYTES + 2 * LINE_BYTES];
    size_t begun = (uintptr_t)to % LINE_BYTES; /* bytes of a line, which at first are others' */
    char *from = chunk + begun;
    while (n > 0) {
        const size_t room = least(CHUNK_BYTES / size, n), length = e->expand(runs, chunk + begun, room, room == n);
        n -= length;
        begun += length * size;
        if (n > 0 && begun < LINE_BYTES)
            continue;
        const size_t rest = n > 0 ? begun % LINE_BYTES : 0, bytes = (size_t)(chunk + begun - rest - from);
        if (n * size > PAGES_AHEAD * PAGE_BYTES)
            prefix__openmp_prefetch_output(to, bytes, 0);
        e->isa->convert->stream(from, to, bytes);
        to += bytes;
        memcpy(chunk, chunk + begun - rest, rest);
        begun = rest;
        from = chunk;
    }
}

/* Elements of the output from at on, before last, which is at most its end. */
static void fill(const struct expansion *e, uint64_t at, uint64_t last)
{
    size_t low = 0, high = e->parts - 1; /* the last part that begins at or before at */
    while (low < high) {
        const size_t middle = high - (high - low) / 2;
        if (e->begins[middle] <= at)
            low = middle;
        else
            high = middle - 1;
    }
    size_t run = low * RUNS;
    uint64_t next = add(e->begins[low], length_at(e, run)); /* where the run ends */
    while (next <= at)
        next = add(next, length_at(e, ++run));
    struct prefix__openmp_expand runs = {.values = e->work->values,
                                         .lengths = e->work->lengths,
                                         .runs = e->work->runs,
                                         .index_size = e->work->index_size,
                                         .run = run,
                                         .left = next - at};
    char *const to = (char *)e->work->out + at * e->work->value_size;
    if (e->streams && are_streamed(e, run))
        stream_runs(e, &runs, to, (size_t)(last - at));
    else
        e->expand(&runs, to, (size_t)(last - at), 1);
}

static size_t take_ticket(struct expansion *e)
{
    return atomic_fetch_add_explicit(&e->ticket, 1, memory_order_relaxed);
}

static void sum_parts(void *user)
{
    struct expansion *e = user;
    for (size_t k; (k = PARTS_AT_ONCE * take_ticket(e)) < e->parts;)
        for (size_t i = k; i < least(k + PARTS_AT_ONCE, e->parts); i++)
            e->begins[i + 1] = sum_part(e, i * RUNS, least(RUNS, e->work->runs - i * RUNS));
}

static void fill_parts(void *user)
{
    struct expansion *e = user;
    for (uint64_t at; (at = take_ticket(e) * (uint64_t)e->out_length) < e->end;)
        fill(e, at, e->end - at < e->out_length ? e->end : at + e->out_length);
}

/* Threads for what takes as long as to write so many bytes. */
static int team_for(const struct expansion *e, size_t bytes, size_t parts)
{
    return prefix__openmp_is_for_team(bytes / FAST) ? prefix__openmp_team_size(e->work->threads, parts) : 1;
}

static void run(struct prefix_session *session, struct expansion *e, void (*work)(void *), int threads, size_t bytes)
{
    atomic_store_explicit(&e->ticket, 0, memory_order_relaxed);
    prefix__openmp_pool_run(work, e, threads, threads > 1 && prefix__openmp_wakes(session, bytes, threads));
    if (threads > 1)
        prefix__openmp_work_ended(session);
}

int prefix__openmp_expand_runs(struct prefix_session *session, const struct prefix_expand_work *work)
{
    struct expansion e = {.work = work, .isa = session->isa, .parts = (work->runs - 1) / RUNS + 1};
    const size_t length_bytes = work->runs * work->index_size;
    const int status = prefix__openmp_reserve(session, (e.parts + 1) * sizeof(uint64_t));
    if (status != PREFIX_OK)
        return status;
    e.expand = e.isa->compact->expand[__builtin_ctzll(work->value_size)];
    e.begins = session->scratch;
    e.begins[0] = 0;
    run(session, &e, sum_parts, team_for(&e, length_bytes, e.parts / PARTS_AT_ONCE + 1), length_bytes);
    for (size_t k = 0; k < e.parts; k++)
        e.begins[k + 1] = add(e.begins[k], e.begins[k + 1]);
    *work->count = e.begins[e.parts];
    e.end = *work->count < work->capacity ? *work->count : work->capacity;
    if (e.end == 0)
        return PREFIX_OK;
    const size_t bytes = (size_t)e.end * work->value_size, cost = bytes + work->runs * RUN_BYTES;
    const int threads = team_for(&e, cost, OUT_PARTS);
    e.out_length = threads <= 1 ? (size_t)e.end : least(OUT_BYTES / work->value_size, (size_t)e.end / OUT_PARTS + 1);
    e.streams = (bytes + length_bytes + work->runs * work->value_size) / STREAMS > session->cache_bytes;
    run(session, &e, fill_parts, threads, cost);
    return PREFIX_OK;
}
