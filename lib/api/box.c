/* SPDX-License-Identifier: BSD-3-Clause */
/* Box filters, in one call and with options, and how each is handed to a backend. */
#include <stdlib.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/check_images.h"
#include "api/check_settings.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/tables.h"

struct prefix_box {
    prefix_ctx *ctx;                    /* NULL: the calling thread's default context */
    struct prefix_box_filter_work work; /* all but what is given to a run */
};

static int check_types(prefix_ctx *ctx, int type, int output_type)
{
    int status = prefix__check_type(ctx, "type", type);
    if (status == PREFIX_OK)
        status = prefix__check_type(ctx, "output type", output_type);
    if (status == PREFIX_OK && !prefix__is_box_type(type))
        status = prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "type: box filters take u8, u16 and f32, not %s",
                              prefix_type_name(type));
    if (status == PREFIX_OK && output_type != type && output_type != PREFIX_F32)
        status = prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "output type: %s is neither the input type %s nor f32",
                              prefix_type_name(output_type), prefix_type_name(type));
    return status;
}

/* There is also a table, of 8 bytes an element at most. */
static int check_table(prefix_ctx *ctx, const struct prefix_box_filter_work *work)
{
    const size_t most = PTRDIFF_MAX / sizeof(uint64_t) / work->channels;
    if (work->width < most && work->height < most / (work->width + 1))
        return PREFIX_OK;
    return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "height: a table of %zu x %zu pixels exceeds the address space",
                        work->width, work->height);
}

static int check_arrays(prefix_ctx *ctx, struct prefix_box_filter_work *work)
{
    const size_t channels = work->channels, width = work->width, height = work->height;
    const struct prefix__image in = {
        "in", work->in, prefix__size_of(work->type), channels, width, height, &work->in_pitch,
    };
    const struct prefix__image out = {
        "out", work->out, prefix__size_of(work->output_type), channels, width, height, &work->out_pitch,
    };
    const struct prefix__image radii = {
        "radii", work->radii, prefix__size_of(work->radius_type), 1, width, height, &work->radius_pitch,
    };
    int status = check_table(ctx, work);
    if (status == PREFIX_OK)
        status = prefix__check_image(ctx, &in);
    if (status == PREFIX_OK)
        status = prefix__check_image(ctx, &out);
    if (status == PREFIX_OK)
        status = prefix__check_apart(ctx, &out, &in, work->output_type == work->type);
    if (status == PREFIX_OK && work->radii)
        status = prefix__check_image(ctx, &radii);
    if (status == PREFIX_OK && work->radii)
        status = prefix__check_apart(ctx, &out, &radii, 0);
    return status;
}

/* Checks, completes and runs it. */
static int run(prefix_ctx *ctx, struct prefix_box_filter_work *work)
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
        {work->radii, &work->radius_memory, 0},
    };
    status = prefix__find_route(ctx, 1, arrays, sizeof arrays / sizeof *arrays, &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (!backend->box_filter)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no box filters", backend->name);
    ctx->error[0] = 0;
    status = backend->box_filter(route->session, work);
    return prefix__ran(ctx, backend->name, status, "box filter");
}

int prefix_box_filter(prefix_ctx *ctx, int type, const void *in, void *out, size_t width, size_t height, size_t radius)
{
    int status, saved = errno;
    struct prefix_box_filter_work work = {
        .type = type,
        .output_type = type,
        .channels = 1,
        .width = width,
        .height = height,
        .radius_x = radius,
        .radius_y = radius,
        .in = in,
        .out = out,
    };
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx)
        status = check_types(ctx, type, type);
    if (ctx && status == PREFIX_OK)
        status = run(ctx, &work);
    return prefix__keep_errno(saved, status);
}

int prefix_box_create(prefix_box **box, prefix_ctx *ctx, int type, int output_type)
{
    int saved = errno;
    if (!box)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "box is NULL");
    *box = NULL;
    const int status = check_types(ctx, type, output_type);
    if (status != PREFIX_OK)
        return status;
    prefix_box *b = calloc(1, sizeof *b);
    if (!b)
        return prefix__keep_errno(saved, prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a box"));
    b->ctx = ctx;
    b->work.type = type;
    b->work.output_type = output_type;
    b->work.channels = 1;
    *box = b;
    return PREFIX_OK;
}

void prefix_box_destroy(prefix_box *box)
{
    prefix__free(box);
}

int prefix_box_set_channels(prefix_box *box, size_t channels)
{
    PREFIX__NEED(box);
    const int status = prefix__check_channels(box->ctx, channels);
    if (status == PREFIX_OK)
        box->work.channels = channels;
    return status;
}

int prefix_box_set_pitches(prefix_box *box, size_t in_pitch, size_t out_pitch)
{
    PREFIX__NEED(box);
    box->work.in_pitch = in_pitch;
    box->work.out_pitch = out_pitch;
    return PREFIX_OK;
}

int prefix_box_set_radius(prefix_box *box, size_t radius_x, size_t radius_y)
{
    PREFIX__NEED(box);
    box->work.radius_x = radius_x;
    box->work.radius_y = radius_y;
    return PREFIX_OK;
}

int prefix_box_set_radii(prefix_box *box, int type, const void *radii, size_t pitch)
{
    PREFIX__NEED(box);
    if (radii && type != PREFIX_U8 && type != PREFIX_U16)
        return prefix__fail_constant(box->ctx, "type", type, "type of u8 and u16");
    box->work.radius_type = radii ? type : 0;
    box->work.radii = radii;
    box->work.radius_pitch = pitch;
    return PREFIX_OK;
}

int prefix_box_run(prefix_box *box, const void *in, void *out, size_t width, size_t height)
{
    PREFIX__NEED(box);
    int status, saved = errno;
    prefix_ctx *ctx = prefix__ctx_resolve(box->ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    struct prefix_box_filter_work work = box->work;
    work.in = in;
    work.out = out;
    work.width = width;
    work.height = height;
    return prefix__keep_errno(saved, run(ctx, &work));
}
