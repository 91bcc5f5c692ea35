/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the segments of sums of integers: what wraps around can be subtracted again, so a tile is scanned as if
 * there were no segments, and nobody asks where they begin. Two Xeon cores, 2^26 i32 in segments of 1, 7, 40, 500, ms:
 * cut where segments begin 28, 16, 13.4, 12.7; so 23.5, 12.6, 10.4, 9.7.
 */
#include "segmented_differences.h"

/*
 * Of accumulators of a piece of wide ones: by 1024 segments of 7 take 3 % less, others as much more. u8 in segments of
 * 40 and 500 take 2.6 and 2.2 ms by that, 2.4 and 2.0 by whole pieces.
 */
#define WIDE_BYTES 2048

int prefix__openmp_has_differences(const struct prefix__openmp_pipeline *p)
{
    return p->wraps && p->heads->form == PREFIX_HEADS_OFFSETS && !p->reverse && !p->unmap;
}

/* Totals of segments that end among elements; before has the results before each of them. */
static void take(const struct prefix__openmp_pipeline *p, size_t at, size_t count, const char *before, uint64_t *open,
                 struct totals *totals)
{
    const struct prefix_heads *heads = p->heads;
    size_t most, some;
    do {
        const char *offsets = (const char *)heads->data + totals->next * heads->size;
        most = least(PIECE_BYTES / totals->size, heads->segments - totals->next);
        write_aside(totals);
        some = p->isa->differences[heads->size == 8][log2_of(totals->size)](offsets, most, at, count, before, p->carry,
                                                                            open, room(totals), p->large);
        give(totals, some);
    } while (some == most && most > 0);
}

uint64_t prefix__openmp_reduce_by_differences(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                              uint64_t carry, struct totals *totals)
{
    struct buffers b;
    const size_t width = p->core.written, piece = (width < 4 ? PIECE_BYTES : WIDE_BYTES) / p->core.size;
    char *const scanned = b.scanned + LINE_BYTES, *const before = scanned - width;
    struct prefix__openmp_state state = {carry, p->core.identity};
    uint64_t open = p->carry; /* of a segment that began before, carry has it */
    put(p, before, carry);
    for (size_t i = 0, length; i < count; i += length) {
        const size_t at = first + i;
        const struct prefix__openmp_ahead ahead = ahead_by(p, at, BESIDE_AHEAD);
        struct prefix__openmp_next next;
        length = least(piece, count - i);
        p->core.scan(fetch(p, &b, at, length, 1), scanned, length, &state,
                     prefix__openmp_is_intel ? draw_lone(p, at, length, &next)
                                             : draw_next(p, &ahead, 0, length, &next));
        if (totals->next == 0) { /* elements before the first segment are of none */
            const uint64_t begin = prefix__index_at(p->heads->data, p->heads->size, 0);
            if (begin >= at && begin < at + length) {
                open = 0;
                memcpy(&open, before + (begin - at) * width, width);
            }
        }
        take(p, at, length, before, &open, totals);
        memcpy(before, scanned + (length - 1) * width, width);
    }
    return p->core.combine(state.carry, p->carry - open);
}
