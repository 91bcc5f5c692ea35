/* SPDX-License-Identifier: BSD-3-Clause */
/* A row of steps of a strip's lines, neighbours of which stand in the lanes of vectors; for the type of columns.h. */
#ifndef PREFIX_LIB_SHARED_RECURRENCE_STRIP_KERNEL_H
#define PREFIX_LIB_SHARED_RECURRENCE_STRIP_KERNEL_H

#include "shared/recurrence_lanes.h"
#include "shared/recurrence_strip.h"

#endif

#define ALONG (PREFIX__RECURRENCE_PITCH / sizeof(ELEMENT))

/* As is_plain(), of a row of steps of ROWS lines. */
KERNEL int NAMED(are_plain)(const ELEMENT *factors)
{
    NAMED(part_index) unlike = {0};
    BITS all = 0;
    for (size_t i = 0; i < ROW; i++) {
        NAMED(part_index) bits;
        memcpy(&bits, factors + i * ALONG, sizeof bits);
        unlike |= bits ^ PLAIN;
    }
    for (size_t k = 0; k < ROWS; k++)
        all |= unlike[k];
    return (all & PLAIN_MASK) == 0;
}

KERNEL lanes NAMED(load_step)(const void *from, size_t step, size_t line)
{
    PART part;
    memcpy(&part, (const ELEMENT *)from + step * ALONG + line, sizeof part);
    return __builtin_convertvector(part, lanes);
}

/* Of ROWS lines; is_constant: there are no factors. */
KERNEL void NAMED(scan_lines)(struct prefix__recurrence_strip *s, size_t line, int is_constant, double constant,
                              int plain)
{
    const double *const products = is_constant ? s->begun->a : NULL;
    const lanes y = load_lanes(s->y + line);
    struct before before = before_lanes(load_lanes(s->a + line), load_lanes(s->b + line));
    struct halves halves = {{{0}}, {{0}}};
    if (s->is_first)
        before.there = (truths){0};
    for (size_t block = 0; block < ROW; block += ROWS) {
        const int has_last = s->is_last && block == (s->steps - 1) / ROWS * ROWS;
        lanes a[ROWS], b[ROWS], last_b;
        UNROLL for (size_t i = 0; i < ROWS; i++)
        {
            a[i] = NAMED(load_step)(is_constant ? s->in : s->second, block + i, line);
            b[i] = NAMED(load_step)(s->in, block + i, line);
        }
        scan_block(block / ROWS, products, constant, a, b, &halves, plain);
        UNROLL for (size_t i = 0; i < ROWS && is_constant; i++) a[i] = load_lanes(products + (block + i) * ROWS);
        last_b = b[ROWS - 1];
        finish_block(&before, a, b, s->is_first, s->has_y ? &y : NULL, plain);
        UNROLL for (size_t i = 0; i < ROWS; i++)
        {
            const PART part = __builtin_convertvector(b[i], PART);
            memcpy((ELEMENT *)s->out + (block + i) * ALONG + line, &part, sizeof part);
        }
        if (has_last)
            memcpy(s->y + line, &b[(s->steps - 1) % ROWS], sizeof b[0]);
        if (block == ROW - ROWS) {
            if (!s->is_first)
                follow(before.a, before.b, &a[ROWS - 1], &last_b);
            store_lanes(s->a + line, a[ROWS - 1]);
            store_lanes(s->b + line, last_b);
        }
    }
}

static void NAMED(scan_strip)(const struct prefix_operator_work *work, struct prefix__recurrence_strip *s)
{
    const double constant = work->second ? 0 : *(const double *)work->state;
    for (size_t line = 0; line < s->lines; line += ROWS) {
        const int has_plain_y = !s->has_y || are_plain_y(s->y + line, 1, s->is_first ? NULL : s->a + line);
        const int plain =
            has_plain_y && (work->second ? NAMED(are_plain)((ELEMENT *)s->second + line) : s->begun->plain != 0);
        if (!plain)
            NAMED(scan_lines)(s, line, !work->second, constant, 0);
        else if (work->second)
            NAMED(scan_lines)(s, line, 0, 0, 1);
        else
            NAMED(scan_lines)(s, line, 1, constant, 1);
    }
}

#undef ALONG
