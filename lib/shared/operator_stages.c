/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/operator_stages.h"

#include <string.h>

#include "shared/heads.h"

#define ASIDE 1024 /* bytes */

static size_t place_of(const struct prefix_operator_work *work, size_t at)
{
    return work->reverse ? work->n - 1 - at : at;
}

/* Elements of size bytes; those of one side may go backwards. */
static void copy(char *to, ptrdiff_t to_step, const char *from, ptrdiff_t from_step, size_t size, size_t count)
{
    if (to_step == from_step) {
        memcpy(to, from, count * size);
        return;
    }
    for (size_t i = 0; i < count; i++, to += to_step, from += from_step)
        memcpy(to, from, size);
}

/* Bytes from an element to the next, in the order of the scan. */
static ptrdiff_t step_of(const struct prefix_operator_work *work, ptrdiff_t step, size_t size)
{
    return (work->reverse ? -step : step) * (ptrdiff_t)size;
}

/* A bit for each of at most 64 elements that the bitmap says is missing. */
static uint64_t missing_at(const struct prefix_operator_work *work, size_t at, size_t count)
{
    const struct prefix_validity *v = work->validity;
    const ptrdiff_t along = work->batch ? work->batch->valid_step : 1, step = step_of(work, along, 1);
    size_t bit = v->first + place_of(work, at) * (size_t)along;
    uint64_t word = 0;
    if (step == 1)
        return ~prefix__bits_at(v->bits + bit / 8, bit % 8, count) & (UINT64_MAX >> (64 - count));
    for (size_t i = 0; i < count; i++, bit += (size_t)step)
        word |= (uint64_t) !(v->bits[bit / 8] >> bit % 8 & 1) << i;
    return word;
}

/* A value to the places of missing elements. */
static void put_missing(const struct prefix_operator_work *work, size_t at, size_t count, const void *value, char *to,
                        ptrdiff_t step)
{
    for (size_t i = 0; i < count; i += 64)
        for (uint64_t which = missing_at(work, at + i, count - i < 64 ? count - i : 64); which; which &= which - 1)
            memcpy(to + (ptrdiff_t)(i + (size_t)__builtin_ctzll(which)) * step, value, work->element);
}

/* Of two inputs that lie in different steps: as if they were neighbours, some at a time. */
static void load_apart(const struct prefix_operator_work *work, const char *in, ptrdiff_t in_step, const char *second,
                       ptrdiff_t second_step, size_t place, char *elements, size_t count)
{
    _Alignas(16) char in_aside[ASIDE], second_aside[ASIDE];
    const ptrdiff_t size = (ptrdiff_t)work->in_size;
    const size_t most = ASIDE / work->in_size;
    for (size_t at = 0, some; at < count; at += some) {
        some = count - at < most ? count - at : most;
        copy(in_aside, size, in + (ptrdiff_t)at * in_step, in_step, work->in_size, some);
        copy(second_aside, size, second + (ptrdiff_t)at * second_step, second_step, work->in_size, some);
        work->load(work->state, in_aside, second_aside, size, work->reverse ? place - at : place + at,
                   work->reverse ? -1 : 1, elements + at * work->element, some);
    }
}

void prefix__operator_load(const struct prefix_operator_work *work, size_t at, size_t count, void *elements)
{
    const ptrdiff_t size = (ptrdiff_t)work->in_size, along = work->batch ? work->batch->in_step : 1;
    const ptrdiff_t step = step_of(work, along, work->in_size);
    const ptrdiff_t second_along = work->batch ? work->batch->second_step : 1;
    const size_t place = place_of(work, at);
    const char *const in = (const char *)work->in + (ptrdiff_t)place * along * size;
    const char *const second =
        work->second ? (const char *)work->second + (ptrdiff_t)place * second_along * size : NULL;
    if (second && second_along != along)
        load_apart(work, in, step, second, step_of(work, second_along, work->in_size), place, elements, count);
    else if (work->load)
        work->load(work->state, in, second, step, place, work->reverse ? -1 : 1, elements, count);
    else
        copy(elements, size, in, step, work->in_size, count);
    if (work->validity)
        put_missing(work, at, count, work->validity->identity, elements, size);
}

void prefix__operator_store_at(const struct prefix_operator_work *work, size_t at, size_t count, const void *elements)
{
    const ptrdiff_t size = (ptrdiff_t)work->out_size, along = work->batch ? work->batch->out_step : 1;
    const ptrdiff_t step = step_of(work, along, work->out_size);
    const size_t place = place_of(work, at);
    char *const out = (char *)work->out + (ptrdiff_t)place * along * size;
    if (work->store)
        work->store(work->state, elements, out, step, place, work->reverse ? -1 : 1, work->report, count);
    else
        copy(out, step, elements, size, work->out_size, count);
    if (work->validity && work->validity->blank)
        put_missing(work, at, count, work->validity->blank, out, step);
}

void prefix__operator_store_one(const struct prefix_operator_work *work, const void *element, void *to, size_t place)
{
    if (work->store)
        work->store(work->state, element, to, (ptrdiff_t)work->out_size, place, 1, work->report, 1);
    else
        memcpy(to, element, work->out_size);
}

void prefix__operator_store_total(const struct prefix_operator_work *work, const void *element)
{
    if (work->total_is_element)
        memcpy(work->total, (const char *)element + work->total_at, prefix__operator_total_size(work));
    else
        prefix__operator_store_one(work, element, work->total, work->reverse ? 0 : work->n - (work->n > 0));
}
