/* SPDX-License-Identifier: BSD-3-Clause */
/* What others have to offer, measured beside a scan or a reduction on a GPU; only with --enable-bench-peers. */
#ifndef PREFIX_TOOLS_BENCH_PEER_H
#define PREFIX_TOOLS_BENCH_PEER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bench_peer {
    const char *name;
    /*
     * Prepares for calls on n elements in device memory; NULL when there is no such scan or, if it
     * reduces, reduction. Ends the command on failure.
     */
    void *(*open)(int reduces, int kind, int op, int type, int output_type, size_t n);
    void (*run)(void *state, const void *in, void *out); /* queues a call on the default stream */
    void (*close)(void *state);
};

#define BENCH_PEERS 2

extern const struct bench_peer bench_peers[BENCH_PEERS];

#ifdef __cplusplus
}
#endif

#endif
