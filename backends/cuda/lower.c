/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lowering: many operators and types to few kernels. Sums and products of integers do not care
 * for signs. Minimum and maximum of floats are those of signed integers, on keys of the same
 * order. The logical operators are AND and OR of elements that are all 0 or all "one".
 */
#include <string.h>

#include "shared/half.h"
#include "session.h"

static int kernel_operator(const struct prefix_scan_work *work)
{
    int is_float = prefix__is_float(work->output_type), is_signed = prefix__is_signed(work->output_type);
    switch (work->op) {
    case PREFIX_SUM:
        return is_float ? PREFIX__CUDA_SUM_FLOAT : PREFIX__CUDA_SUM;
    case PREFIX_PRODUCT:
        return is_float ? PREFIX__CUDA_PRODUCT_FLOAT : PREFIX__CUDA_PRODUCT;
    case PREFIX_MIN:
        return is_signed ? PREFIX__CUDA_MIN_SIGNED : PREFIX__CUDA_MIN_UNSIGNED;
    case PREFIX_MAX:
        return is_signed ? PREFIX__CUDA_MAX_SIGNED : PREFIX__CUDA_MAX_UNSIGNED;
    case PREFIX_AND:
    case PREFIX_LOGICAL_AND:
        return PREFIX__CUDA_AND;
    case PREFIX_OR:
    case PREFIX_LOGICAL_OR:
        return PREFIX__CUDA_OR;
    default:
        return PREFIX__CUDA_XOR;
    }
}

static int conversion(const struct prefix_scan_work *work, size_t accumulator_size)
{
    if (prefix__size_of(work->type) == accumulator_size)
        return PREFIX__CUDA_CONVERT_NONE;
    switch (work->type) {
    case PREFIX_F16:
        return PREFIX__CUDA_CONVERT_F16;
    case PREFIX_BF16:
        return PREFIX__CUDA_CONVERT_BF16;
    case PREFIX_F32:
        return PREFIX__CUDA_CONVERT_F32;
    default:
        return prefix__is_signed(work->type) ? PREFIX__CUDA_CONVERT_SIGN : PREFIX__CUDA_CONVERT_NONE;
    }
}

static uint64_t float_infinity(int type)
{
    return type == PREFIX_F16    ? 0x7c00u
           : type == PREFIX_BF16 ? 0x7f80u
           : type == PREFIX_F32  ? 0x7f800000u
                                 : 0x7ff0000000000000u;
}

static void choose_map(const struct prefix_scan_work *work, struct prefix__cuda_scan *params)
{
    int is_float = prefix__is_float(work->output_type);
    params->map = PREFIX__CUDA_MAP_NONE;
    params->pattern = 0;
    if (prefix__is_logical(work->op)) {
        params->map = is_float ? PREFIX__CUDA_MAP_TRUTH_FLOAT : PREFIX__CUDA_MAP_TRUTH;
        params->pattern = prefix__one_of(work->output_type);
    } else if (is_float && prefix__is_extremum(work->op)) {
        params->map = work->op == PREFIX_MIN ? PREFIX__CUDA_MAP_KEY_MIN : PREFIX__CUDA_MAP_KEY_MAX;
        params->pattern = float_infinity(work->output_type);
    }
}

/* The carry as an element of its type. */
static uint64_t carry_bits(const struct prefix_scan_work *work)
{
    switch (work->carry_type) {
    case PREFIX_F16:
        return prefix__f16_from_f64((double)work->carry.f);
    case PREFIX_BF16:
        return prefix__bf16_from_f64((double)work->carry.f);
    case PREFIX_F32:
        return prefix__f32_bits(work->carry.f);
    case PREFIX_F64:
        return prefix__f64_bits(work->carry.d);
    default:
        return prefix__is_signed(work->carry_type) ? (uint64_t)work->carry.i : work->carry.u;
    }
}

uint64_t prefix__cuda_mapped(uint64_t bits, const struct prefix__cuda_scan *params, unsigned int width)
{
    uint64_t ones = ~(uint64_t)0 >> (64 - width);
    uint64_t sign = (uint64_t)1 << (width - 1);
    bits &= ones;
    switch (params->map) {
    case PREFIX__CUDA_MAP_TRUTH:
        return bits ? params->pattern : 0;
    case PREFIX__CUDA_MAP_TRUTH_FLOAT:
        return bits & ~sign ? params->pattern : 0;
    case PREFIX__CUDA_MAP_KEY_MIN:
    case PREFIX__CUDA_MAP_KEY_MAX:
        if ((bits & ~sign) > params->pattern)
            return params->map == PREFIX__CUDA_MAP_KEY_MIN ? sign : sign - 1;
        return bits & sign ? bits ^ (sign - 1) : bits;
    default:
        return bits;
    }
}

static uint64_t sign_extended(uint64_t bits, unsigned int width)
{
    uint64_t sign = (uint64_t)1 << (width - 1);
    return (bits ^ sign) - sign;
}

const struct prefix__cuda_kernel *prefix__cuda_lower(const struct prefix_scan_work *work,
                                                     struct prefix__cuda_scan *params)
{
    static const struct prefix__cuda_kernel *(*const kernels[PREFIX__CUDA_OPS])(int) = {
        [PREFIX__CUDA_SUM] = prefix__cuda_kernel_sum,
        [PREFIX__CUDA_PRODUCT] = prefix__cuda_kernel_product,
        [PREFIX__CUDA_MIN_SIGNED] = prefix__cuda_kernel_min_signed,
        [PREFIX__CUDA_MIN_UNSIGNED] = prefix__cuda_kernel_min_unsigned,
        [PREFIX__CUDA_MAX_SIGNED] = prefix__cuda_kernel_max_signed,
        [PREFIX__CUDA_MAX_UNSIGNED] = prefix__cuda_kernel_max_unsigned,
        [PREFIX__CUDA_AND] = prefix__cuda_kernel_and,
        [PREFIX__CUDA_OR] = prefix__cuda_kernel_or,
        [PREFIX__CUDA_XOR] = prefix__cuda_kernel_xor,
        [PREFIX__CUDA_SUM_FLOAT] = prefix__cuda_kernel_sum_float,
        [PREFIX__CUDA_PRODUCT_FLOAT] = prefix__cuda_kernel_product_float,
    };
    int op = kernel_operator(work);
    size_t size = prefix__size_of(work->output_type);
    int ordered = op == PREFIX__CUDA_SUM_FLOAT || op == PREFIX__CUDA_PRODUCT_FLOAT;

    memset(params, 0, sizeof *params);
    params->in_size = (uint8_t)prefix__size_of(work->type);
    params->exclusive = work->kind == PREFIX_EXCLUSIVE;
    params->reverse = work->reverse != 0;
    choose_map(work, params);
    if (ordered) {
        if (size == 2)
            params->round = work->output_type == PREFIX_F16 ? PREFIX__CUDA_ROUND_F16 : PREFIX__CUDA_ROUND_BF16;
        size = size == 8 ? 8 : 4;
        params->carry = carry_bits(work);
        if (op == PREFIX__CUDA_SUM_FLOAT && work->carry.d == 0)
            params->carry = 0; /* -0 counts as +0 */
    } else {
        params->carry = prefix__cuda_mapped(carry_bits(work), params, (unsigned int)size * 8);
        if (op == PREFIX__CUDA_MIN_SIGNED || op == PREFIX__CUDA_MAX_SIGNED) /* narrow ones are extended */
            params->carry = sign_extended(params->carry, (unsigned int)size * 8);
    }
    params->convert = (uint8_t)conversion(work, size);
    int width = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
    params->kernel = (uint8_t)(op * 4 + width);
    return kernels[op](width);
}
