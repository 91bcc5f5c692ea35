/* SPDX-License-Identifier: BSD-3-Clause */
/* The canonical order of libprefix(7), for sums of f32, in C. */
#include <prefix/prefix.h>
#include <stdio.h>
#include <string.h>

#define ROW 128 /* 512 bytes of f32 */
#define TILE (64 * ROW)

/* Scans one tile, or the shorter last one, in f32. */
static void scan_tile(float *x, size_t n)
{
    for (size_t start = 0; start < n; start += ROW) {
        float *row = x + start;
        size_t length = n - start < ROW ? n - start : ROW;
        for (size_t d = 1; d < ROW; d *= 2)
            for (size_t i = 0; i < length; i++)
                if (i & d)
                    row[i] = row[(i & ~(2 * d - 1)) + d - 1] + row[i];
        for (size_t i = 0; start > 0 && i < length; i++)
            row[i] = x[start - 1] + row[i];
    }
}

/* Scans the array tile by tile, with an f64 carry. */
static void replay(const float *from, float *to, size_t n)
{
    double carry = 0;
    for (size_t start = 0; start < n; start += TILE) {
        float x[TILE];
        size_t length = n - start < TILE ? n - start : TILE;
        memcpy(x, from + start, length * sizeof(float));
        scan_tile(x, length);
        for (size_t i = 0; i < length; i++)
            to[start + i] = (float)(carry + x[i]);
        carry = carry + x[length - 1];
    }
}

#define N (5 * TILE + 777)

static float in[N], out[N], expected[N];

int main(void)
{
    uint32_t random = 1;
    for (size_t i = 0; i < N; i++) {
        random = random * 1664525 + 1013904223;
        in[i] = (float)random / 4294967296.0f - 0.25f;
    }
    replay(in, expected, N);

    int status = prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_SUM,
                             PREFIX_F32, in, out, N);
    if (status != PREFIX_OK) {
        fprintf(stderr, "%s: %s\n", prefix_strerror(status),
                prefix_ctx_error(NULL));
        return 1;
    }
    puts(memcmp(out, expected, sizeof out) == 0 ? "the canonical order"
                                                : "another order");
    return memcmp(out, expected, sizeof out) != 0;
}
