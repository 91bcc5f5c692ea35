/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The serial selection: the reference. A selected element moves to a place at or before its own, so in
 * place is safe; those that go after the selected ones wait in scratch memory then.
 */
#include "serial/select.h"

#include <string.h>

#include "shared/heads.h"
#include "shared/values.h"

enum { SELECTED, SECOND, REJECTED, GROUPS };

PREFIX__SPECIALISED uint64_t get(const void *array, size_t size, size_t i)
{
    switch (size) {
    case 1:
        return ((const uint8_t *)array)[i];
    case 2:
        return ((const uint16_t *)array)[i];
    case 4:
        return ((const uint32_t *)array)[i];
    default:
        return ((const uint64_t *)array)[i];
    }
}

PREFIX__SPECIALISED void put(void *array, size_t size, size_t i, uint64_t x)
{
    switch (size) {
    case 1:
        ((uint8_t *)array)[i] = (uint8_t)x;
        break;
    case 2:
        ((uint16_t *)array)[i] = (uint16_t)x;
        break;
    case 4:
        ((uint32_t *)array)[i] = (uint32_t)x;
        break;
    default:
        ((uint64_t *)array)[i] = x;
        break;
    }
}

PREFIX__SPECIALISED int passes(const struct prefix_test *t, size_t size, uint64_t x)
{
    const uint64_t sign = (uint64_t)1 << (8 * size - 1), ones = sign | (sign - 1);
    const uint64_t key = (x & sign ? x ^ t->flip : x) & t->mask;
    return (((key - t->first) & ones) <= t->range) != t->negate;
}

PREFIX__SPECIALISED int group_of(const struct prefix_select_work *work, size_t size, size_t i, uint64_t x,
                                 uint64_t before)
{
    const struct prefix_test *t = &work->test;
    switch (work->selector) {
    case PREFIX_SELECTOR_BYTES:
        return work->flags[i] ? SELECTED : REJECTED;
    case PREFIX_SELECTOR_BITS:
        return work->flags[i / 8] >> i % 8 & 1 ? SELECTED : REJECTED;
    case PREFIX_SELECTOR_HEADS:
        return i == 0 || prefix__keys_differ(x, before, t->mask, t->range) ? SELECTED : REJECTED;
    default:
        return passes(t, size, x) ? SELECTED : work->ways == 3 && passes(&work->second, size, x) ? SECOND : REJECTED;
    }
}

/* How many there are of each group. */
PREFIX__SPECIALISED void count_groups(const struct prefix_select_work *work, size_t size, uint64_t *counts)
{
    uint64_t before = 0;
    for (size_t i = 0; i < work->n; i++) {
        const uint64_t x = work->in ? get(work->in, size, i) : 0;
        counts[group_of(work, size, i, x, before)]++;
        before = x;
    }
}

static void write_selected(const struct prefix_select_work *work, size_t size, size_t place, size_t i, uint64_t x)
{
    if (work->out)
        put(work->out, size, place, x);
    if (work->indices)
        put(work->indices, prefix__size_of(work->index_type), place, i);
    if (work->values) {
        const size_t value_size = prefix__size_of(work->value_type);
        put(work->values_out, value_size, place, get(work->values, value_size, i));
    }
}

/* Sends the selected elements to their places from 0 on, the others to others, from those that are given on. */
PREFIX__SPECIALISED void write_groups(const struct prefix_select_work *work, size_t size, uint64_t *places,
                                      void *others, size_t room)
{
    uint64_t before = 0;
    for (size_t i = 0; i < work->n; i++) {
        const uint64_t x = work->in ? get(work->in, size, i) : 0;
        const int group = group_of(work, size, i, x, before);
        const uint64_t place = places[group]++;
        before = x;
        if (group != SELECTED) {
            if (place < room)
                put(others, size, place, x);
        } else if (place < work->capacity) {
            write_selected(work, size, place, i, x);
        }
    }
}

PREFIX__SPECIALISED int select_sized(const struct prefix_host *host, struct prefix_session *session,
                                     const struct prefix_select_work *work, size_t size)
{
    uint64_t places[GROUPS] = {0}, counts[GROUPS] = {0};
    if (work->rejects != PREFIX_REJECTS_BEHIND) {
        write_groups(work, size, places, work->rejected, work->rejected ? work->rejected_capacity : 0);
        work->count[0] = places[SELECTED];
        return PREFIX_OK;
    }
    count_groups(work, size, counts);
    char *after = (char *)work->out + counts[SELECTED] * size;
    const size_t others = work->n - counts[SELECTED], bytes = others * size;
    void *scratch = after;
    if (work->in == work->out && others > 0) {
        scratch = host->alloc(session, bytes);
        if (!scratch) {
            host->error(session, "out of memory: %zu bytes for the rejected elements", bytes);
            return PREFIX_ERROR_NOMEM;
        }
    }
    places[REJECTED] = counts[SECOND];
    write_groups(work, size, places, scratch, others);
    if (scratch != after) {
        memcpy(after, scratch, bytes);
        host->free(session, scratch);
    }
    work->count[0] = counts[SELECTED];
    if (work->ways == 3)
        work->count[1] = counts[SECOND];
    return PREFIX_OK;
}

int prefix__serial_select(const struct prefix_host *host, struct prefix_session *session,
                          const struct prefix_select_work *work)
{
    switch (prefix__size_of(work->type)) {
    case 1:
        return select_sized(host, session, work, 1);
    case 2:
        return select_sized(host, session, work, 2);
    case 4:
        return select_sized(host, session, work, 4);
    default:
        return select_sized(host, session, work, 8);
    }
}
