/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of images and tables, the same for every backend: each error names the argument and the reason. */
#include "api/check_images.h"

#include <stdint.h>

#include "context/status.h"
#include "shared/tables.h"

static size_t row_bytes(const struct prefix__image *image)
{
    return image->width * image->channels * image->element;
}

static size_t bytes_of(const struct prefix__image *image)
{
    return (image->height - 1) * *image->pitch + row_bytes(image);
}

int prefix__check_channels(prefix_ctx *ctx, size_t channels)
{
    if (channels >= 1 && channels <= PREFIX__CHANNELS_MAX)
        return PREFIX_OK;
    return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "channels: a pixel has 1 to %d, not %zu", PREFIX__CHANNELS_MAX,
                        channels);
}

static int check_pitch(prefix_ctx *ctx, const struct prefix__image *image)
{
    const size_t row = row_bytes(image), pitch = *image->pitch;
    if (pitch == 0)
        *image->pitch = row;
    else if (pitch < row)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s pitch: %zu bytes, and a row has %zu", image->name, pitch,
                            row);
    else if (pitch % image->element != 0)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s pitch: %zu bytes are no multiple of an element's %zu",
                            image->name, pitch, image->element);
    if (image->height - 1 > (PTRDIFF_MAX - row) / *image->pitch)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW,
                            "height: %zu rows of %s, %zu bytes apart, exceed the address "
                            "space",
                            image->height, image->name, *image->pitch);
    return PREFIX_OK;
}

int prefix__check_image(prefix_ctx *ctx, const struct prefix__image *image)
{
    if (!image->data)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL", image->name);
    if ((uintptr_t)image->data % image->element != 0)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is not aligned to its elements of %zu bytes", image->name,
                            image->element);
    if (image->width > PTRDIFF_MAX / image->channels / image->element)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "width: %zu pixels of %s exceed the address space",
                            image->width, image->name);
    const int status = check_pitch(ctx, image);
    if (status == PREFIX_OK && bytes_of(image) > UINTPTR_MAX - (uintptr_t)image->data)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "height: %zu rows of %s run past the end of memory",
                            image->height, image->name);
    return status;
}

/* Whether rows of two arrays that are interleaved, as those of parts of one image are, pass by each other. */
static int are_side_by_side(const struct prefix__image *first, const struct prefix__image *second, size_t distance)
{
    const size_t pitch = *first->pitch, after = distance % pitch;
    return pitch == *second->pitch && after >= row_bytes(first) && pitch - after >= row_bytes(second);
}

int prefix__check_apart(prefix_ctx *ctx, const struct prefix__image *written, const struct prefix__image *other,
                        int may_be_equal)
{
    const uintptr_t a = (uintptr_t)written->data, b = (uintptr_t)other->data;
    const struct prefix__image *first = a < b ? written : other, *second = a < b ? other : written;
    const size_t distance = a < b ? b - a : a - b;
    if (distance >= bytes_of(first) || are_side_by_side(first, second, distance))
        return PREFIX_OK;
    if (a == b && may_be_equal && *written->pitch == *other->pitch)
        return PREFIX_OK;
    return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "%s overlaps %s%s", written->name, other->name,
                        a != b         ? ""
                        : may_be_equal ? ", and their pitches differ"
                                       : ", and cannot replace it");
}
