/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "image/png.h"

#include <prefix/prefix.h>

#include "base/message.h"

int image_is_png(struct input *input)
{
    return input_begins(input, "\x89PNG\r\n\x1a\n", 8);
}

#ifdef HAVE_PNG

#include <png.h>
#include <stdint.h>
#include <stdlib.h>

static _Noreturn void on_error(png_structp png, png_const_charp text)
{
    die("%s: PNG: %s", (const char *)png_get_error_ptr(png), text);
}

/* Of chunks that nothing here uses, mostly. */
static void on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void read_bytes(png_structp png, png_bytep to, size_t bytes)
{
    if (input_read(png_get_io_ptr(png), to, bytes) < bytes)
        png_error(png, "ends early");
}

static void write_bytes(png_structp png, png_bytep from, size_t bytes)
{
    output_write(png_get_io_ptr(png), from, bytes);
}

/* The output is flushed when all is there. */
static void flush(png_structp png)
{
    (void)png;
}

/* PNG has the high byte first. */
static void set_order(png_structp png, int depth)
{
    if (depth == 16 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        png_set_swap(png);
}

static png_infop create_info(png_structp png, const char *name)
{
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info)
        die("%s: no memory for libpng", name);
    return info;
}

void image_read_png(struct image *image, struct input *input)
{
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, (void *)input->name, on_error, on_warning);
    png_infop info = create_info(png, input->name);
    png_set_read_fn(png, input, read_bytes);
    png_read_info(png, info);
    png_set_expand(png);
    set_order(png, png_get_bit_depth(png, info));
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    image->format = IMAGE_PNG;
    image->width = png_get_image_width(png, info);
    image->height = png_get_image_height(png, info);
    image->channels = png_get_channels(png, info);
    image->type = png_get_bit_depth(png, info) == 16 ? PREFIX_U16 : PREFIX_U8;
    image->most = image->type == PREFIX_U16 ? UINT16_MAX : UINT8_MAX;
    image_allocate(image);
    png_bytepp rows = allocate(image->height, sizeof *rows);
    for (size_t y = 0; y < image->height; y++)
        rows[y] = (png_bytep)image->pixels + y * image_row(image);
    png_read_image(png, rows);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    free(rows);
}

/* A sample of a PNM may be less than its bits hold; the greatest of a PNG has all of them. */
static void stretch(const struct image *image, const void *from, void *to, unsigned most)
{
    for (size_t i = 0; i < image->width * image->channels; i++)
        if (image->type == PREFIX_U8)
            ((uint8_t *)to)[i] = (uint8_t)((((const uint8_t *)from)[i] * most + image->most / 2) / image->most);
        else
            ((uint16_t *)to)[i] = (uint16_t)((((const uint16_t *)from)[i] * most + image->most / 2) / image->most);
}

void image_write_png(const struct image *image, struct output *output)
{
    static const int colours[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                  PNG_COLOR_TYPE_RGB_ALPHA};
    const int depth = image->type == PREFIX_U16 ? 16 : 8;
    if (image->width > PNG_UINT_31_MAX || image->height > PNG_UINT_31_MAX)
        die("%s: %zu x %zu pixels are too many for PNG", output->name, image->width, image->height);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, (void *)output->name, on_error, on_warning);
    png_infop info = create_info(png, output->name);
    void *row = allocate(1, image_row(image));
    png_set_write_fn(png, output, write_bytes, flush);
    png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height, depth, colours[image->channels - 1],
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    set_order(png, depth);
    for (size_t y = 0; y < image->height; y++) {
        stretch(image, (const char *)image->pixels + y * image_row(image), row, (1u << depth) - 1);
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    free(row);
}

#else

void image_read_png(struct image *image, struct input *input)
{
    (void)image;
    die("%s: this pfx was built without libpng, which reads PNG; PNM (P5, P6) is read", input->name);
}

void image_write_png(const struct image *image, struct output *output)
{
    (void)image;
    die("%s: this pfx was built without libpng, which writes PNG; .pgm and .ppm are written", output->name);
}

#endif
