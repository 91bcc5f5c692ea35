/* SPDX-License-Identifier: BSD-3-Clause */
/* Netpbm's binary images: PGM (P5) and PPM (P6), of one and two bytes a sample. */
#ifndef PREFIX_TOOLS_IMAGE_PNM_H
#define PREFIX_TOOLS_IMAGE_PNM_H

#include "image/image.h"
#include "io/input.h"
#include "io/output.h"

/* Both end the command on what is no such image. */
void image_read_pnm(struct image *image, struct input *input);
void image_write_pnm(const struct image *image, struct output *output);

#endif
