/* SPDX-License-Identifier: BSD-3-Clause */
/* The serial box filter: the reference. A table of the whole image, in which every window is looked up. */
#include "serial/box_filter.h"

#include <math.h>

#include "serial/integral.h"
#include "shared/box.h"

static void find_limits(struct prefix__box *box)
{
    const struct prefix_box_filter_work *work = box->work;
    float least = HUGE_VALF, greatest = -HUGE_VALF;
    for (size_t y = 0; y < work->height; y++)
        prefix__box_limits((const float *)((const char *)work->in + y * work->in_pitch), work->width * work->channels,
                           &least, &greatest);
    box->least = least + 0.0; /* -0 as +0, whichever of the two was met first */
    box->greatest = greatest + 0.0;
}

int prefix__serial_box_filter(const struct prefix_host *host, struct prefix_session *session,
                              const struct prefix_box_filter_work *work)
{
    struct prefix_integral_work table = prefix__box_table(work, NULL);
    const size_t bytes = prefix__box_table_bytes(&table);
    table.out = host->alloc(session, bytes);
    if (!table.out) {
        host->error(session, "out of memory: %zu bytes for a table of the image", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    const int status = prefix__serial_integral(host, session, &table);
    struct prefix__box box = {.work = work, .table = table.out, .type = table.output_type};
    if (status == PREFIX_OK && box.type == PREFIX_F64)
        find_limits(&box);
    for (size_t y = 0; y < work->height && status == PREFIX_OK; y++)
        prefix__box_pixels(&box, y, 0, work->width);
    host->free(session, table.out);
    return status;
}
