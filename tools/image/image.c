/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "image/image.h"

#include <stdint.h>

#include <prefix/prefix.h>

#include "base/message.h"

size_t image_row(const struct image *image)
{
    return image->width * image->channels * prefix_type_size(image->type);
}

void image_allocate(struct image *image)
{
    const size_t pixel = image->channels * prefix_type_size(image->type);
    if (image->width > SIZE_MAX / pixel || image->height > SIZE_MAX / (image->width * pixel))
        die("%s: the image does not fit this machine's sizes", image->name);
    image->pixels = allocate(image->height, image_row(image));
}
