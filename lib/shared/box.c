/* SPDX-License-Identifier: BSD-3-Clause */
/* Box filters pixel by pixel: four elements of the table for each. */
#include "shared/box.h"

#include "shared/values.h"

#define LANES 16 /* side by side, as compilers keep to the order of comparisons */

void prefix__box_limits(const float *row, size_t n, float *least, float *greatest)
{
    float low[LANES], high[LANES];
    size_t i = 0;
    for (size_t j = 0; j < LANES; j++) {
        low[j] = *least;
        high[j] = *greatest;
    }
    for (; i + LANES <= n; i += LANES)
        for (size_t j = 0; j < LANES; j++) {
            low[j] = row[i + j] < low[j] ? row[i + j] : low[j];
            high[j] = row[i + j] > high[j] ? row[i + j] : high[j];
        }
    for (; i < n; i++) {
        low[0] = row[i] < low[0] ? row[i] : low[0];
        high[0] = row[i] > high[0] ? row[i] : high[0];
    }
    for (size_t j = 0; j < LANES; j++) {
        *least = low[j] < *least ? low[j] : *least;
        *greatest = high[j] > *greatest ? high[j] : *greatest;
    }
}

/* (D - B) - (C - A): of integers it is right whatever wrapped around. */
#define WINDOW(element)                                                                                                \
    ((((const element *)table)[d] - ((const element *)table)[b]) -                                                     \
     (((const element *)table)[c] - ((const element *)table)[a]))

PREFIX__SPECIALISED double sum_of(int type, const void *table, size_t a, size_t b, size_t c, size_t d)
{
    switch (type) {
    case PREFIX_U32:
        return WINDOW(uint32_t);
    case PREFIX_U64:
        return (double)WINDOW(uint64_t);
    default:
        return WINDOW(double);
    }
}

PREFIX__SPECIALISED void put(int type, char *row, size_t i, double mean)
{
    switch (type) {
    case PREFIX_U8:
        ((uint8_t *)row)[i] = (uint8_t)prefix__round_even(mean);
        break;
    case PREFIX_U16:
        ((uint16_t *)row)[i] = (uint16_t)prefix__round_even(mean);
        break;
    default:
        ((float *)row)[i] = (float)mean;
        break;
    }
}

static size_t radius_at(const struct prefix_box_filter_work *work, size_t x, size_t y)
{
    const void *row = (const char *)work->radii + y * work->radius_pitch;
    return work->radius_type == PREFIX_U8 ? ((const uint8_t *)row)[x] : ((const uint16_t *)row)[x];
}

/* With constants for the types. */
PREFIX__SPECIALISED void filter(const struct prefix__box *box, int type, int output_type, size_t y, size_t first,
                                size_t last)
{
    const struct prefix_box_filter_work *work = box->work;
    const size_t channels = work->channels, row = (work->width + 1) * channels;
    char *out = (char *)work->out + y * work->out_pitch;
    for (size_t x = first; x < last; x++) {
        size_t left, right, top, bottom, radius = work->radii ? radius_at(work, x, y) : 0;
        prefix__window(x, work->radii ? radius : work->radius_x, work->width, &left, &right);
        prefix__window(y, work->radii ? radius : work->radius_y, work->height, &top, &bottom);
        const double area = (double)((right - left) * (bottom - top));
        for (size_t k = 0; k < channels; k++) {
            const size_t upper = top * row + k, lower = bottom * row + k;
            double mean = sum_of(type, box->table, upper + left * channels, upper + right * channels,
                                 lower + left * channels, lower + right * channels) /
                          area;
            if (type == PREFIX_F64)
                mean = prefix__limit(mean, box->least, box->greatest);
            put(output_type, out, x * channels + k, mean);
        }
    }
}

PREFIX__SPECIALISED void filter_to(const struct prefix__box *box, int output_type, size_t y, size_t first, size_t last)
{
    if (box->type == PREFIX_U32)
        filter(box, PREFIX_U32, output_type, y, first, last);
    else if (box->type == PREFIX_U64)
        filter(box, PREFIX_U64, output_type, y, first, last);
    else
        filter(box, PREFIX_F64, output_type, y, first, last);
}

void prefix__box_pixels(const struct prefix__box *box, size_t y, size_t first, size_t last)
{
    switch (box->work->output_type) {
    case PREFIX_U8:
        filter_to(box, PREFIX_U8, y, first, last);
        break;
    case PREFIX_U16:
        filter_to(box, PREFIX_U16, y, first, last);
        break;
    default:
        filter_to(box, PREFIX_F32, y, first, last);
        break;
    }
}
