/* SPDX-License-Identifier: BSD-3-Clause */
/* Images from and to files of any format that is known. */
#ifndef PREFIX_TOOLS_IMAGE_FILE_H
#define PREFIX_TOOLS_IMAGE_FILE_H

#include "image/image.h"

/* Reads a PNM (P5, P6) or a PNG image; path NULL or "-" is standard input. Ends the command where it is none. */
void image_read(struct image *image, const char *path);

/* Writes a file whose name ends in .pgm, .ppm, .pnm or .png as this, and others in the image's own format. */
void image_write(const struct image *image, const char *path);

#endif
