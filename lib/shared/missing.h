/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans and reductions that skip missing elements, made of those that do not, on host memory: elements are filled in,
 * scanned in place, and blanked out, piece by piece where the pieces give the bits of one scan.
 */
#ifndef PREFIX_LIB_SHARED_MISSING_H
#define PREFIX_LIB_SHARED_MISSING_H

#include <prefix/backend.h>

/* What a backend does it with. */
struct prefix__missing_means {
    const struct prefix_host *host;
    void *owner;
    struct prefix_session *session;
    size_t piece_bytes; /* of elements that stay in the caches from one step to the next */
    /* Runs part() on pieces of 0 to n, which are multiples of grain but the last, of so many bytes in all. */
    void (*each)(struct prefix_session *session, size_t n, size_t grain, size_t bytes, int threads,
                 void (*part)(void *user, size_t first, size_t last), void *user);
    int (*scan)(struct prefix_session *session, const struct prefix_scan_work *work);
    int (*reduce)(struct prefix_session *session, const struct prefix_scan_work *work);
    int (*segmented)(struct prefix_session *session, const struct prefix_segmented_work *work);
};

/* Of work that has a validity; without out they are reductions. */
int prefix__missing_scan(const struct prefix__missing_means *means, const struct prefix_scan_work *work);
int prefix__missing_segmented(const struct prefix__missing_means *means, const struct prefix_segmented_work *work);

#endif
