/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Keys of a few elements and then their values, in turn, as long as no segment begins: the more streams there are, the
 * more Intel's processors read. Two Xeon cores, 2^26 by i32 keys of one run, ms, all keys of a part first and by 512
 * elements: i32 17.2 and 16.2, f32 18.5 and 16.2, i64 27.5 and 26.3, f64 28.4 and 26.3. Where any order will do, by 512
 * and 256, 2^24: i32 4.1 and 3.8, i64 6.6 and 6.5; rows of floats in runs of random lengths take a tenth longer by 256,
 * and u8 by 16 threads, 2^26, 2.60 and 2.68.
 *
 * Little is done between them, and where to read or to prefetch does not come of what keys have told, not even by a
 * conditional move: a processor goes on by what it predicts of branches, but waits for data. 2^24 in runs of random
 * lengths, ms, where it did, and so: i32 3.7 and 3.5, i64 5.9 and 5.5; from memory 4.7 and 4.3, 6.9 and 6.4.
 */
#include "tile/alternate.h"
#include "tile/chunks.h"
#include "tile/segment_starts.h"

#define TURN 256
#define TURN_LONGER 512

int prefix__openmp_takes_turns(const struct prefix__openmp_pipeline *p)
{
    return prefix__openmp_is_intel && p->heads->form == PREFIX_HEADS_KEYS && p->heads->size <= sizeof(uint64_t) &&
           !p->reverse && !p->widen;
}

size_t prefix__openmp_reduce_turns(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                   struct prefix__openmp_state *state)
{
    const size_t turn = p->ordered || p->in_size == 1 ? TURN_LONGER : TURN;
    const char *const last = p->in + (p->n - least(turn, p->n)) * p->in_size; /* place of a turn */
    const char *value = p->in + first * p->in_size;
    uint64_t words[TURN_LONGER / 64];
    struct prefix__openmp_next next = {.at = NULL};
    const struct prefix__openmp_next *const prefetched = p->prefetches && p->large ? &next : NULL;
    size_t i = 0;
    for (; first > 0 && i + turn <= count; i += turn, value += turn * p->in_size) {
        prefix__openmp_compare_keys(p->isa, p->heads, first + i, turn, words, LONE_AHEAD);
        if (prefix__openmp_has_heads(words, turn))
            break;
        next.at = next.end = last - value > LONE_AHEAD ? value + LONE_AHEAD : last;
        p->core.reduce(value, turn, state, prefetched);
    }
    return i;
}
