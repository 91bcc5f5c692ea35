/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx integral: the summed-area table of an image. */
#include <config.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "command.h"
#include "data_options.h"
#include "image/file.h"
#include "io/writer.h"

static const char help[] =
    "Usage: pfx integral [OPTION...] [FILE]\n"
    "\n"
    "Writes the summed-area table of an image, in FILE or in standard input (also '-'), as .npy: for each\n"
    "pixel the sum of all that are neither below it nor to the right of it.\n"
    "\n"
    "  --output-type TYPE  of the sums: u64 (default), u32, f32 or f64\n"
    "  --border            begin with a row and a column of zeros\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  -h, --help          show this\n"
    "\n"
    "Images are PGM and PPM (P5, P6), and PNG where pfx was built with libpng.\n";

struct integral_options {
    struct data_options data;
    int output_type;
    int border;
};

static const struct setting settings[] = {
    {"--output-type", SETTING_CONSTANT, .target = offsetof(struct integral_options, output_type), .parse = option_type},
    {"--border", SETTING_FLAG, .target = offsetof(struct integral_options, border), .value = 1},
    OUTPUT_SETTINGS(struct integral_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

static void write_table(const struct integral_options *o, prefix_ctx *ctx, const struct image *image)
{
    const size_t border = (size_t)o->border;
    const struct shape shape = {.dimensions = image->channels > 1 ? 3 : 2,
                                .lengths = {image->height + border, image->width + border, image->channels}};
    const size_t n = (image->height + border) * (image->width + border) * image->channels;
    void *sums = allocate(n, prefix_type_size(o->output_type));
    prefix_table *table;
    struct writer writer;
    check(ctx, prefix_table_create(&table, ctx, image->type, o->output_type));
    check(ctx, prefix_table_set_channels(table, image->channels));
    check(ctx, prefix_table_set_border(table, o->border));
    check(ctx, prefix_table_run(table, image->pixels, sums, image->width, image->height));
    prefix_table_destroy(table);
    writer_open_array(&writer, o->data.output, FORMAT_NPY, o->output_type, &shape);
    writer_write(&writer, sums, NULL, n);
    writer_commit(&writer);
    free(sums);
}

int command_integral(int argc, char **argv)
{
    struct integral_options o = {.output_type = PREFIX_U64};
    if (!options_read(argc, argv, settings, &o, help))
        return 0;
    data_file(&o.data, argc, argv, "summed up");
    prefix_ctx *ctx = data_context(&o.data);
    struct image image;
    image_read(&image, o.data.path);
    write_table(&o, ctx, &image);
    prefix_ctx_destroy(ctx);
    free(image.pixels);
    return 0;
}
