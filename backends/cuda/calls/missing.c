/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Missing elements are filled in, in the output or, of a reduction, in a copy; that is scanned as any other input, in
 * place, and the results at missing elements are blanked out. All of it is queued on the stream.
 */
#include "calls/missing.h"

#include <string.h>

#include "base/context.h"
#include "calls/operator.h"
#include "calls/scan.h"
#include "calls/segmented.h"
#include "launch/missing.h"
#include "memory/scratch.h"
#include "shared/types.h"
#include "staging/bits.h"
#include "staging/call.h"

enum { INPUT, OUTPUT, BITS, ARRAYS };

struct call {
    struct prefix_validity validity;
    const void *in;
    void *out; /* NULL: a reduction */
    size_t n, in_size, out_size, alignment;
    int type, output_type; /* 0: of the caller's own */
    int in_memory, out_memory, threads;
    void *stream;
    int reaches_host; /* for what no capture may hold, beside these arrays */
    int (*scan)(struct prefix_session *session, const struct call *call, void *filled);
    const void *work;
    struct prefix__cuda_array arrays[ARRAYS];
};

static int scan_filled(struct prefix_session *session, const struct call *c, void *filled)
{
    struct prefix_scan_work scan = *(const struct prefix_scan_work *)c->work;
    scan.type = scan.output_type;
    scan.in = filled;
    scan.out = c->out;
    scan.in_memory = scan.out_memory = PREFIX_MEMORY_DEVICE;
    scan.validity = NULL;
    return c->out ? prefix__cuda_scan(session, &scan) : prefix__cuda_reduce(session, &scan);
}

static int scan_filled_segments(struct prefix_session *session, const struct call *c, void *filled)
{
    struct prefix_segmented_work work = *(const struct prefix_segmented_work *)c->work;
    struct prefix_scan_work scan = *work.scan;
    work.scan = &scan;
    scan.type = scan.output_type;
    scan.in = filled;
    scan.out = c->out;
    scan.in_memory = scan.out_memory = PREFIX_MEMORY_DEVICE;
    scan.validity = NULL;
    return prefix__cuda_segmented(session, &work);
}

static int scan_filled_by_operator(struct prefix_session *session, const struct call *c, void *filled)
{
    struct prefix_operator_work work = *(const struct prefix_operator_work *)c->work;
    work.in = filled;
    work.out = c->out;
    work.in_memory = work.out_memory = PREFIX_MEMORY_DEVICE;
    work.validity = NULL;
    return prefix__cuda_operator_scan(session, &work);
}

/* Writes a value where elements are missing: by the bits that filling in has left, or by the caller's. */
static int blank(struct prefix_session *session, const struct call *c, const uint32_t *closed, const void *value,
                 void *to)
{
    struct prefix__cuda_blank params = {.out = to, .n = c->n, .bits = (const uint8_t *)closed};
    if (!closed) {
        params.bits = c->validity.bits;
        params.first = c->validity.first;
    }
    return prefix__cuda_blank_out(session, c->out_size, c->alignment, value, &params, c->stream);
}

static int fill(struct prefix_session *session, const struct call *c, uint32_t *closed, void *to)
{
    const struct prefix_validity *v = &c->validity;
    if (c->type) {
        struct prefix__cuda_fill params = {.in = c->in,
                                           .out = to,
                                           .n = c->n,
                                           .bits = v->bits,
                                           .first = v->first,
                                           .mask = v->mask,
                                           .range = v->range,
                                           .closed = closed};
        memcpy(&params.identity, v->identity, c->out_size);
        return prefix__cuda_fill_in(session, c->type, c->output_type, &params, c->stream);
    }
    int status = PREFIX_OK;
    if (to != c->in)
        status = prefix__cuda_check(
            session, cudaMemcpyAsync(to, c->in, c->n * c->in_size, cudaMemcpyDeviceToDevice, (cudaStream_t)c->stream),
            "copying elements");
    return status == PREFIX_OK ? blank(session, c, NULL, v->identity, to) : status;
}

static int run(struct prefix_session *session, void *given)
{
    const struct call *c = given;
    const size_t copy_bytes = c->out ? 0 : (c->n * c->out_size + 7) / 8 * 8;
    const size_t closed_bytes = c->validity.blank && prefix__is_float(c->type) ? (c->n + 31) / 32 * 4 : 0;
    char *scratch = NULL;
    int status = PREFIX_OK;
    if (c->reaches_host)
        status = prefix__cuda_not_captured(session, c->stream, "a call with its total or its segments in host memory");
    if (status == PREFIX_OK && copy_bytes + closed_bytes > 0)
        status = prefix__cuda_allocate(session, (void **)&scratch, copy_bytes + closed_bytes, c->stream);
    uint32_t *const closed = closed_bytes ? (uint32_t *)(scratch + copy_bytes) : NULL;
    void *const filled = c->out ? c->out : scratch;
    if (status == PREFIX_OK)
        status = fill(session, c, closed, filled);
    if (status == PREFIX_OK)
        status = c->scan(session, c, filled);
    if (status == PREFIX_OK && c->validity.blank)
        status = blank(session, c, closed, c->validity.blank, c->out);
    return prefix__cuda_release(session, scratch, c->stream, status);
}

static int begin(struct prefix_session *session, struct call *c)
{
    c->arrays[INPUT] = prefix__cuda_input(&c->in, c->n, c->in_size, c->in_memory);
    c->arrays[OUTPUT] = prefix__cuda_result(&c->out, c->n, c->out_size, c->out_memory);
    c->arrays[BITS] = prefix__cuda_bits(&c->validity, c->n);
    struct prefix__cuda_call call = {
        .what = "a scan of host arrays",
        .arrays = c->arrays,
        .count = ARRAYS,
        .threads = c->threads,
        .stream = c->stream,
        .run = run,
        .work = c,
    };
    return prefix__cuda_call(session, &call);
}

static struct call describe(const struct prefix_scan_work *scan)
{
    return (struct call){
        .validity = *scan->validity,
        .in = scan->in,
        .out = scan->out,
        .n = scan->n,
        .in_size = prefix__size_of(scan->type),
        .out_size = prefix__size_of(scan->output_type),
        .alignment = prefix__size_of(scan->output_type),
        .type = scan->type,
        .output_type = scan->output_type,
        .in_memory = scan->in_memory,
        .out_memory = scan->out_memory,
        .threads = scan->threads,
        .stream = scan->stream,
        .reaches_host = scan->total && prefix__cuda_on_host(scan->total_memory),
        .scan = scan_filled,
        .work = scan,
    };
}

int prefix__cuda_valid_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    if (!work->validity)
        return prefix__cuda_scan(session, work);
    struct call c = describe(work);
    return begin(session, &c);
}

int prefix__cuda_valid_reduction(struct prefix_session *session, const struct prefix_scan_work *work)
{
    return work->validity ? prefix__cuda_valid_scan(session, work) : prefix__cuda_reduce(session, work);
}

int prefix__cuda_valid_segmented(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    if (!work->scan->validity)
        return prefix__cuda_segmented(session, work);
    struct call c = describe(work->scan);
    c.reaches_host |= prefix__cuda_on_host(work->heads.memory);
    c.scan = scan_filled_segments;
    c.work = work;
    return begin(session, &c);
}

int prefix__cuda_valid_operator_scan(struct prefix_session *session, const struct prefix_operator_work *work)
{
    if (!work->validity)
        return prefix__cuda_operator_scan(session, work);
    if (work->batch) {
        session->host->error(session->owner, "missing: cuda skips none in batches by operators of the caller's own");
        return PREFIX_ERROR_UNSUPPORTED;
    }
    struct call c = {
        .validity = *work->validity,
        .in = work->in,
        .out = work->out,
        .n = work->n,
        .in_size = work->element,
        .out_size = work->element,
        .alignment = work->alignment,
        .in_memory = work->in_memory,
        .out_memory = work->out_memory,
        .threads = work->threads,
        .stream = work->stream,
        .reaches_host = (work->total && prefix__cuda_on_host(work->total_memory)) ||
                        (work->heads && prefix__cuda_on_host(work->heads->memory)),
        .scan = scan_filled_by_operator,
        .work = work,
    };
    return begin(session, &c);
}
