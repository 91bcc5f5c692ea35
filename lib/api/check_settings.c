/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of settings, the same for every backend: each error names the argument and the reason. */
#include "api/check_settings.h"

#include <stdint.h>

#include "context/status.h"
#include "shared/types.h"

#define WORKSPACE_ALIGNMENT 256

int prefix__check_type(prefix_ctx *ctx, const char *argument, int type)
{
    return prefix__is_type(type) ? PREFIX_OK : prefix__fail_constant(ctx, argument, type, "element type");
}

int prefix__check_real(prefix_ctx *ctx, const char *argument, int type)
{
    const int status = prefix__check_type(ctx, argument, type);
    if (status == PREFIX_OK && prefix__is_complex(type))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                            "%s: complex numbers, as %s is, are scanned and reduced, and nothing else", argument,
                            prefix_type_name(type));
    return status;
}

int prefix__check_bit_range(prefix_ctx *ctx, const char *argument, int type, int first, int count)
{
    const int status = prefix__check_real(ctx, "type", type);
    if (status != PREFIX_OK)
        return status;
    const int bits = 8 * (int)prefix__size_of(type);
    if (prefix__is_float(type))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "%s: those of integers can be chosen, not of %s", argument,
                            prefix_type_name(type));
    if (first < 0 || first > bits || count < 0 || count > bits - first)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s: %s has bits 0 to %d, and not %d of them from bit %d on",
                            argument, prefix_type_name(type), bits - 1, count, first);
    return PREFIX_OK;
}

int prefix__check_index_type(prefix_ctx *ctx, const char *argument, int type)
{
    return prefix__is_index_type(type)
               ? PREFIX_OK
               : prefix__fail_constant(ctx, argument, type, "type of i32, u32, i64 and u64");
}

static const char *taken_by(int op)
{
    if (op == PREFIX_AFFINE)
        return "complex numbers";
    return op == PREFIX_AND || op == PREFIX_OR || op == PREFIX_XOR ? "integers" : "real numbers";
}

int prefix__check_op_type(prefix_ctx *ctx, int op, int type)
{
    if (!prefix__is_op(op))
        return prefix__fail_constant(ctx, "op", op, "operator");
    const int status = prefix__check_type(ctx, "type", type);
    if (status != PREFIX_OK || (prefix__is_arg(op) ? prefix__is_real(type) : prefix__carry_type(op, type) != 0))
        return status;
    return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "op: %s takes %s, not %s", prefix_op_name(op), taken_by(op),
                        prefix_type_name(type));
}

int prefix__check_kind(prefix_ctx *ctx, int kind)
{
    if (kind != PREFIX_INCLUSIVE && kind != PREFIX_EXCLUSIVE)
        return prefix__fail_constant(ctx, "kind", kind, "kind of scan");
    return PREFIX_OK;
}

int prefix__check_output_type(prefix_ctx *ctx, int op, int type, int output_type)
{
    const int status = prefix__check_type(ctx, "output type", output_type);
    if (status != PREFIX_OK || (prefix__is_arg(op) && prefix__carry_type(op, output_type)))
        return status;
    if (prefix__is_arg(op))
        return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED, "output type: %s gives places in u64 or u32, not in %s",
                            prefix_op_name(op), prefix_type_name(output_type));
    int same_family = prefix__is_float(type) == prefix__is_float(output_type) &&
                      prefix__is_complex(type) == prefix__is_complex(output_type) &&
                      prefix__is_signed(type) == prefix__is_signed(output_type);
    if (type == output_type || (same_family && prefix__size_of(type) < prefix__size_of(output_type)))
        return PREFIX_OK;
    return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                        "output type: %s is neither the input type %s nor a wider one of its family",
                        prefix_type_name(output_type), prefix_type_name(type));
}

int prefix__check_value_type(prefix_ctx *ctx, const char *argument, int op, int output_type, int type)
{
    const int status = prefix__check_type(ctx, argument, type);
    if (status != PREFIX_OK)
        return status;
    int carry_type = prefix__carry_type(op, output_type);
    if (type == output_type || type == carry_type)
        return PREFIX_OK;
    return prefix__fail(ctx, PREFIX_ERROR_UNSUPPORTED,
                        "%s type: %s is neither the output type %s nor the carry type %s", argument,
                        prefix_type_name(type), prefix_type_name(output_type), prefix_type_name(carry_type));
}

int prefix__check_result(prefix_ctx *ctx, const char *argument, const void *result, int type)
{
    if (!result)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is NULL", argument);
    if ((uintptr_t)result % prefix__alignment_of(type) != 0)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "%s is not aligned to its %zu bytes", argument,
                            prefix__alignment_of(type));
    return PREFIX_OK;
}

int prefix__check_workspace(prefix_ctx *ctx, const void *workspace, size_t bytes)
{
    if (!workspace != !bytes)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "workspace is %s, and bytes is %zu",
                            workspace ? "given" : "NULL", bytes);
    if ((uintptr_t)workspace % WORKSPACE_ALIGNMENT != 0)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "workspace is not aligned to %d bytes", WORKSPACE_ALIGNMENT);
    return PREFIX_OK;
}
