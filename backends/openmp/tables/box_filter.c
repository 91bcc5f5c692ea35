/* SPDX-License-Identifier: BSD-3-Clause */
/* Box filters: a table of the image, in which a team looks the windows up, row by row. */
#include "tables/box_filter.h"

#include <math.h>
#include <stdatomic.h>

#include "shared/box.h"
#include "tables/integral.h"
#include "threads/team.h"

#define ROWS 4 /* that a thread takes at once, at least */

struct filter {
    struct prefix__box box;
    const struct prefix__openmp_isa *isa;
    _Atomic float least, greatest;
};

static void find_limits(void *user, size_t first, size_t last)
{
    struct filter *f = user;
    const struct prefix_box_filter_work *work = f->box.work;
    float least = HUGE_VALF, greatest = -HUGE_VALF;
    for (size_t y = first; y < last; y++)
        prefix__box_limits((const float *)((const char *)work->in + y * work->in_pitch), work->width * work->channels,
                           &least, &greatest);
    float old = atomic_load_explicit(&f->least, memory_order_relaxed);
    while (least < old && !atomic_compare_exchange_weak(&f->least, &old, least))
        ;
    old = atomic_load_explicit(&f->greatest, memory_order_relaxed);
    while (greatest > old && !atomic_compare_exchange_weak(&f->greatest, &old, greatest))
        ;
}

static void filter_row(const struct filter *f, size_t y)
{
    const struct prefix__box *box = &f->box;
    const struct prefix_box_filter_work *work = box->work;
    const size_t channels = work->channels, width = work->width, radius = work->radius_x;
    if (work->radii || radius >= (width + 1) / 2) { /* none, or hardly any, is whole */
        prefix__box_pixels(box, y, 0, width);
        return;
    }
    const size_t columns = 2 * radius + 1, count = width - 2 * radius, size = prefix__size_of(box->type);
    size_t top, bottom;
    prefix__window(y, work->radius_y, work->height, &top, &bottom);
    const char *table = box->table;
    const size_t row = (width + 1) * channels * size, pixel = channels * prefix__size_of(work->output_type);
    char *out = (char *)work->out + y * work->out_pitch + radius * pixel;
    const int sum = box->type == PREFIX_U32   ? PREFIX__OPENMP_SUM_32
                    : box->type == PREFIX_U64 ? PREFIX__OPENMP_SUM_64
                                              : PREFIX__OPENMP_SUM_F64;
    const int to = work->output_type == PREFIX_U8 ? 0 : work->output_type == PREFIX_U16 ? 1 : 2;
    prefix__box_pixels(box, y, 0, radius);
    f->isa->tables->means[sum][to](table + top * row, table + bottom * row, columns * channels, count * channels,
                                   (double)(columns * (bottom - top)), box->least, box->greatest, out);
    prefix__box_pixels(box, y, width - radius, width);
}

static void filter_rows(void *user, size_t first, size_t last)
{
    for (size_t y = first; y < last; y++)
        filter_row(user, y);
}

/* By a team if the rows, of the image and of the table, are worth one. */
static void run(struct prefix_session *session, struct filter *f, void (*part)(void *, size_t, size_t), size_t bytes)
{
    const struct prefix_box_filter_work *work = f->box.work;
    const size_t parts = (work->height - 1) / ROWS + 1;
    const int threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(work->threads, parts) : 1;
    prefix__openmp_each(work->height, ROWS, threads, threads > 1 && prefix__openmp_wakes(session, bytes, threads), part,
                        f);
    if (threads > 1)
        prefix__openmp_work_ended(session);
}

int prefix__openmp_box_filter(struct prefix_session *session, const struct prefix_box_filter_work *work)
{
    struct prefix_integral_work table = prefix__box_table(work, NULL);
    const size_t bytes = prefix__box_table_bytes(&table), more = prefix__openmp_table_bytes(session, &table);
    const int status = prefix__openmp_reserve(session, bytes + more);
    if (status != PREFIX_OK)
        return status;
    table.out = session->scratch;
    prefix__openmp_add_up(session, &table, (char *)session->scratch + bytes);
    struct filter f = {.box = {.work = work, .table = table.out, .type = table.output_type}, .isa = session->isa};
    if (table.output_type == PREFIX_F64) {
        atomic_init(&f.least, HUGE_VALF);
        atomic_init(&f.greatest, -HUGE_VALF);
        run(session, &f, find_limits, work->width * work->channels * work->height * sizeof(float));
        f.box.least = f.least + 0.0; /* -0 as +0, whichever of the two was met first */
        f.box.greatest = f.greatest + 0.0;
    }
    run(session, &f, filter_rows, bytes);
    return PREFIX_OK;
}
