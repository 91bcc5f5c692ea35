/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts of keys in several distributions, with what belongs to them, next to a copy of what they read and write. */
#include <config.h>

#include "bench/sort.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/message.h"
#include "base/number.h"
#include "bench/comparison.h"
#include "bench/copy.h"
#include "bench/data.h"
#include "bench/measure.h"

#define STAGE ((size_t)1 << 20) /* elements that are made at once */
#define VALUE sizeof(uint32_t)  /* of pairs, and of places */
#define CUBS BENCH_PEERS        /* calls by CUB */
#define ZIPF_KEYS 0x100000      /* different ones, if the type has so many */

enum spread { UNIFORM, CONSTANT, TWO, SORTED, MODULO, AND, ZIPF, SPREADS };

#define NAMES(call)                                                                                                    \
    call "/uniform", call "/constant", call "/two", call "/sorted", call "/mod-1000", call "/and-3", call "/zipf"
/* Segments are of uniform keys, and of one length, or of random lengths of all magnitudes up to 2^16. */
static const char *const names[] = {
    NAMES("keys"), NAMES("pairs"), NAMES("argsort"), "segments/256", "segments/26000", "segments/random",
};

const char *bench_sort_form(int index)
{
    return index < (int)(sizeof names / sizeof *names) ? names[index] : NULL;
}

struct bench {
    const struct bench_case *what;
    enum bench_sort_call call;
    enum spread spread;
    size_t length; /* of segments; 0: random ones */
    prefix_ctx *ctx;
    prefix_sorting *sorting;
    int memory;
    size_t size, segments;
    char *in, *out;
    uint32_t *values, *values_out; /* of pairs; places, of which CUB takes those of the input */
    uint32_t *offsets;
#ifdef BENCH_CUB
    void *cub[CUBS];
#endif
};

static int call(struct bench *b)
{
    return prefix_sorting_run(b->sorting, b->in, b->call == BENCH_ARGSORT ? NULL : b->out, b->what->n);
}

static void run_call(void *user, int index)
{
    struct bench *b = user;
    (void)index;
    check(b->ctx, call(b));
}

static void wait(void *user)
{
    struct bench *b = user;
    check(b->ctx, prefix_ctx_synchronize(b->ctx));
}

#ifdef BENCH_CUB
static void run_cub(void *user, int index)
{
    bench_cub_sort(((struct bench *)user)->cub[index]);
}

static int open_cubs(struct bench *b, struct bench_contender *contenders)
{
    const struct bench_sort_arrays arrays = {b->in,      b->out,      b->values,  b->values_out,
                                             b->offsets, b->segments, b->what->n, b->call};
    int count = 0;
    for (int i = 0; i < CUBS && b->memory == PREFIX_MEMORY_DEVICE; i++) {
        b->cub[i] = bench_cub_sort_open(i, b->what->type, &arrays);
        if (b->cub[i])
            contenders[count++] = (struct bench_contender){.run = run_cub, .wait = wait, .user = b, .index = i};
    }
    return count;
}

static void close_cubs(struct bench *b, const struct bench_contender *contenders, int count, struct bench_row *row)
{
    for (int i = 0; i < count; i++) {
        const int index = contenders[i].index;
        const char *const name = bench_cub_sort_name(index, b->call);
        row->peers[row->peer_count++] = (struct bench_peer_time){name, contenders[i].timing};
        bench_cub_sort_close(b->cub[index]);
    }
}
#endif

/* Zipf's law: the continuous distribution whose density falls with the inverse of the key. */
static uint64_t draw_zipf(uint64_t random, int bits)
{
    const double keys = bits < 20 ? (double)(UINT64_C(1) << bits) : ZIPF_KEYS;
    return (uint64_t)exp((double)(random >> 11) * 0x1p-53 * log(keys)) - 1;
}

/* The bits of a key; of sorted ones those of the i-th, which ascend in signed integers and floats, too. */
static uint64_t draw(const struct bench *b, uint64_t *state, size_t i)
{
    const int bits = 8 * (int)b->size;
    const uint64_t top = UINT64_C(1) << (bits - 2), random = bench_random(state);
    switch (b->spread) {
    case CONSTANT:
        return 0x2aaaaaaaaaaaaaaa;
    case TWO: /* each in every digit */
        return random & 1 ? 0x5555555555555555 : 0x2aaaaaaaaaaaaaaa;
    case SORTED:
        return b->what->n <= top ? i : (uint64_t)((double)i / (double)b->what->n * (double)top);
    case MODULO:
        return random % 1000;
    case AND:
        return random & bench_random(state) & bench_random(state);
    case ZIPF:
        return draw_zipf(random, bits);
    default:
        return random;
    }
}

static void make_keys(const struct bench *b)
{
    const size_t n = b->what->n, size = b->size;
    const uint64_t finite = number_is_float(b->what->type) ? ~(UINT64_C(1) << (8 * size - 2)) : UINT64_MAX;
    char *stage = allocate(STAGE, size);
    uint64_t state = 1;
    for (size_t i = 0; i < n; i += STAGE) {
        const size_t count = n - i < STAGE ? n - i : STAGE;
        for (size_t k = 0; k < count; k++)
            bits_store(draw(b, &state, i + k) & finite, stage + k * size, size);
        bench_upload(b->ctx, b->in + i * size, stage, count * size, count * size);
    }
    free(stage);
}

static void make_values(const struct bench *b)
{
    const size_t n = b->what->n;
    uint32_t *stage = allocate(STAGE, VALUE);
    for (size_t i = 0; i < n; i += STAGE) {
        const size_t count = n - i < STAGE ? n - i : STAGE;
        for (size_t k = 0; k < count; k++)
            stage[k] = (uint32_t)(i + k);
        bench_upload(b->ctx, b->values + i, stage, count * VALUE, count * VALUE);
    }
    free(stage);
}

static size_t draw_length(const struct bench *b, uint64_t *state)
{
    const uint64_t random = bench_random(state);
    const size_t magnitude = (size_t)1 << (random >> 60);
    return b->length ? b->length : magnitude + (random & (magnitude - 1));
}

/* Returns how many there are; offsets is NULL to ask for that alone. */
static size_t draw_segments(const struct bench *b, uint32_t *offsets)
{
    const size_t n = b->what->n;
    size_t count = 0, end = 0;
    for (uint64_t state = 1; end < n; count++) {
        if (offsets)
            offsets[count] = (uint32_t)end;
        const size_t length = draw_length(b, &state);
        end = n - end < length ? n : end + length;
    }
    if (offsets)
        offsets[count] = (uint32_t)n;
    return count;
}

static void make_segments(struct bench *b)
{
    const size_t bytes = (b->segments + 1) * sizeof *b->offsets;
    uint32_t *offsets = allocate(b->segments + 1, sizeof *offsets);
    draw_segments(b, offsets);
    b->offsets = bench_buffer(b->ctx, &b->memory, bytes);
    bench_upload(b->ctx, b->offsets, offsets, bytes, bytes);
    free(offsets);
    check(b->ctx, prefix_sorting_set_offsets(b->sorting, PREFIX_U32, b->offsets, b->segments));
}

/* There is room for what copies move: a half of all bytes. */
static void make_data(struct bench *b)
{
    const size_t n = b->what->n, bytes = n * (b->size + VALUE) + BENCH_ALIGNMENT;
    b->in = bench_buffer(b->ctx, &b->memory, bytes);
    b->out = bench_buffer(b->ctx, &b->memory, bytes);
    make_keys(b);
    if (b->call == BENCH_SORT_SEGMENTS)
        make_segments(b);
    if (b->call != BENCH_SORT_PAIRS && b->call != BENCH_ARGSORT)
        return;
    b->values = bench_buffer(b->ctx, &b->memory, n * VALUE);
    b->values_out = bench_buffer(b->ctx, &b->memory, n * VALUE);
    make_values(b);
    if (b->call == BENCH_ARGSORT)
        check(b->ctx, prefix_sorting_set_indices(b->sorting, PREFIX_U32, b->values_out));
    else
        check(b->ctx, prefix_sorting_set_values(b->sorting, VALUE, b->values, b->values_out));
}

static size_t bytes_moved(const struct bench *b)
{
    const size_t of_keys = b->what->n * b->size, of_values = b->what->n * VALUE;
    switch (b->call) {
    case BENCH_SORT_KEYS:
        return 2 * of_keys;
    case BENCH_SORT_PAIRS:
        return 2 * (of_keys + of_values);
    case BENCH_ARGSORT:
        return of_keys + of_values;
    default:
        return 2 * of_keys + (b->segments + 1) * sizeof *b->offsets;
    }
}

static void measure(struct bench *b, int repeat, struct bench_row *row)
{
    const struct bench_comparison comparison = {b->what, b->ctx, b->memory, b->out, b->in, {.count = 1}, 0, 0};
    struct bench_contender contenders[1 + CUBS + BENCH_COPIES] = {{.run = run_call, .wait = wait, .user = b}};
    int peers = 0;
#ifdef BENCH_CUB
    peers = open_cubs(b, contenders + 1);
#endif
    bench_compare_with_copies(&comparison, bytes_moved(b), contenders, 1 + peers, repeat, row);
#ifdef BENCH_CUB
    close_cubs(b, contenders + 1, peers, row);
#endif
}

static void find_form(struct bench *b)
{
    int index = 0;
    while (strcmp(names[index], b->what->form) != 0)
        index++;
    b->call = index < BENCH_SORT_SEGMENTS * SPREADS ? index / SPREADS : BENCH_SORT_SEGMENTS;
    if (b->call != BENCH_SORT_SEGMENTS)
        b->spread = index % SPREADS;
    else
        b->length = strtoul(strchr(b->what->form, '/') + 1, NULL, 10);
}

int bench_sort(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t text_size)
{
    struct bench b = {.what = what, .size = prefix_type_size(what->type)};
    find_form(&b);
    if (what->n > PTRDIFF_MAX / 32 || (b.call != BENCH_SORT_KEYS && what->n > UINT32_MAX))
        die_usage("--n: %zu elements are more than places of 32 bits tell of", what->n);
    if (b.call == BENCH_SORT_SEGMENTS)
        b.segments = draw_segments(&b, NULL);
    check(NULL, prefix_ctx_create(&b.ctx, what->backend));
    check(b.ctx, prefix_ctx_set_threads(b.ctx, what->threads));
    check(b.ctx, prefix_sorting_create(&b.sorting, b.ctx, what->type));
    check(b.ctx, prefix_sorting_set_algorithm(b.sorting, what->algorithm));
    make_data(&b);
    check(b.ctx, prefix_ctx_set_memory(b.ctx, b.memory));
    const int status = call(&b);
    if (bench_works(b.ctx, status, text, text_size))
        measure(&b, repeat, row);
    check(b.ctx, prefix_memory_free(b.ctx, b.in));
    check(b.ctx, prefix_memory_free(b.ctx, b.out));
    check(b.ctx, prefix_memory_free(b.ctx, b.values));
    check(b.ctx, prefix_memory_free(b.ctx, b.values_out));
    check(b.ctx, prefix_memory_free(b.ctx, b.offsets));
    prefix_sorting_destroy(b.sorting);
    prefix_ctx_destroy(b.ctx);
    return status;
}
