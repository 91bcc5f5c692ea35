/* SPDX-License-Identifier: BSD-3-Clause */
/* Selections, partitions and unique elements, next to a copy of the bytes that each must move. */
#include <config.h>

#include "bench/compaction.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/number.h"
#include "bench/comparison.h"
#include "bench/copy.h"
#include "bench/data.h"
#include "bench/measure.h"

#define STAGE ((size_t)1 << 20) /* elements that are made at once, and repeated */
#define VALUES 100              /* different ones */
#define CUBS 2                  /* calls by CUB, at the most; BENCH_PEERS is room for them */

static const struct form {
    const char *name;
    enum bench_runs_call call;
    int percent; /* selected, on the average */
} forms[] = {
    {"select-1%", BENCH_SELECT, 1},     {"select-50%", BENCH_SELECT, 50},       {"select-90%", BENCH_SELECT, 90},
    {"flagged-50%", BENCH_FLAGGED, 50}, {"partition-50%", BENCH_PARTITION, 50}, {"unique-25%", BENCH_UNIQUE, 25},
    {"unique-1%", BENCH_UNIQUE, 1},
};

const char *bench_compaction_form(int index)
{
    return index < (int)(sizeof forms / sizeof *forms) ? forms[index].name : NULL;
}

struct bench {
    const struct bench_case *what;
    const struct form *form;
    prefix_ctx *ctx;
    int memory;
    char *in, *out;
    uint8_t *flags;
    uint64_t *count;
    unsigned char operand[8];
#ifdef BENCH_CUB
    void *cub[CUBS];
#endif
};

static int call(struct bench *b)
{
    const size_t n = b->what->n;
    const int type = b->what->type;
    switch (b->form->call) {
    case BENCH_FLAGGED:
        return prefix_select_flagged(b->ctx, type, b->in, b->flags, b->out, n, n, b->count);
    case BENCH_PARTITION:
        return prefix_partition_if(b->ctx, PREFIX_LESS, type, b->operand, b->in, b->out, n, b->count);
    case BENCH_UNIQUE:
        return prefix_unique(b->ctx, type, b->in, b->out, n, n, b->count);
    default:
        return prefix_select_if(b->ctx, PREFIX_LESS, type, b->operand, b->in, b->out, n, n, b->count);
    }
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
    bench_cub_runs(((struct bench *)user)->cub[index]);
}

/* How many calls by CUB there are: a partition's leave the rejected elements as CUB does, and in their order. */
static int open_cub(struct bench *b, struct bench_contender *contenders)
{
    const struct bench_runs_arrays arrays = {b->in, b->flags, b->out, NULL, b->count, b->operand, b->what->n};
    const int calls[CUBS] = {(int)b->form->call, BENCH_STABLE_PARTITION};
    const int wanted = b->memory != PREFIX_MEMORY_DEVICE ? 0 : b->form->call == BENCH_PARTITION ? CUBS : 1;
    int count = 0;
    for (; count < wanted; count++) {
        b->cub[count] = bench_cub_runs_open(calls[count], b->what->type, &arrays);
        if (!b->cub[count])
            break;
        contenders[count] = (struct bench_contender){.run = run_cub, .wait = wait, .user = b, .index = count};
    }
    return count;
}

static void close_cub(struct bench *b, const struct bench_contender *contenders, int count, struct bench_row *row)
{
    static const char *const names[CUBS] = {"cub", "cub-stable"};
    for (int i = 0; i < count; i++) {
        row->peers[row->peer_count++] = (struct bench_peer_time){names[i], contenders[i].timing};
        bench_cub_runs_close(b->cub[i]);
    }
}
#endif

/* Elements of VALUES values, each as often, and flags of which half are set. */
static void make_data(struct bench *b, size_t size)
{
    char *elements = allocate(STAGE, size);
    uint8_t *flags = allocate(STAGE, 1);
    unsigned char values[VALUES][8];
    for (int i = 0; i < VALUES; i++) {
        char text[8];
        snprintf(text, sizeof text, "%d", i);
        number_parse(b->what->type, text, strlen(text), values[i]);
    }
    memcpy(b->operand, values[b->form->percent], sizeof b->operand);
    uint64_t *numbers = allocate(STAGE, sizeof *numbers);
    bench_fill(numbers, STAGE * sizeof *numbers, PREFIX_U64, PREFIX_SUM);
    for (size_t i = 0; i < STAGE; i++) {
        const int stays =
            b->form->call == BENCH_UNIQUE && i > 0 && (numbers[i] >> 32) % 100 >= (uint64_t)b->form->percent;
        memcpy(elements + i * size, stays ? elements + (i - 1) * size : (char *)values[numbers[i] % VALUES], size);
        flags[i] = numbers[i] >> 40 & 1;
    }
    bench_upload(b->ctx, b->in, elements, b->what->n * size, STAGE * size);
    bench_upload(b->ctx, b->flags, flags, b->what->n, STAGE);
    free(numbers);
    free(flags);
    free(elements);
}

int bench_compaction(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t text_size)
{
    struct bench b = {.what = what, .form = forms};
    const size_t size = prefix_type_size(what->type), n = what->n;
    while (strcmp(b.form->name, what->form) != 0)
        b.form++;
    if (n > PTRDIFF_MAX / (2 * size + 1))
        die_usage("--n: %zu elements of %zu bytes do not fit this machine's sizes", n, size);
    check(NULL, prefix_ctx_create(&b.ctx, what->backend));
    check(b.ctx, prefix_ctx_set_threads(b.ctx, what->threads));
    b.in = bench_buffer(b.ctx, &b.memory, n * (size + 1) + BENCH_ALIGNMENT); /* flags are copied, too */
    b.out = bench_buffer(b.ctx, &b.memory, n * (size + 1) + BENCH_ALIGNMENT);
    b.flags = bench_buffer(b.ctx, &b.memory, n);
    b.count = bench_buffer(b.ctx, &b.memory, sizeof *b.count);
    make_data(&b, size);
    check(b.ctx, prefix_ctx_set_memory(b.ctx, b.memory));
    int status = call(&b);
    if (bench_works(b.ctx, status, text, text_size)) {
        uint64_t count;
        check(b.ctx, prefix_memory_copy(b.ctx, &count, b.count, sizeof count));
        check(b.ctx, prefix_ctx_synchronize(b.ctx));
        const size_t written = b.form->call == BENCH_PARTITION ? n : (size_t)count;
        const size_t bytes = n * size + (b.form->call == BENCH_FLAGGED ? n : 0) + written * size;
        const struct bench_comparison comparison = {what, b.ctx, b.memory, b.out, b.in, {.count = 1}, 0, 0};
        struct bench_contender contenders[1 + CUBS + BENCH_COPIES] = {{.run = run_call, .wait = wait, .user = &b}};
        int peers = 0;
#ifdef BENCH_CUB
        peers = open_cub(&b, contenders + 1);
#endif
        bench_compare_with_copies(&comparison, bytes, contenders, 1 + peers, repeat, row);
#ifdef BENCH_CUB
        close_cub(&b, contenders + 1, peers, row);
#endif
    }
    check(b.ctx, prefix_memory_free(b.ctx, b.in));
    check(b.ctx, prefix_memory_free(b.ctx, b.out));
    check(b.ctx, prefix_memory_free(b.ctx, b.flags));
    check(b.ctx, prefix_memory_free(b.ctx, b.count));
    prefix_ctx_destroy(b.ctx);
    return status;
}
