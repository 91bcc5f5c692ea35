/* SPDX-License-Identifier: BSD-3-Clause */
#include "staging/copy_team.h"

#include <signal.h>
#include <string.h>

#define PART ((size_t)256 << 10)
#define STACK ((size_t)256 << 10)

/* The next part of the oldest copy, or NULL; with the lock held. */
static struct prefix__cuda_copy *take(struct prefix__cuda_team *team, size_t *at)
{
    if (team->head == team->tail)
        return NULL;
    struct prefix__cuda_copy *copy = team->queue[team->head % PREFIX__CUDA_COPIES_MAX];
    *at = copy->taken;
    copy->taken += PART;
    if (copy->taken >= copy->bytes)
        team->head++;
    return copy;
}

static void carry_out(struct prefix__cuda_copy *copy, size_t at)
{
    size_t bytes = copy->bytes - at < PART ? copy->bytes - at : PART;
    memcpy(copy->to + at, copy->from + at, bytes);
    atomic_fetch_sub_explicit(&copy->left, bytes, memory_order_release);
}

static void *help_until_end(void *user)
{
    struct prefix__cuda_team *team = user;
    struct prefix__cuda_copy *copy;
    size_t at;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (!team->ended && team->head == team->tail)
            pthread_cond_wait(&team->wake, &team->lock);
        if (team->ended)
            break;
        copy = take(team, &at);
        pthread_mutex_unlock(&team->lock);
        carry_out(copy, at);
        pthread_mutex_lock(&team->lock);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

void prefix__cuda_team_begin(struct prefix__cuda_team *team, int threads)
{
    sigset_t all, old;
    pthread_attr_t attributes;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->wake, NULL);
    team->head = team->tail = 0;
    team->ended = team->helpers = 0;
    if (threads < 2 || pthread_attr_init(&attributes) != 0)
        return;
    /* The program's signals are for its own threads. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_attr_setstacksize(&attributes, STACK);
    while (team->helpers < threads - 1 && team->helpers < PREFIX__CUDA_HELPERS_MAX &&
           pthread_create(&team->threads[team->helpers], &attributes, help_until_end, team) == 0)
        team->helpers++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
}

void prefix__cuda_team_copy(struct prefix__cuda_team *team, struct prefix__cuda_copy *copy, void *to, const void *from,
                            size_t bytes)
{
    copy->to = to;
    copy->from = from;
    copy->bytes = bytes;
    copy->taken = 0;
    atomic_store_explicit(&copy->left, bytes, memory_order_relaxed);
    pthread_mutex_lock(&team->lock);
    team->queue[team->tail++ % PREFIX__CUDA_COPIES_MAX] = copy;
    if (team->helpers > 0)
        pthread_cond_broadcast(&team->wake);
    pthread_mutex_unlock(&team->lock);
}

int prefix__cuda_team_help(struct prefix__cuda_team *team)
{
    size_t at = 0;
    pthread_mutex_lock(&team->lock);
    struct prefix__cuda_copy *copy = take(team, &at);
    pthread_mutex_unlock(&team->lock);
    if (copy)
        carry_out(copy, at);
    return copy != NULL;
}

void prefix__cuda_team_end(struct prefix__cuda_team *team)
{
    pthread_mutex_lock(&team->lock);
    team->ended = 1;
    pthread_cond_broadcast(&team->wake);
    pthread_mutex_unlock(&team->lock);
    for (int i = 0; i < team->helpers; i++)
        pthread_join(team->threads[i], NULL);
    pthread_cond_destroy(&team->wake);
    pthread_mutex_destroy(&team->lock);
}
