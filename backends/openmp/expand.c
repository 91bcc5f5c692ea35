/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs written out. A team adds up the lengths in parts of the runs that its members draw, and then draws
 * parts of the output: where a part begins among the runs is searched, so that a single long run is
 * written by all of them.
 */
#include <stdatomic.h>
#include <string.h>

#include "pool.h"
#include "session.h"

#define LINE_BYTES 64
#define RUNS 4096              /* of a part of them */
#define OUT_BYTES (256u << 10) /* of a part of the output */
#define CHUNK_BYTES 4096       /* of the output, at once */
#define FEW 8                  /* elements that are written at once */

struct expansion {
    const struct prefix_expand_work *work;
    const struct prefix__openmp_isa *isa;
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

/* Four sums do not wait for each other; of 32 bits they do not overflow. */
static uint64_t sum_4(const uint32_t *lengths, size_t count)
{
    uint64_t sums[4] = {0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (int j = 0; j < 4; j++)
            sums[j] += lengths[i + (size_t)j];
    for (; i < count; i++)
        sums[0] += lengths[i];
    return sums[0] + sums[1] + sums[2] + sums[3];
}

static void sum_part(struct expansion *e, size_t k)
{
    const size_t first = k * RUNS, count = e->work->runs - first < RUNS ? e->work->runs - first : RUNS;
    uint64_t sum = 0;
    if (e->work->index_size == 4)
        sum = sum_4((const uint32_t *)e->work->lengths + first, count);
    for (size_t i = 0; e->work->index_size == 8 && i < count; i++)
        sum = add(sum, length_at(e->work, first + i));
    e->begins[k + 1] = sum;
}

static void put(const struct expansion *e, const void *from, uint64_t at, size_t count)
{
    const size_t size = e->work->value_size;
    char *const to = (char *)e->work->out + at * size;
    if (e->streams)
        e->isa->stream(from, to, count * size);
    else
        memcpy(to, from, count * size);
}

/*
 * A short run is written with as much behind it as makes it a few elements, which the next ones overwrite:
 * then its length is no question. Of the run, some are left at first.
 */
#define FILL(element, index)                                                                                           \
    do {                                                                                                               \
        const element *const values = e->work->values;                                                                 \
        const index *const lengths = e->work->lengths;                                                                 \
        const size_t last_run = e->work->runs - 1;                                                                     \
        element chunk[CHUNK_BYTES / sizeof(element) + 2 * FEW];                                                        \
        for (size_t n; at < last; at += n) {                                                                           \
            n = last - at < CHUNK_BYTES / sizeof(element) ? (size_t)(last - at) : CHUNK_BYTES / sizeof(element);       \
            for (size_t done = 0; done < n;) {                                                                         \
                for (; done < n && left <= FEW && run < last_run; left = lengths[++run]) {                             \
                    const element value = values[run];                                                                 \
                    _Pragma("GCC unroll 8") for (size_t i = 0; i < FEW; i++) chunk[done + i] = value;                  \
                    done += left;                                                                                      \
                }                                                                                                      \
                if (done > n) { /* the last one goes on in the next chunk */                                           \
                    left = done - n;                                                                                   \
                    run--;                                                                                             \
                    break;                                                                                             \
                }                                                                                                      \
                const element value = values[run];                                                                     \
                const size_t some = left < n - done ? (size_t)left : n - done;                                         \
                for (size_t i = 0; i < some; i += FEW)                                                                 \
                    _Pragma("GCC unroll 8") for (size_t j = 0; j < FEW; j++) chunk[done + i + j] = value;              \
                done += some;                                                                                          \
                left -= some;                                                                                          \
                if (left == 0 && run < last_run)                                                                       \
                    left = lengths[++run];                                                                             \
            }                                                                                                          \
            put(e, chunk, at, n);                                                                                      \
        }                                                                                                              \
    } while (0)
#define FILL_BY(element)                                                                                               \
    do {                                                                                                               \
        if (e->work->index_size == 4)                                                                                  \
            FILL(element, uint32_t);                                                                                   \
        else                                                                                                           \
            FILL(element, uint64_t);                                                                                   \
    } while (0)

struct pair {
    uint64_t words[2];
};

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
    uint64_t left = next - at;
    switch (e->work->value_size) {
    case 1:
        FILL_BY(uint8_t);
        break;
    case 2:
        FILL_BY(uint16_t);
        break;
    case 4:
        FILL_BY(uint32_t);
        break;
    case 8:
        FILL_BY(uint64_t);
        break;
    default:
        FILL_BY(struct pair);
        break;
    }
}

static void work_parts(void *user)
{
    struct expansion *e = user;
    const size_t parts = e->writes ? (size_t)((e->end + e->out_length - 1) / e->out_length) : e->parts;
    size_t k;
    while ((k = atomic_fetch_add_explicit(&e->ticket, 1, memory_order_relaxed)) < parts) {
        const uint64_t at = (uint64_t)k * e->out_length;
        if (!e->writes)
            sum_part(e, k);
        else
            fill(e, at, e->end - at < e->out_length ? e->end : at + e->out_length);
    }
}

int prefix__openmp_expand(struct prefix_session *session, const struct prefix_expand_work *work)
{
    struct expansion e = {.work = work,
                          .isa = session->isa,
                          .parts = (work->runs - 1) / RUNS + 1,
                          .out_length = OUT_BYTES / work->value_size};
    const size_t in_bytes = work->runs * (work->value_size + work->index_size);
    int status = prefix__openmp_reserve(session, (e.parts + 1) * sizeof(uint64_t));
    if (status != PREFIX_OK)
        return status;
    e.begins = session->scratch;
    e.begins[0] = 0;
    int threads = prefix__openmp_is_for_team(in_bytes) ? prefix__openmp_team_size(work->threads, e.parts) : 1;
    prefix__openmp_pool_run(work_parts, &e, threads, prefix__openmp_wakes(session, in_bytes, threads));
    for (size_t k = 0; k < e.parts; k++)
        e.begins[k + 1] = add(e.begins[k], e.begins[k + 1]);
    *work->count = e.begins[e.parts];
    e.end = *work->count < work->capacity ? *work->count : work->capacity;
    e.writes = 1;
    e.streams = e.end > session->cache_bytes / work->value_size;
    atomic_store_explicit(&e.ticket, 0, memory_order_relaxed);
    const size_t bytes = in_bytes + (size_t)e.end * work->value_size;
    threads = prefix__openmp_is_for_team(bytes)
                  ? prefix__openmp_team_size(work->threads, (size_t)(e.end / e.out_length + 1))
                  : 1;
    if (e.end > 0)
        prefix__openmp_pool_run(work_parts, &e, threads, prefix__openmp_wakes(session, bytes, threads));
    prefix__openmp_team_ended(session);
    return PREFIX_OK;
}
