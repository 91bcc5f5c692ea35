/* SPDX-License-Identifier: BSD-3-Clause */
/* The CUDA backend as libprefix sees it. */
#include <string.h>

#include "base/driver.h"
#include "calls/batch.h"
#include "calls/difference.h"
#include "calls/event.h"
#include "calls/expand.h"
#include "calls/filter.h"
#include "calls/histogram.h"
#include "calls/integral.h"
#include "calls/memory.h"
#include "calls/missing.h"
#include "calls/operator.h"
#include "calls/runs.h"
#include "calls/scan.h"
#include "calls/select.h"
#include "calls/session.h"
#include "calls/sort.h"
#include "calls/window.h"
#include "launch/catalogue.h"

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    static const struct prefix_backend cuda = {
        .size = sizeof cuda,
        .minor = PREFIX_BACKEND_ABI_MINOR,
        .flags = PREFIX_BACKEND_FLAG_DEVICE | PREFIX_BACKEND_FLAG_VALIDITY,
        .name = "cuda",
        .scan_algorithms = PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_AUTO) |
                           PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_SERIAL) | PREFIX__CUDA_STRATEGIES |
                           PREFIX__CUDA_BLOCK_ALGORITHMS,
        .probe = prefix__cuda_probe,
        .devices = prefix__cuda_devices,
        .device_name = prefix__cuda_device_name,
        .open = prefix__cuda_open,
        .close = prefix__cuda_close,
        .synchronize = prefix__cuda_synchronize,
        .memory_kind = prefix__cuda_memory_kind,
        .memory_alloc = prefix__cuda_memory_alloc,
        .memory_free = prefix__cuda_memory_free,
        .memory_copy = prefix__cuda_memory_copy,
        .scan_workspace = prefix__cuda_scan_workspace,
        .scan = prefix__cuda_valid_scan,
        .reduce = prefix__cuda_valid_reduction,
        .block_algorithms = PREFIX__CUDA_BLOCK_ALGORITHMS,
        .select = prefix__cuda_select,
        .segmented = prefix__cuda_valid_segmented,
        .runs = prefix__cuda_runs,
        .expand = prefix__cuda_expand,
        .operator_scan = prefix__cuda_valid_operator_scan,
        .operator_prepare = prefix__cuda_operator_prepare,
        .batch = prefix__cuda_batch,
        .integral = prefix__cuda_integral,
        .box_filter = prefix__cuda_box_filter,
        .sort = prefix__cuda_sort,
        .window = prefix__cuda_window,
        .histogram = prefix__cuda_histogram,
        .difference = prefix__cuda_difference,
        .sort_algorithms = PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_SPLIT_MERGE),
        .sort_workspace = prefix__cuda_sort_workspace,
        .filter = prefix__cuda_filter,
        .event_record = prefix__cuda_event_record,
        .event_wait = prefix__cuda_event_wait,
        .event_free = prefix__cuda_event_free,
    };
    size_t size = backend->size < sizeof cuda ? backend->size : sizeof cuda;
    if (host->size < sizeof *host || size < offsetof(struct prefix_backend, reduce))
        return PREFIX_ERROR_BACKEND;
    memcpy(backend, &cuda, size);
    backend->size = size;
    return PREFIX_OK;
}
