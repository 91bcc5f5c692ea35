/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop of filter_strands.h, for the type of columns.h: strands stand in the lanes of two vectors. */
#include "shared/columns.h"
#include "shared/filter_strands.h"

#ifndef PREFIX_LIB_SHARED_FILTER_KERNEL_H
#define PREFIX_LIB_SHARED_FILTER_KERNEL_H

#define CHUNK 32 /* steps that are loaded at once, to the stack */
#define PAIR 2   /* vectors, so that one does not wait for the other */
#define STRANDS (PAIR * ROWS)

/* In place of steps of all strands, what the filter makes of them. With a constant order states stay in registers. */
KERNEL void filter_direct(const double *b, const double *a, double *columns, size_t steps, lanes states[][PAIR],
                          size_t order, int feedback)
{
    lanes z[PREFIX_FILTER_ORDER + 1][PAIR];
    UNROLL for (size_t i = 0; i < order; i++) memcpy(z[i], states[i], sizeof *z);
    for (size_t t = 0; t < steps; t++)
        UNROLL for (size_t k = 0; k < PAIR; k++)
        {
            double *const at = columns + t * STRANDS + k * ROWS;
            const lanes x = load_lanes(at), y = order > 0 ? b[0] * x + z[0][k] : b[0] * x;
            UNROLL for (size_t i = 0; i < order; i++)
            {
                const lanes sum = i + 1 < order ? z[i + 1][k] + b[i + 1] * x : b[i + 1] * x;
                z[i][k] = feedback ? sum - a[i] * y : sum;
            }
            store_lanes(at, y);
        }
    UNROLL for (size_t i = 0; i < order; i++) memcpy(states[i], z[i], sizeof *z);
}

KERNEL void filter_section(const double *c, double *columns, size_t steps, lanes states[][PAIR], int feedback)
{
    lanes z[2][PAIR];
    memcpy(z, states, sizeof z);
    for (size_t t = 0; t < steps; t++)
        UNROLL for (size_t k = 0; k < PAIR; k++)
        {
            double *const at = columns + t * STRANDS + k * ROWS;
            const lanes x = load_lanes(at), y = c[0] * x + z[0][k];
            z[0][k] = (feedback ? c[1] * x - c[3] * y : c[1] * x) + z[1][k];
            z[1][k] = feedback ? c[2] * x - c[4] * y : c[2] * x;
            store_lanes(at, y);
        }
    memcpy(states, z, sizeof z);
}

#define OF_ORDER(order)                                                                                                \
    case order:                                                                                                        \
        if (work->feedback)                                                                                            \
            filter_direct(b, a, columns, steps, z, order, 1);                                                          \
        else                                                                                                           \
            filter_direct(b, a, columns, steps, z, order, 0);                                                          \
        break;

static void filter_columns(const struct prefix_filter_work *work, double *columns, size_t steps, lanes (*z)[PAIR])
{
    const double *const b = work->coefficients, *const a = b + work->order + 1;
    for (size_t s = 0; s < work->sections; s++)
        if (work->feedback)
            filter_section(b + s * PREFIX__SECTION, columns, steps, z + 2 * s, 1);
        else
            filter_section(b + s * PREFIX__SECTION, columns, steps, z + 2 * s, 0);
    if (work->sections == 0)
        switch (work->order) {
            OF_ORDER(1)
            OF_ORDER(2)
            OF_ORDER(3)
            OF_ORDER(4)
        default:
            filter_direct(b, a, columns, steps, z, work->order, work->feedback);
            break;
        }
}

#endif

KERNEL void NAMED(load_pair)(const ELEMENT *rows, ptrdiff_t stride, double *columns, size_t k)
{
    lanes x[ROWS];
    NAMED(load_columns)(rows, stride, x);
    UNROLL for (size_t i = 0; i < ROWS; i++) store_lanes(columns + i * STRANDS + k * ROWS, x[i]);
}

KERNEL void NAMED(store_pair)(const double *columns, size_t k, ELEMENT *rows, ptrdiff_t stride)
{
    lanes x[ROWS];
    UNROLL for (size_t i = 0; i < ROWS; i++) x[i] = load_lanes(columns + i * STRANDS + k * ROWS);
    NAMED(store_columns)(x, rows, stride);
}

/* Steps from one of the strands on, to columns; or back. Vectors take what is whole. */
static void NAMED(load_steps)(const struct prefix__filter_strands *s, size_t from, size_t steps, double *columns)
{
    const ELEMENT *const in = (const ELEMENT *)s->in + (ptrdiff_t)from * s->direction;
    const size_t whole = s->direction > 0 && s->count == STRANDS ? steps / ROWS * ROWS : 0;
    for (size_t t = 0; t < whole; t += ROWS)
        for (size_t k = 0; k < PAIR; k++)
            NAMED(load_pair)(in + t + (ptrdiff_t)(k * ROWS) * s->in_stride, s->in_stride, columns + t * STRANDS, k);
    for (size_t t = whole; t < steps; t++)
        for (size_t k = 0; k < STRANDS; k++)
            columns[t * STRANDS + k] =
                k < s->count ? (double)in[(ptrdiff_t)t * s->direction + (ptrdiff_t)k * s->in_stride] : 0;
}

static void NAMED(store_steps)(const struct prefix__filter_strands *s, size_t from, size_t steps, const double *columns)
{
    ELEMENT *const out = (ELEMENT *)s->out + (ptrdiff_t)from * s->direction;
    const size_t whole = s->direction > 0 && s->count == STRANDS ? steps / ROWS * ROWS : 0;
    for (size_t t = 0; t < whole; t += ROWS)
        for (size_t k = 0; k < PAIR; k++)
            NAMED(store_pair)(columns + t * STRANDS, k, out + t + (ptrdiff_t)(k * ROWS) * s->out_stride, s->out_stride);
    for (size_t t = whole; t < steps; t++)
        for (size_t k = 0; k < s->count; k++)
            out[(ptrdiff_t)t * s->direction + (ptrdiff_t)k * s->out_stride] = (ELEMENT)columns[t * STRANDS + k];
}

static void NAMED(filter)(const struct prefix_filter_work *work, const struct prefix__filter_strands *s)
{
    _Alignas(64) double columns[CHUNK * STRANDS];
    lanes z[PREFIX_FILTER_ORDER][PAIR] = {{{0}}};
    for (size_t k = 0; k < s->count; k++)
        for (size_t i = 0; i < work->order; i++)
            z[i][k / ROWS][k % ROWS] = s->states[k * work->order + i];
    for (size_t from = 0; from < s->steps; from += CHUNK) {
        const size_t steps = s->steps - from < CHUNK ? s->steps - from : CHUNK;
        NAMED(load_steps)(s, from, steps, columns);
        filter_columns(work, columns, steps, z);
        if (s->out)
            NAMED(store_steps)(s, from, steps, columns);
    }
    for (size_t k = 0; k < s->count; k++)
        for (size_t i = 0; i < work->order; i++)
            s->states[k * work->order + i] = z[i][k / ROWS][k % ROWS];
}
