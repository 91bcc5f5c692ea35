/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/recurrence_lines.h"

#include <string.h>

#define SHORT 32 /* bytes of a run */
#define LONG 256 /* bytes of a run that are worth it to be copied past the caches */

static void begin(const struct prefix_operator_work *work, ptrdiff_t step, struct prefix__recurrence_side *side)
{
    side->count = 0;
    side->size = work->in_size;
    side->step = (work->reverse ? -step : step) * (ptrdiff_t)work->in_size;
    side->last = work->reverse ? (ptrdiff_t)(work->n - 1) * step * (ptrdiff_t)work->in_size : 0;
}

/* Lines come in order; element is the first of the next one, as it lies in memory. */
static void add_line(struct prefix__recurrence_side *side, size_t line, const char *element)
{
    char *const from = (char *)element + side->last;
    struct prefix__recurrence_run *const run = side->runs + side->count;
    if (side->count > 0 && run[-1].from + run[-1].bytes == from)
        run[-1].bytes += side->size;
    else
        side->runs[side->count++] = (struct prefix__recurrence_run){from, line, side->size};
}

void prefix__recurrence_find(const struct prefix_operator_work *work, const struct prefix__rows *rows, size_t first,
                             size_t count, struct prefix__recurrence_sides *sides)
{
    begin(work, work->batch->in_step, &sides->in);
    begin(work, work->batch->second_step, &sides->second);
    begin(work, work->batch->out_step, &sides->out);
    for (size_t k = 0; k < count; k++) {
        struct prefix__row row;
        prefix__rows_get(rows, first + k, 1, &row);
        add_line(&sides->in, k, row.in);
        add_line(&sides->out, k, row.out);
        if (work->second)
            add_line(&sides->second, k, (const char *)work->second + row.second);
    }
}

/* Short runs, of which there may be many, by elements of f32: faster than by a call for each. */
static void move(const void *from, void *to, size_t bytes)
{
    if (bytes >= SHORT) {
        memcpy(to, from, bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i += sizeof(float))
        memcpy((char *)to + i, (const char *)from + i, sizeof(float));
}

void prefix__recurrence_gather(const struct prefix__recurrence_side *side, size_t at, size_t steps, char *to)
{
    for (size_t r = 0; r < side->count; r++) {
        const struct prefix__recurrence_run run = side->runs[r];
        for (size_t i = 0; i < steps; i++)
            move(run.from + (ptrdiff_t)(at + i) * side->step, to + i * PREFIX__RECURRENCE_PITCH + run.line * side->size,
                 run.bytes);
    }
}

void prefix__recurrence_scatter(const struct prefix__recurrence_side *side, size_t at, size_t steps, const char *from,
                                prefix__recurrence_copy_fn *copy)
{
    for (size_t r = 0; r < side->count; r++) {
        const struct prefix__recurrence_run run = side->runs[r];
        prefix__recurrence_copy_fn *const move_run = copy && run.bytes >= LONG ? copy : move;
        for (size_t i = 0; i < steps; i++)
            move_run(from + i * PREFIX__RECURRENCE_PITCH + run.line * side->size,
                     run.from + (ptrdiff_t)(at + i) * side->step, run.bytes);
    }
}
