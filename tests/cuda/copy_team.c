/* SPDX-License-Identifier: BSD-3-Clause */
/* The threads that copy for scans of host arrays on a GPU; they need none themselves. */
#include <stdint.h>
#include <stdlib.h>

#include "staging/copy_team.h"
#include "../support/data.h"
#include "../support/support.h"

enum { ROOM = 3 << 20, GUARD = 64, COPIES = PREFIX__CUDA_COPIES_MAX };

static unsigned char *from[COPIES], *to[COPIES];

/* Rounds of copies of random sizes, several under way; a place is used again when its copy is done. */
static int copies(int threads, struct rng *rng)
{
    struct prefix__cuda_team team;
    struct prefix__cuda_copy copy[COPIES];
    size_t bytes[COPIES], at = 0;
    int good = 1;
    prefix__cuda_team_begin(&team, threads);
    for (int i = 0; i < 5 * COPIES; i++, at = (at + 1) % COPIES) {
        if (i >= COPIES) {
            while (!prefix__cuda_copy_done(&copy[at]))
                prefix__cuda_team_help(&team);
            good &= memcmp(to[at] + GUARD, from[at], bytes[at]) == 0 && to[at][GUARD - 1] == 0xa5 &&
                    to[at][GUARD + bytes[at]] == 0xa5;
        }
        bytes[at] = 1 + rng_below(rng, i % 3 ? ROOM : 3000);
        data_fill(rng, DATA_BITS, PREFIX_U8, from[at], bytes[at]);
        memset(to[at], 0xa5, ROOM + 2 * GUARD);
        prefix__cuda_team_copy(&team, &copy[at], to[at] + GUARD, from[at], bytes[at]);
    }
    prefix__cuda_team_end(&team);
    return good;
}

/* After the end nothing is touched, however much was left. */
static int ends_early(int threads)
{
    struct prefix__cuda_team team;
    struct prefix__cuda_copy copy[COPIES];
    prefix__cuda_team_begin(&team, threads);
    for (int i = 0; i < COPIES; i++)
        prefix__cuda_team_copy(&team, &copy[i], to[i], from[i], ROOM);
    prefix__cuda_team_help(&team);
    prefix__cuda_team_end(&team);
    int good = 1, left = 0;
    for (int i = 0; i < COPIES; i++) {
        left += !prefix__cuda_copy_done(&copy[i]);
        memset(to[i], 0xa5, ROOM);
    }
    for (int i = 0; i < COPIES; i++)
        good &= memcmp(to[i], to[(i + 1) % COPIES], ROOM) == 0 && to[i][0] == 0xa5;
    return good && (threads > 1 || left > 0);
}

int main(void)
{
    test_seed();
    for (int i = 0; i < COPIES; i++) {
        from[i] = must_alloc(ROOM);
        to[i] = must_alloc(ROOM + 2 * GUARD);
        memset(from[i], i, ROOM);
    }
    for (int threads = 1; threads <= 20; threads += threads < 4 ? 1 : 8) {
        struct rng rng = rng_make((uint64_t)threads);
        ok(copies(threads, &rng), "%d threads", threads);
        ok(ends_early(threads), "%d threads, ended early", threads);
    }
    for (int i = 0; i < COPIES; i++) {
        free(from[i]);
        free(to[i]);
    }
    return done();
}
