/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "threads/affinity.h"

#include <omp.h>
#include <unistd.h>

#include "threads/tuning.h"

#ifdef __linux__

#include <sys/syscall.h>

static cpu_set_t allowed; /* empty: not known */

/* Where OMP_PROC_BIND or OMP_PLACES bind threads, the runtime has bound the first one already. */
void prefix__openmp_thread_init(void)
{
    CPU_ZERO(&allowed);
    const int places = omp_get_num_places();
    if (places <= 0 && sched_getaffinity(getpid(), sizeof allowed, &allowed) != 0)
        CPU_ZERO(&allowed);
    for (int place = 0; place < places; place++) {
        int ids[CPU_SETSIZE], count = omp_get_place_num_procs(place);
        if (count > CPU_SETSIZE)
            return;
        omp_get_place_proc_ids(place, ids);
        while (count-- > 0)
            if (ids[count] >= 0 && ids[count] < CPU_SETSIZE)
                CPU_SET(ids[count], &allowed);
    }
}

void prefix__openmp_thread_begin(struct prefix__openmp_thread *thread)
{
    thread->id = (int)syscall(SYS_gettid);
    thread->is_away = 0;
    if (CPU_COUNT(&allowed) > 0)
        sched_setaffinity(0, sizeof allowed, &allowed);
}

int prefix__openmp_thread_processor(void)
{
    return sched_getcpu();
}

void prefix__openmp_thread_send_away(struct prefix__openmp_thread *thread)
{
    const int here = sched_getcpu();
    if (!prefix__openmp_tuning.moves_workers || here < 0 || here >= CPU_SETSIZE ||
        sched_getaffinity(thread->id, sizeof thread->processors, &thread->processors) != 0)
        return;
    cpu_set_t others = thread->processors;
    CPU_CLR(here, &others);
    thread->is_away = CPU_COUNT(&others) > 0 && sched_setaffinity(thread->id, sizeof others, &others) == 0;
}

void prefix__openmp_thread_let_back(struct prefix__openmp_thread *thread)
{
    if (thread->is_away)
        sched_setaffinity(thread->id, sizeof thread->processors, &thread->processors);
    thread->is_away = 0;
}

#else

void prefix__openmp_thread_init(void)
{
}
void prefix__openmp_thread_begin(struct prefix__openmp_thread *thread)
{
    (void)thread;
}
int prefix__openmp_thread_processor(void)
{
    return -1;
}
#endif
