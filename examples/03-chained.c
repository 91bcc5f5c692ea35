/* SPDX-License-Identifier: BSD-3-Clause */
/* An array that comes in pieces: chained through init and total, they give the bits of one call. */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A piece ends where a tile ends: 32 KiB of f32. Only the last piece may be of any length. */
#define TILE (32768 / sizeof(float))
#define PIECE (3 * TILE)
#define N (10 * TILE + 1234)

static float in[N], whole[N], pieces[N];

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status), prefix_ctx_error(NULL));
    exit(1);
}

static void scan_pieces(prefix_plan *plan)
{
    double carry = 0; /* prefix_carry_type(PREFIX_SUM, PREFIX_F32) is PREFIX_F64 */
    check(prefix_plan_set_total(plan, &carry, PREFIX_F64));
    for (size_t start = 0; start < N; start += PIECE) {
        size_t n = N - start < PIECE ? N - start : PIECE;
        check(prefix_plan_set_init(plan, &carry, PREFIX_F64));
        check(prefix_plan_run(plan, in + start, pieces + start, n));
    }
}

int main(void)
{
    uint32_t random = 1;
    for (size_t i = 0; i < N; i++) {
        random = random * 1664525 + 1013904223;
        in[i] = (float)random / 4294967296.0f - 0.5f;
    }

    check(prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, whole, N));

    prefix_plan *plan;
    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_F32));
    scan_pieces(plan);
    prefix_plan_destroy(plan);

    puts(memcmp(whole, pieces, sizeof whole) == 0 ? "the same bits" : "different bits");
    return memcmp(whole, pieces, sizeof whole) != 0;
}
