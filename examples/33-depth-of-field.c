/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Depth of field by summed-area tables: draws spheres on a floor, and blurs
 * each pixel by a radius that grows with its distance from the focal plane.
 * ./33-depth-of-field SHARP.ppm BLURRED.ppm writes both pictures.
 */
#include <math.h>
#include <prefix/prefix.h>
#include <stdint.h>
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

enum { W = 480, H = 270, SAMPLES = 3, SPHERES = 12 };

static const float focus = 9.6f; /* the distance of the focal plane */
static const float lens = 10;  /* the radius, in pixels, of what is far */
static const float far = 1e6f; /* where the sky is */

/* --- the scene -------------------------------------------------------- */

typedef struct {
    float x, y, z;
} vec;

static vec sum(vec a, float s, vec b)
{
    return (vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static float dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec unit(vec a)
{
    const float length = sqrtf(dot(a, a));
    return (vec){a.x / length, a.y / length, a.z / length};
}

static const vec eye = {0.4f, 2.9f, 0};

/* The spheres, from near to far, all of radius 1. */
static vec centre(int i)
{
    static const vec centres[SPHERES] = {
        {-1.9f, 1, 4.6f}, {3.4f, 1, 6.1f},  {0.6f, 1, 9.4f},
        {-4.3f, 1, 9.9f}, {4.5f, 1, 11.2f}, {-1.6f, 1, 13.4f},
        {8.6f, 1, 15},    {2.2f, 1, 17},    {-7.5f, 1, 16.5f},
        {5.5f, 1, 22},    {-3.4f, 1, 22},   {12, 1, 25},
    };
    return centres[i];
}

/* Of a sphere, or of the floor at a place. */
static vec colour(int what, vec at)
{
    static const vec colours[] = {
        {0.8f, 0.2f, 0.03f},   {0.75f, 0.72f, 0.65f},
        {0.75f, 0.03f, 0.03f}, {0.03f, 0.15f, 0.7f},
        {0.8f, 0.5f, 0.03f},   {0.04f, 0.4f, 0.1f},
        {0.45f, 0.04f, 0.3f},  {0.05f, 0.05f, 0.045f},
        {0.55f, 0.55f, 0.5f}};
    if (what < SPHERES)
        return colours[what % 7];
    return colours[((int)floorf(at.x) + (int)floorf(at.z)) & 1 ? 7 : 8];
}

/* How far a ray goes, and what it meets: a sphere, SPHERES, which is the
 * floor, or nothing, -1. */
static float meet(vec from, vec to, int *what)
{
    float nearest = to.y < 0 ? fminf(-from.y / to.y, far) : far;
    *what = nearest < far ? SPHERES : -1;
    for (int i = 0; i < SPHERES; i++) {
        const vec line = sum(centre(i), -1, from);
        const float along = dot(line, to),
                    inside = along * along - dot(line, line) + 1;
        const float distance = inside > 0 ? along - sqrtf(inside) : 0;
        if (distance > 1e-3f && distance < nearest) {
            nearest = distance;
            *what = i;
        }
    }
    return nearest;
}

static vec sky(vec to)
{
    const float up = to.y > 0 ? sqrtf(to.y) : 0;
    return (vec){0.75f - 0.55f * up, 0.82f - 0.4f * up, 0.9f - 0.15f * up};
}

/* What is seen from a place in a direction, in things that are mirrors. */
static vec look(vec from, vec to, int mirrors)
{
    static const vec sun = {-0.53f, 0.74f, -0.42f};
    int what, shade;
    const float distance = meet(from, to, &what);
    if (what < 0)
        return sky(to);
    const int is_floor = what == SPHERES;
    const vec at = sum(from, distance, to);
    const vec normal =
        is_floor ? (vec){0, 1, 0} : sum(at, -1, centre(what));
    const vec above = sum(at, 1e-3f, normal);
    meet(above, sun, &shade);
    const float light = shade < 0 ? fmaxf(dot(normal, sun), 0) : 0;
    vec seen = sum((vec){0, 0, 0}, 0.9f * light + 0.2f + 0.1f * normal.y,
                   colour(what, at));
    if (mirrors > 0) {
        const vec back = sum(to, -2 * dot(to, normal), normal);
        const float edge = 1 + dot(to, normal);
        seen = sum(seen, 0.04f + 0.5f * edge * edge * edge,
                   look(above, back, mirrors - 1));
        if (shade < 0 && !is_floor)
            seen = sum(seen, 2.5f * powf(fmaxf(dot(back, sun), 0), 128),
                       (vec){1, 1, 0.9f});
    }
    /* The floor fades into the sky. */
    const float haze = 1 - 1 / (1 + distance * distance / 3000);
    return sum(seen, is_floor ? haze : 0,
               sum(sky((vec){0, 0, 1}), -1, seen));
}

/* The ray through a point of the picture. */
static vec ray(float x, float y)
{
    return unit((vec){(x - W / 2) / H, (H * 0.3f - y) / H, 1.05f});
}

/* --- the pictures ----------------------------------------------------- */

/* The light of each pixel, and its radius: that of a thin lens. */
static void draw(float image[H][W][3], uint8_t radii[H][W])
{
    int what;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            vec mean = {0, 0, 0};
            for (int i = 0; i < SAMPLES * SAMPLES; i++) {
                const float dx = ((float)(i % SAMPLES) + 0.5f) / SAMPLES,
                            dy = ((float)(i / SAMPLES) + 0.5f) / SAMPLES;
                mean =
                    sum(mean, 1.0f / (SAMPLES * SAMPLES),
                        look(eye, ray((float)x + dx, (float)y + dy), 2));
            }
            image[y][x][0] = mean.x;
            image[y][x][1] = mean.y;
            image[y][x][2] = mean.z;
            const vec to = ray((float)x + 0.5f, (float)y + 0.5f);
            const float depth = meet(eye, to, &what) * to.z;
            radii[y][x] =
                (uint8_t)fminf(lens * fabsf(1 - focus / depth), 255);
        }
}

static void blur(float image[H][W][3], uint8_t radii[H][W],
                 float blurred[H][W][3])
{
    prefix_box *box;
    check(prefix_box_create(&box, NULL, PREFIX_F32, PREFIX_F32));
    check(prefix_box_set_channels(box, 3));
    check(prefix_box_set_radii(box, PREFIX_U8, radii, 0));
    /* Twice, so that a small light becomes no square. */
    check(prefix_box_run(box, image, blurred, W, H));
    check(prefix_box_run(box, blurred, blurred, W, H));
    prefix_box_destroy(box);
}

/* As PPM, brighter than it is linearly, as screens expect. */
static void write_ppm(const char *name, float image[H][W][3])
{
    FILE *file = fopen(name, "wb");
    if (!file || fprintf(file, "P6\n%d %d\n255\n", W, H) < 0) {
        perror(name);
        exit(1);
    }
    for (int i = 0; i < W * H * 3; i++)
        putc((int)(sqrtf(fminf((&image[0][0][0])[i], 1)) * 255 + 0.5f),
             file);
    if (fclose(file)) {
        perror(name);
        exit(1);
    }
}

/* How much neighbours with radii from least to most differ, in all. */
static double contrast(float image[H][W][3], uint8_t radii[H][W],
                       int least, int most)
{
    double differences = 0;
    for (int y = 0; y < H; y++)
        for (int x = 1; x < W; x++)
            if (radii[y][x - 1] >= least && radii[y][x - 1] <= most &&
                radii[y][x] >= least && radii[y][x] <= most)
                differences += fabsf(image[y][x][1] - image[y][x - 1][1]);
    return differences;
}

int main(int argc, char **argv)
{
    static float image[H][W][3], blurred[H][W][3];
    static uint8_t radii[H][W];

    draw(image, radii);
    blur(image, radii, blurred);
    if (argc > 2) {
        write_ppm(argv[1], image);
        write_ppm(argv[2], blurred);
    }
    printf("contrast: %.0f %% in focus, %.0f %% far from it\n",
           100 * contrast(blurred, radii, 0, 0) /
               contrast(image, radii, 0, 0),
           100 * contrast(blurred, radii, 6, 255) /
               contrast(image, radii, 6, 255));
    return 0;
}
