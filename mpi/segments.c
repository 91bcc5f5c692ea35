/* SPDX-License-Identifier: BSD-3-Clause */
#include "segments.h"

#include <stdint.h>
#include <stdlib.h>

#include "error.h"

struct prefix__mpi_span prefix__mpi_span_of(const prefix_mpi_plan *plan, const struct prefix__mpi_heads *heads,
                                            size_t n)
{
    if (plan->reverse)
        return (struct prefix__mpi_span){n, n - heads->last, heads->first < n ? n - heads->first : 0};
    return (struct prefix__mpi_span){n, heads->first, heads->last};
}

static int overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    return (uintptr_t)a < (uintptr_t)b + b_bytes && (uintptr_t)b < (uintptr_t)a + a_bytes;
}

int prefix__mpi_check_segments(const prefix_mpi_plan *plan, int reduces, const void *in, const void *out, size_t n)
{
    const size_t head = prefix__mpi_head_size(plan);
    size_t most = plan->in_size > plan->out_size ? plan->in_size : plan->out_size;
    most = head > most ? head : most;
    if (reduces || plan->total)
        return prefix__mpi_fail(PREFIX_ERROR_UNSUPPORTED, "segments have no total");
    if (n == 0)
        return PREFIX_OK;
    if (!in || !out)
        return prefix__mpi_fail(PREFIX_ERROR_ARGUMENT, "%s is NULL", in ? "out" : "in");
    if (n > SIZE_MAX / most)
        return prefix__mpi_fail(PREFIX_ERROR_OVERFLOW, "n: %zu elements are more than memory has", n);
    if (in != out && overlap(in, n * plan->in_size, out, n * plan->out_size))
        return prefix__mpi_fail(PREFIX_ERROR_OVERLAP, "in and out overlap without being equal");
    if (overlap(plan->heads, n * head, out, n * plan->out_size))
        return prefix__mpi_fail(PREFIX_ERROR_OVERLAP, "the flags or keys overlap out");
    return PREFIX_OK;
}

int prefix__mpi_segment_start(const prefix_mpi_plan *plan, const struct prefix__mpi_channel *channel,
                              const struct prefix__mpi_totals *totals, size_t *start)
{
    const struct prefix__mpi_ends *ends = channel->ends;
    const int back = plan->reverse ? 1 : -1;
    int at = channel->rank;
    *start = totals->before;
    for (int rank = at + back; *start > 0 && !(at != channel->rank && ends[at].inner); rank += back) {
        int cut;
        if (channel->words[rank].count == 0)
            continue;
        int status = plan->reverse ? prefix__mpi_is_cut(plan, &ends[at], &ends[rank], &cut)
                                   : prefix__mpi_is_cut(plan, &ends[rank], &ends[at], &cut);
        if (status != PREFIX_OK || cut)
            return status;
        at = rank;
        --*start;
    }
    return PREFIX_OK;
}

/* Elements of which every tile of the canonical order has a whole number: those of the caller's own may be bytes. */
static size_t tile_of(const prefix_mpi_plan *plan)
{
    return plan->op ? 8192 : 32768;
}

/* Stretches of a part are counted in the order of the scan; this is the first element in that of the array. */
static size_t place(const prefix_mpi_plan *plan, const struct prefix__mpi_span *span, size_t first, size_t end)
{
    return plan->reverse ? span->n - end : first;
}

static int run(prefix_mpi_plan *plan, const void *in, void *out, size_t at, size_t count)
{
    return prefix_plan_run(plan->part, (const char *)in + at * plan->in_size, (char *)out + at * plan->out_size, count);
}

/* From the tile on in which the first segment begins, so that tiles are those of the part. What precedes it there is
 * scanned, too, and put back as it was. */
static int scan_others(prefix_mpi_plan *plan, const struct prefix__mpi_span *span, const void *in, void *out,
                       size_t lead)
{
    const size_t whole = lead - lead % tile_of(plan), kept = (lead - whole) * plan->out_size;
    const size_t at = place(plan, span, whole, span->n);
    char *from = (char *)out + place(plan, span, whole, lead) * plan->out_size;
    void *copy = NULL;
    int status = PREFIX_OK;
    if (kept > 0 && !(copy = malloc(kept)))
        return prefix__mpi_fail(PREFIX_ERROR_NOMEM, "no memory for the tile in which a segment begins");
    if (kept > 0)
        status = prefix_memory_copy(plan->ctx, copy, from, kept);
    if (status == PREFIX_OK)
        status = prefix_plan_set_init(plan->part, plan->carry_type, plan->has_init ? plan->init : NULL);
    if (status == PREFIX_OK)
        status = prefix__mpi_give_heads(plan, at, plan->part);
    if (status == PREFIX_OK)
        status = run(plan, in, out, at, span->n - whole);
    if (status == PREFIX_OK && kept > 0)
        status = prefix_memory_copy(plan->ctx, from, copy, kept);
    (void)prefix_plan_set_head_flags(plan->part, NULL);
    free(copy);
    return prefix__mpi_passed(plan->ctx, status);
}

int prefix__mpi_scan_segments(prefix_mpi_plan *plan, const struct prefix__mpi_span *span, const void *in, void *out,
                              const struct prefix__mpi_carry *carry, int goes_on)
{
    const size_t lead = goes_on ? span->lead : 0;
    int status = prefix_plan_set_total(plan->part, 0, NULL);
    if (status == PREFIX_OK && lead > 0)
        status = prefix_plan_set_init(plan->part, plan->carry_type, carry->have ? carry->value : NULL);
    if (status == PREFIX_OK && lead > 0)
        status = run(plan, in, out, place(plan, span, 0, lead), lead);
    if (status != PREFIX_OK)
        return prefix__mpi_passed(plan->ctx, status);
    return lead < span->n ? scan_others(plan, span, in, out, lead) : PREFIX_OK;
}
