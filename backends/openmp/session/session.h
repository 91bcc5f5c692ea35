/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SESSION_SESSION_H
#define PREFIX_BACKENDS_OPENMP_SESSION_SESSION_H

#include "tile/pipeline.h"

struct prefix_session {
    const struct prefix_host *host;
    void *owner;
    const struct prefix__openmp_isa *isa;
    size_t cache_bytes;                      /* a larger output is written past the cache */
    struct prefix__openmp_pipeline pipeline; /* of the last scan */
    struct prefix_scan_work last;            /* kind 0: none; its arrays may be gone */
    void *scratch;                           /* what is known of tiles; grows, and is kept */
    size_t scratch_bytes;
    uint64_t last_end; /* of work that is worth a team, in ns */
};

const struct prefix__openmp_pipeline *prefix__openmp_pipeline_for(struct prefix_session *session,
                                                                  const struct prefix_scan_work *work);
int prefix__openmp_reserve(struct prefix_session *session, size_t bytes); /* of scratch memory */
/* Whether so many bytes, read and written, are worth a team, and worth to wake sleeping workers. */
int prefix__openmp_is_for_team(size_t bytes);
int prefix__openmp_wakes(const struct prefix_session *session, size_t bytes, int threads);
void prefix__openmp_work_ended(struct prefix_session *session);

#endif
