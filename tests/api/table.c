/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Summed-area tables: each case compares every bit with sums of integers modulo 2^64, or with the order of libprefix(7)
 * worked out tile by tile, which in turn is compared with sums in long double, and looks at what must stay as it was.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/scratch.h"
#include "../support/support.h"

enum { TILE = 64, MOST_SHOWN = 5 };

struct sample {
    int type, output_type, square_type; /* 0: no squares */
    size_t width, height, channels;
    size_t in_gap, out_gap, square_gap; /* elements between rows; those of out, in place */
    int border, in_place, pattern, threads;
};

/* Elements in rows. */
struct image {
    struct arena *arena;
    int type;
    size_t width, height, channels, pitch;
};

static const int pairs[][2] = {
    {PREFIX_U8, PREFIX_U32},  {PREFIX_U8, PREFIX_U64},  {PREFIX_U8, PREFIX_F32},  {PREFIX_U8, PREFIX_F64},
    {PREFIX_U16, PREFIX_U32}, {PREFIX_U16, PREFIX_U64}, {PREFIX_U16, PREFIX_F32}, {PREFIX_U16, PREFIX_F64},
    {PREFIX_I32, PREFIX_I32}, {PREFIX_I32, PREFIX_I64}, {PREFIX_U32, PREFIX_U32}, {PREFIX_U32, PREFIX_U64},
    {PREFIX_F32, PREFIX_F32}, {PREFIX_F32, PREFIX_F64}, {PREFIX_F64, PREFIX_F64},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static prefix_ctx *ctx;
static struct arena input, output, squares;
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag("%s: case %llu: %s to %s, squares %s, %zu x %zu x %zu, gaps %zu %zu%s%s, %s, threads %d: %s", what,
             (unsigned long long)case_number, prefix_type_name(c->type), prefix_type_name(c->output_type),
             c->square_type ? prefix_type_name(c->square_type) : "none", c->width, c->height, c->channels, c->in_gap,
             c->out_gap, c->border ? ", border" : "", c->in_place ? ", in place" : "", data_pattern_name(c->pattern),
             c->threads, prefix_ctx_error(ctx));
    return 0;
}

static int is_float(int type)
{
    return type == PREFIX_F32 || type == PREFIX_F64;
}

static unsigned char *element(const struct image *image, size_t x, size_t y, size_t channel)
{
    return image->arena->data + y * image->pitch + (x * image->channels + channel) * prefix_type_size(image->type);
}

static uint64_t get_integer(const struct image *image, size_t x, size_t y, size_t channel)
{
    const unsigned char *at = element(image, x, y, channel);
    uint64_t u = 0;
    int32_t i;
    memcpy(&u, at, prefix_type_size(image->type)); /* little endian */
    memcpy(&i, at, sizeof i);
    return image->type == PREFIX_I32 ? (uint64_t)i : u;
}

static double get_double(const struct image *image, size_t x, size_t y, size_t channel)
{
    const unsigned char *at = element(image, x, y, channel);
    float f;
    double d;
    if (image->type == PREFIX_F32)
        return memcpy(&f, at, sizeof f), f;
    if (image->type == PREFIX_F64)
        return memcpy(&d, at, sizeof d), d;
    return (double)get_integer(image, x, y, channel);
}

/* Of one channel, width * height of them each. */
static uint64_t *integers_by_the_book(const struct image *in, size_t channel, int squared)
{
    uint64_t *sums = must_alloc(in->width * in->height * sizeof *sums), *at = sums;
    for (size_t y = 0; y < in->height; y++)
        for (size_t x = 0; x < in->width; x++, at++) {
            const uint64_t e = get_integer(in, x, y, channel);
            *at = squared ? e * e : e;
            *at += (x ? at[-1] : 0) + (y ? *(at - in->width) : 0);
            *at -= x && y ? *(at - in->width - 1) : 0;
        }
    return sums;
}

/* The element d columns on in a block joins the right half of it, as the definition has it. */
static void network(double *row, size_t count)
{
    for (size_t d = 1; d < count; d *= 2)
        for (size_t i = 0; i < count; i++)
            if (i & d)
                row[i] = row[(i & ~(2 * d - 1)) + d - 1] + row[i];
}

static void add_tile(double tile[TILE][TILE], size_t width, size_t height)
{
    for (size_t y = 0; y < height; y++)
        network(tile[y], width);
    for (size_t y = 1; y < height; y++)
        for (size_t x = 0; x < width; x++)
            tile[y][x] = tile[y - 1][x] + tile[y][x];
}

static double *floats_by_the_book(const struct image *in, size_t channel, int squared)
{
    static double tile[TILE][TILE];
    double *sums = must_alloc(in->width * in->height * sizeof *sums);
    for (size_t top = 0; top < in->height; top += TILE) {
        double carry[TILE] = {0};
        const size_t height = in->height - top < TILE ? in->height - top : TILE;
        for (size_t left = 0; left < in->width; left += TILE) {
            const size_t width = in->width - left < TILE ? in->width - left : TILE;
            for (size_t y = 0; y < height; y++)
                for (size_t x = 0; x < width; x++) {
                    const double e = get_double(in, left + x, top + y, channel);
                    tile[y][x] = squared ? e * e : e;
                }
            add_tile(tile, width, height);
            for (size_t y = 0; y < height; y++) {
                for (size_t x = 0; x < width; x++) {
                    const double above = top ? sums[(top - 1) * in->width + left + x] : 0;
                    tile[y][x] = carry[y] + tile[y][x];
                    sums[(top + y) * in->width + left + x] = above + tile[y][x];
                }
                carry[y] = tile[y][width - 1];
            }
        }
    }
    return sums;
}

/* Within what so few additions may lose, of the sum of magnitudes; without negative elements in no direction less. */
static int check_order(const struct sample *c, const struct image *in, size_t channel, int squared, const double *sums)
{
    long double *exact = must_alloc(2 * in->width * sizeof *exact), *magnitude = exact + in->width;
    int good = 1, negative = 0;
    memset(exact, 0, 2 * in->width * sizeof *exact);
    for (size_t y = 0; y < in->height && good; y++) {
        long double sum = 0, size = 0;
        for (size_t x = 0; x < in->width && good; x++) {
            const double e = get_double(in, x, y, channel), got = sums[y * in->width + x];
            negative |= !squared && e < 0;
            exact[x] += sum += squared ? (long double)e * e : e;
            magnitude[x] += size += squared ? (long double)e * e : fabsl(e);
            const long double slack = magnitude[x] * 1000 * DBL_EPSILON + DBL_MIN;
            if (magnitude[x] < DBL_MAX / 2 && !(fabsl(got - exact[x]) <= slack))
                good = complain(c, "the order itself");
            if (!negative && magnitude[x] < DBL_MAX / 2 &&
                ((x && got < sums[y * in->width + x - 1]) || (y && got < sums[(y - 1) * in->width + x])))
                good = complain(c, "a decrease");
        }
    }
    free(exact);
    return good;
}

static void put_double(int type, double sum, unsigned char *to)
{
    const float f = (float)sum;
    memcpy(to, type == PREFIX_F32 ? (const void *)&f : (const void *)&sum, prefix_type_size(type));
}

static int same(int type, const unsigned char *got, const unsigned char *want)
{
    float f[2];
    double d[2];
    if (memcmp(got, want, prefix_type_size(type)) == 0)
        return 1;
    if (type == PREFIX_F32)
        return memcpy(&f[0], got, sizeof *f), memcpy(&f[1], want, sizeof *f), isnan(f[0]) && isnan(f[1]);
    if (type == PREFIX_F64)
        return memcpy(&d[0], got, sizeof *d), memcpy(&d[1], want, sizeof *d), isnan(d[0]) && isnan(d[1]);
    return 0;
}

/* What the table is to be, without a border: rows of pixels that follow each other. */
static unsigned char *table_by_the_book(const struct sample *c, const struct image *in, int type, int squared,
                                        int *good)
{
    const size_t size = prefix_type_size(type), pixels = in->width * in->height;
    unsigned char *want = must_alloc(pixels * in->channels * size);
    for (size_t channel = 0; channel < in->channels; channel++) {
        uint64_t *integers = is_float(in->type) ? NULL : integers_by_the_book(in, channel, squared);
        double *floats = is_float(type) ? floats_by_the_book(in, channel, squared) : NULL;
        for (size_t i = 0; i < pixels; i++) {
            unsigned char *to = want + (i * in->channels + channel) * size;
            if (floats)
                put_double(type, floats[i], to);
            else
                memcpy(to, &integers[i], size);
            if (integers && floats && (double)integers[i] != floats[i])
                *good &= complain(c, "an exact sum");
        }
        if (floats)
            *good &= check_order(c, in, channel, squared, floats);
        free(integers);
        free(floats);
    }
    return want;
}

/* All rows of it, the border, and what lies between. */
static int compare(const struct sample *c, const struct image *table, const unsigned char *want)
{
    static const unsigned char zeros[8];
    const size_t size = prefix_type_size(table->type), row = table->width * table->channels * size;
    const size_t border = (size_t)c->border;
    for (size_t y = 0; y < table->height; y++) {
        for (size_t x = 0; x < table->width; x++)
            for (size_t k = 0; k < table->channels; k++) {
                const size_t at = (y - border) * (table->width - border) + x - border;
                const unsigned char *is =
                    c->border && (x == 0 || y == 0) ? zeros : want + (at * table->channels + k) * size;
                if (!same(table->type, element(table, x, y, k), is)) {
                    diag("at column %zu, row %zu, channel %zu", x, y, k);
                    return complain(c, "a sum");
                }
            }
        if (y + 1 < table->height && !all_poison(table->arena->data + y * table->pitch + row, table->pitch - row))
            return complain(c, "memory between rows");
    }
    return 1;
}

static struct image place(struct arena *arena, struct rng *rng, int type, const struct sample *c, size_t border,
                          size_t gap)
{
    const size_t size = prefix_type_size(type);
    struct image image = {arena, type, c->width + border, c->height + border, c->channels, 0};
    const size_t row = image.width * image.channels * size;
    image.pitch = row + gap * size;
    arena_place(arena, (image.height - 1) * image.pitch + row, rng_below(rng, ARENA_ALIGN / size) * size);
    return image;
}

static int run(const struct sample *c, const struct image *in, const struct image *out, const struct image *second)
{
    prefix_table *table;
    const int plain = c->channels == 1 && !c->border && !c->square_type && !c->in_gap && !c->out_gap;
    if (plain)
        return prefix_integral(ctx, c->type, c->output_type, arena_pointer(in->arena), arena_pointer(out->arena),
                               c->width, c->height);
    must(ctx, prefix_table_create(&table, ctx, c->type, c->output_type));
    must(ctx, prefix_table_set_channels(table, c->channels));
    must(ctx, prefix_table_set_pitches(table, c->in_gap ? in->pitch : 0, c->out_gap ? out->pitch : 0));
    must(ctx, prefix_table_set_border(table, c->border));
    if (c->square_type)
        must(ctx, prefix_table_set_squares(table, c->square_type, arena_pointer(second->arena), second->pitch));
    const int status =
        prefix_table_run(table, arena_pointer(in->arena), arena_pointer(out->arena), c->width, c->height);
    prefix_table_destroy(table);
    return status;
}

static int check_case(struct sample c)
{
    struct rng rng = rng_make(++case_number);
    const size_t border = (size_t)c.border;
    if (c.in_place)
        c.in_gap = c.out_gap;
    struct image out = place(&output, &rng, c.output_type, &c, border, c.out_gap);
    struct image in = c.in_place ? out : place(&input, &rng, c.type, &c, 0, c.in_gap), second = {0};
    if (c.square_type)
        second = place(&squares, &rng, c.square_type, &c, border, c.square_gap);
    for (size_t y = 0; y < c.height; y++)
        data_fill(&rng, c.pattern, c.type, element(&in, 0, y, 0), c.width * c.channels);
    unsigned char *before = must_alloc(in.arena->bytes);
    memcpy(before, in.arena->data, in.arena->bytes);
    int good = 1;
    unsigned char *want = table_by_the_book(&c, &in, c.output_type, 0, &good);
    unsigned char *want_squares = c.square_type ? table_by_the_book(&c, &in, c.square_type, 1, &good) : NULL;

    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c.threads));
    struct arena *const all[] = {in.arena, &output, &squares};
    const size_t count = c.square_type ? 3 : 2;
    for (size_t i = 0; i < count; i++)
        arena_push(all[i]);
    const int status = run(&c, &in, &out, &second);
    must(ctx, prefix_ctx_synchronize(ctx));
    for (size_t i = 0; i < count; i++) {
        arena_pull(all[i]);
        good &= arena_guarded(all[i]) || complain(&c, "memory around an array");
    }
    good &= status == PREFIX_OK || complain(&c, "error");
    good &= status != PREFIX_OK || compare(&c, &out, want);
    if (c.square_type)
        good &= status != PREFIX_OK || compare(&c, &second, want_squares);
    good &= c.in_place || memcmp(before, input.data, input.bytes) == 0 || complain(&c, "the input was changed");
    good &= scratch_guarded() || complain(&c, "scratch memory");
    free(before);
    free(want);
    free(want_squares);
    return good;
}

static struct sample randomize(struct rng *rng, size_t pair, size_t width, size_t height)
{
    struct sample c = {.type = pairs[pair][0], .output_type = pairs[pair][1], .width = width, .height = height};
    c.channels = rng_below(rng, 2) ? 1 : 1 + rng_below(rng, 4);
    c.border = (int)rng_below(rng, 2);
    c.in_place = !c.border && c.type == c.output_type && rng_below(rng, 2);
    c.pattern = (int)rng_below(rng, DATA_PATTERNS);
    c.threads = 1 + (int)rng_below(rng, 16);
    c.in_gap = rng_below(rng, 2) ? 0 : rng_below(rng, 70);
    c.out_gap = rng_below(rng, 2) ? 0 : rng_below(rng, 70);
    c.square_gap = rng_below(rng, 20);
    if (rng_below(rng, 3) == 0) {
        do
            pair = rng_below(rng, PAIRS);
        while (pairs[pair][0] != c.type);
        c.square_type = pairs[pair][1];
    }
    return c;
}

/* Every width, and every height, up to two tiles and a bit, and about powers of two. */
static int check_small(size_t pair, size_t step)
{
    struct rng rng = rng_make(1000 + pair);
    int good = 1;
    for (size_t n = 1; n <= 130; n += 1 + rng_below(&rng, step)) {
        const size_t other = 1 + rng_below(&rng, rng_below(&rng, 4) ? 8 : 140);
        good &= check_case(randomize(&rng, pair, n, other));
        good &= check_case(randomize(&rng, pair, other, n));
    }
    for (size_t power = 256; power <= 2048; power *= 2)
        for (size_t n = power - 1; n <= power + 1; n++) {
            good &= check_case(randomize(&rng, pair, n, 1 + rng_below(&rng, 4)));
            good &= check_case(randomize(&rng, pair, 1 + rng_below(&rng, 4), n));
        }
    return good;
}

/* So large that threads share it. */
static int check_teams(size_t pair, int rounds)
{
    struct rng rng = rng_make(2000 + pair);
    const size_t sizes[][2] = {{1024, 300}, {333, 777}, {64 * 40, 64 * 2 + 1}, {5000, 65}, {70, 3000}, {3, 20000}};
    int good = 1;
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            good &= check_case(randomize(&rng, pair, sizes[i][0], sizes[i][1]));
    return good;
}

/* Nothing is written of nothing. */
static void check_empty(const char *name)
{
    uint32_t out[2] = {5, 5};
    ok(prefix_integral(ctx, PREFIX_U8, PREFIX_U32, NULL, NULL, 0, 7) == PREFIX_OK &&
           prefix_integral(ctx, PREFIX_U8, PREFIX_U32, out, out, 7, 0) == PREFIX_OK && out[0] == 5,
       "%s: no pixels", name);
}

static void check_backend(const char *name)
{
    const size_t step = test_level() == TEST_SHORT ? 20 : test_level() == TEST_LONG ? 1 : 3;
    for (size_t pair = 0; pair < PAIRS; pair++) {
        const char *const from = prefix_type_name(pairs[pair][0]), *const to = prefix_type_name(pairs[pair][1]);
        shown = 0;
        ok(check_small(pair, step), "%s, %s: tables of %s in %s", name,
           input.memory == PREFIX_MEMORY_HOST ? "host" : "device", from, to);
        if (test_level() != TEST_SHORT)
            ok(check_teams(pair, test_level() == TEST_LONG ? 10 : 1), "%s, %s: large ones", name,
               input.memory == PREFIX_MEMORY_HOST ? "host" : "device");
    }
    check_empty(name);
}

int main(void)
{
    struct arena *const all[] = {&input, &output, &squares};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
