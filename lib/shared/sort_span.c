/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/sort_span.h"

#include <string.h>

#include "shared/sort_code.h"
#include "shared/types.h"

#define FEW 32            /* elements that are sorted by insertion */
#define COUNTED (1 << 16) /* elements from which on it pays to count keys of 16 bits */

static void *take(char **next, size_t bytes)
{
    char *memory = *next;
    *next = memory + (bytes + PREFIX__SORT_LINE - 1) / PREFIX__SORT_LINE * PREFIX__SORT_LINE;
    return memory;
}

size_t prefix__sort_lay_out(struct prefix__sort_span *span, const struct prefix_sort_work *work, size_t first, size_t n,
                            void *scratch)
{
    const size_t size = prefix__size_of(work->type), index = prefix__size_of(work->index_type);
    const size_t place = n - 1 <= UINT32_MAX ? 4 : 8;
    const int goes_along = work->value_size == 4 || work->value_size == 8;
    const size_t companion = work->indices ? index : goes_along ? work->value_size : work->values ? place : 0;
    char *base =
             scratch ? (char *)(((uintptr_t)scratch + PREFIX__SORT_LINE - 1) & -(uintptr_t)PREFIX__SORT_LINE) : NULL,
         *next = base;
    *span = (struct prefix__sort_span){.work = work, .first = first, .n = n, .gathers = work->values && !goes_along};
    span->pass = (struct prefix__sort_pass){
        .code = &work->code,
        .size = size,
        .companion = companion,
        .is_float = prefix__is_float(work->type),
        .first_place = work->indices ? first : 0,
        .digits = prefix__sort_digits(work),
    };
    struct prefix__sort_digits *digits = &span->pass.digits;
    span->counted =
        !companion && !span->pass.is_float && work->bits == 8 * (int)size && (size == 1 || (size == 2 && n >= COUNTED));
    if (span->counted) {
        digits->count = 1;
        digits->bits = work->bits;
    }
    span->counts = take(&next, ((size_t)digits->count << digits->bits) * sizeof *span->counts);
    span->keys_from = (const char *)work->keys + first * size;
    span->keys[0] = work->out ? (char *)work->out + first * size : take(&next, n * size);
    if (!span->counted)
        span->keys[1] = take(&next, n * size);
    if (companion) {
        span->companions_from = goes_along ? (const char *)work->values + first * companion : NULL;
        span->companions[0] = work->indices ? (char *)work->indices + first * companion
                              : goes_along  ? (char *)work->values_out + first * companion
                                            : take(&next, n * companion);
        span->companions[1] = take(&next, n * companion);
    }
    if (span->gathers && work->values == work->values_out)
        span->values_kept = take(&next, n * work->value_size);
    return (size_t)(next - base) + PREFIX__SORT_LINE;
}

size_t prefix__sort_scratch(const struct prefix_sort_work *work, size_t n)
{
    struct prefix__sort_span span;
    return n > 0 ? prefix__sort_lay_out(&span, work, 0, n, NULL) : 1;
}

void prefix__sort_find_ends(struct prefix__sort_span *span)
{
    for (size_t v = 1; v < (size_t)1 << span->pass.digits.bits; v++)
        span->counts[v] += span->counts[v - 1];
}

void prefix__sort_fill(const struct prefix__sort_span *span, size_t first, size_t last)
{
    const size_t size = span->pass.size;
    for (size_t v = first, at = v > 0 ? span->counts[v - 1] : 0; v < last; v++)
        for (const uint64_t key = v ^ span->work->code.flip; at < span->counts[v]; at++)
            prefix__sort_store(span->keys[0], at, size, key);
}

void prefix__sort_drop_digits(struct prefix__sort_span *span)
{
    struct prefix__sort_digits *digits = &span->pass.digits;
    const size_t values = (size_t)1 << digits->bits;
    int left = 0;
    for (int d = 0; d < digits->count; d++) {
        const size_t *counts = span->counts + (size_t)d * values;
        size_t v = 0;
        while (counts[v] == 0)
            v++;
        if (counts[v] == span->n)
            continue;
        memmove(span->counts + (size_t)left * values, counts, values * sizeof *counts);
        digits->shift[left++] = digits->shift[d];
    }
    digits->count = left;
}

/* The first of the passes would write over what it reads. */
static int is_kept(const struct prefix__sort_span *span, const void *from, const void *last_to)
{
    return from && from == last_to && span->pass.digits.count % 2 == 1;
}

void prefix__sort_keep(const struct prefix__sort_span *span, size_t first, size_t last)
{
    const size_t size = span->pass.size, companion = span->pass.companion, value = span->work->value_size;
    if (is_kept(span, span->keys_from, span->keys[0]))
        memcpy((char *)span->keys[1] + first * size, (const char *)span->keys_from + first * size,
               (last - first) * size);
    if (is_kept(span, span->companions_from, span->companions[0]))
        memcpy((char *)span->companions[1] + first * companion, (const char *)span->companions_from + first * companion,
               (last - first) * companion);
    if (span->values_kept)
        memcpy((char *)span->values_kept + first * value,
               (const char *)span->work->values + (span->first + first) * value, (last - first) * value);
}

void prefix__sort_set_pass(struct prefix__sort_span *span, int digit)
{
    struct prefix__sort_pass *pass = &span->pass;
    const int left = pass->digits.count - 1 - digit, to = left % 2, from = 1 - to;
    const int keeps_keys = is_kept(span, span->keys_from, span->keys[0]);
    const int keeps_companions = is_kept(span, span->companions_from, span->companions[0]);
    pass->digit = digit;
    pass->from = digit > 0 || keeps_keys ? span->keys[from] : span->keys_from;
    pass->to = left == 0 && !span->work->out ? NULL : span->keys[to];
    pass->companions = digit > 0 || keeps_companions ? span->companions[from] : span->companions_from;
    pass->companions_to = span->companions[to];
}

#define GATHER(bytes)                                                                                                  \
    for (size_t i = first; i < last; i++)                                                                              \
    memcpy(to + i * (bytes), from + prefix__sort_load(span->companions[0], i, span->pass.companion) * (bytes), bytes)

void prefix__sort_gather(const struct prefix__sort_span *span, size_t first, size_t last)
{
    const struct prefix_sort_work *work = span->work;
    const size_t size = work->value_size;
    char *const to = (char *)work->values_out + span->first * size;
    const char *const from = span->values_kept ? span->values_kept : (const char *)work->values + span->first * size;
    switch (size) {
    case 1:
        GATHER(1);
        break;
    case 2:
        GATHER(2);
        break;
    case 16:
        GATHER(16);
        break;
    default:
        GATHER(size);
        break;
    }
}

void prefix__sort_copy(const struct prefix__sort_span *span, size_t first, size_t last)
{
    const struct prefix_sort_work *work = span->work;
    const size_t size = span->pass.size, value = work->value_size, at = span->first + first, n = last - first;
    if (work->out && work->out != work->keys)
        memcpy((char *)work->out + at * size, (const char *)work->keys + at * size, n * size);
    if (work->values && work->values_out != work->values)
        memcpy((char *)work->values_out + at * value, (const char *)work->values + at * value, n * value);
    for (size_t i = at; work->indices && i < at + n; i++)
        prefix__sort_store(work->indices, i, span->pass.companion, i);
}

/* At most FEW elements: in order by insertion, and then written. */
static void sort_few(const struct prefix_sort_work *work, size_t first, size_t n)
{
    const size_t size = prefix__size_of(work->type), value = work->value_size;
    const int is_float = prefix__is_float(work->type);
    const uint64_t mask = prefix__sort_mask(work->bits);
    const char *const keys = (const char *)work->keys + first * size;
    uint64_t codes[FEW], kept[FEW];
    uint8_t places[FEW];
    char values[FEW * 64];
    for (size_t i = 0; i < n; i++) {
        kept[i] = prefix__sort_load(keys, i, size);
        const uint64_t code = prefix__sort_code(&work->code, kept[i], size, is_float) >> work->first_bit & mask;
        size_t at = i;
        for (; at > 0 && codes[at - 1] > code; at--) {
            codes[at] = codes[at - 1];
            places[at] = places[at - 1];
        }
        codes[at] = code;
        places[at] = (uint8_t)i;
    }
    if (work->values)
        memcpy(values, (const char *)work->values + first * value, n * value);
    for (size_t i = 0; i < n; i++) {
        if (work->out)
            prefix__sort_store((char *)work->out + first * size, i, size, kept[places[i]]);
        if (work->values)
            memcpy((char *)work->values_out + (first + i) * value, values + places[i] * value, value);
        if (work->indices)
            prefix__sort_store(work->indices, first + i, prefix__size_of(work->index_type), first + places[i]);
    }
}

void prefix__sort_span(const struct prefix_sort_work *work, size_t first, size_t n, void *scratch)
{
    struct prefix__sort_span span;
    if (n <= FEW && work->bits > 0) {
        sort_few(work, first, n);
        return;
    }
    prefix__sort_lay_out(&span, work, first, n, scratch);
    struct prefix__sort_pass *pass = &span.pass;
    const size_t values = (size_t)1 << pass->digits.bits;
    memset(span.counts, 0, (size_t)pass->digits.count * values * sizeof *span.counts);
    pass->from = span.keys_from;
    if (pass->digits.count == 0 || prefix__sort_count_all(pass, 0, n, span.counts)) {
        prefix__sort_copy(&span, 0, n);
        return;
    }
    if (span.counted) {
        prefix__sort_find_ends(&span);
        prefix__sort_fill(&span, 0, values);
        return;
    }
    prefix__sort_drop_digits(&span);
    prefix__sort_keep(&span, 0, n);
    for (int d = 0; d < pass->digits.count; d++) {
        size_t *places = span.counts + (size_t)d * values, at = 0;
        for (size_t v = 0; v < values; v++) {
            const size_t count = places[v];
            places[v] = at;
            at += count;
        }
        prefix__sort_set_pass(&span, d);
        prefix__sort_move(pass, 0, n, places, NULL);
    }
    if (span.gathers)
        prefix__sort_gather(&span, 0, n);
}
