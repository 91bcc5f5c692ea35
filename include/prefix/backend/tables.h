/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: the work on images: summed-area tables and box filters. */
#ifndef PREFIX_BACKEND_TABLES_H
#define PREFIX_BACKEND_TABLES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * One summed-area table, and on demand that of the squares: both of width x height pixels, or with a border of
 * (width + 1) x (height + 1), whose first row and column are 0. Rows are a pitch apart, in bytes, a multiple of their
 * elements; what lies between them is nobody's. Floats are summed in the order of libprefix(7).
 */
struct prefix_integral_work {
    size_t size; /* of this struct, in bytes */
    int type;
    int output_type;      /* a sum's, as prefix_table_create() says */
    int square_type;      /* likewise, of squares */
    int border;           /* 0 or 1 */
    int threads;          /* CPU threads at most; 0: the backend's own rules */
    size_t channels;      /* 1 to 4, interleaved */
    size_t width, height; /* at least 1 each */
    const void *in;
    void *out;     /* disjoint from in; or without a border in itself, of the same type and pitch */
    void *squares; /* or NULL; disjoint from both */
    size_t in_pitch, out_pitch, square_pitch;
    int in_memory, out_memory, square_memory; /* of enum prefix_memory, never ANY; HOST for what is NULL */
    void *stream;                             /* the caller's device stream, or NULL */
};

/*
 * The mean of the window around each pixel of an image: of 2 radius + 1 rows and columns, less what lies outside. The
 * sum and its quotient are those of prefix_box_filter().
 */
struct prefix_box_filter_work {
    size_t size;          /* of this struct, in bytes */
    int type;             /* u8, u16 or f32 */
    int output_type;      /* type or f32 */
    int radius_type;      /* u8 or u16 */
    int threads;          /* CPU threads at most; 0: the backend's own rules */
    size_t channels;      /* 1 to 4, interleaved */
    size_t width, height; /* at least 1 each */
    size_t radius_x, radius_y;
    const void *in;
    void *out;         /* disjoint from in; or in itself, of the same type and pitch */
    const void *radii; /* or NULL; of each pixel, instead of radius_x and radius_y */
    size_t in_pitch, out_pitch, radius_pitch;
    int in_memory, out_memory, radius_memory; /* of enum prefix_memory, never ANY; HOST for what is NULL */
    void *stream;                             /* the caller's device stream, or NULL */
};

#ifdef __cplusplus
}
#endif

#endif
