/* SPDX-License-Identifier: BSD-3-Clause */
/* The OpenMP backend: its table, its sessions and its memory. */
#ifdef __x86_64__
#include <cpuid.h>
#endif
#include <stdio.h>
#include <string.h>

#include "backend.h"
#include "batch/batch.h"
#include "histogram/histogram.h"
#include "batch/operator_batch.h"
#include "runs/runs.h"
#include "scan/scan.h"
#include "select/select.h"
#include "shared/on_host.h"
#include "shared/pages.h"
#include "simd/vector/cpu.h"
#include "sort/sort.h"
#include "tables/box_filter.h"
#include "tables/integral.h"
#include "threads/pool.h"
#include "threads/team.h"
#include "windows/difference.h"
#include "windows/window.h"

#define ALIGNMENT 256
/* Of the last-level cache; the rest is for the input and for others. */
#define LAST_SHARE 3
#define LAST_BYTES_UNKNOWN ((size_t)32 << 20)
/* Of all second-level caches of Intel's processors, whose last one takes what these drop and is far from each core. */
#define SECOND_SHARE 2
#define SECOND_BYTES_UNKNOWN ((size_t)1 << 20)

/* Asked of x86 processors themselves: sysconf() counts AMD's last cache once for each group of kernels. */
static size_t bytes_of_level(unsigned level, size_t unknown)
{
#ifdef __x86_64__
    unsigned a = 1, ways, sets, d;
    for (unsigned i = 0; a % 32; i++) {
        if (!__get_cpuid_count(prefix__openmp_is_amd ? 0x8000001d : 4, i, &a, &ways, &sets, &d))
            break;
        if (a % 32 > 1 && a / 32 % 8 == level) /* not for instructions alone */
            return ((ways >> 22) + 1) * ((ways >> 12) % 1024 + 1) * (size_t)(ways % 4096 + 1) * ((size_t)sets + 1);
    }
#endif
    (void)level;
    return unknown;
}

/* What of an output may stay in the caches. */
static size_t cache_bytes(void)
{
    const size_t last = bytes_of_level(3, LAST_BYTES_UNKNOWN) / LAST_SHARE;
    const size_t second = bytes_of_level(2, SECOND_BYTES_UNKNOWN) * (size_t)prefix__openmp_team_max() / SECOND_SHARE;
    return prefix__openmp_is_intel && second < last ? second : last;
}

static int openmp_probe(char *text, size_t size)
{
    int threads = prefix__openmp_team_max();
    if (size > 0)
        snprintf(text, size, "OpenMP, %s%d thread%s, %s", threads > 1 ? "up to " : "", threads, threads > 1 ? "s" : "",
                 prefix__openmp_isa(0)->name);
    return PREFIX_OK;
}

static int openmp_device_name(int device, char *text, size_t size)
{
    (void)device;
    return openmp_probe(text, size);
}

static int openmp_open(struct prefix_session **session, const struct prefix_host *host, void *owner, int device)
{
    (void)device;
    struct prefix_session *s = host->alloc(owner, sizeof *s);
    *session = s;
    if (!s) {
        host->error(owner, "out of memory: %zu bytes for a session", sizeof *s);
        return PREFIX_ERROR_NOMEM;
    }
    memset(s, 0, sizeof *s);
    s->host = host;
    s->owner = owner;
    s->isa = prefix__openmp_isa(0);
    s->cache_bytes = cache_bytes();
    return PREFIX_OK;
}

static void openmp_close(struct prefix_session *session)
{
    if (session->scratch)
        session->host->free(session->owner, session->scratch);
    session->host->free(session->owner, session);
}

static int openmp_memory_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind)
{
    *memory = NULL;
    if (kind != PREFIX_MEMORY_HOST) {
        session->host->error(session->owner, "the OpenMP backend has host memory alone");
        return PREFIX_ERROR_UNSUPPORTED;
    }
    if (prefix__pages_alloc(memory, bytes, ALIGNMENT) != 0) {
        session->host->error(session->owner, "out of memory: %zu bytes", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    return PREFIX_OK;
}

int prefix__openmp_backend(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    *backend = (struct prefix_backend){
        .size = sizeof *backend,
        .minor = PREFIX_BACKEND_ABI_MINOR,
        .flags = PREFIX_BACKEND_FLAG_HOST | PREFIX_BACKEND_FLAG_VALIDITY,
        .name = "openmp",
        .scan_algorithms = 2 * PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_CHAINED_SCAN) - 1, /* all up to it */
        .probe = openmp_probe,
        .devices = prefix__on_host_devices,
        .device_name = openmp_device_name,
        .open = openmp_open,
        .close = openmp_close,
        .synchronize = prefix__on_host_synchronize,
        .memory_kind = prefix__on_host_memory_kind,
        .memory_alloc = openmp_memory_alloc,
        .memory_free = prefix__on_host_memory_free,
        .memory_copy = prefix__on_host_memory_copy,
        .scan_workspace = prefix__on_host_scan_workspace,
        .scan = prefix__openmp_valid_scan,
        .reduce = prefix__openmp_valid_reduction,
        .select = prefix__openmp_select,
        .segmented = prefix__openmp_valid_segmented,
        .runs = prefix__openmp_find_runs,
        .expand = prefix__openmp_expand_runs,
        .operator_scan = prefix__openmp_operator_batch,
        .batch = prefix__openmp_batch,
        .integral = prefix__openmp_integral,
        .box_filter = prefix__openmp_box_filter,
        .sort = prefix__openmp_sort,
        .window = prefix__openmp_window,
        .histogram = prefix__openmp_histogram,
        .difference = prefix__openmp_difference,
        .filter = prefix__openmp_filter,
        .sort_algorithms = PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_SPLIT_MERGE),
    };
    return prefix__openmp_pool_init();
}
