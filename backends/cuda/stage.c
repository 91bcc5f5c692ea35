/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans of host arrays: copied to the device in pieces of whole tiles, scanned there, copied back.
 * Each piece leaves its carry on the device for the next one, so the bits are those of one call,
 * and device memory is bounded however long the arrays are.
 */
#include "session.h"

#define PIECE_BYTES ((size_t)32 << 20) /* of the wider of input and output */

static int reserve(struct prefix_session *session, int which, size_t bytes)
{
    if (bytes <= session->stage_bytes[which])
        return PREFIX_OK;
    session->stage_bytes[which] = 0;
    cudaFree(session->stage[which]);
    session->stage[which] = NULL;
    int status =
        prefix__cuda_check(session, cudaMalloc(&session->stage[which], bytes), "allocating memory for host arrays");
    if (status == PREFIX_OK)
        session->stage_bytes[which] = bytes;
    return status;
}

int prefix__cuda_scan_staged(struct prefix_session *session, const struct prefix_scan_work *work,
                             const struct prefix__cuda_kernel *kernel, struct prefix__cuda_scan *params)
{
    cudaStream_t stream = (cudaStream_t)work->stream;
    size_t in_size = prefix__size_of(work->type);
    size_t out_size = prefix__size_of(work->output_type);
    int in_host = prefix__cuda_on_host(work->in_memory), out_host = prefix__cuda_on_host(work->out_memory);
    size_t piece = PIECE_BYTES / (in_size > out_size ? in_size : out_size); /* a power of two, as tiles are */
    size_t room = work->n < piece ? work->n : piece;
    struct prefix__cuda_scan last = *params;
    int status = PREFIX_OK;

    if (in_host)
        status = reserve(session, 0, room * in_size);
    if (status == PREFIX_OK && out_host)
        status = reserve(session, 1, room * out_size);
    if (status == PREFIX_OK && work->n > piece && !session->chain)
        status = prefix__cuda_check(session, cudaMalloc((void **)&session->chain, 2 * sizeof *session->chain),
                                    "allocating memory for host arrays");

    for (size_t done = 0, turn = 0; status == PREFIX_OK && done < work->n; done += piece, turn++) {
        size_t count = work->n - done < piece ? work->n - done : piece;
        size_t at = work->reverse ? work->n - done - count : done;
        const char *in = (const char *)work->in + at * in_size;
        char *out = (char *)work->out + at * out_size;
        if (in_host)
            status = prefix__cuda_check(
                session, cudaMemcpyAsync(session->stage[0], in, count * in_size, cudaMemcpyHostToDevice, stream),
                "copying input to the device");
        if (status != PREFIX_OK)
            break;
        params->in = in_host ? session->stage[0] : in;
        params->out = out_host ? session->stage[1] : out;
        params->n = count;
        if (turn > 0)
            params->carry_from = session->chain + turn % 2;
        if (count == work->n - done) {
            params->total = last.total;
            params->total_form = last.total_form;
        } else {
            params->total = session->chain + (turn + 1) % 2;
            params->total_form = PREFIX__CUDA_TOTAL_CARRY;
        }
        status = prefix__cuda_launch(session, work, kernel, params);
        if (status == PREFIX_OK && out_host)
            status = prefix__cuda_check(
                session, cudaMemcpyAsync(out, session->stage[1], count * out_size, cudaMemcpyDeviceToHost, stream),
                "copying output from the device");
    }
    /* Waits on failure too: queued copies must not touch the caller's arrays after the return. */
    cudaError_t error = cudaStreamSynchronize(stream);
    return status == PREFIX_OK ? prefix__cuda_check(session, error, "scanning host arrays") : status;
}
