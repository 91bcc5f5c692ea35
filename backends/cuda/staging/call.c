/* SPDX-License-Identifier: BSD-3-Clause */
#include "staging/call.h"

#include <string.h>

#include "base/context.h"
#include "memory/scratch.h"
#include "staging/pieces.h"

/*
 * Pageable arrays beyond this go in pieces through pinned memory, up to five times as fast; smaller ones would take a
 * sixth longer.
 */
#define PIECES_BEYOND ((size_t)4 << 20)

static int is_host(const struct prefix__cuda_array *array)
{
    void *given;
    memcpy(&given, array->place, sizeof given);
    return given && prefix__cuda_on_host(array->memory);
}

/* A copy between a pageable array and the device, in the stream's order. */
struct transfer {
    struct prefix__cuda_pieces pieces;
    char *there; /* on the device */
    cudaStream_t stream;
};

static int transfer_piece(void *user, size_t piece)
{
    const struct transfer *t = user;
    const struct prefix__cuda_pieces *p = &t->pieces;
    const struct prefix__cuda_stage *stage = &p->session->stage;
    char *there = t->there + prefix__cuda_piece_place(p, piece);
    const size_t bytes = prefix__cuda_piece_count(p, piece);
    cudaError_t error = p->from ? cudaMemcpyAsync(there, prefix__cuda_piece_in(p, &stage->pinned_in, piece, 1), bytes,
                                                  cudaMemcpyHostToDevice, t->stream)
                                : cudaMemcpyAsync(prefix__cuda_piece_in(p, &stage->pinned_out, piece, 1), there, bytes,
                                                  cudaMemcpyDeviceToHost, t->stream);
    if (error == cudaSuccess)
        error = cudaEventRecord(stage->done[prefix__cuda_slot_of(piece)], t->stream);
    return prefix__cuda_check(p->session, error, "copying host arrays");
}

/* Of from and to, the one on the host; the other is NULL. */
static int transfer(struct prefix_session *session, char *there, const void *from, void *to, size_t bytes, int threads,
                    cudaStream_t stream)
{
    struct transfer t = {
        .pieces =
            {
                .session = session,
                .n = bytes,
                .in_size = 1,
                .out_size = 1,
                .from = from,
                .to = to,
                .issue = transfer_piece,
                .user = &t,
            },
        .there = there,
        .stream = stream,
    };
    prefix__cuda_pieces_cut(&t.pieces);
    return prefix__cuda_pieces_run(&t.pieces, threads);
}

static int is_in_pieces(const struct prefix__cuda_array *array, size_t bytes)
{
    return array->memory == PREFIX_MEMORY_HOST && bytes > PIECES_BEYOND && !array->given_pitch;
}

/* From now on the call has the copy's pitch. */
static void close_gaps(struct prefix__cuda_array *array)
{
    const size_t row = array->elements / array->rows * array->size;
    if (*array->pitch != row && array->rows > 1)
        array->given_pitch = *array->pitch;
    *array->pitch = row;
}

/* From the given array to its copy, or back, in the stream's order. */
static cudaError_t copy_array(const struct prefix__cuda_array *array, size_t bytes, int back, cudaStream_t stream)
{
    const enum cudaMemcpyKind way = back ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
    void *const to = back ? array->given : array->copy;
    const void *const from = back ? array->copy : array->given;
    if (!array->given_pitch)
        return cudaMemcpyAsync(to, from, bytes, way, stream);
    const size_t row = bytes / array->rows, pitch = array->given_pitch;
    return cudaMemcpy2DAsync(to, back ? pitch : row, from, back ? row : pitch, row, array->rows, way, stream);
}

/* An array of no bytes has an address all the same. */
static int copy_in(struct prefix_session *session, const struct prefix__cuda_call *call,
                   struct prefix__cuda_array *array)
{
    const size_t bytes = array->elements * array->size;
    cudaStream_t stream = (cudaStream_t)call->stream;
    if (!is_host(array))
        return PREFIX_OK;
    if (array->pitch)
        close_gaps(array);
    const int is_read = !array->is_result || array->has_gaps, in_pieces = is_read && is_in_pieces(array, bytes);
    int status = prefix__cuda_allocate(session, &array->copy, bytes > 0 ? bytes : 1, stream);
    if (status != PREFIX_OK)
        return status;
    memcpy(&array->given, array->place, sizeof array->given);
    memcpy(array->place, &array->copy, sizeof array->copy);
    cudaError_t error = cudaSuccess;
    if (in_pieces)
        error = cudaStreamSynchronize(stream); /* its earlier work may be about the array */
    else if (is_read)
        error = copy_array(array, bytes, 0, stream);
    status = prefix__cuda_check(session, error, "copying an array to the device");
    if (status == PREFIX_OK && in_pieces)
        status = transfer(session, array->copy, array->given, NULL, bytes, call->threads, stream);
    return status;
}

static int copy_back(struct prefix_session *session, const struct prefix__cuda_call *call,
                     const struct prefix__cuda_array *array)
{
    const size_t bytes = array->elements * array->size;
    cudaStream_t stream = (cudaStream_t)call->stream;
    if (!array->copy || !array->is_result)
        return PREFIX_OK;
    if (is_in_pieces(array, bytes))
        return transfer(session, array->copy, NULL, array->given, bytes, call->threads, stream);
    return prefix__cuda_check(session, copy_array(array, bytes, 1, stream), "copying results from the device");
}

static int is_staged(const struct prefix__cuda_call *call)
{
    int is = 0;
    for (int i = 0; i < call->count; i++)
        is |= is_host(&call->arrays[i]);
    return is;
}

/* Counts go through memory of the call. */
static int run_counted(struct prefix_session *session, struct prefix__cuda_call *call)
{
    if (!call->counted)
        return call->run(session, call->work);
    uint64_t *const wanted = *call->counted;
    *call->counted = call->counts;
    *call->counted_memory = PREFIX_MEMORY_HOST;
    int status = call->run(session, call->work);
    if (status != PREFIX_OK)
        return status;
    return prefix__cuda_check(session,
                              cudaMemcpyAsync(wanted, call->counts, call->counted_words * sizeof *wanted,
                                              cudaMemcpyDefault, (cudaStream_t)call->stream),
                              "copying the count");
}

static int run_staged(struct prefix_session *session, struct prefix__cuda_call *call)
{
    int status = prefix__cuda_not_captured(session, call->stream, call->what);
    if (status != PREFIX_OK)
        return status;
    for (int i = 0; i < call->count && status == PREFIX_OK; i++)
        status = copy_in(session, call, &call->arrays[i]);
    if (status == PREFIX_OK)
        status = run_counted(session, call);
    for (int i = 0; i < call->count && status == PREFIX_OK; i++)
        status = copy_back(session, call, &call->arrays[i]);
    for (int i = 0; i < call->count; i++)
        status = prefix__cuda_release(session, call->arrays[i].copy, call->stream, status);
    int ended =
        prefix__cuda_check(session, cudaStreamSynchronize((cudaStream_t)call->stream), "waiting for the stream");
    return status != PREFIX_OK ? status : ended;
}

int prefix__cuda_call(struct prefix_session *session, struct prefix__cuda_call *call)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = is_staged(call) ? run_staged(session, call) : call->run(session, call->work);
    prefix__cuda_leave(&scope);
    return status;
}
