/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the segments that end in a canonical tile by the nodes of its rows (totals_float.h), or, where the order is
 * of no account, by vectors of each (totals_integer.h).
 */
#include "segments/by_trees.h"
#include "tile/chunks.h"
#include "tile/span.h"

#define GROUP_BYTES (8 * PREFIX__ROW_BYTES) /* of rows whose nodes are found at once */

int prefix__openmp_has_nodes(const struct prefix__openmp_pipeline *p)
{
    return p->core.totals && !p->reverse && !p->unmap && p->carry == p->core.identity;
}

/* What is prefetched that is read from a position on, up to another one, but for what has been. */
static struct prefix__openmp_lines lines_from(const struct prefix__openmp_pipeline *p, size_t at, size_t stop,
                                              const char *prefetched)
{
    const char *const from = p->in + at * p->in_size, *const end = p->in + stop * p->in_size;
    if (p->widen || !p->large)
        return (struct prefix__openmp_lines){NULL, NULL};
    return (struct prefix__openmp_lines){prefetched < from ? from : prefetched, end};
}

size_t prefix__openmp_reduce_by_nodes(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t stop,
                                      const struct prefix__openmp_segments *segments, uint64_t *carry, char *totals,
                                      struct prefix__openmp_aside *aside)
{
    struct buffers b;
    _Alignas(LINE_BYTES) char filled[GROUP_BYTES];
    const size_t size = p->core.size, in_size = p->widen ? size : p->in_size, group = GROUP_BYTES / size;
    const size_t most = p->widen ? PIECE_BYTES / size : PREFIX__OPENMP_NODE_BYTES / size, end = tile + length;
    struct prefix__openmp_segments left = *segments;
    struct prefix__openmp_state state = prefix__openmp_begin(&p->core, *carry);
    aside->next.at = NULL;
    for (size_t at = tile, some; at < end; at += some) {
        some = least(most, end - at);
        some = some < group ? some : some / group * group;
        aside->lines = lines_from(p, at, stop, aside->lines.at);
        const char *in = fetch(p, &b, at, some, 1);
        if (some < group) {
            memset(filled, 0, sizeof filled);
            memcpy(filled, in, some * in_size);
            in = filled;
        }
        const size_t ended = p->core.totals(in, some, &left, totals, &state, aside);
        left.offsets = (const char *)left.offsets + ended * left.size;
        left.count -= ended;
        left.first += some;
        totals += ended * p->core.written;
    }
    *carry = p->core.combine(state.carry, state.local);
    return segments->count - left.count;
}
