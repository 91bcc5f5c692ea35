/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums over rectangles of an image, and a blur of it. */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

enum { W = 16, H = 7 };

static const char drawing[H * W + 1] = "................"
                                       "..######..####.."
                                       "..#...........#."
                                       "..####......##.."
                                       "..#.......#....."
                                       "..#.......#####."
                                       "................";

/* The sum over columns left to right - 1 of rows top to bottom - 1. */
static uint32_t sum(uint32_t table[H + 1][W + 1], int left, int top,
                    int right, int bottom)
{
    return (table[bottom][right] - table[top][right]) -
           (table[bottom][left] - table[top][left]);
}

static void show(uint8_t image[H][W])
{
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(".:-=+*#%"[image[y][x] / 32]);
        putchar('\n');
    }
}

static void blur(uint8_t image[H][W])
{
    uint8_t blurred[H][W], radii[H][W];
    prefix_box *lens;

    /* Each pixel becomes the mean of 3 x 3 of them. */
    check(prefix_box_filter(NULL, PREFIX_U8, image, blurred, W, H, 1));
    show(blurred);

    /* Sharp on the left, and the further to the right the less so. */
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            radii[y][x] = (uint8_t)(x / 5);
    check(prefix_box_create(&lens, NULL, PREFIX_U8, PREFIX_U8));
    check(prefix_box_set_radii(lens, PREFIX_U8, radii, 0));
    check(prefix_box_run(lens, image, blurred, W, H));
    prefix_box_destroy(lens);
    show(blurred);
}

int main(void)
{
    uint8_t image[H][W];
    uint32_t table[H + 1][W + 1];
    prefix_table *integral;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            image[y][x] = drawing[y * W + x] == '#' ? 255 : 0;
    /* With a border, so that the edges are as all other places. */
    check(prefix_table_create(&integral, NULL, PREFIX_U8, PREFIX_U32));
    check(prefix_table_set_border(integral, 1));
    check(prefix_table_run(integral, image, table, W, H));
    prefix_table_destroy(integral);
    printf("left half %d, right half %d, top row %d\n",
           (int)sum(table, 0, 0, W / 2, H) / 255,
           (int)sum(table, W / 2, 0, W, H) / 255,
           (int)sum(table, 0, 0, W, 1) / 255);
    blur(image);
    return 0;
}
