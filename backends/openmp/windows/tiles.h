/* SPDX-License-Identifier: BSD-3-Clause */
/* Tiles in any order, which a team takes some at a time, each thread with memory of its own. */
#ifndef PREFIX_BACKENDS_OPENMP_WINDOWS_TILES_H
#define PREFIX_BACKENDS_OPENMP_WINDOWS_TILES_H

#include "session/session.h"

struct prefix__openmp_tiles {
    void (*part)(void *user, void *memory, size_t first, size_t last);
    void *user;
    char *memory; /* of each thread so many bytes */
    size_t bytes;
    int threads, wakes;
};

/* How many threads so many tiles get, that read and write so many bytes in all. */
void prefix__openmp_tiles_team(struct prefix__openmp_tiles *tiles, const struct prefix_session *session, int asked,
                               size_t count, size_t bytes);
void prefix__openmp_tiles_do(const struct prefix__openmp_tiles *tiles, size_t count);

#endif
