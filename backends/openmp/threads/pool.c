/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The threads that help a caller: POSIX threads of our own, one pool for all contexts of a process.
 *
 * Not OpenMP's, whose parallel region ends when all its members have come and gone: a caller then spins for a whole
 * slice of the scheduler where one of them cannot run. Here the caller begins at once, workers that come in time take
 * seats, and only those who sat down are waited for. A guest of KVM may queue a thread that is woken on the processor
 * of who wakes it: so that one is sent to another.
 *
 * A job is a seat map in static memory, which workers may look at at any time. Nothing is locked or allocated, and the
 * child of a fork begins with an empty pool.
 */
#define _GNU_SOURCE /* sched_getcpu() */
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#include "threads/pool.h"

#include <prefix/backend.h>

#include "threads/affinity.h"
#include "threads/tuning.h"
#include "threads/wait.h"

#define STACK_BYTES (1 << 20)
#define JOBS 32        /* at once; a caller who finds no place works alone */
#define WORKERS 1024   /* at most; a multiple of 32 */
#define IDLE_TIME 50   /* us that a worker looks for the next job before it sleeps */
#define END_TIME 100   /* us that a caller looks for the last worker's end before it sleeps */
#define WOKEN_BY_ONE 3 /* a worker that is woken wakes as many again */

/* A job's state: free seats, whether the caller sleeps until they are left, taken seats. */
#define FREE_SEAT 0x10000u
#define FREE_SEATS 0xffff0000u
#define CALLER_SLEEPS 0x8000u

struct job {
    _Alignas(LINE_BYTES) atomic_uint state;
    int processor; /* the caller's */
    void (*work)(void *);
    void *user;
    sem_t left;
};

struct worker {
    _Alignas(LINE_BYTES) sem_t wakeup;
    struct thread thread;
};

static struct job jobs[JOBS];
static struct worker workers[WORKERS];
static struct {
    _Alignas(LINE_BYTES) atomic_uint claimed; /* bit i: jobs[i] has a caller */
    _Alignas(LINE_BYTES) atomic_uint offered; /* bit i: jobs[i] may have free seats */
    _Alignas(LINE_BYTES) atomic_int looking;  /* workers that are idle and awake */
    atomic_int started;                       /* workers, the first of the table */
    atomic_int wanted_by_all;                 /* seats of all jobs */
    atomic_flag growing;
    atomic_uint asleep[WORKERS / 32]; /* bit i of word w: worker 32 w + i, woken by nobody yet */
} pool;

int prefix__openmp_pool_awake(void)
{
    return atomic_load_explicit(&pool.looking, memory_order_relaxed);
}

static void wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        ; /* a signal handler ran */
}

/* Takes a worker out of the sleepers, or returns NULL. */
static struct worker *find_sleeper(void)
{
    int count = atomic_load_explicit(&pool.started, memory_order_relaxed);
    for (int word = 0; word * 32 < count; word++)
        for (unsigned rest = atomic_load(&pool.asleep[word]); rest; rest &= rest - 1) {
            int bit = __builtin_ctz(rest);
            if (atomic_fetch_and(&pool.asleep[word], ~(1u << bit)) >> bit & 1)
                return &workers[32 * word + bit];
        }
    return NULL;
}

/* Wakes sleepers, for as many seats but those that idle workers will find by themselves. */
static void wake(int free_seats)
{
    int count = free_seats - prefix__openmp_pool_awake();
    for (int i = 0; i < count && i < WOKEN_BY_ONE; i++) {
        struct worker *worker = find_sleeper();
        if (!worker)
            return;
        send_away(&worker->thread);
        sem_post(&worker->wakeup);
    }
}

/* Takes a seat of an offered job and returns its index, or -1. */
static int sit_down(void)
{
    for (unsigned rest = atomic_load_explicit(&pool.offered, memory_order_relaxed); rest; rest &= rest - 1) {
        int index = __builtin_ctz(rest);
        struct job *job = &jobs[index];
        unsigned state = atomic_load_explicit(&job->state, memory_order_relaxed);
        while (state & FREE_SEATS) {
            unsigned taken = state - FREE_SEAT + 1;
            if (!atomic_compare_exchange_weak_explicit(&job->state, &state, taken, memory_order_acquire,
                                                       memory_order_relaxed))
                continue;
            if (taken & FREE_SEATS)
                wake((int)(taken / FREE_SEAT));
            else /* before the seat is left, as the job may be another's then */
                atomic_fetch_and_explicit(&pool.offered, ~(1u << index), memory_order_relaxed);
            return index;
        }
    }
    return -1;
}

static void work_at(struct worker *worker, struct job *job)
{
    if (job->processor >= 0 && job->processor == sched_getcpu()) {
        send_away(&worker->thread);
        let_back(&worker->thread);
    }
    job->work(job->user);
    if (atomic_fetch_sub_explicit(&job->state, 1, memory_order_acq_rel) - 1 == CALLER_SLEEPS)
        sem_post(&job->left);
}

/* Sleeps unless a job was offered meanwhile. */
static void sleep_idle(struct worker *worker)
{
    size_t index = (size_t)(worker - workers);
    atomic_uint *word = &pool.asleep[index / 32];
    unsigned bit = 1u << index % 32;
    atomic_fetch_or(word, bit);
    if (atomic_load(&pool.offered) && atomic_fetch_and(word, ~bit) & bit)
        return;
    wait_for(&worker->wakeup);
    let_back(&worker->thread);
}

static void *serve(void *user)
{
    struct worker *worker = user;
    begin_thread(&worker->thread);
    for (;;) {
        int index;
        struct prefix__openmp_wait wait = {0};
        atomic_fetch_add_explicit(&pool.looking, 1, memory_order_relaxed);
        do
            index = sit_down();
        while (index < 0 && !prefix__openmp_waited(&wait, IDLE_TIME));
        atomic_fetch_sub_explicit(&pool.looking, 1, memory_order_relaxed);
        if (index >= 0)
            work_at(worker, &jobs[index]);
        else
            sleep_idle(worker);
    }
    return NULL;
}

/* No signal is for a worker, but those that tell of a fault of its own, for which the program may have a handler. */
static int start(struct worker *worker)
{
    static const int of_faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, saved;
    if (pthread_attr_init(&attributes) != 0)
        return 0;
    sem_init(&worker->wakeup, 0, 0);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all);
    for (size_t i = 0; i < sizeof of_faults / sizeof *of_faults; i++)
        sigdelset(&all, of_faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &saved);
    int done = pthread_create(&thread, &attributes, serve, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    pthread_attr_destroy(&attributes);
    return done;
}

/*
 * Starts the workers that are missing; fewer are no error. Callers at once share the processors, but each may have as
 * many threads as it wants.
 */
static void grow(int wanted, int wanted_by_all)
{
    const int processors = omp_get_num_procs() - 1, shared = processors > wanted ? processors : wanted;
    const int least = wanted_by_all < shared ? wanted_by_all : shared, count = least < WORKERS ? least : WORKERS;
    int there = atomic_load_explicit(&pool.started, memory_order_relaxed);
    if (there >= count || atomic_flag_test_and_set_explicit(&pool.growing, memory_order_acquire))
        return;
    there = atomic_load_explicit(&pool.started, memory_order_relaxed);
    while (there < count && start(&workers[there]))
        atomic_store_explicit(&pool.started, ++there, memory_order_release);
    atomic_flag_clear_explicit(&pool.growing, memory_order_release);
}

static int claim(void)
{
    unsigned taken = atomic_load_explicit(&pool.claimed, memory_order_relaxed);
    while (~taken) {
        int index = __builtin_ctz(~taken);
        if (atomic_compare_exchange_weak_explicit(&pool.claimed, &taken, taken | 1u << index, memory_order_acquire,
                                                  memory_order_relaxed))
            return index;
    }
    return -1;
}

/* Nobody sits down any more; returns when the last one has left. */
static void end(int index)
{
    struct job *job = &jobs[index];
    int cancel;
    atomic_fetch_and_explicit(&pool.offered, ~(1u << index), memory_order_relaxed);
    unsigned state = atomic_fetch_and_explicit(&job->state, ~FREE_SEATS, memory_order_acquire) & ~FREE_SEATS;
    struct prefix__openmp_wait wait = {0};
    while (state && !prefix__openmp_waited(&wait, END_TIME))
        state = atomic_load_explicit(&job->state, memory_order_acquire);
    if (!state || !atomic_fetch_or_explicit(&job->state, CALLER_SLEEPS, memory_order_acquire))
        return; /* the last one left meanwhile, and wakes nobody */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    wait_for(&job->left);
    pthread_setcancelstate(cancel, NULL);
}

void prefix__openmp_pool_run(void (*work)(void *), void *user, int threads, int wake_them)
{
    int wanted = threads - 1 < WORKERS ? threads - 1 : WORKERS;
    int index = wanted > 0 && (wake_them || prefix__openmp_pool_awake() > 0) ? claim() : -1;
    if (index < 0) {
        work(user);
        return;
    }
    struct job *job = &jobs[index];
    grow(wanted, atomic_fetch_add_explicit(&pool.wanted_by_all, wanted, memory_order_relaxed) + wanted);
    job->processor = sched_getcpu();
    job->work = work;
    job->user = user;
    atomic_store_explicit(&job->state, (unsigned)wanted * FREE_SEAT, memory_order_release);
    atomic_fetch_or(&pool.offered, 1u << index);
    if (wake_them)
        wake(wanted);
    work(user);
    end(index);
    atomic_fetch_sub_explicit(&pool.wanted_by_all, wanted, memory_order_relaxed);
    atomic_fetch_and_explicit(&pool.claimed, ~(1u << index), memory_order_release);
}

/* The threads of the parent are not in its child. */
static void pool_reset(void)
{
    memset(&pool, 0, sizeof pool);
    for (int i = 0; i < JOBS; i++) {
        atomic_store_explicit(&jobs[i].state, 0, memory_order_relaxed);
        sem_init(&jobs[i].left, 0, 0);
    }
}

int prefix__openmp_pool_init(void)
{
    find_allowed();
    pool_reset();
    return pthread_atfork(NULL, NULL, pool_reset) == 0 ? PREFIX_OK : PREFIX_ERROR_NOMEM;
}
