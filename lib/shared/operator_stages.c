/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/operator_stages.h"

#include <string.h>

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

void prefix__operator_load(const struct prefix_operator_work *work, size_t at, size_t count, void *elements)
{
    const ptrdiff_t size = (ptrdiff_t)work->in_size, step = work->reverse ? -size : size;
    const size_t place = place_of(work, at);
    const char *const in = (const char *)work->in + place * work->in_size;
    const char *const second = work->second ? (const char *)work->second + place * work->in_size : NULL;
    if (work->load)
        work->load(work->state, in, second, step, place, work->reverse ? -1 : 1, elements, count);
    else
        copy(elements, size, in, step, work->in_size, count);
}

void prefix__operator_store_at(const struct prefix_operator_work *work, size_t at, size_t count, const void *elements)
{
    const ptrdiff_t size = (ptrdiff_t)work->out_size, step = work->reverse ? -size : size;
    const size_t place = place_of(work, at);
    char *const out = (char *)work->out + place * work->out_size;
    if (work->store)
        work->store(work->state, elements, out, step, place, work->reverse ? -1 : 1, work->report, count);
    else
        copy(out, step, elements, size, work->out_size, count);
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
