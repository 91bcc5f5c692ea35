/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lowering: many operators and types to few kernels. Sums and products of integers do not care for signs. Minimum and
 * maximum of floats are those of signed integers, on keys of the same order; the logical operators are AND and OR of
 * elements that are all 0 or all "one". Minimum, AND and what is unsigned are maximum and OR of elements some bits of
 * which are inverted. In segments and strips, narrow elements are computed in words of 32 bits, floats of two bytes in
 * f32: what is exact there is so after it is rounded.
 */
#include "plan/lower.h"

#include <string.h>

#include "plan/registry.h"
#include "shared/half.h"
#include "shared/types.h"

static int kernel_operator(const struct prefix_scan_work *work)
{
    const int is_float = prefix__is_float(work->output_type);
    switch (work->op) {
    case PREFIX_SUM:
        return is_float ? PREFIX__CUDA_SUM_FLOAT : PREFIX__CUDA_SUM;
    case PREFIX_PRODUCT:
        return is_float ? PREFIX__CUDA_PRODUCT_FLOAT : PREFIX__CUDA_PRODUCT;
    case PREFIX_MIN:
    case PREFIX_MAX:
        return PREFIX__CUDA_MAX;
    case PREFIX_XOR:
        return PREFIX__CUDA_XOR;
    default:
        return PREFIX__CUDA_OR;
    }
}

/* Which bits are inverted of elements that have those of ones. */
static uint64_t flip_of(const struct prefix_scan_work *work, uint64_t ones)
{
    const uint64_t sign = ones ^ ones >> 1, for_signed = prefix__is_signed(work->output_type) ? 0 : sign;
    switch (work->op) {
    case PREFIX_AND:
    case PREFIX_LOGICAL_AND:
        return ones;
    case PREFIX_MIN:
        return ones ^ for_signed;
    case PREFIX_MAX:
        return for_signed;
    default:
        return 0;
    }
}

static int float_conversion(int type)
{
    return type == PREFIX_F16    ? PREFIX__CUDA_CONVERT_F16
           : type == PREFIX_BF16 ? PREFIX__CUDA_CONVERT_BF16
                                 : PREFIX__CUDA_CONVERT_F32;
}

/* type: of the kernel's elements, if they are floats. */
static void choose_map(const struct prefix_scan_work *work, int type, struct prefix__cuda_scan *params)
{
    const int is_float = prefix__is_float(work->output_type);
    if (prefix__is_logical(work->op)) {
        params->map = is_float ? PREFIX__CUDA_MAP_TRUTH_FLOAT : PREFIX__CUDA_MAP_TRUTH;
        params->pattern = is_float ? prefix__one_of(type) : 1;
    } else if (is_float && prefix__is_extremum(work->op)) {
        params->map = work->op == PREFIX_MIN ? PREFIX__CUDA_MAP_KEY_MIN : PREFIX__CUDA_MAP_KEY_MAX;
        params->pattern = prefix__infinity_of(type);
    }
}

static int rounding(int type)
{
    return type == PREFIX_F16    ? PREFIX__CUDA_ROUND_F16
           : type == PREFIX_BF16 ? PREFIX__CUDA_ROUND_BF16
                                 : PREFIX__CUDA_ROUND_NONE;
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

int prefix__cuda_conversion(int type, size_t size)
{
    if (prefix__size_of(type) == size)
        return PREFIX__CUDA_CONVERT_NONE;
    if (prefix__is_float(type))
        return float_conversion(type);
    return prefix__is_signed(type) ? PREFIX__CUDA_CONVERT_SIGN : PREFIX__CUDA_CONVERT_NONE;
}

const struct prefix__cuda_kernel *prefix__cuda_lower(const struct prefix_scan_work *work,
                                                     struct prefix__cuda_scan *params)
{
    int op = kernel_operator(work);
    size_t size = prefix__size_of(work->output_type);

    memset(params, 0, sizeof *params);
    params->in_size = (uint8_t)prefix__size_of(work->type);
    params->exclusive = work->kind == PREFIX_EXCLUSIVE;
    params->reverse = work->reverse != 0;
    choose_map(work, work->output_type, params);
    if (op == PREFIX__CUDA_SUM_FLOAT || op == PREFIX__CUDA_PRODUCT_FLOAT) {
        params->round = (uint8_t)rounding(work->output_type);
        size = size == 8 ? 8 : 4;
        params->carry = carry_bits(work);
        if (op == PREFIX__CUDA_SUM_FLOAT && work->carry.d == 0)
            params->carry = 0; /* -0 counts as +0 */
    } else {
        const unsigned int width = (unsigned int)size * 8;
        params->flip = flip_of(work, UINT64_MAX >> (64 - width));
        params->carry = prefix__cuda_mapped(carry_bits(work), params, width) ^ params->flip;
        if (op == PREFIX__CUDA_MAX) /* narrow ones are extended */
            params->carry = sign_extended(params->carry, width);
    }
    params->convert = (uint8_t)prefix__cuda_conversion(work->type, size);
    params->kernel = (uint8_t)(op * 4 + prefix__log2_of(size));
    return prefix__cuda_kernel_of(params->kernel);
}

/* To words. Of what is as narrow when it is written, only minimum and maximum care for bits beyond. */
static int word_conversion(const struct prefix_scan_work *work, int wide)
{
    const size_t size = prefix__size_of(work->type);
    if (prefix__is_float(work->type))
        return size == (wide ? 8 : 4) ? PREFIX__CUDA_CONVERT_NONE : float_conversion(work->type);
    return prefix__is_signed(work->type) && size < (wide ? 8 : 4) &&
                   (size < prefix__size_of(work->output_type) || prefix__is_extremum(work->op))
               ? PREFIX__CUDA_CONVERT_SIGN
               : PREFIX__CUDA_CONVERT_NONE;
}

/* The carry as a word of the kernel, before it is inverted. */
static uint64_t carry_word(const struct prefix_scan_work *work, const struct prefix__cuda_scan *params, uint64_t ones)
{
    const uint64_t sign = ones ^ ones >> 1;
    uint64_t bits = work->carry.u & ones; /* of signed integers, too: they are extended */
    if (prefix__is_float(work->output_type))
        bits = work->carry_type == PREFIX_F64 ? prefix__f64_bits(work->carry.d) : prefix__f32_bits(work->carry.f);
    bits = prefix__cuda_mapped(bits, params, ones == UINT64_MAX ? 64 : 32);
    return work->op == PREFIX_SUM && bits == sign && prefix__is_float(work->output_type) ? 0 : bits; /* -0 */
}

void prefix__cuda_word_lower(const struct prefix_scan_work *work, struct prefix__cuda_scan *params)
{
    const int wide = prefix__size_of(work->output_type) == 8;
    const uint64_t ones = wide ? UINT64_MAX : UINT32_MAX;

    memset(params, 0, sizeof *params);
    params->in_size = (uint8_t)prefix__size_of(work->type);
    params->exclusive = work->out && work->kind == PREFIX_EXCLUSIVE;
    params->reverse = work->reverse != 0;
    params->convert = (uint8_t)word_conversion(work, wide);
    params->round = (uint8_t)rounding(work->output_type);
    choose_map(work, wide ? PREFIX_F64 : PREFIX_F32, params);
    params->flip = flip_of(work, ones);
    params->carry = carry_word(work, params, work->carry_type == PREFIX_F64 ? UINT64_MAX : ones) ^ params->flip;
    params->kernel = (uint8_t)(2 * kernel_operator(work) + wide);
}

const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_lower(const struct prefix_segmented_work *work,
                                                                         struct prefix__cuda_segmented *params)
{
    memset(params, 0, sizeof *params);
    prefix__cuda_word_lower(work->scan, &params->scan);
    params->heads = work->heads.data;
    params->first = work->heads.first;
    params->segments = work->heads.segments;
    params->mask = work->heads.mask;
    params->range = work->heads.range;
    params->form = (uint8_t)work->heads.form;
    params->head_size = (uint8_t)work->heads.size;
    params->out_size = (uint8_t)prefix__size_of(work->scan->output_type);
    return prefix__cuda_segmented_of(params->scan.kernel);
}
