/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ranks whose parts lie in device memory of the backend that is named; they may share a device. What they come to are
 * plain loops over the whole array, and for floats the bits that ranks of the serial backend come to.
 */
#include <stdlib.h>
#include <string.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"
#include "ranks.h"

enum { N = 40000, TILE = 8192 };

static prefix_ctx *device, *serial;
static int memory = PREFIX_MEMORY_DEVICE;
static size_t *starts;
static struct arena input, output, more, total;

static void place(struct arena *arena, size_t bytes, const void *from)
{
    arena->ctx = device;
    arena->memory = memory;
    arena_place(arena, bytes, 8);
    if (from)
        memcpy(arena->data, from, bytes);
    arena_push(arena);
}

/* Whether an array on the device is what it should be, and what lies around it as it was. */
static int holds(struct arena *arena, const void *want)
{
    arena_pull(arena);
    return arena_guarded(arena) && (arena->bytes == 0 || memcmp(arena->data, want, arena->bytes) == 0);
}

struct setting {
    int type, reverse, exact, in_place, key_type; /* key_type: of segments, 0 by flags, -1 none */
    enum cut cut;
};

/* What settings have in common, on a context. */
static prefix_mpi_plan *make_plan(prefix_ctx *ctx, const struct setting *s, const void *heads)
{
    prefix_mpi_plan *plan;
    must(ctx, prefix_mpi_plan_create(&plan, ctx, PREFIX_SUM, s->type));
    must(ctx, prefix_mpi_plan_set_reverse(plan, s->reverse));
    must(ctx, prefix_mpi_plan_set_exact(plan, s->exact));
    if (s->key_type == 0)
        must(ctx, prefix_mpi_plan_set_head_flags(plan, heads));
    else if (s->key_type > 0)
        must(ctx, prefix_mpi_plan_set_keys(plan, s->key_type, heads));
    return plan;
}

/* The same by the serial backend, in host memory. */
static int run_serial(const struct setting *s, const void *heads, const void *in, void *out, void *sum, size_t n)
{
    prefix_mpi_plan *plan = make_plan(serial, s, heads);
    int status = sum ? prefix_mpi_plan_set_total(plan, s->type, sum) : PREFIX_OK;
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_run(plan, MPI_COMM_WORLD, in, out, n);
    prefix_mpi_plan_destroy(plan);
    return status;
}

static int run_device(const struct setting *s, size_t n)
{
    prefix_mpi_plan *plan = make_plan(device, s, arena_pointer(&more));
    const struct arena *from = s->in_place ? &output : &input;
    int status = PREFIX_OK;
    if (s->key_type < 0)
        status = prefix_mpi_plan_set_total(plan, s->type, arena_pointer(&total));
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_run(plan, MPI_COMM_WORLD, arena_pointer(from), arena_pointer(&output), n);
    prefix_mpi_plan_destroy(plan);
    return status;
}

/* Sums of integers by a loop. */
static void add(const struct setting *s, const uint64_t *in, const unsigned char *begins, uint64_t *out)
{
    uint64_t sum = 0;
    for (size_t k = 0; k < N; k++) {
        const size_t i = s->reverse ? N - 1 - k : k;
        if (s->key_type >= 0 && (s->reverse ? i + 1 < N && begins[i + 1] : begins[i]))
            sum = 0;
        out[i] = sum += in[i];
    }
}

/* Elements, and where they begin segments: flags, or keys that change there. */
struct sample {
    uint64_t in[N];
    unsigned char begins[N];
    int32_t keys[N];
};

static struct sample *draw(int type)
{
    struct sample *sample = must_alloc(sizeof *sample);
    struct rng rng = rng_make(7000);
    data_fill(&rng, type == PREFIX_U64 ? DATA_BITS : DATA_STRETCHES, type, sample->in, N);
    for (size_t i = 0; i < N; i++) {
        sample->begins[i] = rng_below(&rng, 5000) == 0;
        sample->keys[i] = (i > 0 ? sample->keys[i - 1] : 0) + sample->begins[i];
    }
    return sample;
}

static int try_scan(const struct setting *s)
{
    struct sample *sample = draw(s->type);
    const size_t size = oracle_size(s->type), first = starts[rank], n = starts[rank + 1] - first;
    const char *part = (const char *)sample->in + first * size;
    const void *heads = s->key_type ? (const void *)(sample->keys + first) : sample->begins + first;
    uint64_t *whole = must_alloc(N * sizeof *whole), *want = must_alloc(N * sizeof *want), sum = 0;
    place(&input, n * size, part);
    place(&output, n * size, s->in_place ? part : NULL);
    place(&more, n * (s->key_type ? sizeof(int32_t) : 1), heads);
    place(&total, size, NULL);
    int good = run_serial(s, heads, part, want, s->key_type < 0 ? &sum : NULL, n) == PREFIX_OK;
    good = good && run_device(s, n) == PREFIX_OK && holds(&output, want) && (s->in_place || holds(&input, part));
    good = good && (s->key_type >= 0 || holds(&total, &sum));
    if (good && s->type == PREFIX_U64) {
        add(s, sample->in, sample->begins, whole);
        good = memcmp(want, whole + first, n * size) == 0 && (s->key_type >= 0 || sum == whole[s->reverse ? 0 : N - 1]);
    }
    free(sample);
    free(whole);
    free(want);
    return good;
}

static int on_all(int good)
{
    int all;
    MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return all;
}

static void scans(void)
{
    static const int types[] = {PREFIX_U64, PREFIX_F32, PREFIX_F64}, forms[] = {-1, 0, PREFIX_I32};
    for (int form = 0; form < 3; form++) {
        int good = 1;
        for (int i = 0; i < 2 * 2 * 3 * CUTS && good; i++) {
            struct setting s = {.reverse = i & 1, .in_place = i >> 1 & 1, .type = types[i / 4 % 3], .cut = i / 12};
            s.exact = i % 5 < 2;
            s.key_type = forms[form];
            ranks_cut(s.cut, N, starts);
            good = on_all(try_scan(&s));
            if (!good)
                diag("rank %d: %s, cut %d%s%s%s: %s", rank, prefix_type_name(s.type), s.cut,
                     s.reverse ? ", reverse" : "", s.in_place ? ", in place" : "", s.exact ? ", exact" : "",
                     prefix_mpi_error());
        }
        ranks_ok(good, "scans of device memory, %s",
                 form == 0   ? "with totals there"
                 : form == 1 ? "of segments by flags"
                             : "of segments by keys");
    }
}

static void selections(void)
{
    int good = 1;
    for (int cut = 0; cut < CUTS; cut++) {
        static int32_t in[N], want[N];
        static unsigned char flags[N];
        uint64_t before = 0, all = 0, found = 0, count[2], offset[2], sum[2];
        const int32_t operand = 3;
        struct rng rng = rng_make(7100);
        ranks_cut((enum cut)cut, N, starts);
        const size_t first = starts[rank], n = starts[rank + 1] - first;
        for (size_t i = 0; i < N; i++) {
            in[i] = (int32_t)rng_below(&rng, 9);
            flags[i] = in[i] > operand;
            before += i < first && flags[i];
            all += flags[i];
            if (flags[i] && i >= first && i < first + n)
                want[found++] = in[i];
        }
        place(&input, n * sizeof *in, in + first);
        place(&more, n, flags + first);
        for (int by_flags = 0; by_flags < 2; by_flags++) {
            place(&output, found * sizeof *in, NULL);
            int status = by_flags ? prefix_mpi_select_flagged(device, MPI_COMM_WORLD, PREFIX_I32, arena_pointer(&input),
                                                              arena_pointer(&more), arena_pointer(&output), n, found,
                                                              &count[1], &offset[1], &sum[1])
                                  : prefix_mpi_select_if(device, MPI_COMM_WORLD, PREFIX_GREATER, PREFIX_I32, &operand,
                                                         arena_pointer(&input), arena_pointer(&output), n, found,
                                                         &count[0], &offset[0], &sum[0]);
            good = good && status == PREFIX_OK && count[by_flags] == found && offset[by_flags] == before &&
                   sum[by_flags] == all && holds(&output, want);
        }
    }
    ranks_ok(good, "selections from device memory");
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Keys and where they stand, in place: of equal keys the first come first. */
static void sorts(void)
{
    int good = 1;
    for (int cut = 0; cut < CUTS; cut++) {
        static uint64_t sorted[N];
        static uint32_t keys[N], places[N];
        struct rng rng = rng_make(7200);
        ranks_cut((enum cut)cut, N, starts);
        const size_t first = starts[rank], n = starts[rank + 1] - first;
        for (size_t i = 0; i < N; i++) {
            keys[i] = (uint32_t)rng_below(&rng, 1000);
            places[i] = (uint32_t)i;
            sorted[i] = (uint64_t)keys[i] << 32 | i;
        }
        place(&output, n * sizeof *keys, keys + first);
        place(&more, n * sizeof *places, places + first);
        int status = prefix_mpi_sort_pairs(device, MPI_COMM_WORLD, PREFIX_ASCENDING, PREFIX_U32, sizeof *places,
                                           arena_pointer(&output), arena_pointer(&more), arena_pointer(&output),
                                           arena_pointer(&more), n);
        qsort(sorted, N, sizeof *sorted, compare);
        for (size_t i = 0; i < N; i++) {
            keys[i] = (uint32_t)(sorted[i] >> 32);
            places[i] = (uint32_t)sorted[i];
        }
        good = good && status == PREFIX_OK && holds(&output, keys + first) && holds(&more, places + first);
    }
    ranks_ok(good, "sorts of device memory, with values, in place");
}

/* A device for each rank, or one for all. Rank 0 says why there is none. */
static int open_device(const char *name)
{
    if (strcmp(name, "cuda") == 0)
        device_among_others();
    else
        memory = PREFIX_MEMORY_HOST; /* for who has none, and wants to see the test at work */
    if (rank == 0)
        device = open_backend(name);
    else if (prefix_ctx_create(&device, name) != PREFIX_OK)
        device = NULL;
    const int all = on_all(device != NULL);
    if (all && prefix_ctx_set_device(device, rank) != PREFIX_OK)
        must(device, prefix_ctx_set_device(device, 0));
    return all;
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    starts = must_alloc(((size_t)ranks + 1) * sizeof *starts);
    must(NULL, prefix_ctx_create(&serial, "serial"));
    if (open_device(argc > 1 ? argv[1] : "cuda")) {
        scans();
        selections();
        sorts();
        arena_release(&input);
        arena_release(&output);
        arena_release(&more);
        arena_release(&total);
    }
    prefix_ctx_destroy(device);
    prefix_ctx_destroy(serial);
    free(starts);
    return ranks_end();
}
