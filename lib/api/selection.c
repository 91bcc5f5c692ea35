/* SPDX-License-Identifier: BSD-3-Clause */
/* Selections with options, set once and run many times. */
#include <stdlib.h>

#include <prefix/prefix.h>
#include <prefix/backend.h>

#include "api/check_settings.h"
#include "api/predicate.h"
#include "api/select.h"
#include "context/ctx.h"
#include "context/status.h"

struct prefix_selection {
    prefix_ctx *ctx;                /* NULL: the calling thread's default context */
    int key_type;                   /* the type as it was given: how elements are equal */
    struct prefix_select_work work; /* all but what is given to a run */
};

int prefix_selection_create(prefix_selection **selection, prefix_ctx *ctx, int type)
{
    int saved = errno;
    if (!selection)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "selection is NULL");
    *selection = NULL;
    const int element = prefix__element_of_key(type), status = prefix__check_real(ctx, "type", element);
    if (status != PREFIX_OK)
        return status;
    prefix_selection *s = calloc(1, sizeof *s);
    if (!s)
        return prefix__keep_errno(saved, prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a selection"));
    s->ctx = ctx;
    s->key_type = type;
    s->work.type = element;
    s->work.ways = 2;
    *selection = s;
    return PREFIX_OK;
}

void prefix_selection_destroy(prefix_selection *selection)
{
    prefix__free(selection);
}

int prefix_selection_set_predicate(prefix_selection *selection, int predicate, const void *operand)
{
    struct prefix_test test;
    PREFIX__NEED(selection);
    int status = prefix__predicate(selection->ctx, selection->work.type, predicate, operand, &test);
    if (status != PREFIX_OK)
        return status;
    selection->work.selector = PREFIX_SELECTOR_TEST;
    selection->work.test = test;
    selection->work.flags = NULL;
    return PREFIX_OK;
}

int prefix_selection_set_flags(prefix_selection *selection, const void *flags, int bits)
{
    PREFIX__NEED(selection);
    if (bits != 8 && bits != 1)
        return prefix__fail(selection->ctx, PREFIX_ERROR_ARGUMENT, "bits: a flag has 8 or 1, not %d", bits);
    if (!flags)
        return prefix__fail(selection->ctx, PREFIX_ERROR_ARGUMENT, "flags is NULL");
    selection->work.selector = bits == 8 ? PREFIX_SELECTOR_BYTES : PREFIX_SELECTOR_BITS;
    selection->work.flags = flags;
    return PREFIX_OK;
}

int prefix_selection_set_unique(prefix_selection *selection)
{
    PREFIX__NEED(selection);
    selection->work.selector = PREFIX_SELECTOR_HEADS;
    selection->work.test = prefix__heads(selection->key_type);
    selection->work.flags = NULL;
    return PREFIX_OK;
}

int prefix_selection_set_rejects(prefix_selection *selection, int rejects, void *array, size_t capacity)
{
    PREFIX__NEED(selection);
    if (rejects != PREFIX_REJECTS_NOWHERE && rejects != PREFIX_REJECTS_BEHIND && rejects != PREFIX_REJECTS_APART)
        return prefix__fail_constant(selection->ctx, "rejects", rejects, "place of rejects");
    if (rejects != PREFIX_REJECTS_APART && (array || capacity))
        return prefix__fail(selection->ctx, PREFIX_ERROR_ARGUMENT, "array: it is for PREFIX_REJECTS_APART alone");
    selection->work.rejects = rejects;
    selection->work.rejected = array;
    selection->work.rejected_capacity = capacity;
    return PREFIX_OK;
}

int prefix_selection_set_second(prefix_selection *selection, int predicate, const void *operand)
{
    PREFIX__NEED(selection);
    int status = PREFIX_OK;
    if (predicate != 0)
        status = prefix__predicate(selection->ctx, selection->work.type, predicate, operand, &selection->work.second);
    if (status == PREFIX_OK)
        selection->work.ways = predicate != 0 ? 3 : 2;
    return status;
}

int prefix_selection_set_indices(prefix_selection *selection, int type, void *indices)
{
    PREFIX__NEED(selection);
    if (indices && type != PREFIX_U32 && type != PREFIX_U64)
        return prefix__fail_constant(selection->ctx, "type", type, "type of u32 and u64");
    selection->work.indices = indices;
    selection->work.index_type = indices ? type : 0;
    return PREFIX_OK;
}

int prefix_selection_set_values(prefix_selection *selection, int type, const void *values, void *out)
{
    PREFIX__NEED(selection);
    if (!values != !out)
        return prefix__fail(selection->ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL alone", values ? "out" : "values");
    const int status = values ? prefix__check_real(selection->ctx, "type", type) : PREFIX_OK;
    if (status != PREFIX_OK)
        return status;
    selection->work.values = values;
    selection->work.values_out = out;
    selection->work.value_type = values ? type : 0;
    return PREFIX_OK;
}

int prefix_selection_run(prefix_selection *selection, const void *in, void *out, size_t n, size_t capacity,
                         uint64_t *count)
{
    PREFIX__NEED(selection);
    int status, saved = errno;
    prefix_ctx *ctx = prefix__ctx_resolve(selection->ctx, &status);
    if (!ctx)
        return prefix__keep_errno(saved, status);
    struct prefix_select_work work = selection->work;
    work.in = in;
    work.out = out;
    work.n = n;
    work.count = count;
    const int has_output = out || work.indices || work.values || work.rejects == PREFIX_REJECTS_BEHIND;
    work.capacity = has_output ? capacity : 0;
    if (!work.selector)
        status = prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "the selection has nothing to select by");
    else if (work.ways == 3 && (work.selector != PREFIX_SELECTOR_TEST || work.rejects != PREFIX_REJECTS_BEHIND))
        status = prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                              "second: three ways are for a predicate, and rejects that go behind");
    else if (work.rejects == PREFIX_REJECTS_BEHIND && capacity < n)
        status =
            prefix__fail(ctx, PREFIX_ERROR_CAPACITY, "capacity: %zu elements, and a partition has %zu", capacity, n);
    else
        status = prefix__select(ctx, &work, has_output);
    return prefix__keep_errno(saved, status);
}
