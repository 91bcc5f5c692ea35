/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SESSION_H
#define PREFIX_BACKENDS_OPENMP_SESSION_H

#include "internal.h"

struct prefix_session {
    const struct prefix_host *host;
    void *owner;
    const struct prefix__openmp_isa *isa;
    size_t cache_bytes;                       /* a larger output is written past the cache */
    struct prefix__openmp_pipeline pipeline;  /* of the last scan */
    int kind, op, type, output_type, reverse; /* that it is for; kind 0: none */
    union prefix_carry carry;
    void *scratch; /* descriptors of tiles; grows, and is kept */
    size_t scratch_bytes;
    uint64_t last_end; /* of a scan by a team, in ns */
};

/* scan.c */
int prefix__openmp_scan(struct prefix_session *session, const struct prefix_scan_work *work);

#endif
