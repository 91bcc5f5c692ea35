/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs networks: their rounds, their counts and their traces. */
#include <string.h>

#include "catalogue/network.h"

static void do_all(const struct prefix__crew *crew, size_t n, void (*part)(void *user, size_t first, size_t last),
                   void *user)
{
    (void)crew;
    part(user, 0, n);
}

const struct prefix__crew prefix__alone = {do_all};

static void report(const struct prefix__round *round, int event, size_t from, size_t to)
{
    if (round->watch && round->watch->trace)
        round->watch->trace(round->watch->user, event, from, to, NULL, 0, round->type);
}

static void note(const struct prefix__round *round, size_t to, size_t from, size_t step, size_t from_step, size_t count)
{
    if (!round->watch)
        return;
    round->watch->work += count;
    for (size_t k = 0; k < count; k++)
        report(round, PREFIX_EVENT_COMBINE, from + k * from_step, to + k * step);
}

static char *element(const struct prefix__round *round, char *array, size_t i)
{
    return array + i * round->kernel->size;
}

void prefix__round_combine(const struct prefix__round *round, size_t to, size_t from, size_t step, size_t from_step,
                           size_t count)
{
    round->kernel->combine(element(round, round->network->doubled ? round->y : round->x, to),
                           element(round, round->x, from), (ptrdiff_t)from_step, element(round, round->x, to),
                           (ptrdiff_t)step, count);
    note(round, to, from, step, from_step, count);
}

void prefix__round_combine_down(const struct prefix__round *round, size_t end, size_t distance, size_t count)
{
    if (count == 0)
        return;
    char *to = element(round, round->x, end - 1);
    round->kernel->combine(to, element(round, round->x, end - 1 - distance), -1, to, -1, count);
    note(round, end - count, end - count - distance, 1, 1, count);
}

void prefix__round_combine_saved(const struct prefix__round *round, size_t to, size_t distance, size_t count)
{
    char *first = element(round, round->x, to);
    round->kernel->combine(first, element(round, round->y, to), 1, first, 1, count);
    note(round, to, to - distance, 1, 1, count);
}

void prefix__round_exchange(const struct prefix__round *round, size_t left, size_t right, size_t step, size_t count)
{
    round->kernel->exchange(element(round, round->x, left), element(round, round->x, right), (ptrdiff_t)step, count);
    if (!round->watch)
        return;
    round->watch->work += count;
    for (size_t k = 0; k < count; k++) {
        report(round, PREFIX_EVENT_MOVE, right + k * step, left + k * step);
        report(round, PREFIX_EVENT_APPEND, left + k * step, right + k * step);
    }
}

static void run_part(void *user, size_t first, size_t last)
{
    const struct prefix__round *round = user;
    round->network->part(round, first, last);
}

static void show(const struct prefix__round *round)
{
    if (round->watch && round->watch->trace)
        round->watch->trace(round->watch->user, PREFIX_EVENT_ROUND, 0, 0, round->x, round->n, round->type);
}

char *prefix__network_run(struct prefix__round *round, const struct prefix__crew *crew, void *total,
                          const void *identity)
{
    const struct prefix__network *network = round->network;
    const size_t rounds = network->rounds(round->n), turn = network->turn ? network->turn(round->n) : SIZE_MAX;
    show(round);
    for (round->index = 0;; round->index++) {
        if (round->index == turn) {
            char *root = element(round, round->x, round->n - 1);
            memcpy(total, root, round->kernel->size);
            memcpy(root, identity, round->kernel->size);
            report(round, PREFIX_EVENT_CLEAR, round->n - 1, round->n - 1);
            show(round);
        }
        if (round->index == rounds)
            return round->x;
        for (round->step = 0; round->step < network->steps; round->step++)
            crew->each(crew, round->n, run_part, round);
        if (network->doubled) {
            char *written = round->y;
            round->y = round->x;
            round->x = written;
        }
        if (round->watch)
            round->watch->span++;
        show(round);
    }
}

const struct prefix__network *prefix__network_of(int algorithm)
{
    switch (algorithm) {
    case PREFIX_ALGORITHM_HILLIS_STEELE:
        return &prefix__hillis_steele;
    case PREFIX_ALGORITHM_KOGGE_STONE:
        return &prefix__kogge_stone;
    case PREFIX_ALGORITHM_SKLANSKY:
        return &prefix__sklansky;
    case PREFIX_ALGORITHM_BRENT_KUNG:
        return &prefix__brent_kung;
    case PREFIX_ALGORITHM_BLELLOCH:
        return &prefix__blelloch;
    default:
        return NULL;
    }
}
