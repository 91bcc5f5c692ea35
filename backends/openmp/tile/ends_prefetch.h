/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where only what is before beginnings is asked for, what is read next is prefetched at least so many bytes before it is
 * read. On Intel's processors it counts in which part of a piece's work the prefetches come to a new page, whose lines the
 * processor prefetches itself behind the first ones: best where few of them are due at once. So the prefetches for a piece begin
 * some bytes into a page, wherever that begins itself. Two Xeon cores, 2^26 f32 in segments of 100, in arrays that
 * begin 0, 1024, 2048 and 3072 bytes into a page, ms: 11.6, 11.9, 11.9, 11.8; with the same distance for all of them
 * 11.6, 12.6, 13.9, 14.4. Where prefetches begin 512, 2048 and 3328 bytes into a page, of 4 14.3, 14.5, 13.5; of 7 14.1,
 * 14.3, 15.6.
 */
#ifndef PREFIX_BACKENDS_OPENMP_ENDS_H
#define PREFIX_BACKENDS_OPENMP_ENDS_H

#include "tile/chunks.h"
#include "tile/segment_starts.h"

#define ENDS_AHEAD 2816
#define MANY_PHASE 3328 /* of many offsets, beside which the next page comes */
#define OTHER_PHASE 512 /* behind rows */
#define MANY (PREFIX__OPENMP_MARKS / 5)
#define GROUP 16 /* offsets beside which a line is prefetched */

static inline struct prefix__openmp_ahead ahead_of_ends(const struct prefix__openmp_pipeline *p, size_t first,
                                                        size_t end, size_t passed)
{
    const size_t phase = passed > MANY ? MANY_PHASE : OTHER_PHASE;
    const uintptr_t nearest = (uintptr_t)(p->in + first * p->in_size) + ENDS_AHEAD;
    const size_t distance = ENDS_AHEAD + (phase - nearest) % PAGE_BYTES;
    const size_t behind = least(first + quotient(distance, p->in_size), end);
    return (struct prefix__openmp_ahead){behind, end - behind};
}

/*
 * Of what comes next, as many bytes, the lines that are prefetched beside offsets: while it is found out where segments
 * begin and while their totals are taken little is read, and memory would idle. The rest is prefetched beside rows. Two Xeon
 * cores, 2^24 f32 reduced in segments of 4, and half of them empty, ms where all is prefetched beside rows, where 512 bytes
 * of it are before these and 512 behind them, and so: 4.1, 3.8, 3.4; 5.5, 5.1, 4.7. Where there is one for
 * each element they are read as fast, and all is prefetched beside rows: of 1 7.2 and 7.0, in a large cache 6.3 and 6.1.
 */
static inline size_t share_of_offsets(const struct prefix__openmp_heads *heads, size_t bytes)
{
    if (heads->passed == PREFIX__OPENMP_MARKS)
        return 0;
    return least(heads->passed / GROUP * LINE_BYTES, bytes / 2);
}

/* Prefetches what is due before it is found out where segments begin; returns where all that is due ends, or NULL. */
static inline __attribute__((always_inline)) const char *
prefetch_before_rows(const struct prefix__openmp_next *next, size_t bytes, struct prefix__openmp_heads *heads)
{
    if (!next) {
        heads->lines = (struct prefix__openmp_lines){NULL, NULL};
        return NULL;
    }
    heads->lines = (struct prefix__openmp_lines){next->at, next->at + share_of_offsets(heads, bytes)};
    return next->at + bytes;
}

/* Has the rest prefetched beside rows, but for what is prefetched beside totals; where those are all results, nothing is. */
static inline void prefetch_beside_rows(const struct prefix__openmp_heads *heads, const char *end, size_t bytes,
                                    size_t rows, struct prefix__openmp_next *next)
{
    const size_t left = (size_t)(end - heads->lines.at);
    const size_t share = heads->passed < PREFIX__OPENMP_MARKS ? share_of_offsets(heads, bytes) : 0;
    next->at = heads->lines.at;
    next->beside = (uint16_t)((left - least(share, left) + rows * LINE_BYTES - 1) / (rows * LINE_BYTES) * LINE_BYTES);
}

#undef MANY
#undef GROUP

#endif
