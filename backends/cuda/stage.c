/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans of host arrays, in pieces of whole tiles. Copies to the device, scans, and copies back run
 * at once, each on a stream of its own; pageable arrays go through pinned memory, filled and
 * emptied by the CPU meanwhile. Each piece leaves its carry on the device for the next one, so the
 * bits are those of one call, and memory is bounded however long the arrays are.
 */
#define _GNU_SOURCE
#include <sched.h>

#include "copy_team.h"
#include "session.h"

/* A piece, of the wider of input and output: one in eight of the array, within these bounds. */
#define PIECE_LEAST ((size_t)256 << 10)
#define PIECE_MOST ((size_t)4 << 20)
/* Up to here pinned arrays, too, are faster through memory that kernels can reach than by the engines. */
#define PINNED_DIRECT ((size_t)64 << 10)
/* Bytes that are worth a thread: to start one takes as long as to copy some hundred thousand. */
#define THREAD_BYTES ((size_t)2 << 20)

/* One call. Pieces are filled, issued, emptied and ended in order; these are the numbers of those that have been. */
struct run {
    struct prefix_session *session;
    struct prefix__cuda_stage *stage;
    const struct prefix__cuda_kernel *kernel;
    struct prefix__cuda_scan params;
    struct prefix_scan_work work; /* the caller's, on our stream */
    size_t in_size, out_size;
    size_t piece, pieces; /* elements in one; how many */
    int direct;           /* one small piece: over the bus by the kernel itself, sooner than the engines are started */
    size_t filled, issued, emptied, ended;
    struct prefix__cuda_copy fills[PREFIX__CUDA_SLOTS], drains[PREFIX__CUDA_SLOTS];
    struct prefix__cuda_team team;
};

static size_t count_of(const struct run *r, size_t piece)
{
    size_t done = piece * r->piece;
    return r->work.n - done < r->piece ? r->work.n - done : r->piece;
}

/* The first element of a piece in the arrays. */
static size_t place_of(const struct run *r, size_t piece)
{
    return r->work.reverse ? r->work.n - piece * r->piece - count_of(r, piece) : piece * r->piece;
}

static int slot_of(size_t piece)
{
    return (int)(piece % PREFIX__CUDA_SLOTS);
}

static char *in_buffer(const struct run *r, const struct prefix__cuda_buffer *buffer, size_t piece)
{
    return buffer->memory + (size_t)slot_of(piece) * r->piece * r->in_size;
}

static char *out_buffer(const struct run *r, const struct prefix__cuda_buffer *buffer, size_t piece)
{
    return buffer->memory + (size_t)slot_of(piece) * r->piece * r->out_size;
}

/* --- what a session keeps ------------------------------------------------------------------------ */

static int reserve(struct prefix_session *session, struct prefix__cuda_buffer *buffer, size_t bytes, int kind)
{
    if (bytes <= buffer->bytes)
        return PREFIX_OK;
    buffer->bytes = 0;
    prefix__cuda_scratch_free(buffer->memory, kind);
    buffer->memory = NULL;
    int status = prefix__cuda_scratch_alloc(session, (void **)&buffer->memory, bytes, kind);
    if (status == PREFIX_OK)
        buffer->bytes = bytes;
    return status;
}

/* A failure may leave anything in the handle. */
static cudaError_t make_stream(cudaStream_t *stream)
{
    cudaError_t error = *stream ? cudaSuccess : cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
    if (error != cudaSuccess)
        *stream = NULL;
    return error;
}

static cudaError_t make_event(cudaEvent_t *event)
{
    cudaError_t error = *event ? cudaSuccess : cudaEventCreateWithFlags(event, cudaEventDisableTiming);
    if (error != cudaSuccess)
        *event = NULL;
    return error;
}

static int make_ready(struct prefix_session *session)
{
    struct prefix__cuda_stage *stage = &session->stage;
    if (stage->ready)
        return PREFIX_OK;
    cudaError_t error = make_stream(&stage->in);
    if (error == cudaSuccess)
        error = make_stream(&stage->scan);
    if (error == cudaSuccess)
        error = make_stream(&stage->out);
    for (int i = 0; i < PREFIX__CUDA_SLOTS && error == cudaSuccess; i++) {
        error = make_event(&stage->copied[i]);
        if (error == cudaSuccess)
            error = make_event(&stage->scanned[i]);
        if (error == cudaSuccess)
            error = make_event(&stage->done[i]);
    }
    int status = prefix__cuda_check(session, error, "preparing for host arrays");
    if (status == PREFIX_OK)
        status =
            prefix__cuda_scratch_alloc(session, (void **)&stage->chain, 2 * sizeof *stage->chain, PREFIX_MEMORY_DEVICE);
    stage->ready = status == PREFIX_OK;
    return status;
}

void prefix__cuda_stage_free(struct prefix_session *session)
{
    struct prefix__cuda_stage *stage = &session->stage;
    cudaStream_t streams[] = {stage->in, stage->scan, stage->out};
    for (int i = 0; i < 3; i++)
        if (streams[i])
            cudaStreamDestroy(streams[i]);
    for (int i = 0; i < PREFIX__CUDA_SLOTS; i++) {
        cudaEvent_t events[] = {stage->copied[i], stage->scanned[i], stage->done[i]};
        for (int k = 0; k < 3; k++)
            if (events[k])
                cudaEventDestroy(events[k]);
    }
    prefix__cuda_scratch_free(stage->device_in.memory, PREFIX_MEMORY_DEVICE);
    prefix__cuda_scratch_free(stage->device_out.memory, PREFIX_MEMORY_DEVICE);
    prefix__cuda_scratch_free(stage->pinned_in.memory, PREFIX_MEMORY_PINNED);
    prefix__cuda_scratch_free(stage->pinned_out.memory, PREFIX_MEMORY_PINNED);
    prefix__cuda_scratch_free(stage->chain, PREFIX_MEMORY_DEVICE);
}

/* --- a piece -------------------------------------------------------------------------------------- */

static int fills(const struct run *r)
{
    return r->work.in_memory == PREFIX_MEMORY_HOST;
}

static int drains(const struct run *r)
{
    return r->work.out_memory == PREFIX_MEMORY_HOST;
}

/* Queues a piece whose input is in reach of the device. */
static int issue(struct run *r, size_t piece)
{
    struct prefix__cuda_stage *stage = r->stage;
    struct prefix__cuda_scan params = r->params;
    size_t count = count_of(r, piece), place = place_of(r, piece);
    int slot = slot_of(piece);
    const void *in = fills(r) ? in_buffer(r, &stage->pinned_in, piece) : (const char *)r->work.in + place * r->in_size;
    void *out = drains(r)     ? out_buffer(r, &stage->pinned_out, piece)
                : r->work.out ? (char *)r->work.out + place * r->out_size
                              : NULL;
    int in_copied = !r->direct && prefix__cuda_on_host(r->work.in_memory);
    int out_copied = !r->direct && prefix__cuda_on_host(r->work.out_memory);
    cudaError_t error = cudaSuccess;

    params.in = in_copied ? in_buffer(r, &stage->device_in, piece) : in;
    params.out = out_copied ? out_buffer(r, &stage->device_out, piece) : out;
    params.n = count;
    if (piece > 0)
        params.carry_from = stage->chain + piece % 2;
    if (piece < r->pieces - 1) {
        params.total = stage->chain + (piece + 1) % 2;
        params.total_form = PREFIX__CUDA_TOTAL_CARRY;
    }
    if (in_copied) {
        error = cudaMemcpyAsync((void *)params.in, in, count * r->in_size, cudaMemcpyHostToDevice, stage->in);
        if (error == cudaSuccess)
            error = cudaEventRecord(stage->copied[slot], stage->in);
        if (error == cudaSuccess)
            error = cudaStreamWaitEvent(stage->scan, stage->copied[slot], 0);
    }
    int status = prefix__cuda_check(r->session, error, "copying input to the device");
    if (status == PREFIX_OK)
        status = prefix__cuda_launch(r->session, &r->work, r->kernel, &params);
    if (status != PREFIX_OK)
        return status;
    r->work.workspace_fresh = 0;
    if (out_copied) {
        error = cudaEventRecord(stage->scanned[slot], stage->scan);
        if (error == cudaSuccess)
            error = cudaStreamWaitEvent(stage->out, stage->scanned[slot], 0);
        if (error == cudaSuccess)
            error = cudaMemcpyAsync(out, params.out, count * r->out_size, cudaMemcpyDeviceToHost, stage->out);
    }
    if (error == cudaSuccess)
        error = cudaEventRecord(stage->done[slot], out_copied ? stage->out : stage->scan);
    return prefix__cuda_check(r->session, error, "copying output from the device");
}

/* Moves the oldest piece of each state on where that can be done; *moved says whether any was. */
static int advance(struct run *r, int *moved)
{
    *moved = 0;
    if (r->ended < r->emptied && (!drains(r) || prefix__cuda_copy_done(&r->drains[slot_of(r->ended)]))) {
        r->ended++;
        *moved = 1;
    }
    if (r->emptied < r->issued) {
        size_t piece = r->emptied;
        cudaError_t error = cudaEventQuery(r->stage->done[slot_of(piece)]);
        if (error == cudaErrorNotReady)
            (void)cudaGetLastError(); /* which takes it for an error */
        else if (error != cudaSuccess)
            return prefix__cuda_check(r->session, error, "scanning host arrays");
        else {
            if (drains(r))
                prefix__cuda_team_copy(&r->team, &r->drains[slot_of(piece)],
                                       (char *)r->work.out + place_of(r, piece) * r->out_size,
                                       out_buffer(r, &r->stage->pinned_out, piece), count_of(r, piece) * r->out_size);
            r->emptied++;
            *moved = 1;
        }
    }
    if (r->filled < r->pieces && r->filled - r->ended < PREFIX__CUDA_SLOTS) {
        size_t piece = r->filled++;
        if (fills(r))
            prefix__cuda_team_copy(&r->team, &r->fills[slot_of(piece)], in_buffer(r, &r->stage->pinned_in, piece),
                                   (const char *)r->work.in + place_of(r, piece) * r->in_size,
                                   count_of(r, piece) * r->in_size);
        *moved = 1;
    }
    if (r->issued < r->filled && (!fills(r) || prefix__cuda_copy_done(&r->fills[slot_of(r->issued)]))) {
        *moved = 1;
        return issue(r, r->issued++);
    }
    return PREFIX_OK;
}

/* There is nothing to copy: what is awaited is a helper, or the device alone. */
static int idle(struct run *r)
{
    int helpers_busy = (fills(r) && r->issued < r->filled) || (drains(r) && r->ended < r->emptied);
    if (!helpers_busy)
        return prefix__cuda_check(r->session, cudaEventSynchronize(r->stage->done[slot_of(r->emptied)]),
                                  "scanning host arrays");
    sched_yield();
    return PREFIX_OK;
}

/* --- a call --------------------------------------------------------------------------------------- */

static int threads_of(const struct run *r)
{
    cpu_set_t set;
    size_t worth = 1 + r->work.n * ((fills(r) ? r->in_size : 0) + (drains(r) ? r->out_size : 0)) / THREAD_BYTES;
    size_t threads = 1;
    if (r->work.threads > 0)
        threads = (size_t)r->work.threads;
    else if (sched_getaffinity(0, sizeof set, &set) == 0)
        threads = (size_t)CPU_COUNT(&set);
    return (int)(r->pieces == 1 ? 1 : worth < threads ? worth : threads);
}

static int prepare(struct run *r)
{
    struct prefix__cuda_stage *stage = r->stage;
    size_t slots = r->pieces < PREFIX__CUDA_SLOTS ? r->pieces : PREFIX__CUDA_SLOTS;
    size_t in_bytes = slots * r->piece * r->in_size, out_bytes = slots * r->piece * r->out_size;
    int status = make_ready(r->session);
    if (status == PREFIX_OK && fills(r))
        status = reserve(r->session, &stage->pinned_in, in_bytes, PREFIX_MEMORY_PINNED);
    if (status == PREFIX_OK && drains(r))
        status = reserve(r->session, &stage->pinned_out, out_bytes, PREFIX_MEMORY_PINNED);
    if (status == PREFIX_OK && prefix__cuda_on_host(r->work.in_memory) && !r->direct)
        status = reserve(r->session, &stage->device_in, in_bytes, PREFIX_MEMORY_DEVICE);
    if (status == PREFIX_OK && prefix__cuda_on_host(r->work.out_memory) && !r->direct)
        status = reserve(r->session, &stage->device_out, out_bytes, PREFIX_MEMORY_DEVICE);
    return status;
}

static void cut(struct run *r)
{
    size_t wider = r->in_size > r->out_size ? r->in_size : r->out_size;
    size_t bytes = PIECE_LEAST; /* a power of two, and so a multiple of every tile */
    while (bytes < PIECE_MOST && bytes < r->work.n * wider / 8)
        bytes *= 2;
    r->piece = bytes / wider;
    r->pieces = (r->work.n - 1) / r->piece + 1;
    if (r->work.n * wider <= PINNED_DIRECT) {
        if (r->work.in_memory == PREFIX_MEMORY_PINNED)
            r->work.in_memory = PREFIX_MEMORY_HOST;
        if (r->work.out_memory == PREFIX_MEMORY_PINNED)
            r->work.out_memory = PREFIX_MEMORY_HOST;
    }
    /* Pinned memory of the caller's may not be mapped for kernels. */
    r->direct =
        r->pieces == 1 && r->work.in_memory != PREFIX_MEMORY_PINNED && r->work.out_memory != PREFIX_MEMORY_PINNED;
}

/* The stream's earlier work may be about the arrays: it is waited for. */
static int wait_for_stream(struct prefix_session *session, cudaStream_t stream)
{
    uint64_t id;
    int capturing;
    cudaError_t error = (cudaError_t)prefix__cuda_stream(stream, &id, &capturing);
    if (error == cudaSuccess && capturing) {
        session->host->error(session->owner, "a scan of host arrays cannot be captured");
        return PREFIX_ERROR_UNSUPPORTED;
    }
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    return prefix__cuda_check(session, error, "waiting for the stream");
}

int prefix__cuda_scan_staged(struct prefix_session *session, const struct prefix_scan_work *work,
                             const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params)
{
    struct run r = {
        .session = session,
        .stage = &session->stage,
        .kernel = kernel,
        .params = *params,
        .work = *work,
        .in_size = prefix__size_of(work->type),
        .out_size = prefix__size_of(work->output_type),
    };
    cut(&r);
    int status = wait_for_stream(session, (cudaStream_t)work->stream);
    if (status == PREFIX_OK)
        status = prepare(&r);
    if (status != PREFIX_OK)
        return status;
    r.work.stream = r.stage->scan;
    prefix__cuda_team_begin(&r.team, threads_of(&r));
    while (status == PREFIX_OK && r.ended < r.pieces) {
        int moved;
        status = advance(&r, &moved);
        if (status == PREFIX_OK && !moved && !prefix__cuda_team_help(&r.team))
            status = idle(&r);
    }
    prefix__cuda_team_end(&r.team);
    if (status != PREFIX_OK) { /* nothing that is queued may touch the caller's arrays after the return */
        cudaStreamSynchronize(r.stage->in);
        cudaStreamSynchronize(r.stage->scan);
        cudaStreamSynchronize(r.stage->out);
        (void)cudaGetLastError();
    }
    return status;
}
