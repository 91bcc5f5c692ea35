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
#define FEW 8                  /* elements that are written at once, where there is room */

struct expansion {
    const struct prefix_expand_work *work;
    size_t parts;      /* of the runs */
    uint64_t *begins;  /* in the output, of each part; and the end */
    size_t out_length; /* of a part of the output */
    uint64_t end;      /* of what is written */
    int writes;        /* the second round */
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
    const size_t end = e->work->runs - k * RUNS < RUNS ? e->work->runs : (k + 1) * RUNS;
    uint64_t sum = 0;
    for (size_t i = k * RUNS; i < end; i++)
        sum = add(sum, length_at(e->work, i));
    e->begins[k + 1] = sum;
}

#define FILL(element)                                                                                                  \
    do {                                                                                                               \
        element *out = work->out;                                                                                      \
        const element *values = work->values;                                                                          \
        while (at < last) {                                                                                            \
            const element value = values[run];                                                                         \
            const uint64_t end = next < last ? next : last;                                                            \
            if (end - at <= FEW && last - at >= FEW)                                                                   \
                _Pragma("GCC unroll 8") for (int i = 0; i < FEW; i++) out[at + (uint64_t)i] = value;                   \
            else                                                                                                       \
                for (uint64_t i = at; i < end; i++)                                                                    \
                    out[i] = value;                                                                                    \
            at = end;                                                                                                  \
            if (at < last)                                                                                             \
                next = add(next, length_at(work, ++run));                                                              \
        }                                                                                                              \
    } while (0)

struct pair {
    uint64_t words[2];
};

/* Elements of the output from at on, before last, which is at most its end. */
static void fill(const struct expansion *e, uint64_t at, uint64_t last)
{
    const struct prefix_expand_work *work = e->work;
    size_t low = 0, high = e->parts - 1; /* the last part that begins at or before at */
    while (low < high) {
        const size_t middle = high - (high - low) / 2;
        if (e->begins[middle] <= at)
            low = middle;
        else
            high = middle - 1;
    }
    size_t run = low * RUNS;
    uint64_t next = add(e->begins[low], length_at(work, run)); /* where the run ends */
    while (next <= at)
        next = add(next, length_at(work, ++run));
    switch (work->value_size) {
    case 1:
        FILL(uint8_t);
        break;
    case 2:
        FILL(uint16_t);
        break;
    case 4:
        FILL(uint32_t);
        break;
    case 8:
        FILL(uint64_t);
        break;
    default:
        FILL(struct pair);
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
    struct expansion e = {
        .work = work, .parts = (work->runs - 1) / RUNS + 1, .out_length = OUT_BYTES / work->value_size};
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
