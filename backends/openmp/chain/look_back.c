/* SPDX-License-Identifier: BSD-3-Clause */
/* What is published of tiles, and the one place where its order in memory matters. */
#include "chain/look_back.h"

#include <sched.h>
#include <string.h>

#include "threads/doubtful.h"
#include "threads/wait.h"

/* A tile's state; with READY the note of its aggregate. */
#define EMPTY ((uint64_t)0)
#define READY ((uint64_t)1 << 62)
#define NOTE (READY - 1)

struct tile {
    _Atomic uint64_t state;
    atomic_int is_known; /* whether its inclusive prefix is */
    /* The prefix; several may write it, but always the same. Then the aggregate. */
    _Atomic uint64_t words[];
};

static size_t stride_of(size_t aggregate_bytes, size_t prefix_bytes)
{
    return (sizeof(struct tile) + prefix_bytes + aggregate_bytes + LINE_BYTES - 1) & -(size_t)LINE_BYTES;
}

static struct tile *tile_of(const struct prefix__openmp_look_back *l, size_t k)
{
    return (struct tile *)(void *)(l->tiles + k * l->stride);
}

size_t prefix__openmp_look_back_bytes(size_t count, size_t aggregate_bytes, size_t prefix_bytes)
{
    return count * stride_of(aggregate_bytes, prefix_bytes) + LINE_BYTES - 1;
}

char *prefix__openmp_look_back_begin(struct prefix__openmp_look_back *l, void *memory)
{
    l->tiles = (char *)(((uintptr_t)memory + LINE_BYTES - 1) & -(uintptr_t)LINE_BYTES);
    l->stride = stride_of(l->aggregate_bytes, l->prefix_bytes);
    for (size_t k = 0; k < l->count; k++) {
        atomic_init(&tile_of(l, k)->state, EMPTY);
        atomic_init(&tile_of(l, k)->is_known, 0);
    }
    return l->tiles + l->count * l->stride;
}

void *prefix__openmp_aggregate_of(const struct prefix__openmp_look_back *l, size_t k)
{
    return (char *)tile_of(l, k)->words + l->prefix_bytes;
}

int prefix__openmp_prefix_of(const struct prefix__openmp_look_back *l, size_t k, void *prefix)
{
    struct tile *tile = tile_of(l, k);
    if (!atomic_load_explicit(&tile->is_known, memory_order_acquire))
        return 0;
    for (size_t i = 0; i < l->prefix_bytes / sizeof(uint64_t); i++) {
        const uint64_t word = atomic_load_explicit(&tile->words[i], memory_order_relaxed);
        memcpy((char *)prefix + i * sizeof word, &word, sizeof word);
    }
    return 1;
}

void prefix__openmp_publish_prefix(const struct prefix__openmp_look_back *l, size_t k, const void *prefix)
{
    struct tile *tile = tile_of(l, k);
    for (size_t i = 0; i < l->prefix_bytes / sizeof(uint64_t); i++) {
        uint64_t word;
        memcpy(&word, (const char *)prefix + i * sizeof word, sizeof word);
        atomic_store_explicit(&tile->words[i], word, memory_order_relaxed);
    }
    atomic_store_explicit(&tile->is_known, 1, memory_order_release);
}

static uint64_t state_of(const struct prefix__openmp_look_back *l, size_t k)
{
    return atomic_load_explicit(&tile_of(l, k)->state, memory_order_acquire);
}

int prefix__openmp_is_published(const struct prefix__openmp_look_back *l, size_t k)
{
    return state_of(l, k) >= READY;
}

int prefix__openmp_publish(const struct prefix__openmp_look_back *l, size_t k, uint64_t note)
{
    uint64_t empty = EMPTY;
    if (l->finish)
        return atomic_compare_exchange_strong(&tile_of(l, k)->state, &empty, READY | note);
    atomic_store_explicit(&tile_of(l, k)->state, READY | note, memory_order_release);
    /*
     * The owner writes the tile only after this fence, so that a helper which finds it EMPTY after reading knows that
     * it read the input. Stores past the caches need no barrier: in place there are none.
     */
    atomic_thread_fence(memory_order_release);
    return 1;
}

/* Adds tile k, whose owner has not published in time, unless the owner was faster. */
static int help(const struct prefix__openmp_look_back *l, size_t k, void *own, void *prefix)
{
    _Alignas(uint64_t) char after[PREFIX__OPENMP_PREFIX_BYTES];
    HOOK(helps, k);
    memcpy(after, prefix, l->prefix_bytes);
    BEGIN_DOUBTFUL_READS();
    const uint64_t note = l->reduce(l->user, k, own, after);
    END_DOUBTFUL_READS();
    atomic_thread_fence(memory_order_acquire);
    const uint64_t state = state_of(l, k);
    if (l->finish && !prefix__openmp_publish(l, k, note))
        return 0;
    if (!l->finish && state >= READY) { /* what was read may be overwritten */
        memcpy(after, prefix, l->prefix_bytes);
        l->combine(l->user, k, state & NOTE, prefix__openmp_aggregate_of(l, k), after);
    }
    prefix__openmp_publish_prefix(l, k, after);
    HOOK(helped, k);
    if (l->finish)
        l->finish(l->user, k, own, prefix);
    memcpy(prefix, after, l->prefix_bytes);
    return 1;
}

static void add_tile(const struct prefix__openmp_look_back *l, size_t k, void *own, void *prefix)
{
    struct prefix__openmp_wait wait = {0};
    while (!prefix__openmp_prefix_of(l, k, prefix)) {
        const uint64_t state = state_of(l, k);
        if (state >= READY) {
            l->combine(l->user, k, state & NOTE, prefix__openmp_aggregate_of(l, k), prefix);
            return;
        }
        if (!prefix__openmp_waited(&wait, l->patience))
            continue;
        if (l->reduce && help(l, k, own, prefix))
            return;
        sched_yield(); /* the owner may wait for this processor */
    }
}

void prefix__openmp_look_back(const struct prefix__openmp_look_back *l, size_t k, void *own, void *prefix)
{
    size_t known = k;
    while (known > 0 && !prefix__openmp_prefix_of(l, known - 1, prefix))
        known--;
    if (known == 0)
        memcpy(prefix, l->start, l->prefix_bytes);
    for (; known < k; known++)
        add_tile(l, known, own, prefix);
}
