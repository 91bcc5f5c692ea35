/* SPDX-License-Identifier: BSD-3-Clause */
/* Missing elements: the settings of a plan, and what a run makes of them. */
#include "api/missing.h"

#include <string.h>

#include "api/check_arrays.h"
#include "context/status.h"
#include "shared/carry.h"
#include "shared/types.h"

int prefix_plan_set_missing(prefix_plan *plan, int missing)
{
    PREFIX__NEED(plan);
    if (missing != PREFIX_MISSING_PROPAGATE && missing != PREFIX_MISSING_SKIP && missing != PREFIX_MISSING_KEEP)
        return prefix__fail_constant(plan->ctx, "missing", missing, "treatment of missing elements");
    plan->missing = missing;
    return PREFIX_OK;
}

int prefix_plan_set_validity(prefix_plan *plan, const uint8_t *bits, size_t first)
{
    PREFIX__NEED(plan);
    plan->valid = bits;
    plan->valid_first = first;
    return PREFIX_OK;
}

/* A quiet NaN with nothing else in it, or 0. */
static void store_blank(int type, void *value)
{
    const uint64_t infinity = prefix__infinity_of(type), nan = infinity | (infinity & (0 - infinity)) >> 1;
    const size_t size = prefix__size_of(type);
    const int word = size == 1 ? PREFIX_U8 : size == 2 ? PREFIX_U16 : size == 4 ? PREFIX_U32 : PREFIX_U64;
    prefix__carry_store(word, (union prefix_carry){.u = prefix__is_float(type) ? nan : 0}, value, word);
}

const struct prefix_validity *prefix__missing_describe(const struct prefix_plan *plan, int reduces,
                                                       struct prefix__validity *made)
{
    const int is_own = plan->own.size != 0, is_float = !is_own && prefix__is_float(plan->type);
    made->told.bits = NULL;
    made->told.memory = PREFIX_MEMORY_HOST;
    if (plan->missing == PREFIX_MISSING_PROPAGATE || !(plan->valid || is_float))
        return NULL;
    made->told = (struct prefix_validity){
        .size = sizeof made->told,
        .bits = plan->valid,
        .first = plan->valid_first,
        .memory = PREFIX_MEMORY_HOST,
        .mask = UINT64_MAX,
        .range = UINT64_MAX,
        .identity = made->identity,
        .blank = plan->missing == PREFIX_MISSING_KEEP && !reduces ? made->blank : NULL,
    };
    if (is_float) {
        made->told.mask = UINT64_MAX >> (64 - 8 * prefix__size_of(plan->type) + 1);
        made->told.range = prefix__infinity_of(plan->type);
    }
    if (is_own) {
        memcpy(made->identity, plan->own.identity, plan->own.size);
        memcpy(made->blank, plan->own.identity, plan->own.size);
    } else {
        prefix__carry_store(prefix__carry_type(plan->op, plan->output_type),
                            prefix__carry_identity(plan->op, plan->output_type), made->identity, plan->output_type);
        store_blank(plan->output_type, made->blank);
    }
    return &made->told;
}

int prefix__missing_check(prefix_ctx *ctx, const struct prefix_plan *plan, size_t n, const void *out, size_t out_bytes)
{
    if (plan->missing != PREFIX_MISSING_PROPAGATE && plan->own.size && plan->op)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "missing: %s of %s skips no elements",
                            prefix_op_name(plan->op), prefix_type_name(plan->type));
    if (!plan->valid)
        return PREFIX_OK;
    if (plan->missing == PREFIX_MISSING_PROPAGATE)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                            "validity: the plan does not skip missing elements, see prefix_plan_set_missing(3)");
    if (plan->own.size && !plan->own.has_identity)
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                            "validity: the operator has no identity, which missing elements count as");
    return n > 0 ? prefix__check_bits(ctx, "validity", plan->valid, plan->valid_first, n, out, out_bytes) : PREFIX_OK;
}

int prefix__missing_check_backend(prefix_ctx *ctx, const struct prefix_validity *validity,
                                  const struct prefix_backend *backend)
{
    if (!validity || backend->flags & PREFIX_BACKEND_FLAG_VALIDITY)
        return PREFIX_OK;
    return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "missing: %s does not skip missing elements", backend->name);
}
