/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The OpenMP backend's chain, with a thread that is held up in the middle of it: the others go on
 * without it where they may, what they find out in its place is right, and it is dropped where the
 * held one was faster. The threads and the places where they are held are this program's, so that
 * nothing depends on the scheduler; a chain that waits for the held thread ends by the alarm.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/data.h"
#include "../support/held.h"
#include "../support/support.h"

enum place { TOOK, REDUCED, HELPS, HELPED, SCANNED, PLACES };
static void come_by(enum place place, size_t tile);
static void run_chain(void (*work)(void *), void *user, int threads, int wake_them);
static int pool_awake(void);

#define HOOK(place, tile) HOOK_##place(tile)
#define HOOK_took(tile) come_by(TOOK, tile)
#define HOOK_reduced(tile) come_by(REDUCED, tile)
#define HOOK_helps(tile) come_by(HELPS, tile)
#define HOOK_helped(tile) come_by(HELPED, tile)
#define HOOK_scanned(tile) come_by(SCANNED, tile)
#define prefix__openmp_pool_run run_chain
#define prefix__openmp_pool_awake pool_awake
#include "chain/look_back.c"
#include "chain/chain.c"

enum { TILES = 12, TILE = 2 * 8192, ITEMS = TILES * TILE - 5 };
enum until { OTHERS_END, HELP_BEGINS };

static const struct scene {
    const char *what;
    enum place place; /* where a thread is held, */
    size_t tile;      /* with which tile, */
    enum until until; /* and until when */
    int in_place;
    int owner_first; /* who helps waits until the owner has scanned the tile */
    int helped;      /* whether help must come of it; -1: it may */
} scenes[] = {
    {"its owner sleeps before it reduces", TOOK, 2, OTHERS_END, 0, 0, 1},
    {"the same, in place", TOOK, 2, OTHERS_END, 1, 0, 1},
    {"its owner sleeps behind its aggregates", REDUCED, 2, OTHERS_END, 0, 0, -1},
    {"the same, in place", REDUCED, 2, OTHERS_END, 1, 0, -1},
    {"its owner wakes and overtakes those who help", TOOK, 2, HELP_BEGINS, 0, 1, 1},
    {"the same, in place: what they read is dropped", TOOK, 2, HELP_BEGINS, 1, 1, 1},
};

/* One whose kernel has a step, and one whose has none. */
static const struct type {
    const char *name;
    int type, carry_type;
    size_t size;
} types[] = {{"f32", PREFIX_F32, PREFIX_F64, 4}, {"f64", PREFIX_F64, PREFIX_F64, 8}};

static const struct scene *scene;
static atomic_int came_by[PLACES], help_began, scanned, helped;

static void come_by(enum place place, size_t tile)
{
    atomic_fetch_add(&came_by[place], 1);
    if (place == TOOK && tile == 0) /* nobody is alone in the chain */
        await(&came_by[TOOK], THREADS);
    if (tile != scene->tile)
        return;
    if (place == HELPED)
        atomic_fetch_add(&helped, 1);
    if (place == SCANNED)
        atomic_store(&scanned, 1);
    if (place == HELPS) {
        atomic_fetch_add(&help_began, 1);
        if (scene->owner_first)
            await(&scanned, 1);
    }
    if (place == scene->place)
        await(scene->until == OTHERS_END ? &ended : &help_began, scene->until == OTHERS_END ? THREADS - 1 : 1);
}

/* In place of the pool. */
static void run_chain(void (*work_at)(void *), void *user, int threads, int wake_them)
{
    struct errand errand = {work_at, user};
    pthread_t others[THREADS];
    (void)wake_them;
    for (int i = 0; i < threads; i++)
        others[i] = start_errand(&errand);
    for (int i = 0; i < threads; i++)
        pthread_join(others[i], NULL);
}

static int pool_awake(void)
{
    return 1;
}

static void play(const struct type *type, const void *in, void *out, void *want)
{
    const size_t bytes = ITEMS * type->size;
    struct prefix_scan_work work_ = {
        .size = sizeof work_,
        .kind = PREFIX_INCLUSIVE,
        .op = PREFIX_SUM,
        .type = type->type,
        .output_type = type->type,
        .carry_type = type->carry_type,
        .in = in,
        .out = want,
        .n = ITEMS,
    };
    struct prefix__openmp_pipeline p;
    prefix__openmp_resolve(&p, prefix__openmp_isa(0), &work_, SIZE_MAX);
    uint64_t total_want = prefix__openmp_scan_range(&p, 0, ITEMS, p.carry, NULL);
    work_.out = out;
    if (scene->in_place)
        work_.in = memcpy(out, in, bytes);
    else
        memset(out, 0xff, bytes);
    prefix__openmp_aim(&p, &work_, SIZE_MAX);
    for (int i = 0; i < PLACES; i++)
        atomic_store(&came_by[i], 0);
    atomic_store(&help_began, 0);
    atomic_store(&scanned, 0);
    atomic_store(&helped, 0);
    atomic_store(&ended, 0);
    void *memory = must_alloc(prefix__openmp_chain_bytes(&p, TILE / p.tile, THREADS));
    uint64_t total = prefix__openmp_chain_run(&p, memory, TILE / p.tile, THREADS, 1);
    int good = total == total_want && memcmp(out, want, bytes) == 0 &&
               (scene->helped < 0 || (atomic_load(&helped) > 0) == scene->helped) &&
               atomic_load(&came_by[scene->place]) > 0;
    if (!ok(good, "a tile of %s is not published: %s", type->name, scene->what))
        diag("totals %llx and %llx, helped %d", (unsigned long long)total, (unsigned long long)total_want,
             atomic_load(&helped));
    free(memory);
}

static void play_all(const struct type *type)
{
    struct rng rng = rng_make(5);
    void *in = must_alloc(ITEMS * type->size), *out = must_alloc(ITEMS * type->size);
    void *want = must_alloc(ITEMS * type->size);
    data_fill(&rng, DATA_SMALL, type->type, in, ITEMS);
    for (size_t i = 0; i < ITEMS; i++)
        if (type->type == PREFIX_F32)
            ((float *)in)[i] /= (float)(1 + i % 7);
        else
            ((double *)in)[i] /= (double)(1 + i % 7);
    for (scene = scenes; scene < scenes + sizeof scenes / sizeof scenes[0]; scene++)
        play(type, in, out, want);
    free(in);
    free(out);
    free(want);
}

int main(void)
{
    alarm(PATIENCE_SECONDS);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        play_all(&types[i]);
    return done();
}
