/* SPDX-License-Identifier: BSD-3-Clause */
/* A file larger than memory, in pieces, with the bits of one call. */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* Every piece but the last ends where a tile ends: 32 KiB of f32. */
#define TILE (32768 / sizeof(float))
#define PIECE (3 * TILE)

/* The running sums of the numbers in a file, to another one. */
static void scan_file(FILE *in, FILE *out)
{
    static float piece[PIECE];
    double carry = 0; /* prefix_carry_type() of f32 sums is PREFIX_F64 */
    prefix_plan *plan;
    size_t n;

    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_F32));
    check(prefix_plan_set_total(plan, PREFIX_F64, &carry));
    while ((n = fread(piece, sizeof(float), PIECE, in)) > 0) {
        check(prefix_plan_set_init(plan, PREFIX_F64, &carry));
        check(prefix_plan_run(plan, piece, piece, n));
        fwrite(piece, sizeof(float), n, out);
    }
    prefix_plan_destroy(plan);
    if (ferror(in) || ferror(out)) {
        perror("the files");
        exit(1);
    }
}

#define N (10 * TILE + 1234)

static float values[N], whole[N], result[N];

int main(void)
{
    FILE *in = tmpfile(), *out = tmpfile();
    if (!in || !out) {
        perror("a temporary file");
        return 1;
    }
    uint32_t random = 1;
    for (size_t i = 0; i < N; i++) {
        random = random * 1664525 + 1013904223;
        values[i] = (float)random / 4294967296.0f - 0.5f;
    }
    fwrite(values, sizeof(float), N, in);
    rewind(in);
    scan_file(in, out);

    check(prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32,
                      values, whole, N));
    rewind(out);
    int same = fread(result, sizeof(float), N, out) == N &&
               memcmp(whole, result, sizeof whole) == 0;
    puts(same ? "the same bits" : "different bits");
    return !same;
}
