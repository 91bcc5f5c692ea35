/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/integral.h"

#include "launch/box_filter.h"
#include "launch/integral.h"
#include "shared/types.h"
#include "staging/call.h"

enum { IN, OUT, THIRD, ARRAYS }; /* squares, or radii */

struct call {
    struct prefix_integral_work table;
    struct prefix_box_filter_work box;
    struct prefix__cuda_array arrays[ARRAYS];
};

static int run_integral(struct prefix_session *session, void *given)
{
    const struct call *c = given;
    return prefix__cuda_integral_on_device(session, &c->table);
}

static int run_box_filter(struct prefix_session *session, void *given)
{
    const struct call *c = given;
    return prefix__cuda_box_filter_on_device(session, &c->box);
}

int prefix__cuda_integral(struct prefix_session *session, const struct prefix_integral_work *work)
{
    struct call c = {.table = *work};
    struct prefix_integral_work *w = &c.table;
    const size_t in_row = w->width * w->channels, row = (w->width + (size_t)w->border) * w->channels;
    const size_t rows = w->height + (size_t)w->border;
    c.arrays[IN] = prefix__cuda_input(&w->in, in_row * w->height, prefix__size_of(w->type), w->in_memory);
    c.arrays[OUT] = prefix__cuda_result(&w->out, row * rows, prefix__size_of(w->output_type), w->out_memory);
    c.arrays[THIRD] = prefix__cuda_result(&w->squares, row * rows, prefix__size_of(w->square_type), w->square_memory);
    prefix__cuda_pitched(&c.arrays[IN], w->height, &w->in_pitch);
    prefix__cuda_pitched(&c.arrays[OUT], rows, &w->out_pitch);
    prefix__cuda_pitched(&c.arrays[THIRD], rows, &w->square_pitch);
    struct prefix__cuda_call call = {
        .what = "a table of host arrays",
        .arrays = c.arrays,
        .count = ARRAYS,
        .threads = w->threads,
        .stream = w->stream,
        .run = run_integral,
        .work = &c,
    };
    return prefix__cuda_call(session, &call);
}

int prefix__cuda_box_filter(struct prefix_session *session, const struct prefix_box_filter_work *work)
{
    struct call c = {.box = *work};
    struct prefix_box_filter_work *w = &c.box;
    const size_t pixels = w->width * w->height, elements = pixels * w->channels;
    c.arrays[IN] = prefix__cuda_input(&w->in, elements, prefix__size_of(w->type), w->in_memory);
    c.arrays[OUT] = prefix__cuda_result(&w->out, elements, prefix__size_of(w->output_type), w->out_memory);
    c.arrays[THIRD] = prefix__cuda_input(&w->radii, pixels, prefix__size_of(w->radius_type), w->radius_memory);
    prefix__cuda_pitched(&c.arrays[IN], w->height, &w->in_pitch);
    prefix__cuda_pitched(&c.arrays[OUT], w->height, &w->out_pitch);
    prefix__cuda_pitched(&c.arrays[THIRD], w->height, &w->radius_pitch);
    struct prefix__cuda_call call = {
        .what = "a box filter of host arrays",
        .arrays = c.arrays,
        .count = ARRAYS,
        .threads = w->threads,
        .stream = w->stream,
        .run = run_box_filter,
        .work = &c,
    };
    return prefix__cuda_call(session, &call);
}
