/* SPDX-License-Identifier: BSD-3-Clause */
/* Moving windows by one thread: the reference. */
#include "serial/window.h"

#include "shared/window.h"
#include "shared/window_values.h"

static void do_row(const struct prefix__window *w, const struct prefix__window_memory *memory, size_t k, void *scratch)
{
    const struct prefix__window_row row = prefix__window_row_of(w, k, scratch);
    for (int pass = 0; pass < row.passes; pass++)
        prefix__window_do_pass(&row, memory, pass, 0, prefix__window_pass_tiles(&row, pass));
}

int prefix__serial_window(const struct prefix_host *host, struct prefix_session *session,
                          const struct prefix_window_work *work)
{
    struct prefix__window w = prefix__window_of_values(work);
    prefix__window_begin(&w);
    const int is_short = prefix__window_is_short(&w);
    const size_t own = prefix__window_memory_bytes(&w), bytes = own + (is_short ? 0 : prefix__window_row_bytes(&w));
    char *const scratch = host->alloc(session, bytes);
    if (!scratch) {
        host->error(session, "out of memory: %zu bytes for windows", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    const struct prefix__window_memory memory = prefix__window_memory_at(&w, scratch);
    if (is_short)
        prefix__window_do_tiles(&w, &memory, 0, prefix__window_tiles(&w));
    else
        for (size_t k = 0; k < w.rows.count; k++)
            do_row(&w, &memory, k, scratch + own);
    host->free(session, scratch);
    return PREFIX_OK;
}
