/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "threads/affinity.h"

#ifdef __linux__

#include <omp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "threads/tuning.h"

static cpu_set_t allowed;
static int have_allowed;

/* Where OMP_PROC_BIND or OMP_PLACES bind threads, the runtime has bound the first one already. */
static void add_places(void)
{
    CPU_ZERO(&allowed);
    for (int place = omp_get_num_places() - 1; place >= 0; place--) {
        int ids[CPU_SETSIZE], count = omp_get_place_num_procs(place);
        if (count > CPU_SETSIZE)
            return;
        omp_get_place_proc_ids(place, ids);
        for (int i = 0; i < count; i++)
            if (ids[i] >= 0 && ids[i] < CPU_SETSIZE)
                CPU_SET(ids[i], &allowed);
    }
    have_allowed = CPU_COUNT(&allowed) > 0;
}

void prefix__openmp_thread_init(void)
{
    if (omp_get_num_places() > 0)
        add_places();
    else
        have_allowed = sched_getaffinity(getpid(), sizeof allowed, &allowed) == 0;
}

void prefix__openmp_thread_begin(struct prefix__openmp_thread *thread)
{
    cpu_set_t inherited;
    thread->id = (int)syscall(SYS_gettid);
    thread->moved = 0;
    if (have_allowed && sched_getaffinity(0, sizeof inherited, &inherited) == 0 && !CPU_EQUAL(&inherited, &allowed))
        sched_setaffinity(0, sizeof allowed, &allowed);
}

int prefix__openmp_thread_processor(void)
{
    return sched_getcpu();
}

/* Onto this processor alone, or onto all but this. */
static void move(struct prefix__openmp_thread *thread, int onto)
{
    const int here = sched_getcpu();
    cpu_set_t to;
    if (!prefix__openmp_tuning.moves_workers || here < 0 || here >= CPU_SETSIZE ||
        sched_getaffinity(thread->id, sizeof thread->processors, &thread->processors) != 0)
        return;
    if (onto) {
        CPU_ZERO(&to);
        CPU_SET(here, &to);
    } else {
        to = thread->processors;
        CPU_CLR(here, &to);
    }
    thread->moved = CPU_COUNT(&to) > 0 && sched_setaffinity(thread->id, sizeof to, &to) == 0;
}

void prefix__openmp_thread_send_away(struct prefix__openmp_thread *thread)
{
    move(thread, 0);
}

void prefix__openmp_thread_fetch(struct prefix__openmp_thread *thread)
{
    move(thread, 1);
}

void prefix__openmp_thread_release(struct prefix__openmp_thread *thread)
{
    if (thread->moved)
        sched_setaffinity(thread->id, sizeof thread->processors, &thread->processors);
    thread->moved = 0;
}

void prefix__openmp_thread_leave(struct prefix__openmp_thread *thread, int processor)
{
    if (processor < 0 || sched_getcpu() != processor)
        return;
    prefix__openmp_thread_send_away(thread);
    prefix__openmp_thread_release(thread);
}

#endif
