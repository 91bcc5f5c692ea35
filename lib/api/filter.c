/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear filters: what they are made of, and how a run is handed to a backend. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/check_arrays.h"
#include "api/check_settings.h"
#include "api/filter_map.h"
#include "api/work.h"
#include "context/context.h"
#include "context/ctx.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/filter_strands.h"
#include "shared/types.h"

#define MAP (PREFIX_FILTER_ORDER * PREFIX_FILTER_ORDER)
#define SECTIONS (PREFIX_FILTER_ORDER / 2)

struct prefix_filter {
    prefix_ctx *ctx;                /* NULL: the calling thread's default context */
    struct prefix_filter_work work; /* all but what is given to a run; steps of 0 are n */
    double coefficients[PREFIX__SECTION * SECTIONS + 1], block_map[MAP], group_map[MAP];
};

static int check_numbers(prefix_ctx *ctx, const char *argument, const double *numbers, size_t count, size_t most)
{
    if (count < 1 || count > most)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s: there are %zu, not 1 to %zu", argument, count, most);
    if (!numbers)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL", argument);
    return PREFIX_OK;
}

/* Stores the quotients of some numbers and the leading one. */
static int divide(prefix_ctx *ctx, const char *argument, const double *numbers, size_t count, double by, double *to)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = numbers[i] / by;
        if (!isfinite(to[i]))
            return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s: %g divided by a[0], %g, is not finite", argument,
                                numbers[i], by);
    }
    return PREFIX_OK;
}

static int has_any(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != 0)
            return 1;
    return 0;
}

static int make(prefix_filter **filter, prefix_ctx *ctx, int type)
{
    int saved = errno, status = prefix__check_type(ctx, "type", type);
    if (status == PREFIX_OK && type != PREFIX_F32 && type != PREFIX_F64)
        status = prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "type: filters take f32 and f64, not %s",
                              prefix_type_name(type));
    if (status != PREFIX_OK)
        return status;
    prefix_filter *f = calloc(1, sizeof *f);
    if (!f)
        return prefix__keep_errno(saved, prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a filter"));
    f->ctx = ctx;
    f->work.type = type;
    f->work.rows = 1;
    f->work.coefficients = f->coefficients;
    *filter = f;
    return PREFIX_OK;
}

/* Hands over what is made, or drops it. */
static int complete(prefix_filter *f, int status, prefix_filter **filter)
{
    if (status != PREFIX_OK) {
        prefix__free(f);
        return status;
    }
    if (f->work.order > 0 && prefix__filter_maps(&f->work, f->block_map, f->group_map)) {
        f->work.block_map = f->block_map;
        f->work.group_map = f->group_map;
    }
    *filter = f;
    return PREFIX_OK;
}

int prefix_filter_create(prefix_filter **filter, prefix_ctx *ctx, int type, const double *b, size_t nb, const double *a,
                         size_t na)
{
    prefix_filter *f = NULL;
    if (!filter)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "filter is NULL");
    *filter = NULL;
    int status = check_numbers(ctx, "b", b, nb, PREFIX_FILTER_ORDER + 1);
    if (status == PREFIX_OK)
        status = check_numbers(ctx, "a", a, na, PREFIX_FILTER_ORDER + 1);
    if (status == PREFIX_OK)
        status = make(&f, ctx, type);
    if (status != PREFIX_OK)
        return status;
    f->work.order = (nb > na ? nb : na) - 1;
    double *const feedback = f->coefficients + f->work.order + 1;
    status = divide(ctx, "b", b, nb, a[0], f->coefficients);
    if (status == PREFIX_OK)
        status = divide(ctx, "a", a + 1, na - 1, a[0], feedback);
    f->work.feedback = has_any(feedback, na - 1);
    return complete(f, status, filter);
}

int prefix_filter_create_sections(prefix_filter **filter, prefix_ctx *ctx, int type, const double *sections,
                                  size_t count)
{
    prefix_filter *f = NULL;
    if (!filter)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "filter is NULL");
    *filter = NULL;
    int status = check_numbers(ctx, "sections", sections, count, SECTIONS);
    if (status == PREFIX_OK)
        status = make(&f, ctx, type);
    if (status != PREFIX_OK)
        return status;
    f->work.sections = count;
    f->work.order = 2 * count;
    for (size_t s = 0; s < count && status == PREFIX_OK; s++) {
        const double *const from = sections + 6 * s;
        double *const to = f->coefficients + PREFIX__SECTION * s;
        status = divide(ctx, "sections", from, 3, from[3], to);
        if (status == PREFIX_OK)
            status = divide(ctx, "sections", from + 4, 2, from[3], to + 3);
        f->work.feedback |= has_any(to + 3, 2);
    }
    return complete(f, status, filter);
}

void prefix_filter_destroy(prefix_filter *filter)
{
    prefix__free(filter);
}

size_t prefix_filter_order(const prefix_filter *filter)
{
    return filter ? filter->work.order : 0;
}

int prefix_filter_set_rows(prefix_filter *filter, size_t rows, size_t in_step, size_t out_step)
{
    PREFIX__NEED(filter);
    filter->work.rows = rows;
    filter->work.in_step = in_step;
    filter->work.out_step = out_step;
    return PREFIX_OK;
}

int prefix_filter_set_reverse(prefix_filter *filter, int reverse)
{
    PREFIX__NEED(filter);
    filter->work.reverse = reverse != 0;
    return PREFIX_OK;
}

int prefix_filter_set_state(prefix_filter *filter, const double *first, double *last)
{
    PREFIX__NEED(filter);
    filter->work.first = first;
    filter->work.last = last;
    return PREFIX_OK;
}

/* Elements of an array of rows, from the first to the last. */
static int check_rows(prefix_ctx *ctx, const char *argument, const struct prefix_filter_work *work, const void *array,
                      size_t step, size_t *count)
{
    const size_t size = prefix__size_of(work->type);
    if (step < work->n)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s: rows of %zu elements are %zu apart", argument, work->n,
                            step);
    if (work->rows - 1 > (PTRDIFF_MAX / size - work->n) / step)
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "%s: %zu rows, %zu elements apart, exceed the address space",
                            argument, work->rows, step);
    *count = (work->rows - 1) * step + work->n;
    return prefix__check_elements(ctx, argument, array, size, size, *count);
}

static int check_states(prefix_ctx *ctx, const struct prefix_filter_work *work, size_t in_bytes, size_t out_bytes)
{
    const size_t count = work->rows * work->order, bytes = count * sizeof(double);
    int status = PREFIX_OK;
    if (work->first)
        status = prefix__check_elements(ctx, "first", work->first, sizeof(double), sizeof(double), count);
    if (status == PREFIX_OK && work->last)
        status = prefix__check_elements(ctx, "last", work->last, sizeof(double), sizeof(double), count);
    if (status != PREFIX_OK)
        return status;
    if (work->first && work->first != work->last && prefix__overlap(work->first, bytes, work->last, bytes))
        return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "last overlaps first without being equal to it");
    if ((work->first && prefix__overlap(work->first, bytes, work->out, out_bytes)) ||
        (work->last && prefix__overlap(work->last, bytes, work->out, out_bytes)) ||
        (work->last && prefix__overlap(work->last, bytes, work->in, in_bytes)))
        return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "a state lies in an array");
    return PREFIX_OK;
}

static int check(prefix_ctx *ctx, const struct prefix_filter_work *work)
{
    const size_t size = prefix__size_of(work->type);
    size_t in_count, out_count;
    if (work->rows > PTRDIFF_MAX / (PREFIX_FILTER_ORDER * sizeof(double)) / (work->n / PREFIX_FILTER_BLOCK + 1))
        return prefix__fail(ctx, PREFIX_ERROR_OVERFLOW, "rows: the states of %zu rows exceed the address space",
                            work->rows);
    int status = check_rows(ctx, "in", work, work->in, work->in_step, &in_count);
    if (status == PREFIX_OK)
        status = check_rows(ctx, "out", work, work->out, work->out_step, &out_count);
    if (status != PREFIX_OK)
        return status;
    const int is_in_place = work->in == work->out && (work->in_step == work->out_step || work->rows == 1);
    if (!is_in_place && prefix__overlap(work->in, in_count * size, work->out, out_count * size))
        return prefix__fail(ctx, PREFIX_ERROR_OVERLAP, "out overlaps in without being equal to it, step by step");
    return check_states(ctx, work, in_count * size, out_count * size);
}

/* Without elements, the states behind are those before. */
static int pass_states(const struct prefix__route *route, const struct prefix_filter_work *work)
{
    static const double zero;
    const size_t count = work->rows * work->order;
    if (!work->last || count == 0 || work->first == work->last)
        return PREFIX_OK;
    if (work->first)
        return route->entry->backend.memory_copy(route->session, work->last, work->first, count * sizeof *work->last,
                                                 work->stream);
    return prefix__write_copies(route, work->last, &zero, sizeof zero, count, work->stream);
}

static int run(prefix_ctx *ctx, struct prefix_filter_work *work)
{
    struct prefix__route *route;
    int status = PREFIX_OK;
    if (work->rows == 0 || (work->n == 0 && !work->last))
        return PREFIX_OK;
    work->size = sizeof *work;
    work->threads = ctx->threads;
    work->stream = ctx->stream;
    work->in_step = work->in_step ? work->in_step : work->n;
    work->out_step = work->out_step ? work->out_step : work->n;
    if (work->order == 0)
        work->first = work->last = NULL;
    status = work->n > 0 ? check(ctx, work) : check_states(ctx, work, 0, 0);
    if (status != PREFIX_OK)
        return status;
    const struct prefix__array arrays[] = {
        {work->in, &work->in_memory, 0},
        {work->out, &work->out_memory, 0},
        {work->first, &work->first_memory, 1},
        {work->last, &work->last_memory, 1},
    };
    status = prefix__find_route(ctx, work->n, arrays, sizeof arrays / sizeof *arrays, &route);
    if (status != PREFIX_OK)
        return status;
    const struct prefix_backend *backend = &route->entry->backend;
    if (!backend->filter)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s has no filters", backend->name);
    ctx->error[0] = 0;
    status = work->n > 0 ? backend->filter(route->session, work) : pass_states(route, work);
    return prefix__ran(ctx, backend->name, status, "filter");
}

int prefix_filter_run(prefix_filter *filter, const void *in, void *out, size_t n)
{
    PREFIX__NEED(filter);
    int status, saved = errno;
    prefix_ctx *ctx = prefix__ctx_resolve(filter->ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    struct prefix_filter_work work = filter->work;
    work.in = in;
    work.out = out;
    work.n = n;
    return prefix__keep_errno(saved, run(ctx, &work));
}
