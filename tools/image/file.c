/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "image/file.h"

#include <string.h>

#include "image/png.h"
#include "image/pnm.h"
#include "io/input.h"
#include "io/output.h"

void image_read(struct image *image, const char *path)
{
    struct input input;
    memset(image, 0, sizeof *image);
    input_open(&input, path);
    image->name = input.name;
    if (image_is_png(&input))
        image_read_png(image, &input);
    else
        image_read_pnm(image, &input);
    input_close(&input);
}

static int format_of_name(const char *path, int otherwise)
{
    static const struct {
        const char *end;
        int format;
    } names[] = {{".pgm", IMAGE_PNM}, {".ppm", IMAGE_PNM}, {".pnm", IMAGE_PNM}, {".png", IMAGE_PNG}};
    const size_t length = path ? strlen(path) : 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (length > strlen(names[i].end) && strcmp(path + length - strlen(names[i].end), names[i].end) == 0)
            return names[i].format;
    return otherwise;
}

void image_write(const struct image *image, const char *path)
{
    struct output output;
    output_open(&output, path);
    if (format_of_name(path, image->format) == IMAGE_PNG)
        image_write_png(image, &output);
    else
        image_write_pnm(image, &output);
    output_commit((struct output *[]){&output}, 1);
}
