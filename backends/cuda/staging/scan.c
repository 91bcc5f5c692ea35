/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans of host arrays, in pieces of whole tiles. Copies to the device, scans, and copies back run
 * at once, each on a stream of its own. Each piece leaves its carry on the device for the next one, so the
 * bits are those of one call, and memory is bounded however long the arrays are.
 */
#include "staging/scan.h"

#include "base/context.h"
#include "launch/scan.h"
#include "memory/scratch.h"
#include "shared/types.h"
#include "staging/pieces.h"
#include "staging/stage.h"

/* Up to here pinned arrays, too, are faster through memory that kernels can reach than by the engines. */
#define PINNED_DIRECT ((size_t)64 << 10)

/* One call. */
struct run {
    const struct prefix__cuda_kernel *kernel;
    struct prefix__cuda_scan params;
    struct prefix_scan_work work; /* the caller's, on our stream */
    int direct; /* one small piece: over the bus by the kernel itself, sooner than the engines start */
    struct prefix__cuda_pieces pieces;
};

/* Queues a piece whose input is in reach of the device. */
static int issue(void *user, size_t piece)
{
    struct run *r = user;
    const struct prefix__cuda_pieces *p = &r->pieces;
    struct prefix__cuda_stage *stage = &p->session->stage;
    struct prefix__cuda_scan params = r->params;
    const size_t count = prefix__cuda_piece_count(p, piece), place = prefix__cuda_piece_place(p, piece);
    const int slot = prefix__cuda_slot_of(piece);
    const void *in = p->from ? prefix__cuda_piece_in(p, &stage->pinned_in, piece, p->in_size)
                             : (const char *)r->work.in + place * p->in_size;
    void *out = p->to         ? prefix__cuda_piece_in(p, &stage->pinned_out, piece, p->out_size)
                : r->work.out ? (char *)r->work.out + place * p->out_size
                              : NULL;
    int in_copied = !r->direct && prefix__cuda_on_host(r->work.in_memory);
    int out_copied = !r->direct && prefix__cuda_on_host(r->work.out_memory);
    cudaError_t error = cudaSuccess;

    params.in = in_copied ? prefix__cuda_piece_in(p, &stage->device_in, piece, p->in_size) : in;
    params.out = out_copied ? prefix__cuda_piece_in(p, &stage->device_out, piece, p->out_size) : out;
    params.n = count;
    if (piece > 0)
        params.carry_from = stage->chain + piece % 2;
    if (piece < p->count - 1) {
        params.total = stage->chain + (piece + 1) % 2;
        params.total_form = PREFIX__CUDA_TOTAL_CARRY;
    }
    if (in_copied) {
        error = cudaMemcpyAsync((void *)params.in, in, count * p->in_size, cudaMemcpyHostToDevice, stage->in);
        if (error == cudaSuccess)
            error = cudaEventRecord(stage->copied[slot], stage->in);
        if (error == cudaSuccess)
            error = cudaStreamWaitEvent(stage->scan, stage->copied[slot], 0);
    }
    int status = prefix__cuda_check(p->session, error, "copying input to the device");
    if (status == PREFIX_OK)
        status = prefix__cuda_launch(p->session, &r->work, r->kernel, &params);
    if (status != PREFIX_OK)
        return status;
    r->work.workspace_fresh = 0;
    if (out_copied) {
        error = cudaEventRecord(stage->scanned[slot], stage->scan);
        if (error == cudaSuccess)
            error = cudaStreamWaitEvent(stage->out, stage->scanned[slot], 0);
        if (error == cudaSuccess)
            error = cudaMemcpyAsync(out, params.out, count * p->out_size, cudaMemcpyDeviceToHost, stage->out);
    }
    if (error == cudaSuccess)
        error = cudaEventRecord(stage->done[slot], out_copied ? stage->out : stage->scan);
    return prefix__cuda_check(p->session, error, "copying output from the device");
}

static void cut(struct run *r)
{
    struct prefix__cuda_pieces *p = &r->pieces;
    const size_t wider = p->in_size > p->out_size ? p->in_size : p->out_size;
    prefix__cuda_pieces_cut(p);
    if (p->n * wider <= PINNED_DIRECT) {
        if (r->work.in_memory == PREFIX_MEMORY_PINNED)
            r->work.in_memory = PREFIX_MEMORY_HOST;
        if (r->work.out_memory == PREFIX_MEMORY_PINNED)
            r->work.out_memory = PREFIX_MEMORY_HOST;
    }
    p->from = r->work.in_memory == PREFIX_MEMORY_HOST ? r->work.in : NULL;
    p->to = r->work.out_memory == PREFIX_MEMORY_HOST ? r->work.out : NULL;
    /* Pinned memory of the caller's may not be mapped for kernels. */
    r->direct =
        p->count == 1 && r->work.in_memory != PREFIX_MEMORY_PINNED && r->work.out_memory != PREFIX_MEMORY_PINNED;
}

static int prepare(struct run *r)
{
    const struct prefix__cuda_pieces *p = &r->pieces;
    struct prefix__cuda_stage *stage = &p->session->stage;
    const size_t elements = prefix__cuda_piece_slots(p) * p->piece;
    int status = prefix__cuda_stage_ready(p->session);
    if (status == PREFIX_OK && prefix__cuda_on_host(r->work.in_memory) && !r->direct)
        status = prefix__cuda_stage_reserve(p->session, &stage->device_in, elements * p->in_size, PREFIX_MEMORY_DEVICE);
    if (status == PREFIX_OK && prefix__cuda_on_host(r->work.out_memory) && !r->direct)
        status =
            prefix__cuda_stage_reserve(p->session, &stage->device_out, elements * p->out_size, PREFIX_MEMORY_DEVICE);
    return status;
}

int prefix__cuda_scan_staged(struct prefix_session *session, const struct prefix_scan_work *work,
                             const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params)
{
    struct run r = {
        .kernel = kernel,
        .params = *params,
        .work = *work,
        .pieces =
            {
                .session = session,
                .n = work->n,
                .in_size = prefix__size_of(work->type),
                .out_size = prefix__size_of(work->output_type),
                .reverse = work->reverse,
                .issue = issue,
                .user = &r,
            },
    };
    cut(&r);
    int status = prefix__cuda_not_captured(session, work->stream, "a scan of host arrays");
    if (status == PREFIX_OK) /* its earlier work may be about the arrays */
        status =
            prefix__cuda_check(session, cudaStreamSynchronize((cudaStream_t)work->stream), "waiting for the stream");
    if (status == PREFIX_OK)
        status = prepare(&r);
    if (status != PREFIX_OK)
        return status;
    r.work.stream = session->stage.scan;
    status = prefix__cuda_pieces_run(&r.pieces, work->threads);
    if (status != PREFIX_OK) { /* nothing that is queued may touch the caller's arrays after the return */
        cudaStreamSynchronize(session->stage.in);
        cudaStreamSynchronize(session->stage.scan);
        cudaStreamSynchronize(session->stage.out);
        (void)cudaGetLastError();
    }
    return status;
}
