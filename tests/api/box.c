/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Box filters: of integers each case compares every bit with sums of all pixels of each window, divided in integers; of
 * f32 with a sum in long double, and with the serial backend bit for bit; and looks at what must stay as it was.
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

enum { MOST_SHOWN = 5 };

struct sample {
    int type, output_type, radius_type;                       /* 0: one radius */
    size_t width, height, channels, radius_x, radius_y, most; /* most: of radii, at most */
    size_t in_gap, out_gap, radius_gap;                       /* elements between rows; those of out, in place */
    int in_place, pattern, threads;
};

static const int pairs[][2] = {
    {PREFIX_U8, PREFIX_U8},   {PREFIX_U8, PREFIX_F32},  {PREFIX_U16, PREFIX_U16},
    {PREFIX_U16, PREFIX_F32}, {PREFIX_F32, PREFIX_F32},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static prefix_ctx *ctx, *serial;
static struct arena input, output, radii;
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag("%s: case %llu: %s to %s, %zu x %zu x %zu, radius %s %zu %zu, gaps %zu %zu%s, %s, threads %d: %s", what,
             (unsigned long long)case_number, prefix_type_name(c->type), prefix_type_name(c->output_type), c->width,
             c->height, c->channels, c->radius_type ? prefix_type_name(c->radius_type) : "of all", c->radius_x,
             c->radius_y, c->in_gap, c->out_gap, c->in_place ? ", in place" : "", data_pattern_name(c->pattern),
             c->threads, prefix_ctx_error(ctx));
    return 0;
}

static size_t pitch_of(const struct sample *c, int type, size_t channels, size_t gap)
{
    return (c->width * channels + gap) * prefix_type_size(type);
}

static void place(struct arena *arena, struct rng *rng, const struct sample *c, int type, size_t channels, size_t gap)
{
    const size_t size = prefix_type_size(type);
    arena_place(arena, (c->height - 1) * pitch_of(c, type, channels, gap) + c->width * channels * size,
                rng_below(rng, ARENA_ALIGN / size) * size);
}

static long double value(int type, const unsigned char *at)
{
    uint16_t u;
    float f;
    if (type == PREFIX_U8)
        return *at;
    if (type == PREFIX_U16)
        return memcpy(&u, at, sizeof u), u;
    return memcpy(&f, at, sizeof f), f;
}

static size_t low(size_t at, size_t radius)
{
    return at < radius ? 0 : at - radius;
}

static size_t high(size_t at, size_t radius, size_t length) /* the last */
{
    return radius >= length || at + radius >= length ? length - 1 : at + radius;
}

/* The nearest integer to sum / area, the even one of two. */
static uint64_t divided(uint64_t sum, uint64_t area)
{
    const uint64_t quotient = sum / area, twice = 2 * (sum % area);
    return quotient + (twice > area || (twice == area && quotient % 2 == 1));
}

static long double largest; /* of the image, in magnitude */

/* Of integers what it has to be; of f32 it has to be near, and to lie between the least and the greatest element. */
static int check_pixel(const struct sample *c, const unsigned char *in, size_t x, size_t y, size_t k, size_t radius_x,
                       size_t radius_y, const unsigned char *got, const long double *limits)
{
    const size_t size = prefix_type_size(c->type), pitch = pitch_of(c, c->type, c->channels, c->in_gap);
    long double sum = 0;
    uint64_t area = 0;
    for (size_t j = low(y, radius_y); j <= high(y, radius_y, c->height); j++)
        for (size_t i = low(x, radius_x); i <= high(x, radius_x, c->width); i++, area++)
            sum += value(c->type, in + j * pitch + (i * c->channels + k) * size);
    const long double is = value(c->output_type, got), mean = sum / (long double)area;
    if (c->output_type != PREFIX_F32)
        return is == (long double)divided((uint64_t)sum, area);
    if (c->type != PREFIX_F32)
        return is == (long double)(float)((double)sum / (double)area);
    const long double slack = (long double)c->width * (long double)c->height * largest * 1000 * DBL_EPSILON;
    return is >= limits[0] && is <= limits[1] && fabsl(is - mean) <= fabsl(mean) * FLT_EPSILON + slack + FLT_TRUE_MIN;
}

static void find_limits(const struct sample *c, const unsigned char *in, long double *limits)
{
    limits[0] = HUGE_VALL;
    limits[1] = -HUGE_VALL;
    for (size_t y = 0; y < c->height; y++)
        for (size_t i = 0; i < c->width * c->channels; i++) {
            const long double x =
                value(c->type, in + y * pitch_of(c, c->type, c->channels, c->in_gap) + i * prefix_type_size(c->type));
            limits[0] = x < limits[0] ? x : limits[0];
            limits[1] = x > limits[1] ? x : limits[1];
        }
    largest = fabsl(limits[0]) > fabsl(limits[1]) ? fabsl(limits[0]) : fabsl(limits[1]);
}

static size_t radius_at(const struct sample *c, size_t x, size_t y)
{
    return (size_t)value(c->radius_type, radii.data + y * pitch_of(c, c->radius_type, 1, c->radius_gap) +
                                             x * prefix_type_size(c->radius_type));
}

static void fill_radii(const struct sample *c, struct rng *rng)
{
    for (size_t y = 0; y < c->height; y++)
        for (size_t x = 0; x < c->width; x++) {
            const uint16_t radius = (uint16_t)rng_below(rng, c->most + 1);
            unsigned char *at =
                radii.data + y * pitch_of(c, c->radius_type, 1, c->radius_gap) + x * prefix_type_size(c->radius_type);
            if (c->radius_type == PREFIX_U8)
                *at = (unsigned char)radius;
            else
                memcpy(at, &radius, sizeof radius);
        }
}

/* Some pixels of a large image, all of a small one; the gaps; and of f32 the bits of the serial backend. */
static int compare(const struct sample *c, struct rng *rng, const unsigned char *in, const unsigned char *reference)
{
    const size_t size = prefix_type_size(c->output_type), pixel = c->channels * size;
    const size_t pitch = pitch_of(c, c->output_type, c->channels, c->out_gap);
    const int is_small = c->width * c->height < 300, is_exact = c->type != PREFIX_F32;
    long double limits[2];
    find_limits(c, in, limits);
    for (size_t y = 0; y < c->height; y++) {
        const unsigned char *row = output.data + y * pitch;
        for (size_t x = 0; x < c->width; x++)
            for (size_t k = 0; k < c->channels; k++) {
                const size_t rx = c->radius_type ? radius_at(c, x, y) : c->radius_x;
                const size_t ry = c->radius_type ? radius_at(c, x, y) : c->radius_y;
                const int looks = is_small || rng_below(rng, c->width * c->height) < 50;
                if (looks && (is_exact || c->pattern != DATA_BITS) &&
                    !check_pixel(c, in, x, y, k, rx, ry, row + x * pixel + k * size, limits)) {
                    diag("at column %zu, row %zu, channel %zu, radii %zu %zu: %.9Lg", x, y, k, rx, ry,
                         value(c->output_type, row + x * pixel + k * size));
                    return complain(c, "a mean");
                }
            }
        if (memcmp(row, reference + y * c->width * pixel, c->width * pixel) != 0) {
            for (size_t i = 0; i < c->width * c->channels; i++) {
                const unsigned char *const at[] = {row + i * size, reference + y * c->width * pixel + i * size};
                if (memcmp(at[0], at[1], size) != 0 &&
                    !(isnan(value(c->output_type, at[0])) && isnan(value(c->output_type, at[1]))))
                    return complain(c, "other bits than those of the serial backend");
            }
        }
        if (y + 1 < c->height && !all_poison(row + c->width * pixel, pitch - c->width * pixel))
            return complain(c, "memory between rows");
    }
    return 1;
}

static int run(prefix_ctx *on, const struct sample *c, const void *in, void *out, size_t out_pitch, const void *map)
{
    prefix_box *box;
    if (c->channels == 1 && !c->in_gap && !c->out_gap && !c->radius_type && c->radius_x == c->radius_y &&
        c->type == c->output_type)
        return prefix_box_filter(on, c->type, in, out, c->width, c->height, c->radius_x);
    must(on, prefix_box_create(&box, on, c->type, c->output_type));
    must(on, prefix_box_set_channels(box, c->channels));
    must(on, prefix_box_set_pitches(box, pitch_of(c, c->type, c->channels, c->in_gap), out_pitch));
    must(on, prefix_box_set_radius(box, c->radius_x, c->radius_y));
    if (c->radius_type)
        must(on, prefix_box_set_radii(box, c->radius_type, map, pitch_of(c, c->radius_type, 1, c->radius_gap)));
    const int status = prefix_box_run(box, in, out, c->width, c->height);
    prefix_box_destroy(box);
    return status;
}

static int check_case(struct sample c)
{
    struct rng rng = rng_make(++case_number);
    if (c.in_place)
        c.in_gap = c.out_gap;
    place(&output, &rng, &c, c.output_type, c.channels, c.out_gap);
    if (!c.in_place)
        place(&input, &rng, &c, c.type, c.channels, c.in_gap);
    struct arena *in = c.in_place ? &output : &input;
    for (size_t y = 0; y < c.height; y++)
        data_fill(&rng, c.pattern, c.type, in->data + y * pitch_of(&c, c.type, c.channels, c.in_gap),
                  c.width * c.channels);
    if (c.radius_type) {
        place(&radii, &rng, &c, c.radius_type, 1, c.radius_gap);
        fill_radii(&c, &rng);
    }
    unsigned char *before = must_alloc(in->bytes);
    unsigned char *reference = must_alloc(c.width * c.height * c.channels * prefix_type_size(c.output_type));
    memcpy(before, in->data, in->bytes);
    must(serial, run(serial, &c, in->data, reference, 0, radii.data));

    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c.threads));
    struct arena *const all[] = {in, &output, &radii};
    const size_t count = c.radius_type ? 3 : 2;
    int good = 1;
    for (size_t i = 0; i < count; i++)
        arena_push(all[i]);
    const int status = run(ctx, &c, arena_pointer(in), arena_pointer(&output),
                           c.out_gap ? pitch_of(&c, c.output_type, c.channels, c.out_gap) : 0,
                           c.radius_type ? arena_pointer(&radii) : NULL);
    must(ctx, prefix_ctx_synchronize(ctx));
    for (size_t i = 0; i < count; i++) {
        arena_pull(all[i]);
        good &= arena_guarded(all[i]) || complain(&c, "memory around an array");
    }
    good &= status == PREFIX_OK || complain(&c, "error");
    good &= status != PREFIX_OK || compare(&c, &rng, before, reference);
    good &= c.in_place || memcmp(before, input.data, input.bytes) == 0 || complain(&c, "the input was changed");
    good &= scratch_guarded() || complain(&c, "scratch memory");
    free(before);
    free(reference);
    return good;
}

static struct sample randomize(struct rng *rng, size_t pair, size_t width, size_t height)
{
    static const int patterns[] = {DATA_BITS, DATA_SMALL, DATA_NON_NEGATIVE, DATA_EQUAL, DATA_FLAGS, DATA_ZEROS};
    struct sample c = {.type = pairs[pair][0], .output_type = pairs[pair][1], .width = width, .height = height};
    c.channels = rng_below(rng, 2) ? 1 : 1 + rng_below(rng, 4);
    c.in_place = c.type == c.output_type && rng_below(rng, 2);
    c.pattern = patterns[rng_below(rng, sizeof patterns / sizeof *patterns)];
    c.threads = 1 + (int)rng_below(rng, 16);
    c.in_gap = rng_below(rng, 2) ? 0 : rng_below(rng, 70);
    c.out_gap = rng_below(rng, 2) ? 0 : rng_below(rng, 70);
    c.radius_gap = rng_below(rng, 20);
    c.radius_x = rng_below(rng, rng_below(rng, 2) ? 4 : 2 * width + 2);
    c.radius_y = rng_below(rng, 2) ? c.radius_x : rng_below(rng, 2 * height + 2);
    if (rng_below(rng, 10) == 0)
        c.radius_x = SIZE_MAX;
    if (rng_below(rng, 3) == 0)
        c.radius_type = rng_below(rng, 2) ? PREFIX_U8 : PREFIX_U16;
    c.most = rng_below(rng, 2) ? 5 : c.radius_type == PREFIX_U8 ? UINT8_MAX : UINT16_MAX;
    return c;
}

static int check_pair(size_t pair)
{
    struct rng rng = rng_make(1000 + pair);
    const int rounds = test_level() == TEST_SHORT ? 20 : test_level() == TEST_LONG ? 1500 : 150;
    int good = 1;
    for (int round = 0; round < rounds; round++)
        good &= check_case(randomize(&rng, pair, 1 + rng_below(&rng, 80), 1 + rng_below(&rng, 30)));
    for (int round = 0; round < rounds / 15; round++)
        good &= check_case(randomize(&rng, pair, 1 + rng_below(&rng, 700), 1 + rng_below(&rng, 500)));
    return good;
}

static void check_backend(const char *name)
{
    const char *const memory = input.memory == PREFIX_MEMORY_HOST ? "host" : "device";
    for (size_t pair = 0; pair < PAIRS; pair++) {
        shown = 0;
        ok(check_pair(pair), "%s, %s: %s to %s", name, memory, prefix_type_name(pairs[pair][0]),
           prefix_type_name(pairs[pair][1]));
    }
}

int main(void)
{
    struct arena *const all[] = {&input, &output, &radii};
    test_seed();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    prefix_ctx_destroy(serial);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
