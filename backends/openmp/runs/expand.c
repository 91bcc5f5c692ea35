/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs written out. A team adds up the lengths in parts of the runs that its members prefetch, and then prefetches
 * parts of the output: where a part begins among the runs is searched, so that a single long run is
 * written by all of them.
 */
#include <stdatomic.h>
#include <string.h>

#include "runs/expand.h"
#include "threads/pool.h"
#include "threads/team.h"
#include "tile/chunks.h"

#define RUNS 1024              /* of a part of them */
#define OUT_BYTES (256u << 10) /* of a part of the output */
#define PARTS 16               /* of the output, at least, for a team; of the runs, prefetched at once */
#define RUN_BYTES 64           /* that take as long to write as a run by itself */
#define FAST 4                 /* times as many bytes as of a scan are worth a team */
#define STREAMS 2              /* times what a scan leaves in the cache stays there: most of it is the output */
#define CHUNK_BYTES 4096       /* of the output, at once */

/*
 * What goes past the caches is written to a chunk first. That pays for the shortest runs, for long ones, and for even
 * ones of some length: with others the processor does not know which instructions come next, and does nothing else
 * beside the writing. Two Zen 4 cores, 2^24 i32, ms past the caches and through them: runs of 1 6.6 and 7.6, 4 3.9 and
 * 3.6, 16 1.7 and 3.0, 64 1.4 and 2.2, 4096 1.4 and 2.4; of lengths at random, about 2 6.8 and 6.0, but where a line
 * takes 160 ns from core to core 7.8 and 9.5, 4 6.3 and 4.6, 16 3.9 and 3.0, 64 3.2 and 2.4, 128 2.4 and 2.4, 256 1.5
 * and 2.8.
 */
#define SHORT 4 /* elements */
#define LONG_BYTES 512
#define EVEN_BYTES 64
#define TOLD 16 /* lengths that tell of those of a part */

struct expansion {
    const struct prefix_expand_work *work;
    const struct prefix__openmp_isa *isa;
    size_t (*expand)(struct prefix__openmp_expand *e, void *out, size_t n, int whole);
    size_t parts;      /* of the runs */
    uint64_t *begins;  /* in the output, of each part; and the end */
    size_t out_length; /* of a part of the output */
    uint64_t end;      /* of what is written */
    int writes;        /* the second round */
    int streams;       /* what is written goes past the caches */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
};

static uint64_t add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t length_at(const struct prefix_expand_work *work, size_t k)
{
    return prefix__index_at(work->lengths, work->index_size, k);
}

static void sum_part(struct expansion *e, size_t k)
{
    const size_t first = k * RUNS, count = e->work->runs - first < RUNS ? e->work->runs - first : RUNS;
    uint64_t sum = 0;
    if (e->work->index_size == 4)
        sum = e->isa->compact->sum_lengths((const uint32_t *)e->work->lengths + first, count);
    for (size_t i = 0; e->work->index_size == 8 && i < count; i++)
        sum = add(sum, length_at(e->work, first + i));
    e->begins[k + 1] = sum;
}

/* Whether runs behind one are worth to be written past the caches. */
static int are_streamed(const struct expansion *e, size_t run)
{
    const size_t count = least(TOLD, e->work->runs - run - 1);
    uint64_t sum = 0, differ = 0;
    for (size_t i = 1; i <= count; i++) {
        sum = add(sum, length_at(e->work, run + i));
        differ |= length_at(e->work, run + i) ^ length_at(e->work, run + 1);
    }
    return sum < SHORT * count || sum >= count * (differ ? LONG_BYTES : EVEN_BYTES) / e->work->value_size;
}

/*
 * Elements to their place in the output. Past the caches go lines of a chunk in the cache; what has begun another line
 * stays there.
 */
static void write_out(const struct expansion *e, struct prefix__openmp_expand *runs, char *to, size_t n)
{
    const size_t size = e->work->value_size;
    _Alignas(LINE_BYTES) char chunk[CHUNK_BYTES + 2 * LINE_BYTES];
    size_t begun = (uintptr_t)to % LINE_BYTES; /* bytes of a line, which at first are others' */
    char *from = chunk + begun;
    if (!e->streams || !are_streamed(e, runs->run)) {
        e->expand(runs, to, n, 1);
        return;
    }
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
        if (n == 0)
            return;
        to += bytes;
        memcpy(chunk, chunk + begun - rest, LINE_BYTES);
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
    uint64_t next = add(e->begins[low], length_at(e->work, run)); /* where the run ends */
    while (next <= at)
        next = add(next, length_at(e->work, ++run));
    struct prefix__openmp_expand runs = {.values = e->work->values,
                                         .lengths = e->work->lengths,
                                         .runs = e->work->runs,
                                         .index_size = e->work->index_size,
                                         .run = run,
                                         .left = next - at};
    write_out(e, &runs, (char *)e->work->out + at * e->work->value_size, (size_t)(last - at));
}

static void work_parts(void *user)
{
    struct expansion *e = user;
    const size_t parts = e->writes ? (size_t)((e->end + e->out_length - 1) / e->out_length) : e->parts;
    const size_t few = e->writes ? 1 : PARTS; /* that are prefetched at once */
    size_t k;
    while ((k = few * atomic_fetch_add_explicit(&e->ticket, 1, memory_order_relaxed)) < parts)
        for (size_t i = k; i < least(k + few, parts); i++) {
            const uint64_t at = (uint64_t)i * e->out_length;
            if (!e->writes)
                sum_part(e, i);
            else
                fill(e, at, e->end - at < e->out_length ? e->end : at + e->out_length);
        }
}

/* Threads for what takes as long as to write so many bytes. */
static int team_for(const struct expansion *e, size_t bytes, size_t parts)
{
    return prefix__openmp_is_for_team(bytes / FAST) ? prefix__openmp_team_size(e->work->threads, parts) : 1;
}

static void run(struct prefix_session *session, struct expansion *e, int threads, size_t bytes)
{
    if (threads <= 1) {
        work_parts(e);
        return;
    }
    prefix__openmp_pool_run(work_parts, e, threads, prefix__openmp_wakes(session, bytes, threads));
    prefix__openmp_work_ended(session);
}

int prefix__openmp_expand(struct prefix_session *session, const struct prefix_expand_work *work)
{
    struct expansion e = {.work = work, .isa = session->isa, .parts = (work->runs - 1) / RUNS + 1};
    const size_t length_bytes = work->runs * work->index_size;
    int status = prefix__openmp_reserve(session, (e.parts + 1) * sizeof(uint64_t));
    if (status != PREFIX_OK)
        return status;
    e.expand = e.isa->compact->expand[__builtin_ctzll(work->value_size)];
    e.begins = session->scratch;
    e.begins[0] = 0;
    run(session, &e, team_for(&e, length_bytes, e.parts / PARTS + 1), length_bytes);
    for (size_t k = 0; k < e.parts; k++)
        e.begins[k + 1] = add(e.begins[k], e.begins[k + 1]);
    *work->count = e.begins[e.parts];
    e.end = *work->count < work->capacity ? *work->count : work->capacity;
    if (e.end == 0)
        return PREFIX_OK;
    const size_t bytes = (size_t)e.end * work->value_size, cost = bytes + work->runs * RUN_BYTES;
    const int threads = team_for(&e, cost, PARTS);
    e.out_length = threads <= 1 ? (size_t)e.end : least(OUT_BYTES / work->value_size, (size_t)e.end / PARTS + 1);
    e.streams = (bytes + length_bytes + work->runs * work->value_size) / STREAMS > session->cache_bytes;
    e.writes = 1;
    atomic_store_explicit(&e.ticket, 0, memory_order_relaxed);
    run(session, &e, threads, cost);
    return PREFIX_OK;
}
