/* SPDX-License-Identifier: BSD-3-Clause */
/* PNG images, through libpng; in a build without it there is an error instead. */
#ifndef PREFIX_TOOLS_IMAGE_PNG_H
#define PREFIX_TOOLS_IMAGE_PNG_H

#include "image/image.h"
#include "io/input.h"
#include "io/output.h"

int image_is_png(struct input *input);

/* Palettes become colours, samples of less than 8 bits get 8, and a transparent colour becomes alpha. */
void image_read_png(struct image *image, struct input *input);
void image_write_png(const struct image *image, struct output *output);

#endif
