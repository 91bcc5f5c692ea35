/* SPDX-License-Identifier: BSD-3-Clause */
/* What an operator of the caller's own promises, tried on samples. */
#include <stdint.h>
#include <string.h>

#include "api/check_arrays.h"
#include "api/check_operator.h"
#include "api/operator.h"
#include "api/plan.h"
#include "context/context.h"
#include "context/ctx.h"
#include "context/host.h"
#include "context/route.h"
#include "context/status.h"
#include "serial/operator_scan.h"

enum {
    TRIED = 1024,  /* triples of each sort, samples, and elements of the scan on a device */
    BLOCKS = 16,   /* calls of each shape */
    PAIRS = 13,    /* of a call: what a loop does four or eight at a time has a rest */
    ELEMENTS = 75, /* that the shapes reach */
};

struct trial {
    prefix_ctx *ctx;
    const prefix_operator *op;
    prefix_same_fn same; /* or NULL */
    const char *samples;
    size_t n, size;
    uint64_t random;
    size_t place; /* the first sample of what is wrong, or n */
};

static const void *sample(const struct trial *t, size_t i)
{
    return t->samples + i * t->size;
}

static size_t any_place(struct trial *t)
{
    t->random = t->random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)((t->random >> 16) % t->n);
}

static void combine(const struct trial *t, const void *earlier, const void *later, void *result)
{
    const ptrdiff_t step = (ptrdiff_t)t->size;
    t->op->host(t->op->state, earlier, step, later, step, result, step, 1);
}

static int is_same(const struct trial *t, const void *a, const void *b)
{
    return t->same ? t->same(a, b) : memcmp(a, b, t->size) == 0;
}

static int try_triple(struct trial *t, size_t x, size_t y, size_t z)
{
    _Alignas(16) char xy[PREFIX__ELEMENT_MAX], yz[PREFIX__ELEMENT_MAX], left[PREFIX__ELEMENT_MAX],
        right[PREFIX__ELEMENT_MAX];
    combine(t, sample(t, x), sample(t, y), xy);
    combine(t, xy, sample(t, z), left);
    combine(t, sample(t, y), sample(t, z), yz);
    combine(t, sample(t, x), yz, right);
    if (is_same(t, left, right))
        return PREFIX_OK;
    t->place = x;
    return prefix__fail(t->ctx, PREFIX_ERROR_ARGUMENT,
                        "op: (x OP y) OP z is not x OP (y OP z) for x, y, z = samples %zu, %zu, %zu", x, y, z);
}

static int try_associativity(struct trial *t)
{
    int status = PREFIX_OK;
    for (size_t i = 0; i + 2 < t->n && status == PREFIX_OK; i += t->n / TRIED + 1)
        status = try_triple(t, i, i + 1, i + 2);
    for (int i = 0; i < TRIED && status == PREFIX_OK; i++) {
        const size_t x = any_place(t), y = any_place(t), z = any_place(t);
        status = try_triple(t, x, y, z);
    }
    return status;
}

/* A call for many pairs: where each operand and the results begin among the elements, and how far they are apart. */
static const struct shape {
    int earlier, earlier_step, later, later_step, result, result_step;
} shapes[] = {
    {0, 0, 1, 1, 1, 1},
    {0, 2, 1, 2, 1, 2},
    {0, 1, PAIRS, 0, PAIRS + 1, 1},
    {PAIRS - 1, -1, PAIRS, 2, 3 * PAIRS - 1, 3},
    {0, 1, PAIRS, 1, PAIRS, 1},
};

static int try_block(struct trial *t, const struct shape *s)
{
    _Alignas(16) char elements[ELEMENTS * PREFIX__ELEMENT_MAX], want[PAIRS * PREFIX__ELEMENT_MAX];
    const ptrdiff_t size = (ptrdiff_t)t->size;
    const size_t start = any_place(t);
    char *const earlier = elements + s->earlier * size, *const later = elements + s->later * size,
                *const result = elements + s->result * size;
    for (size_t i = 0; i < ELEMENTS; i++)
        memcpy(elements + i * t->size, sample(t, (start + i) % t->n), t->size);
    for (int i = 0; i < PAIRS; i++)
        combine(t, earlier + i * s->earlier_step * size, later + i * s->later_step * size, want + i * size);
    t->op->host(t->op->state, earlier, s->earlier_step * size, later, s->later_step * size, result,
                s->result_step * size, PAIRS);
    for (int i = 0; i < PAIRS; i++) {
        if (is_same(t, result + i * s->result_step * size, want + i * size))
            continue;
        t->place = (start + (size_t)(s->earlier + i * s->earlier_step)) % t->n;
        return prefix__fail(
            t->ctx, PREFIX_ERROR_ARGUMENT,
            "op: in a call for %d pairs with steps of %td, %td and %td bytes, x OP y is not what a call "
            "for one pair gives, for x, y = samples %zu, %zu",
            PAIRS, s->earlier_step * size, s->later_step * size, s->result_step * size, t->place,
            (start + (size_t)(s->later + i * s->later_step)) % t->n);
    }
    return PREFIX_OK;
}

static int try_blocks(struct trial *t)
{
    int status = PREFIX_OK;
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
        for (int i = 0; i < BLOCKS && status == PREFIX_OK; i++)
            status = try_block(t, &shapes[k]);
    return status;
}

static int try_identity(struct trial *t)
{
    _Alignas(16) char result[PREFIX__ELEMENT_MAX];
    for (size_t i = 0; i < t->n && t->op->has_identity; i += t->n / TRIED + 1) {
        const void *const x = sample(t, i);
        t->place = i;
        combine(t, t->op->identity, x, result);
        if (!is_same(t, result, x))
            return prefix__fail(t->ctx, PREFIX_ERROR_ARGUMENT, "op: the identity OP x is not x for x = sample %zu", i);
        combine(t, x, t->op->identity, result);
        if (!is_same(t, result, x))
            return prefix__fail(t->ctx, PREFIX_ERROR_ARGUMENT, "op: x OP the identity is not x for x = sample %zu", i);
    }
    t->place = t->n;
    return PREFIX_OK;
}

/* The first results of a scan on both; memory: for those of each. */
static int compare(struct trial *t, const struct prefix__route *route, struct prefix_operator_work *work, char *memory)
{
    char *const on_host = memory, *const on_device = memory + work->n * t->size;
    work->out = on_host;
    int status = prefix__serial_operator_scan(&prefix__host, t->ctx, work, NULL);
    if (status != PREFIX_OK)
        return status;
    work->out = on_device;
    t->ctx->error[0] = 0;
    status = route->entry->backend.operator_scan(route->session, work);
    status = prefix__ran(t->ctx, route->entry->name, status, "scan");
    for (size_t i = 0; i < work->n && status == PREFIX_OK; i++) {
        if (is_same(t, on_host + i * t->size, on_device + i * t->size))
            continue;
        t->place = i;
        status = prefix__fail(t->ctx, PREFIX_ERROR_ARGUMENT,
                              "op: the host function and %s differ in a scan of the samples, first in result %zu",
                              route->entry->name, i);
    }
    return status;
}

static int try_device(struct trial *t)
{
    const struct prefix_plan plan = {.kind = PREFIX_INCLUSIVE, .own = *t->op};
    struct prefix__route *route;
    if (!t->op->cuda_text || !prefix__ctx_has_device(t->ctx))
        return PREFIX_OK;
    const size_t n = t->n < TRIED ? t->n : TRIED;
    struct prefix_operator_work work = prefix__operator_describe(t->ctx, &plan, t->samples, NULL, n);
    int status = prefix__ctx_route(t->ctx, 1, &route);
    if (status == PREFIX_OK)
        status = prefix__check_operator_backend(t->ctx, &work, &route->entry->backend);
    if (status != PREFIX_OK)
        return status;
    char *const memory = prefix__host.alloc(t->ctx, 2 * n * t->size);
    if (!memory)
        return prefix__fail(t->ctx, PREFIX_ERROR_NOMEM, "out of memory: %zu bytes for results", 2 * n * t->size);
    status = compare(t, route, &work, memory);
    prefix__host.free(t->ctx, memory);
    return status;
}

static int check_samples(prefix_ctx *ctx, const prefix_operator *op, const void *samples, size_t n)
{
    int kind;
    if (!op->host)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                            "op: it is tried on the CPU and needs a host function, see prefix_operator_set_host(3)");
    int status = prefix__check_elements(ctx, "samples", samples, op->size, op->alignment, n);
    if (status != PREFIX_OK || n == 0)
        return status;
    status = prefix__ctx_memory_kind(ctx, samples, &kind);
    if (status == PREFIX_OK && kind == PREFIX_MEMORY_DEVICE)
        return prefix__fail(ctx, PREFIX_ERROR_MEMORY, "samples is in the memory of a device");
    return status;
}

static int check(prefix_ctx *ctx, const prefix_operator *op, prefix_same_fn same, const void *samples, size_t n,
                 size_t *place)
{
    static int (*const laws[])(struct trial *) = {try_associativity, try_blocks, try_identity, try_device};
    int status = check_samples(ctx, op, samples, n);
    if (status != PREFIX_OK)
        return status;
    struct trial t = {ctx, op, same, samples, n, op->size, 1, n};
    for (size_t i = 0; i < sizeof laws / sizeof laws[0] && n > 0 && status == PREFIX_OK; i++)
        status = laws[i](&t);
    if (place && (status == PREFIX_OK || t.place < n))
        *place = t.place;
    return status;
}

int prefix_operator_check(prefix_ctx *ctx, const prefix_operator *op, prefix_same_fn same, const void *samples,
                          size_t n, size_t *place)
{
    int status, saved = errno;
    ctx = prefix__ctx_resolve(ctx, &status);
    if (ctx && !op)
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "op is NULL");
    else if (ctx)
        status = check(ctx, op, same, samples, n, place);
    return prefix__keep_errno(saved, status);
}
