/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans by operators of the caller's own: one launch, of many rows, too. Reductions of segments are inclusive scans
 * into memory of the call, of which each segment's last element is picked.
 */
#include "launch/operator.h"

#include <string.h>

#include "base/context.h"
#include "base/device.h"
#include "base/driver.h"
#include "compile/operator.h"
#include "launch/head_bits.h"
#include "launch/recurrence.h"
#include "memory/scratch.h"
#include "memory/workspace.h"
#include "shared/operator_stages.h"
#include "shared/operator_tile.h"

#define PICK_BLOCKS 8 /* on a multiprocessor, at most */

_Static_assert(PREFIX__ELEMENT_MAX <= PREFIX__CUDA_OPERATOR_ELEMENT, "an element goes with each launch");

static void set_value(uint64_t *value, const struct prefix_operator_work *work)
{
    if (work->first || work->identity)
        memcpy(value, work->first ? work->first : work->identity, work->element);
}

static void copy_state(unsigned char *state, const struct prefix_operator_work *work)
{
    if (work->state)
        memcpy(state, work->state, work->state_bytes);
}

static int queue(struct prefix_session *session, const struct prefix__cuda_compiled *kernel,
                 const struct prefix__cuda_grid *grid, void *stream, void **arguments, const char *what)
{
    return prefix__cuda_check(
        session, (cudaError_t)prefix__cuda_launch_kernel(kernel->function, grid, (cudaStream_t)stream, arguments),
        what);
}

/* The state goes with the launch. */
static int launch(struct prefix_session *session, const struct prefix_operator_work *work,
                  struct prefix__cuda_operator *params)
{
    struct prefix__cuda_compiled kernel;
    struct prefix__cuda_workspace *own = NULL;
    _Alignas(16) unsigned char state[PREFIX__CUDA_OPERATOR_STATE] = {0};
    struct prefix__cuda_scan *scan = &params->scan;
    const uint64_t tiles = (scan->n - 1) / (PREFIX__TILE_ROWS * prefix__operator_row(work->element)) + 1;
    const size_t words = ((work->element + 3) / 4 + (work->heads != NULL)) *
                         (tiles + tiles / PREFIX__CUDA_OPERATOR_GROUP(work->element));
    const size_t rows = work->batch ? work->batch->rows : 1;
    if (tiles > INT32_MAX / rows) {
        session->host->error(session->owner, "n: %zu rows of %zu elements are too many for a device", rows, work->n);
        return PREFIX_ERROR_OVERFLOW;
    }
    scan->tiles = tiles;
    params->row_words = words;
    int status = prefix__cuda_operator_function(session, work, PREFIX__CUDA_OPERATOR_SCAN, &kernel);
    if (status == PREFIX_OK && tiles > 1)
        status = prefix__cuda_workspace_for_call(session, (PREFIX__CUDA_HEADER_WORDS + rows * words) * sizeof(uint64_t),
                                                 work->stream, scan, &own);
    if (status != PREFIX_OK)
        return status;
    copy_state(state, work);
    /* As in launch/scan.c. */
    const struct prefix__cuda_grid grid = {(unsigned int)(rows * tiles), PREFIX__CUDA_OPERATOR_THREADS, 0, 0,
                                           kernel.dependent && !(own && session->cleared)};
    status = queue(session, &kernel, &grid, work->stream, (void *[]){params, state}, "launching a scan by an operator");
    return prefix__cuda_workspace_used(session, own, work->stream, status);
}

int prefix__cuda_operator_scan_into(struct prefix_session *session, const struct prefix_operator_work *work, void *out,
                                    void *total)
{
    void *bits = NULL;
    struct prefix__cuda_operator params = {
        .scan = {.in = work->in,
                 .out = out,
                 .n = work->n,
                 .total = total,
                 .exclusive = work->kind == PREFIX_EXCLUSIVE && work->out,
                 .reverse = work->reverse != 0},
        .report = work->report,
        .second = work->second,
        .has_before = work->first != NULL,
        .total_is_element = work->total_is_element != 0,
        .total_at = (uint8_t)work->total_at,
        .total_bytes = (uint8_t)prefix__operator_total_size(work),
    };
    int status = PREFIX_OK;
    set_value(params.value, work);
    if (work->firsts) {
        params.firsts = work->firsts;
        params.first_bytes = work->first_is_element ? (uint8_t)work->total_bytes : 0;
    }
    if (work->batch && work->second)
        params.second_is_one = work->batch->second_step == 0;
    if (work->batch && work->batch->dims > 0) {
        params.in_row = work->batch->dim[0].in_step * (int64_t)work->in_size;
        params.out_row = work->batch->dim[0].out_step * (int64_t)work->out_size;
        params.second_row = work->batch->dim[0].second_step * (int64_t)work->in_size;
        params.total_row = (int64_t)prefix__operator_total_size(work);
    }
    if (work->heads) {
        params.heads = work->heads->data;
        params.first = work->heads->first;
        params.mask = work->heads->mask;
        params.range = work->heads->range;
    }
    if (work->heads && work->heads->form == PREFIX_HEADS_OFFSETS) {
        status = prefix__cuda_look_at_device(session);
        if (status == PREFIX_OK)
            status = prefix__cuda_make_head_bits(session, work->heads->data, work->heads->size,
                                                 work->heads->segments + 1, work->n, 0, work->stream, &bits);
        params.heads = bits;
        params.first = 0;
    }
    if (status == PREFIX_OK && work->report)
        status = prefix__cuda_check(
            session, cudaMemsetAsync(work->report, 0xff, sizeof *work->report, (cudaStream_t)work->stream),
            "beginning a report");
    if (status == PREFIX_OK)
        status = launch(session, work, &params);
    return prefix__cuda_release(session, bits, work->stream, status);
}

int prefix__cuda_operator_pick(struct prefix_session *session, const struct prefix_operator_work *work,
                               struct prefix__cuda_pick *params)
{
    struct prefix__cuda_compiled kernel;
    struct prefix__cuda_grid grid = {1, PREFIX__CUDA_OPERATOR_THREADS, 0, 0, 0};
    _Alignas(16) unsigned char state[PREFIX__CUDA_OPERATOR_STATE] = {0};
    int status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK)
        status = prefix__cuda_operator_function(session, work, PREFIX__CUDA_OPERATOR_PICK, &kernel);
    if (status != PREFIX_OK)
        return status;
    const uint64_t blocks = (params->segments - 1) / PREFIX__CUDA_OPERATOR_THREADS + 1;
    const unsigned int most = session->multiprocessors * PICK_BLOCKS;
    grid.blocks = blocks < most ? (unsigned int)blocks : most;
    params->n = work->n;
    params->reverse = work->reverse != 0;
    set_value(params->value, work);
    copy_state(state, work);
    return queue(session, &kernel, &grid, work->stream, (void *[]){params, state}, "picking the totals of segments");
}

static int reduce_segments(struct prefix_session *session, const struct prefix_operator_work *work)
{
    void *scanned = NULL;
    int status = PREFIX_OK;
    if (work->n > 0)
        status = prefix__cuda_allocate(session, &scanned, work->n * work->out_size, work->stream);
    if (status == PREFIX_OK && work->n > 0)
        status = prefix__cuda_operator_scan_into(session, work, scanned, NULL);
    struct prefix__cuda_pick params = {
        .from = scanned,
        .to = work->total,
        .begins = work->heads->data,
        .segments = work->heads->segments,
        .index_size = (uint32_t)work->heads->size,
    };
    if (status == PREFIX_OK)
        status = prefix__cuda_operator_pick(session, work, &params);
    return prefix__cuda_release(session, scanned, work->stream, status);
}

int prefix__cuda_operator_on_device(struct prefix_session *session, const struct prefix_operator_work *work)
{
    if (work->recurrence_type)
        return prefix__cuda_recurrence_on_device(session, work);
    return work->heads && !work->out ? reduce_segments(session, work)
                                     : prefix__cuda_operator_scan_into(session, work, work->out, work->total);
}

int prefix__cuda_operator_make_ready(struct prefix_session *session, const struct prefix_operator_work *work)
{
    struct prefix__cuda_compiled kernel;
    int status = prefix__cuda_operator_function(session, work, PREFIX__CUDA_OPERATOR_SCAN, &kernel);
    if (status == PREFIX_OK && work->heads)
        status = prefix__cuda_operator_function(session, work, PREFIX__CUDA_OPERATOR_PICK, &kernel);
    return status;
}
