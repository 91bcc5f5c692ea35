/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx blur: means over windows of an image. */
#include <config.h>

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "command.h"
#include "data_options.h"
#include "image/file.h"

static const char help[] =
    "Usage: pfx blur --radius R | --depth MAP [OPTION...] [FILE]\n"
    "\n"
    "Blurs an image, in FILE or in standard input (also '-'): each pixel becomes the mean of all that are\n"
    "at most a radius of rows and columns away.\n"
    "\n"
    "  --radius R          the radius of all pixels\n"
    "  --depth MAP         the radius of each pixel: the samples of an image of the same size, of one channel\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well; .pgm, .ppm, .pnm and\n"
    "                      .png say what it becomes, else it is what the image was\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  -h, --help          show this\n"
    "\n"
    "Images are PGM and PPM (P5, P6), and PNG where pfx was built with libpng.\n";

#define NO_RADIUS SIZE_MAX

struct blur_options {
    struct data_options data;
    size_t radius; /* NO_RADIUS: not given */
    char *depth;
};

static const struct setting settings[] = {
    {"--radius", SETTING_SIZE, .target = offsetof(struct blur_options, radius), .most = INT_MAX},
    {"--depth", SETTING_TEXT, .target = offsetof(struct blur_options, depth)},
    OUTPUT_SETTINGS(struct blur_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

static void read_depth(const struct blur_options *o, const struct image *image, struct image *depth)
{
    image_read(depth, o->depth);
    if (depth->channels != 1)
        die("%s: %zu channels; radii are an image of one", depth->name, depth->channels);
    if (depth->width != image->width || depth->height != image->height)
        die("%s: %zu x %zu radii for %zu x %zu pixels", depth->name, depth->width, depth->height, image->width,
            image->height);
}

static void blur(const struct blur_options *o, prefix_ctx *ctx, struct image *image)
{
    struct image depth = {0};
    prefix_box *box;
    check(ctx, prefix_box_create(&box, ctx, image->type, image->type));
    check(ctx, prefix_box_set_channels(box, image->channels));
    if (o->depth) {
        read_depth(o, image, &depth);
        check(ctx, prefix_box_set_radii(box, depth.type, depth.pixels, 0));
    } else {
        check(ctx, prefix_box_set_radius(box, o->radius, o->radius));
    }
    check(ctx, prefix_box_run(box, image->pixels, image->pixels, image->width, image->height));
    prefix_box_destroy(box);
    free(depth.pixels);
}

int command_blur(int argc, char **argv)
{
    struct blur_options o = {.radius = NO_RADIUS};
    if (!options_read(argc, argv, settings, &o, help))
        return 0;
    data_file(&o.data, argc, argv, "blurred");
    if ((o.radius != NO_RADIUS) + (o.depth != NULL) != 1)
        die_usage("one of --radius and --depth says how far a pixel is blurred");
    if (o.depth && data_is_standard(o.depth) && data_is_standard(o.data.path))
        die_usage("the image and its radii are both standard input");
    prefix_ctx *ctx = data_context(&o.data);
    struct image image;
    image_read(&image, o.data.path);
    blur(&o, ctx, &image);
    image_write(&image, o.data.output);
    prefix_ctx_destroy(ctx);
    free(image.pixels);
    return 0;
}
