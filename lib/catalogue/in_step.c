/* SPDX-License-Identifier: BSD-3-Clause */
/* Workers of tiled models that act in step. */
#include "catalogue/tiles.h"

#define WORKERS 4 /* unless the caller says how many */
#define WORKERS_MAX 64

/* Some tiles are read more slowly than others, or nobody would ever have to wait. */
static int delay_of(size_t tile)
{
    static const int delays[] = {0, 1, 0, 2, 0, 0, 3, 1};
    return delays[tile % (sizeof delays / sizeof *delays)];
}

void prefix__tiles_in_step(struct prefix__tiles *t, int (*act)(struct prefix__tiles *t, struct prefix__worker *worker))
{
    struct prefix__worker workers[WORKERS_MAX] = {{0}};
    const int asked = t->work->threads ? t->work->threads : WORKERS;
    const int count = asked < WORKERS_MAX ? asked : WORKERS_MAX;
    size_t ticket = 0, done = 0;
    while (done < t->count) {
        for (int i = 0; i < count; i++) {
            struct prefix__worker *worker = &workers[i];
            if (!worker->busy && ticket < t->count) {
                *worker = (struct prefix__worker){.tile = ticket, .delay = delay_of(ticket), .busy = 1};
                ticket++;
            }
            if (worker->busy && worker->delay-- <= 0)
                worker->done = act(t, worker);
        }
        for (int i = 0; i < count; i++) {
            struct prefix__worker *worker = &workers[i];
            if (!worker->busy)
                continue;
            t->tiles[worker->tile].state = t->tiles[worker->tile].published;
            worker->busy = !worker->done;
            done += (size_t)worker->done;
        }
        prefix__tiles_report(t, PREFIX_EVENT_STEP, 0, 0, t->count);
    }
}
