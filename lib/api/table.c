/* SPDX-License-Identifier: BSD-3-Clause */
/* Summed-area tables, in one call and with options, and how each is handed to a backend. */
#include <stdlib.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/check_images.h"
#include "api/check_settings.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/tables.h"

struct prefix_table {
    prefix_ctx *ctx;                  /* NULL: the calling thread's default context */
    struct prefix_integral_work work; /* all but what is given to a run */
};

static int check_sum_type(prefix_ctx *ctx, const char *argument, int type, int sum)
{
    const int status = prefix__check_type(ctx, argument, sum);
    if (status != PREFIX_OK || prefix__is_table_type(type, sum))
        return status;
    return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s: elements of %s have no sums of %s", argument,
                        prefix_type_name(type), prefix_type_name(sum));
}

static int check_types(prefix_ctx *ctx, int type, int output_type)
{
    const int status = prefix__check_type(ctx, "type", type);
    return status == PREFIX_OK ? check_sum_type(ctx, "output type", type, output_type) : status;
}

static int check_arrays(prefix_ctx *ctx, struct prefix_integral_work *work)
{
    const size_t channels = work->channels, width = work->width, height = work->height;
    const size_t border = (size_t)work->border;
    if (width > SIZE_MAX - border || height > SIZE_MAX - border)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: there is no room for a border",
                            width > SIZE_MAX - border ? "width" : "height");
    const struct prefix__image in = {
        "in", work->in, prefix__size_of(work->type), channels, width, height, &work->in_pitch,
    };
    const struct prefix__image tables[] = {
        {"out", work->out, prefix__size_of(work->output_type), channels, width + border, height + border,
         &work->out_pitch},
        {"squares", work->squares, prefix__size_of(work->square_type), channels, width + border, height + border,
         &work->square_pitch},
    };
    int status = prefix__check_image(ctx, &in);
    for (int i = 0; i < (work->squares ? 2 : 1) && status == PREFIX_OK; i++) {
        status = prefix__check_image(ctx, &tables[i]);
        if (status == PREFIX_OK)
            status =
                prefix__check_apart(ctx, &tables[i], &in, i == 0 && !work->border && work->output_type == work->type);
    }
    return status == PREFIX_OK && work->squares ? prefix__check_apart(ctx, &tables[1], &tables[0], 0) : status;
}

/* Checks, completes and runs it. */
static int run(prefix_ctx *ctx, struct prefix_integral_work *work)
{
    struct prefix__route *route;
    if (work->width == 0 || work->height == 0)
        return PREFIX_OK;
    int status = check_arrays(ctx, work);
    if (status != PREFIX_OK)
        return status;
    work->size = sizeof *work;
    work->threads = ctx->threads;
    work->stream = ctx->stream;
    const struct prefix__array arrays[] = {
        {work->in, &work->in_memory, 0},
        {work->out, &work->out_memory, 0},
        {work->squares, &work->square_memory, 0},
    };
    status = prefix__find_route(ctx, 1, arrays, sizeof arrays / sizeof *arrays, &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (!backend->integral)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no summed-area tables", backend->name);
    ctx->error[0] = 0;
    status = backend->integral(route->session, work);
    return prefix__ran(ctx, backend->name, status, "table");
}

int prefix_integral(prefix_ctx *ctx, int type, int output_type, const void *in, void *out, size_t width, size_t height)
{
    int status, saved = errno;
    struct prefix_integral_work work = {
        .type = type,
        .output_type = output_type,
        .channels = 1,
        .width = width,
        .height = height,
        .in = in,
        .out = out,
    };
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx)
        status = check_types(ctx, type, output_type);
    if (ctx && status == PREFIX_OK)
        status = run(ctx, &work);
    return prefix__keep_errno(saved, status);
}

int prefix_table_create(prefix_table **table, prefix_ctx *ctx, int type, int output_type)
{
    int saved = errno;
    if (!table)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "table is NULL");
    *table = NULL;
    const int status = check_types(ctx, type, output_type);
    if (status != PREFIX_OK)
        return status;
    prefix_table *t = calloc(1, sizeof *t);
    if (!t)
        return prefix__keep_errno(saved, prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a table"));
    t->ctx = ctx;
    t->work.type = type;
    t->work.output_type = output_type;
    t->work.channels = 1;
    *table = t;
    return PREFIX_OK;
}

void prefix_table_destroy(prefix_table *table)
{
    prefix__free(table);
}

int prefix_table_set_channels(prefix_table *table, size_t channels)
{
    PREFIX__NEED(table);
    const int status = prefix__check_channels(table->ctx, channels);
    if (status == PREFIX_OK)
        table->work.channels = channels;
    return status;
}

int prefix_table_set_pitches(prefix_table *table, size_t in_pitch, size_t out_pitch)
{
    PREFIX__NEED(table);
    table->work.in_pitch = in_pitch;
    table->work.out_pitch = out_pitch;
    return PREFIX_OK;
}

int prefix_table_set_border(prefix_table *table, int border)
{
    PREFIX__NEED(table);
    table->work.border = border != 0;
    return PREFIX_OK;
}

int prefix_table_set_squares(prefix_table *table, int type, void *squares, size_t pitch)
{
    PREFIX__NEED(table);
    const int status = squares ? check_sum_type(table->ctx, "type", table->work.type, type) : PREFIX_OK;
    if (status != PREFIX_OK)
        return status;
    table->work.square_type = squares ? type : 0;
    table->work.squares = squares;
    table->work.square_pitch = pitch;
    return PREFIX_OK;
}

int prefix_table_run(prefix_table *table, const void *in, void *out, size_t width, size_t height)
{
    PREFIX__NEED(table);
    int status, saved = errno;
    prefix_ctx *ctx = prefix__ctx_resolve(table->ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    struct prefix_integral_work work = table->work;
    work.in = in;
    work.out = out;
    work.width = width;
    work.height = height;
    return prefix__keep_errno(saved, run(ctx, &work));
}
