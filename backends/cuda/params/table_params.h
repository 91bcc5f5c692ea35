/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of tables and box filters are told: shared by the host side and the kernels. */
#ifndef PREFIX_CUDA_PARAMS_TABLE_PARAMS_H
#define PREFIX_CUDA_PARAMS_TABLE_PARAMS_H

#include <stdint.h>

/* A tile is a half of a warp's: the order of floats hangs on its size. */
#define PREFIX__CUDA_TABLE_ROWS 64
#define PREFIX__CUDA_TABLE_COLUMNS 64

struct prefix__cuda_table {
    const void *in;
    void *out; /* its first element, behind the border */
    /* Of each channel: the right columns of its tiles, by tile and row, and the lower rows, by band and column. */
    void *right, *lower;
    uint64_t width, height, tiles, bands;
    uint64_t in_pitch, out_pitch; /* bytes */
    uint32_t channels;
    int type, output_type; /* of enum prefix_type */
    int squares, border;
};

/* Elements of a row that a block of a box filter takes at once. */
#define PREFIX__CUDA_BOX_CHUNK 1024

struct prefix__cuda_box {
    const void *in, *table, *radii; /* radii: or NULL */
    void *out;
    uint64_t width, height, in_pitch, out_pitch, radius_pitch;
    uint64_t radius_x, radius_y;
    /* Of an image of f32, as keys: unsigned integers of the same order. */
    uint32_t *least, *greatest;
    uint32_t channels;
    int output_type, radius_type;
};

#endif
