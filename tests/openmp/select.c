/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The OpenMP backend's one pass of a selection with a thread that is held up in the middle of it, in place
 * and not: the others do its tile, what they write is right, and what the held one or a helper has done in
 * vain is dropped. The threads and the places where they are held are this program's; a pass that waits
 * for the held thread ends by the alarm.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/data.h"
#include "../support/held.h"
#include "../support/support.h"

enum place { TOOK, PACKED, HELPS, HELPED, DONE, PLACES };
static void come_by(enum place place, size_t tile);

#define HOOK(place, tile) HOOK_##place(tile)
#define HOOK_took(tile) come_by(TOOK, tile)
#define HOOK_packed(tile) come_by(PACKED, tile)
#define HOOK_helps(tile) come_by(HELPS, tile)
#define HOOK_helped(tile) come_by(HELPED, tile)
#define HOOK_done(tile) come_by(DONE, tile)
#define prefix__openmp_pool_run run_threads
#define prefix__openmp_compact_by_team tested_team
#define prefix__openmp_compact_by_team_bytes tested_team_bytes
#include "chain/look_back.c"
#include "select/compact_by_team.c"

#include "select/select.h"

enum { TILES = 12, TILE = 1024, ITEMS = TILES * TILE - 5 };
enum until { OTHERS_END, HELP_BEGINS };

static const struct scene {
    const char *what;
    enum place place; /* where a thread is held, with tile TILES / 3, */
    enum until until; /* and until when */
    int owner_first;  /* who helps waits until the owner has done the tile */
    int helped;       /* whether help must come of it */
} scenes[] = {
    {"its owner sleeps before it reads", TOOK, OTHERS_END, 0, 1},
    {"its owner sleeps before it publishes", PACKED, OTHERS_END, 0, 1},
    {"its owner wakes and overtakes who helps", TOOK, HELP_BEGINS, 1, 0},
    {"nobody is held", PLACES, OTHERS_END, 0, 0},
};

static const struct scene *scene;
static atomic_int held, help_began, helped, done_by_owner;

static void come_by(enum place place, size_t tile)
{
    if (tile != TILES / 3)
        return;
    if (place == HELPED)
        atomic_fetch_add(&helped, 1);
    if (place == DONE)
        atomic_store(&done_by_owner, 1);
    if (place == HELPS) {
        atomic_fetch_add(&help_began, 1);
        if (scene->owner_first)
            await(&done_by_owner, 1);
    }
    if (place == scene->place && atomic_fetch_add(&held, 1) == 0) {
        if (scene->until == HELP_BEGINS)
            await(&help_began, 1);
        else
            await(&ended, THREADS - 1);
    }
}

/* One pass; whether all is right. */
static int play(int in_place, int heads, int past_cache)
{
    static uint32_t in[ITEMS], out[ITEMS], want[ITEMS];
    struct rng rng = rng_make((uint64_t)(scene - scenes));
    struct prefix_session session = {.isa = prefix__openmp_isa(0), .cache_bytes = past_cache ? 0 : SIZE_MAX};
    uint32_t *to = in_place ? in : out;
    struct prefix_select_work form = {
        .size = sizeof form,
        .type = PREFIX_U32,
        .selector = heads ? PREFIX_SELECTOR_HEADS : PREFIX_SELECTOR_TEST,
        .ways = 2,
        .test = {.mask = UINT32_MAX, .range = heads ? UINT32_MAX : 99},
        .in = in,
        .out = to,
        .n = ITEMS,
        .capacity = ITEMS,
    };
    struct prefix__openmp_selection s;
    uint64_t ends[PREFIX__OPENMP_GROUPS];
    size_t wanted = 0;
    for (size_t i = 0; i < ITEMS; i++) { /* all of the first tiles are selected, and stay where they are */
        in[i] = heads ? (i < 2 * TILE ? (uint32_t)i : (uint32_t)rng_below(&rng, 2))
                      : (uint32_t)rng_below(&rng, i < 2 * TILE ? 100 : 200);
        out[i] = 0xa5a5a5a5;
        if (heads ? i == 0 || in[i] != in[i - 1] : in[i] <= 99)
            want[wanted++] = in[i];
    }
    held = help_began = helped = done_by_owner = ended = 0;
    prefix__openmp_begin_selection(&s, &session, &form);
    prefix__openmp_add_output(&s.c, PREFIX__OPENMP_SELECTED, in, to, sizeof *in, ITEMS);
    prefix__openmp_choose_tile(&s.c, TILE);
    void *memory = must_alloc(tested_team_bytes(&s.c, THREADS));
    tested_team(&s.c, memory, THREADS, 1, ends);
    free(memory);
    return s.c.tiles == TILES && ends[PREFIX__OPENMP_SELECTED] == wanted &&
           memcmp(to, want, wanted * sizeof *want) == 0 && (in_place || wanted == ITEMS || out[wanted] == 0xa5a5a5a5) &&
           (!scene->helped || helped > 0) && (!scene->owner_first || helped == 0);
}

int main(void)
{
    const int rounds = test_level() == TEST_LONG ? 2000 : 50;
    alarm(PATIENCE_SECONDS);
    for (scene = scenes; scene < scenes + sizeof scenes / sizeof *scenes; scene++)
        for (int form = 0; form < 8; form++) {
            int good = 1;
            for (int round = 0; round < rounds && good; round++) {
                alarm(PATIENCE_SECONDS);
                good = play(form & 1, form >> 1 & 1, form >> 2);
            }
            ok(good, "%s: %s, %s, %s the cache", scene->what, form & 1 ? "in place" : "out of place",
               form & 2 ? "heads" : "a test", form & 4 ? "past" : "through");
        }
    return done();
}
