/* SPDX-License-Identifier: BSD-3-Clause */
/* Images: rows of pixels, of 1 to 4 samples each. */
#ifndef PREFIX_TOOLS_IMAGE_IMAGE_H
#define PREFIX_TOOLS_IMAGE_IMAGE_H

#include <stddef.h>

/* Channels are grey, grey and alpha, red, green and blue, or these and alpha. */
struct image {
    const char *name; /* for messages */
    size_t width, height, channels;
    int type;      /* of a sample: PREFIX_U8 or PREFIX_U16, in this machine's byte order */
    unsigned most; /* what a sample is at most */
    int format;    /* of the file it was read from */
    void *pixels;  /* to be freed */
};

enum image_format { IMAGE_PNM, IMAGE_PNG };

/* Makes room for the pixels, when all else is known; ends the command where there is none. */
void image_allocate(struct image *image);

/* Bytes of a row. */
size_t image_row(const struct image *image);

#endif
