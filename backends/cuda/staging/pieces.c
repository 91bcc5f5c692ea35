/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "staging/pieces.h"

#include <sched.h>

#include "base/context.h"
#include "staging/stage.h"

/* Bytes that are worth a thread: to start one takes as long as to copy some hundred thousand. */
#define THREAD_BYTES ((size_t)2 << 20)

void prefix__cuda_pieces_cut(struct prefix__cuda_pieces *p)
{
    const size_t wider = p->in_size > p->out_size ? p->in_size : p->out_size;
    size_t bytes = PREFIX__CUDA_PIECE_LEAST; /* a power of two, and so a multiple of every tile */
    while (bytes < PREFIX__CUDA_PIECE_MOST && bytes < p->n * wider / 8)
        bytes *= 2;
    p->piece = bytes / wider;
    p->count = (p->n - 1) / p->piece + 1;
}

static int prepare(struct prefix__cuda_pieces *p)
{
    struct prefix__cuda_stage *stage = &p->session->stage;
    const size_t elements = prefix__cuda_piece_slots(p) * p->piece;
    int status = prefix__cuda_stage_ready(p->session);
    if (status == PREFIX_OK && p->from)
        status = prefix__cuda_stage_reserve(p->session, &stage->pinned_in, elements * p->in_size, PREFIX_MEMORY_PINNED);
    if (status == PREFIX_OK && p->to)
        status =
            prefix__cuda_stage_reserve(p->session, &stage->pinned_out, elements * p->out_size, PREFIX_MEMORY_PINNED);
    return status;
}

static void fill(struct prefix__cuda_pieces *p, size_t piece)
{
    prefix__cuda_team_copy(&p->team, &p->fills[prefix__cuda_slot_of(piece)],
                           prefix__cuda_piece_in(p, &p->session->stage.pinned_in, piece, p->in_size),
                           p->from + prefix__cuda_piece_place(p, piece) * p->in_size,
                           prefix__cuda_piece_count(p, piece) * p->in_size);
}

static void empty(struct prefix__cuda_pieces *p, size_t piece)
{
    prefix__cuda_team_copy(&p->team, &p->drains[prefix__cuda_slot_of(piece)],
                           p->to + prefix__cuda_piece_place(p, piece) * p->out_size,
                           prefix__cuda_piece_in(p, &p->session->stage.pinned_out, piece, p->out_size),
                           prefix__cuda_piece_count(p, piece) * p->out_size);
}

/* Moves the oldest piece of each state on where that can be done; *moved says whether any was. */
static int advance(struct prefix__cuda_pieces *p, int *moved)
{
    *moved = 0;
    if (p->ended < p->emptied && (!p->to || prefix__cuda_copy_done(&p->drains[prefix__cuda_slot_of(p->ended)]))) {
        p->ended++;
        *moved = 1;
    }
    if (p->emptied < p->issued) {
        cudaError_t error = cudaEventQuery(p->session->stage.done[prefix__cuda_slot_of(p->emptied)]);
        if (error == cudaErrorNotReady)
            (void)cudaGetLastError(); /* which takes it for an error */
        else if (error != cudaSuccess)
            return prefix__cuda_check(p->session, error, "working on host arrays");
        else {
            if (p->to)
                empty(p, p->emptied);
            p->emptied++;
            *moved = 1;
        }
    }
    if (p->filled < p->count && p->filled - p->ended < PREFIX__CUDA_SLOTS) {
        if (p->from)
            fill(p, p->filled);
        p->filled++;
        *moved = 1;
    }
    if (p->issued < p->filled && (!p->from || prefix__cuda_copy_done(&p->fills[prefix__cuda_slot_of(p->issued)]))) {
        *moved = 1;
        return p->issue(p->user, p->issued++);
    }
    return PREFIX_OK;
}

/* There is nothing to copy: what is awaited is a helper, or the device alone. */
static int idle(struct prefix__cuda_pieces *p)
{
    int helpers_busy = (p->from && p->issued < p->filled) || (p->to && p->ended < p->emptied);
    if (!helpers_busy)
        return prefix__cuda_check(p->session,
                                  cudaEventSynchronize(p->session->stage.done[prefix__cuda_slot_of(p->emptied)]),
                                  "working on host arrays");
    sched_yield();
    return PREFIX_OK;
}

static int threads_of(const struct prefix__cuda_pieces *p, int threads)
{
    cpu_set_t set;
    const size_t worth = 1 + p->n * ((p->from ? p->in_size : 0) + (p->to ? p->out_size : 0)) / THREAD_BYTES;
    if (threads == 0)
        threads = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return p->count == 1 ? 1 : worth < (size_t)threads ? (int)worth : threads;
}

int prefix__cuda_pieces_run(struct prefix__cuda_pieces *p, int threads)
{
    int status = prepare(p);
    if (status != PREFIX_OK)
        return status;
    p->filled = p->issued = p->emptied = p->ended = 0;
    prefix__cuda_team_begin(&p->team, threads_of(p, threads));
    while (status == PREFIX_OK && p->ended < p->count) {
        int moved;
        status = advance(p, &moved);
        if (status == PREFIX_OK && !moved && !prefix__cuda_team_help(&p->team))
            status = idle(p);
    }
    prefix__cuda_team_end(&p->team);
    return status;
}
