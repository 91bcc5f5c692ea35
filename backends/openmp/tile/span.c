/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements of a canonical tile by themselves. Whole rows are reduced as in any reduction, and of rows in which a span
 * begins or ends what belongs to it: in the tree of a row, which is its total, elements that count as the identity
 * change nothing, so the bits are those of the scan.
 */
#include "tile/span.h"
#include "tile/chunks.h"

/* Moves the state on. A scan prefetches nothing here: what comes next may be written by others. */
static void add_span(const struct prefix__openmp_pipeline *p, size_t tile, size_t end, size_t from, size_t to,
                     struct prefix__openmp_state *state)
{
    struct buffers b;
    const size_t row = quotient(PREFIX__ROW_BYTES, p->kernel.size);
    const int is_direct = !p->mirror_in && !p->widen;
    const int prefetches = is_direct && p->large && !p->out && prefix__openmp_is_intel;
    for (size_t at = from, length; at < to; at += length) {
        const size_t low = p->ordered ? (at - tile) & (row - 1) : 0;
        if (low > 0 || (p->ordered && to - at < row)) {
            const size_t first = at - low, count = least(row, end - first), high = least(row, low + to - at);
            length = high - low;
            p->kernel.reduce_row_part(fetch(p, &b, first, count, 1), low, high, count, state);
            continue;
        }
        length = to - at;
        if (p->ordered)
            length &= -row;
        if (!is_direct || p->ordered)
            length = least(length, reduced_at_once(p));
        struct prefix__openmp_next next;
        p->kernel.reduce(fetch(p, &b, at, length, p->ordered), length, state,
                         prefetches ? prefetch_lone(p, at, LONE_AHEAD, length, &next) : NULL);
    }
}

uint64_t prefix__openmp_reduce_span(const struct prefix__openmp_pipeline *p, size_t tile, size_t end, size_t from,
                                    size_t to)
{
    struct prefix__openmp_state state = prefix__openmp_begin(&p->kernel, 0);
    add_span(p, tile, end, from, to, &state);
    return state.local;
}

size_t prefix__openmp_reduce_spans(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t first,
                                   size_t most, uint64_t *carry, char *totals)
{
    const struct prefix_heads *heads = p->heads;
    const size_t end = tile + length;
    struct prefix__openmp_state state = prefix__openmp_begin(&p->kernel, *carry);
    size_t count = 0, at = tile;
    for (;; count++) {
        const uint64_t begin = prefix__index_at(heads->data, heads->size, first + count);
        if (begin >= at && begin < end) {
            state = prefix__openmp_begin(&p->kernel, p->carry);
            at = (size_t)begin;
        }
        if (count == most || first + count == heads->segments)
            break;
        const uint64_t until = prefix__index_at(heads->data, heads->size, first + count + 1);
        if (until >= end)
            break;
        if (until > at) { /* unless offsets decrease */
            add_span(p, tile, end, at, (size_t)until, &state);
            at = (size_t)until;
        }
        store_carry(p, totals + count * p->kernel.written, p->kernel.combine(state.carry, state.local));
    }
    add_span(p, tile, end, at, end, &state);
    *carry = p->kernel.combine(state.carry, state.local);
    return count;
}
