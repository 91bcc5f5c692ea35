/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows of box filters: the table that they are looked up in, where they end, and what their means are. */
#ifndef PREFIX_LIB_BOX_H
#define PREFIX_LIB_BOX_H

#include "shared/tables.h"

/* The rows or the columns of a window, less what lies outside: as places of a table with a border, first and last. */
static inline void prefix__window(size_t at, size_t radius, size_t length, size_t *first, size_t *last)
{
    *first = at > radius ? at - radius : 0;
    *last = length - at > radius ? at + radius + 1 : length;
}

/* Pixels of the largest window in a direction. */
static inline size_t prefix__window_most(size_t radius, size_t length)
{
    return radius < length / 2 ? 2 * radius + 1 : length;
}

/* The type of the table: u32 where the sum of every window fits. */
static inline int prefix__box_table_type(const struct prefix_box_filter_work *work)
{
    const size_t widest = work->radius_type == PREFIX_U8 ? UINT8_MAX : UINT16_MAX;
    const size_t columns = prefix__window_most(work->radii ? widest : work->radius_x, work->width);
    const size_t rows = prefix__window_most(work->radii ? widest : work->radius_y, work->height);
    if (prefix__is_float(work->type))
        return PREFIX_F64;
    return rows <= UINT32_MAX / (work->type == PREFIX_U8 ? UINT8_MAX : UINT16_MAX) / columns ? PREFIX_U32 : PREFIX_U64;
}

/* That of a dense table with a border, into memory that need not be there yet. */
static inline struct prefix_integral_work prefix__box_table(const struct prefix_box_filter_work *work, void *table)
{
    const int type = prefix__box_table_type(work);
    return (struct prefix_integral_work){
        .size = sizeof(struct prefix_integral_work),
        .type = work->type,
        .output_type = type,
        .border = 1,
        .threads = work->threads,
        .channels = work->channels,
        .width = work->width,
        .height = work->height,
        .in = work->in,
        .out = table,
        .in_pitch = work->in_pitch,
        .out_pitch = (work->width + 1) * work->channels * prefix__size_of(type),
        .in_memory = work->in_memory,
        .out_memory = work->in_memory,
        .square_memory = work->in_memory,
        .stream = work->stream,
    };
}

static inline size_t prefix__box_table_bytes(const struct prefix_integral_work *table)
{
    return table->out_pitch * (table->height + 1);
}

/* To nearest, ties to even, of what is less than 2^51: without a call, so that it can be done to vectors. */
static inline double prefix__round_even(double x)
{
    return (x + 0x1.8p52) - 0x1.8p52;
}

/* Between the least and the greatest element of the image; -0 does not occur. A NaN stays. */
static inline double prefix__limit(double mean, double least, double greatest)
{
    const double low = mean < least ? least : mean;
    return low > greatest ? greatest : low;
}

/* A table of an image, to look windows up in. */
struct prefix__box {
    const struct prefix_box_filter_work *work;
    const void *table;
    int type;               /* its elements' */
    double least, greatest; /* elements of an image of f32, -0 as +0 */
};

/* Elements of a row of f32, into least and greatest, which are infinities at first. */
void prefix__box_limits(const float *row, size_t n, float *least, float *greatest);
/* Pixels first to last - 1 of row y, each by itself. */
void prefix__box_pixels(const struct prefix__box *box, size_t y, size_t first, size_t last);

#endif
