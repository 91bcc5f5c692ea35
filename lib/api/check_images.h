/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of what has rows: each returns PREFIX_OK, or sets the error and returns its status. */
#ifndef PREFIX_LIB_API_CHECK_IMAGES_H
#define PREFIX_LIB_API_CHECK_IMAGES_H

#include <stddef.h>

#include <prefix/prefix.h>

/* Rows of pixels, a pitch apart: an image, a table, or radii. */
struct prefix__image {
    const char *name;
    const void *data;
    size_t element, channels; /* bytes of an element, and elements of a pixel */
    size_t width, height;     /* pixels, at least 1 each */
    size_t *pitch;            /* bytes; 0 becomes that of rows that follow each other */
};

int prefix__check_channels(prefix_ctx *ctx, size_t channels);
int prefix__check_image(prefix_ctx *ctx, const struct prefix__image *image);
/* What is written, against another; may_be_equal: it may also be the other, in the same place. */
int prefix__check_apart(prefix_ctx *ctx, const struct prefix__image *written, const struct prefix__image *other,
                        int may_be_equal);

#endif
