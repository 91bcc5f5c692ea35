/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies between host arrays and pinned memory, by the calling thread and helpers that live as long
 * as the call. Who has nothing else to do takes the next part of the oldest copy. Helpers touch
 * nothing but the bytes: CUDA, and whatever can fail, is the caller's.
 */
#ifndef PREFIX_CUDA_STAGING_COPY_TEAM_H
#define PREFIX_CUDA_STAGING_COPY_TEAM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define PREFIX__CUDA_COPIES_MAX 8 /* under way at once */
#define PREFIX__CUDA_HELPERS_MAX 15

struct prefix__cuda_copy {
    char *to;
    const char *from;
    size_t bytes;
    size_t taken;
    atomic_size_t left; /* 0: done */
};

struct prefix__cuda_team {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct prefix__cuda_copy *queue[PREFIX__CUDA_COPIES_MAX];
    size_t head, tail; /* of the queue: taken, put in */
    int ended;
    int helpers;
    pthread_t threads[PREFIX__CUDA_HELPERS_MAX];
};

/* threads: at most, the caller included. It does with fewer where they cannot be made. */
void prefix__cuda_team_begin(struct prefix__cuda_team *team, int threads);
/* Queues a copy, of at most PREFIX__CUDA_COPIES_MAX not done. */
void prefix__cuda_team_copy(struct prefix__cuda_team *team, struct prefix__cuda_copy *copy, void *to, const void *from,
                            size_t bytes);
/* Copies a part of what is queued; returns 0 when there is nothing. */
int prefix__cuda_team_help(struct prefix__cuda_team *team);
/* Returns when no helper touches anything any more; what no one has begun is left. */
void prefix__cuda_team_end(struct prefix__cuda_team *team);

static inline int prefix__cuda_copy_done(struct prefix__cuda_copy *copy)
{
    return atomic_load_explicit(&copy->left, memory_order_acquire) == 0;
}

#endif
