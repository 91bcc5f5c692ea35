/* SPDX-License-Identifier: BSD-3-Clause */
#include "threads/tuning.h"

const struct prefix__openmp_tuning prefix__openmp_tuning = {
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
    .patience_of_shares = 5,
    .moves_workers = 1,
};
