/* SPDX-License-Identifier: BSD-3-Clause */
/* Filters, one pack of strands after the other. */
#include "serial/filter.h"

#define ROWS 2

#define ELEMENT float
#define BITS uint32_t
#define TYPE f32
#include "shared/filter_kernel.h"

#undef ELEMENT
#undef BITS
#undef TYPE
#define ELEMENT double
#define BITS uint64_t
#define TYPE f64
#include "shared/filter_kernel.h"

int prefix__serial_filter(const struct prefix_host *host, void *owner, const struct prefix_filter_work *work)
{
    static const struct prefix__filter_loops loops = {STRANDS, filter_f32, filter_f64};
    struct prefix__filter f = prefix__filter_of(work, &loops);
    const size_t bytes = prefix__filter_bytes(&f);
    f.states = bytes > 0 ? host->alloc(owner, bytes) : NULL;
    if (bytes > 0 && !f.states) {
        host->error(owner, "out of memory: %zu bytes for the states of a filter", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    if (f.blocks > 1)
        prefix__filter_ends(&f, 0, f.packs);
    prefix__filter_chain(&f, 0, work->rows);
    prefix__filter_results(&f, 0, f.packs);
    if (f.states)
        host->free(owner, f.states);
    return PREFIX_OK;
}
