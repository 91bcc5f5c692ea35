/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys, and runs written out again: the reference. What belongs to a run goes to a place at or
 * before its first element, which has been read: in place is safe.
 */
#include "serial/runs.h"

#include <string.h>

#include "serial/segmented.h"
#include "shared/carry.h"
#include "shared/heads.h"
#include "shared/types.h"

#define PIECE 128 /* elements that are looked at at once */

static void put_index(void *to, size_t size, size_t k, uint64_t value)
{
    if (size == 4)
        ((uint32_t *)to)[k] = (uint32_t)value;
    else
        ((uint64_t *)to)[k] = value;
}

/* A run that has ended is written if there is room, and if it counts. */
static void end_run(const struct prefix_runs_work *work, uint64_t *count, uint64_t begin, uint64_t end)
{
    if (work->nontrivial && end - begin < 2)
        return;
    if (*count < work->capacity) {
        if (work->offsets)
            put_index(work->offsets, work->index_size, *count, begin);
        if (work->lengths)
            put_index(work->lengths, work->index_size, *count, end - begin);
    }
    ++*count;
}

static uint64_t find_runs(const struct prefix_runs_work *work)
{
    const struct prefix_heads *keys = &work->keys;
    uint64_t count = 0, begin = 0;
    for (size_t at = 0; at < work->n; at += PIECE) {
        const size_t length = work->n - at < PIECE ? work->n - at : PIECE;
        uint64_t words[PIECE / 64];
        prefix__heads_by(prefix__heads_of_array, NULL, keys, work->n, 0, at, length, words);
        for (size_t i = 0; i < length; i++) {
            if (!prefix__bit(words, i))
                continue;
            if (at + i > 0)
                end_run(work, &count, begin, at + i);
            begin = at + i;
            if (work->unique && count < work->capacity)
                memmove((char *)work->unique + count * keys->size, (const char *)keys->data + begin * keys->size,
                        keys->size);
        }
    }
    end_run(work, &count, begin, work->n);
    return count;
}

int prefix__serial_runs(struct prefix_session *session, const struct prefix_runs_work *work)
{
    (void)session;
    if (work->scan) {
        const struct prefix_segmented_work segments = {
            .size = sizeof segments, .scan = work->scan, .heads = work->keys};
        prefix__serial_reduce_runs(&segments, work->capacity);
    }
    *work->count = find_runs(work);
    return PREFIX_OK;
}

int prefix__serial_expand(struct prefix_session *session, const struct prefix_expand_work *work)
{
    uint64_t at = 0;
    (void)session;
    for (size_t k = 0; k < work->runs; k++) {
        const char *value = (const char *)work->values + k * work->value_size;
        uint64_t length = prefix__index_at(work->lengths, work->index_size, k);
        uint64_t room = at < work->capacity ? work->capacity - at : 0;
        for (uint64_t i = 0; i < length && i < room; i++)
            memcpy((char *)work->out + (at + i) * work->value_size, value, work->value_size);
        if (__builtin_add_overflow(at, length, &at))
            at = UINT64_MAX;
    }
    *work->count = at;
    return PREFIX_OK;
}
