/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_POOL_H
#define PREFIX_BACKENDS_OPENMP_THREADS_POOL_H

/*
 * Runs work(user) on the calling thread and on those of at most threads - 1 workers that
 * come while it lasts there; sleeping ones are woken if that is worth it. Returns when all that
 * began have ended.
 */
void prefix__openmp_pool_run(void (*work)(void *), void *user, int threads, int wake_them);
int prefix__openmp_pool_awake(void); /* idle workers that will come at once */
/* PREFIX_OK, or that memory has run out. */
int prefix__openmp_pool_init(void);

#endif
