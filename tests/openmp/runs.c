/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The OpenMP backend's one pass over runs with a thread that is held up in the middle of it: the others find
 * out what its tile adds, and go on, and what is written is right. The threads and the places where they are
 * held are this program's; a pass that waits for the held thread ends by the alarm.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/data.h"
#include "../support/held.h"
#include "../support/support.h"

enum place { TOOK, PACKED, HELPS, HELPED, PLACES };
static void come_by(enum place place, size_t tile);

#define HOOK(place, tile) HOOK_##place(tile)
#define HOOK_took(tile) come_by(TOOK, tile)
#define HOOK_packed(tile) come_by(PACKED, tile)
#define HOOK_helps(tile) come_by(HELPS, tile)
#define HOOK_helped(tile) come_by(HELPED, tile)
#define HOOK_done(tile) (void)0
#define prefix__openmp_pool_run run_threads
#define prefix__openmp_compact_by_team tested_team
#define prefix__openmp_compact_by_team_bytes tested_team_bytes
#include "chain/look_back.c"
#include "select/compact_by_team.c"

#include "runs/runs.h"

enum { TILES = 12, TILE = 1024, ITEMS = TILES * TILE - 5 };

static const struct scene {
    const char *what;
    enum place place; /* where a thread is held, with tile TILES / 3, until all others have ended */
    int helps;        /* somebody must help */
} scenes[] = {
    {"its owner sleeps before it reads", TOOK, 1},
    {"its owner sleeps before it publishes", PACKED, 1},
    {"nobody is held", PLACES, 0},
};

static const struct scene *scene;
static atomic_int held, helped;

static void come_by(enum place place, size_t tile)
{
    if (tile != TILES / 3)
        return;
    if (place == HELPS)
        atomic_fetch_add(&helped, 1);
    if (place == scene->place && atomic_fetch_add(&held, 1) == 0)
        await(&ended, THREADS - 1);
}

/* One pass over runs that begin with one in so many elements; whether all is right. */
static int play(uint64_t one_in, int nontrivial)
{
    static uint32_t keys[ITEMS], unique[ITEMS], offsets[ITEMS], lengths[ITEMS];
    struct rng rng = rng_make(one_in);
    struct prefix_runs_work form = {
        .size = sizeof form,
        .keys =
            {.size = sizeof *keys, .form = PREFIX_HEADS_KEYS, .data = keys, .mask = UINT32_MAX, .range = UINT32_MAX},
        .unique = nontrivial ? NULL : unique,
        .offsets = nontrivial ? offsets : NULL,
        .lengths = lengths,
        .index_size = sizeof *lengths,
        .nontrivial = nontrivial,
        .n = ITEMS,
        .capacity = ITEMS,
    };
    struct prefix_session session = {.isa = prefix__openmp_isa(0), .cache_bytes = SIZE_MAX};
    struct prefix__openmp_run_plan r;
    struct prefix__openmp_run_state end;
    size_t k = 0;
    int good = 1;
    for (size_t i = 0; i < ITEMS; i++)
        keys[i] = i > 0 && rng_below(&rng, one_in) ? keys[i - 1] : (uint32_t)i;
    held = helped = ended = 0;
    prefix__openmp_resolve_runs(&r, &session, &form);
    prefix__openmp_choose_tile(&r.c, TILE);
    void *memory = must_alloc(tested_team_bytes(&r.c, THREADS));
    tested_team(&r.c, memory, THREADS, 1, &end);
    free(memory);
    for (size_t i = 0, next; i < ITEMS; i = next) {
        for (next = i + 1; next < ITEMS && keys[next] == keys[i]; next++)
            ;
        if (nontrivial && next - i < 2)
            continue;
        good &= lengths[k] == next - i && (nontrivial ? offsets[k] == i : unique[k] == keys[i]);
        k++;
    }
    return good && r.c.tiles == TILES && end.closed == k && (!scene->helps || helped > 0);
}

int main(void)
{
    static const uint64_t one_in[] = {1, 2, 300, 5000, ITEMS};
    const int rounds = test_level() == TEST_LONG ? 2000 : 50;
    for (scene = scenes; scene < scenes + sizeof scenes / sizeof *scenes; scene++)
        for (int nontrivial = 0; nontrivial < 2; nontrivial++) {
            int good = 1;
            for (int round = 0; round < rounds && good; round++) {
                alarm(PATIENCE_SECONDS);
                good = play(one_in[round % 5], nontrivial);
            }
            ok(good, "%s: %s", scene->what, nontrivial ? "runs of two and more" : "all runs");
        }
    return done();
}
