/* SPDX-License-Identifier: BSD-3-Clause */
/* How work is divided among threads: figures that suit most machines, in one place. */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_TUNING_H
#define PREFIX_BACKENDS_OPENMP_THREADS_TUNING_H

#include <stddef.h>
#include <stdint.h>

#define LINE_BYTES 64 /* of caches: what threads write apart stands in lines of its own */

struct prefix__openmp_chain_tuning {
    size_t group;          /* canonical tiles of a tile, at most */
    size_t depth;          /* tiles that a thread has reduced before it scans one */
    size_t bytes_in_place; /* of a tile that is written over its input, from memory */
};

static const struct {
    /* Input and output together from which a team pays; of accumulators of 8 bytes, which take less time a byte. */
    size_t team_bytes, team_bytes_of_8;
    size_t wake_bytes;   /* divided by the threads: sleeping ones come late, with cold caches, and are woken for more */
    uint64_t awake_time; /* ns after work in which workers are awake, or soon needed again */
    /* ns after which an output of more than so many bytes is no longer in the caches, and is written past them. */
    uint64_t rest_time;
    size_t rested_bytes;
    /* A chained scan by so many threads at most, and by more, of which one is late more often. */
    int small_team;
    struct prefix__openmp_chain_tuning small, large;
    /* us that a late tile is waited for: helping takes lines from its owner, who is slowed down by that in place. */
    uint64_t patience, patience_in_place, patience_of_runs;
} prefix__openmp_tuning = {
    .team_bytes = (size_t)256 << 10,
    .team_bytes_of_8 = (size_t)1 << 20,
    .wake_bytes = (size_t)32 << 20,
    .awake_time = 50000,
    .rest_time = 5000000,
    .rested_bytes = (size_t)512 << 10,
    .small_team = 4,
    .small = {.group = 4, .depth = 2, .bytes_in_place = (size_t)256 << 10},
    .large = {.group = 3, .depth = 3, .bytes_in_place = (size_t)128 << 10},
    .patience = 20,
    .patience_in_place = 200,
    .patience_of_runs = 100,
};

#endif
