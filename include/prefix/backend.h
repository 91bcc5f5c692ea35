/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The plugin ABI: what a backend of libprefix is. For authors of backends only; see
 * prefix_backend(7). A backend named NAME is the shared object
 * ${libdir}/prefix/1/prefix_NAME.so, which exports exactly one function, prefix_backend_v1().
 * It includes this header and links nothing of libprefix. The host table and the descriptions of the
 * work, kind by kind, have headers of their own in backend/, all of which this one includes.
 *
 * Both tables begin with their size: a member is there only if the size says so, and members are
 * only ever appended. A backend gets validated work: types, operators, pointers and sizes have
 * been checked, and n is at least 1. It never prints, never aborts, and reports errors by status
 * and a sentence through host->error().
 */
#ifndef PREFIX_BACKEND_H
#define PREFIX_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>
#include <prefix/backend/host.h>
#include <prefix/backend/scan.h>
#include <prefix/backend/segments.h>
#include <prefix/backend/operator.h>
#include <prefix/backend/select.h>
#include <prefix/backend/runs.h>
#include <prefix/backend/tables.h>
#include <prefix/backend/sort.h>
#include <prefix/backend/histogram.h>
#include <prefix/backend/windows.h>
#include <prefix/backend/filter.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PREFIX_BACKEND_ABI_MAJOR 1
#define PREFIX_BACKEND_ABI_MINOR 6

/* The bit of an algorithm in scan_algorithms and block_algorithms. */
#define PREFIX_BACKEND_ALGORITHM(algorithm) (UINT64_C(1) << (algorithm) % 100)

/* Bits of prefix_backend.flags. */
#define PREFIX_BACKEND_FLAG_HOST 1u   /* works on host memory where it lies */
#define PREFIX_BACKEND_FLAG_DEVICE 2u /* has memory of its own; takes host memory by copying it */
#define PREFIX_BACKEND_FLAG_COUNTS 4u /* counts and traces scans */
/* Since minor 6: skips missing elements in all scans and reductions it has, of segments, batches and operators, too. */
#define PREFIX_BACKEND_FLAG_VALIDITY 8u

/*
 * A backend. Functions return enum prefix_status. probe(), devices(), device_name() and
 * memory_kind() are thread-safe, cheap, and create no context on any device; the functions that
 * take a session are called by one thread at a time for each session.
 */
struct prefix_backend {
    size_t size;    /* set by libprefix to its own; the backend lowers it to what it knows */
    uint32_t minor; /* set by the backend: PREFIX_BACKEND_ABI_MINOR it was built with */
    uint32_t flags;
    const char *name;         /* the NAME of its file */
    uint64_t scan_algorithms; /* PREFIX_BACKEND_ALGORITHM() of each that is there, combined by OR */

    /* Whether work can be done here. text gets a description, or the reason why not. */
    int (*probe)(char *text, size_t size);
    int (*devices)(int *count);
    int (*device_name)(int device, char *text, size_t size);

    /* Opens a device for a context; *session is NULL on failure. close() waits for queued work. */
    int (*open)(struct prefix_session **session, const struct prefix_host *host, void *owner, int device);
    void (*close)(struct prefix_session *session);

    /* Waits for the work queued on stream and reports what went wrong in it. */
    int (*synchronize)(struct prefix_session *session, void *stream);

    /*
     * The kind of memory at a pointer; PREFIX_MEMORY_HOST for what the device does not know. It may
     * be asked before probe() and starts nothing: memory of a device that nobody has used is none.
     */
    int (*memory_kind)(const void *memory, int *kind);
    /* bytes is at least 1. */
    int (*memory_alloc)(struct prefix_session *session, void **memory, size_t bytes, int kind);
    int (*memory_free)(struct prefix_session *session, void *memory);
    int (*memory_copy)(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream);

    /* Scratch memory on the device that scan() needs for this work (in and out may be NULL). */
    int (*scan_workspace)(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes);
    int (*scan)(struct prefix_session *session, const struct prefix_scan_work *work);

    /*
     * Since minor 1. The total of a scan without the scan: out is NULL, total is not. It may use the
     * workspace of a scan of as many elements. NULL: the backend has no reductions.
     */
    int (*reduce)(struct prefix_session *session, const struct prefix_scan_work *work);

    /* Since minor 2. NULL: the backend has no selections. */
    int (*select)(struct prefix_session *session, const struct prefix_select_work *work);

    /* Since minor 3. NULL: the backend has no segments. */
    int (*segmented)(struct prefix_session *session, const struct prefix_segmented_work *work);

    /* Since minor 3. NULL: the backend finds no runs, or writes none out. */
    int (*runs)(struct prefix_session *session, const struct prefix_runs_work *work);
    int (*expand)(struct prefix_session *session, const struct prefix_expand_work *work);

    /*
     * Since minor 4: PREFIX_BACKEND_ALGORITHM() of each by which tiles can be scanned. 0: the caller has no choice.
     */
    uint64_t block_algorithms;

    /* Since minor 5. NULL: the backend has no operators of the caller's own. */
    int (*operator_scan)(struct prefix_session *session, const struct prefix_operator_work *work);
    /*
     * Does what takes time before the first such scan, of any length, so that this one can be captured; or NULL. The
     * work is without arrays and total, and n is 0.
     */
    int (*operator_prepare)(struct prefix_session *session, const struct prefix_operator_work *work);

    /*
     * Since minor 6. The scans of a batch of rows, or without out their totals alone; the algorithm is AUTO. The
     * elements of all rows of in, and of out, lie in ranges that are disjoint, unless in is out and so are all steps.
     * NULL: the backend has no batches.
     */
    int (*batch)(struct prefix_session *session, const struct prefix_scan_work *work);
    /* Since minor 6. NULL: the backend has no summed-area tables, or no box filters. */
    int (*integral)(struct prefix_session *session, const struct prefix_integral_work *work);
    int (*box_filter)(struct prefix_session *session, const struct prefix_box_filter_work *work);
    /* Since minor 6. NULL: the backend sorts nothing. */
    int (*sort)(struct prefix_session *session, const struct prefix_sort_work *work);
    /* Since minor 6. NULL: the backend has no moving windows. */
    int (*window)(struct prefix_session *session, const struct prefix_window_work *work);
    /* Since minor 6. NULL: the backend has no histograms. */
    int (*histogram)(struct prefix_session *session, const struct prefix_histogram_work *work);
    /* Since minor 6. NULL: the backend has no differences. */
    int (*difference)(struct prefix_session *session, const struct prefix_difference_work *work);
    /* Since minor 6. NULL: the backend has no filters. */
    int (*filter)(struct prefix_session *session, const struct prefix_filter_work *work);
    /* Since minor 6: PREFIX_BACKEND_ALGORITHM() of each by which keys can be sorted. 0: the caller has no choice. */
    uint64_t sort_algorithms;
    /*
     * Since minor 6: all three or none. Of a backend on whose devices work is queued: events, by which the streams of
     * several sessions wait for one another and the host does not. record() makes one if *event is NULL, and it then
     * stands for what has been queued on the stream so far; what is queued after wait() begins when that is done.
     * free() is of the session that made it, and waits for it. Kernels of all sessions reach pinned memory, and a total
     * there is written in its turn if total_memory is DEVICE.
     */
    int (*event_record)(struct prefix_session *session, void **event, void *stream);
    int (*event_wait)(struct prefix_session *session, void *event, void *stream);
    void (*event_free)(struct prefix_session *session, void *event);
    /*
     * Since minor 6. Scratch memory on the device that sort() needs for this work over device arrays, of which nothing
     * is read, and which is enough for fewer elements, too. NULL: it needs none.
     */
    int (*sort_workspace)(struct prefix_session *session, const struct prefix_sort_work *work, size_t *bytes);
};

/*
 * Fills in *backend; called once in a process. Returns PREFIX_OK, or PREFIX_ERROR_BACKEND to
 * decline (a host of another major version never calls this name).
 */
typedef int (*prefix_backend_v1_fn)(const struct prefix_host *host, struct prefix_backend *backend);
PREFIX_API int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend);

#ifdef __cplusplus
}
#endif

#endif
