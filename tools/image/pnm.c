/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "image/pnm.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <prefix/prefix.h>

#include "base/message.h"

#define MOST 65535u /* of a sample */

/* The next byte of the header. */
static int take(struct input *input)
{
    unsigned char byte;
    return input_peek(input, 1) > 0 && input_read(input, &byte, 1) == 1 ? byte : EOF;
}

static int is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A number, after blanks and comments, and the one byte behind it. */
static size_t take_number(struct input *input, const char *what)
{
    size_t number = 0;
    int c = take(input);
    while (is_blank(c) || c == '#') {
        const int is_comment = c == '#';
        do
            c = take(input);
        while (is_comment && c != '\n' && c != EOF);
    }
    if (c < '0' || c > '9')
        die("%s: malformed PNM header: the %s is missing", input->name, what);
    for (; c >= '0' && c <= '9'; c = take(input)) {
        const size_t digit = (size_t)(c - '0');
        if (number > (SIZE_MAX - digit) / 10)
            die("%s: malformed PNM header: the %s is too large", input->name, what);
        number = number * 10 + digit;
    }
    if (!is_blank(c))
        die("%s: malformed PNM header: no blank behind the %s", input->name, what);
    return number;
}

static void read_header(struct image *image, struct input *input)
{
    const int letter = take(input), digit = take(input);
    if (letter != 'P' || digit < '1' || digit > '7')
        die("%s: neither PNM nor PNG", input->name);
    if (digit != '5' && digit != '6')
        die("%s: PNM of the kind P%c; P5 and P6 are read", input->name, digit);
    image->format = IMAGE_PNM;
    image->channels = digit == '5' ? 1 : 3;
    image->width = take_number(input, "width");
    image->height = take_number(input, "height");
    const size_t most = take_number(input, "greatest sample");
    if (image->width == 0 || image->height == 0)
        die("%s: an image without pixels", input->name);
    if (most == 0 || most > MOST)
        die("%s: malformed PNM header: %zu for the greatest sample; it is 1 to %u", input->name, most, MOST);
    image->most = (unsigned)most;
    image->type = most < 256 ? PREFIX_U8 : PREFIX_U16;
}

/* Checks samples, and brings those of two bytes, the high one first, into this machine's order. */
static void convert(const struct image *image, unsigned char *row)
{
    const size_t samples = image->width * image->channels;
    unsigned most = 0;
    for (size_t i = 0; i < samples; i++) {
        unsigned sample = row[i];
        if (image->type == PREFIX_U16) {
            sample = (unsigned)row[2 * i] << 8 | row[2 * i + 1];
            ((uint16_t *)(void *)row)[i] = (uint16_t)sample;
        }
        most = sample > most ? sample : most;
    }
    if (most > image->most)
        die("%s: a sample of %u; the header says that %u is the greatest", image->name, most, image->most);
}

void image_read_pnm(struct image *image, struct input *input)
{
    read_header(image, input);
    image_allocate(image);
    const size_t bytes = image_row(image);
    for (size_t y = 0; y < image->height; y++) {
        unsigned char *const row = (unsigned char *)image->pixels + y * bytes;
        if (input_read(input, row, bytes) < bytes)
            die("%s: ends in row %zu of %zu", input->name, y + 1, image->height);
        convert(image, row);
    }
    if (input_peek(input, 1) > 0)
        die("%s: there is more behind the image", image->name);
}

void image_write_pnm(const struct image *image, struct output *output)
{
    if (image->channels != 1 && image->channels != 3)
        die("%s: PNM has no alpha; PNG has", output->name);
    char header[64];
    const int length = snprintf(header, sizeof header, "P%c\n%zu %zu\n%u\n", image->channels == 1 ? '5' : '6',
                                image->width, image->height, image->most);
    output_write(output, header, (size_t)length);
    if (image->type == PREFIX_U8) {
        output_write(output, image->pixels, image->height * image_row(image));
        return;
    }
    const uint16_t *const samples = image->pixels;
    for (size_t i = 0; i < image->width * image->height * image->channels; i++)
        output_write(output, (const unsigned char[]){(unsigned char)(samples[i] >> 8), (unsigned char)samples[i]}, 2);
}
