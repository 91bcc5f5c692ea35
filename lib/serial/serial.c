/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The serial backend: one thread, host memory, always there; and the one that counts and traces.
 * The other files of this folder do the work, catalogue/ that of the algorithms by name.
 */
#include "serial/serial.h"

#include <string.h>

#include <prefix/prefix.h>

#include "catalogue/network.h"
#include "catalogue/tiles.h"
#include "serial/batch.h"
#include "serial/box_filter.h"
#include "serial/difference.h"
#include "serial/filter.h"
#include "serial/histogram.h"
#include "serial/integral.h"
#include "serial/operator_scan.h"
#include "serial/recurrence.h"
#include "serial/runs.h"
#include "serial/scan.h"
#include "serial/segmented.h"
#include "serial/select.h"
#include "serial/sort.h"
#include "serial/window.h"
#include "shared/carry.h"
#include "shared/missing.h"
#include "shared/on_host.h"
#include "shared/pages.h"
#include "shared/recurrence_step.h"

#define ALIGNMENT 256                   /* of memory that callers ask for */
#define PIECE_BYTES ((size_t)128 << 10) /* of missing elements that are filled in: for a second-level cache */

/* The front end, which is the same for all contexts. */
static const struct prefix_host *callbacks;

static int scan_by_name(struct prefix_session *session, const struct prefix_scan_work *work,
                        const struct prefix__network *network, prefix__tiled_fn *tiled)
{
    const size_t bytes = network ? prefix__network_bytes(network, work) : prefix__tiles_bytes(work);
    void *memory = bytes == SIZE_MAX ? NULL : callbacks->alloc(session, bytes);
    if (!memory) {
        callbacks->error(session, "out of memory: %zu bytes for %s", bytes, prefix_algorithm_name(work->algorithm));
        return PREFIX_ERROR_NOMEM;
    }
    if (network)
        prefix__network_scan(network, work, &prefix__alone, memory);
    else
        prefix__tiles_scan(tiled, work, memory);
    callbacks->free(session, memory);
    return PREFIX_OK;
}

/* And a reduction: there is then no output. */
static int scan_all(struct prefix_session *session, const struct prefix_scan_work *work)
{
    const struct prefix__network *network = prefix__network_of(work->algorithm);
    prefix__tiled_fn *tiled = prefix__tiled_of(work->algorithm);
    if (!network && !tiled && work->watch)
        tiled = prefix__one_by_one;
    if (network || tiled)
        return scan_by_name(session, work, network, tiled);
    union prefix_carry carry = prefix__serial_scan(work);
    if (work->total)
        prefix__carry_store(work->carry_type, carry, work->total, work->total_type);
    return PREFIX_OK;
}

static void each(struct prefix_session *session, size_t n, size_t grain, size_t bytes, int threads,
                 void (*part)(void *user, size_t first, size_t last), void *user)
{
    (void)session;
    (void)grain;
    (void)bytes;
    (void)threads;
    part(user, 0, n);
}

static struct prefix__missing_means means_for(struct prefix_session *session)
{
    return (struct prefix__missing_means){
        .host = callbacks,
        .owner = session,
        .session = session,
        .piece_bytes = PIECE_BYTES,
        .each = each,
        .scan = scan_all,
        .reduce = scan_all,
        .segmented = prefix__serial_segmented,
    };
}

static int serial_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    if (!work->validity)
        return scan_all(session, work);
    const struct prefix__missing_means means = means_for(session);
    return prefix__missing_scan(&means, work);
}

static int serial_segmented(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    if (!work->scan->validity)
        return prefix__serial_segmented(session, work);
    const struct prefix__missing_means means = means_for(session);
    return prefix__missing_segmented(&means, work);
}

static int serial_operator_scan(struct prefix_session *session, const struct prefix_operator_work *work)
{
    if (prefix__has_recurrence_loops(work->recurrence_type))
        return prefix__serial_recurrence(callbacks, session, work);
    return work->batch ? prefix__serial_operator_batch(callbacks, session, work)
                       : prefix__serial_operator_scan(callbacks, session, work, NULL);
}

/* By an operator of the caller's own they are found as they are combined. */
static int serial_runs(struct prefix_session *session, const struct prefix_runs_work *work)
{
    return work->combined ? prefix__serial_operator_scan(callbacks, session, work->combined, work)
                          : prefix__serial_runs(session, work);
}

static int serial_select(struct prefix_session *session, const struct prefix_select_work *work)
{
    return prefix__serial_select(callbacks, session, work);
}

static int serial_batch(struct prefix_session *session, const struct prefix_scan_work *work)
{
    return prefix__serial_batch(callbacks, session, work);
}

static int serial_integral(struct prefix_session *session, const struct prefix_integral_work *work)
{
    return prefix__serial_integral(callbacks, session, work);
}

static int serial_box_filter(struct prefix_session *session, const struct prefix_box_filter_work *work)
{
    return prefix__serial_box_filter(callbacks, session, work);
}

static int serial_sort(struct prefix_session *session, const struct prefix_sort_work *work)
{
    return prefix__serial_sort(callbacks, session, work);
}

static int serial_window(struct prefix_session *session, const struct prefix_window_work *work)
{
    return prefix__serial_window(callbacks, session, work);
}

static int serial_histogram(struct prefix_session *session, const struct prefix_histogram_work *work)
{
    return prefix__serial_histogram(callbacks, session, work);
}

static int serial_difference(struct prefix_session *session, const struct prefix_difference_work *work)
{
    return prefix__serial_difference(callbacks, session, work);
}

static int serial_filter(struct prefix_session *session, const struct prefix_filter_work *work)
{
    return prefix__serial_filter(callbacks, session, work);
}

static int serial_probe(char *text, size_t size)
{
    static const char description[] = "one thread, built in";
    if (size > 0) {
        size_t length = size < sizeof description ? size : sizeof description;
        memcpy(text, description, length);
        text[length - 1] = 0;
    }
    return PREFIX_OK;
}

static int serial_device_name(int device, char *text, size_t size)
{
    (void)device;
    return serial_probe(text, size);
}

/* The backend holds nothing for a context, so the context itself serves as its session. */
static int serial_open(struct prefix_session **session, const struct prefix_host *host, void *owner, int device)
{
    (void)host;
    (void)device;
    *session = owner;
    return PREFIX_OK;
}

static void serial_close(struct prefix_session *session)
{
    (void)session;
}

static int serial_memory_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind)
{
    (void)session;
    if (kind != PREFIX_MEMORY_HOST)
        return PREFIX_ERROR_UNSUPPORTED;
    return prefix__pages_alloc(memory, bytes, ALIGNMENT) == 0 ? PREFIX_OK : PREFIX_ERROR_NOMEM;
}

int prefix__serial_backend(const struct prefix_host *host, struct prefix_backend *backend)
{
    callbacks = host;
    *backend = (struct prefix_backend){
        .size = sizeof *backend,
        .minor = PREFIX_BACKEND_ABI_MINOR,
        .flags = PREFIX_BACKEND_FLAG_HOST | PREFIX_BACKEND_FLAG_COUNTS | PREFIX_BACKEND_FLAG_VALIDITY,
        .name = "serial",
        .scan_algorithms = 2 * PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_CHAINED_SCAN) - 1, /* all up to it */
        .probe = serial_probe,
        .devices = prefix__on_host_devices,
        .device_name = serial_device_name,
        .open = serial_open,
        .close = serial_close,
        .synchronize = prefix__on_host_synchronize,
        .memory_kind = prefix__on_host_memory_kind,
        .memory_alloc = serial_memory_alloc,
        .memory_free = prefix__on_host_memory_free,
        .memory_copy = prefix__on_host_memory_copy,
        .scan_workspace = prefix__on_host_scan_workspace,
        .scan = serial_scan,
        .reduce = serial_scan,
        .select = serial_select,
        .segmented = serial_segmented,
        .runs = serial_runs,
        .expand = prefix__serial_expand,
        .operator_scan = serial_operator_scan,
        .batch = serial_batch,
        .integral = serial_integral,
        .box_filter = serial_box_filter,
        .sort = serial_sort,
        .window = serial_window,
        .histogram = serial_histogram,
        .difference = serial_difference,
        .filter = serial_filter,
        .sort_algorithms = PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_SPLIT_MERGE),
    };
    return PREFIX_OK;
}
