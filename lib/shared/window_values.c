/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/window_values.h"

#include "shared/half.h"
#include "shared/types.h"
#include "shared/values.h"
#include "shared/words.h"

static void load(const struct prefix__window *w, const void *in, void *to, size_t count)
{
    const struct prefix_scan_work *scan = w->work->scan;
    double *const values = to;
    prefix__words_load(scan, in, to, count);
    if (prefix__is_float(scan->output_type) && scan->op == PREFIX_SUM) /* -0 as +0, so that a sum that is 0 is +0 */
        for (size_t i = 0; i < count; i++)
            values[i] += 0.0;
}

PREFIX__SPECIALISED void combine_integers(int op, int is_signed, const uint64_t *earlier, const uint64_t *later,
                                          uint64_t *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = prefix__combine_integers(op, is_signed, earlier[i], later[i]);
}

PREFIX__SPECIALISED void combine_floats(int op, const double *earlier, const double *later, double *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = prefix__combine_floats(op, 0, earlier[i], later[i]);
}

/* With constants for the operator and the sign, where these make a difference. */
#define EACH_OPERATOR(each)                                                                                            \
    each(PREFIX_SUM) each(PREFIX_PRODUCT) each(PREFIX_MIN) each(PREFIX_MAX) each(PREFIX_AND) each(PREFIX_OR)           \
        each(PREFIX_XOR)

static void combine(const struct prefix__window *w, const void *earlier, const void *later, void *to, size_t count)
{
    const int type = w->work->scan->output_type, is_float = prefix__is_float(type);
    switch (prefix__plain_op(w->work->scan->op, is_float)) {
#define CASE(op)                                                                                                       \
    case op:                                                                                                           \
        if (op <= PREFIX_MAX && is_float)                                                                              \
            combine_floats(op, earlier, later, to, count);                                                             \
        else if (prefix__is_extremum(op) && prefix__is_signed(type))                                                   \
            combine_integers(op, 1, earlier, later, to, count);                                                        \
        else                                                                                                           \
            combine_integers(op, 0, earlier, later, to, count);                                                        \
        break;
        EACH_OPERATOR(CASE)
#undef CASE
    }
}

static void store(const struct prefix__window *w, const void *from, void *out, size_t count)
{
    prefix__words_store(w->work->scan, from, out, count);
}

static uint64_t identity_of(const struct prefix_scan_work *scan)
{
    if (!prefix__is_float(scan->output_type))
        return scan->carry.u;
    return prefix__f64_bits(scan->carry_type == PREFIX_F64 ? scan->carry.d : (double)scan->carry.f);
}

struct prefix__window prefix__window_of_values(const struct prefix_window_work *work)
{
    const int op = prefix__plain_op(work->scan->op, prefix__is_float(work->scan->output_type));
    return (struct prefix__window){
        .work = work,
        .loops = {sizeof(uint64_t), load, combine, store, NULL},
        .identity = identity_of(work->scan),
        .is_idempotent = prefix__is_extremum(op) || op == PREFIX_AND || op == PREFIX_OR,
    };
}
