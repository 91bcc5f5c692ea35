/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lowering of segments: as lower.c, but to fewer kernels. Minimum, and, and what is unsigned are maximum and or
 * of words some bits of which are inverted. Narrow elements are computed in words of 32 bits, floats of two
 * bytes in f32: what is exact there is so after it is rounded.
 */
#include <string.h>

#include "shared/half.h"
#include "segmented.h"

static int kernel_operator(const struct prefix_scan_work *work)
{
    const int is_float = prefix__is_float(work->output_type);
    switch (work->op) {
    case PREFIX_SUM:
        return is_float ? PREFIX__CUDA_SEGMENTED_SUM_FLOAT : PREFIX__CUDA_SEGMENTED_SUM;
    case PREFIX_PRODUCT:
        return is_float ? PREFIX__CUDA_SEGMENTED_PRODUCT_FLOAT : PREFIX__CUDA_SEGMENTED_PRODUCT;
    case PREFIX_MIN:
    case PREFIX_MAX:
        return PREFIX__CUDA_SEGMENTED_MAX;
    case PREFIX_XOR:
        return PREFIX__CUDA_SEGMENTED_XOR;
    default:
        return PREFIX__CUDA_SEGMENTED_OR;
    }
}

/* Of what is as narrow when it is written, only minimum and maximum care for bits beyond. */
static int conversion(const struct prefix_scan_work *work, int wide)
{
    const size_t size = prefix__size_of(work->type);
    switch (work->type) {
    case PREFIX_F16:
        return PREFIX__CUDA_CONVERT_F16;
    case PREFIX_BF16:
        return PREFIX__CUDA_CONVERT_BF16;
    case PREFIX_F32:
        return wide ? PREFIX__CUDA_CONVERT_F32 : PREFIX__CUDA_CONVERT_NONE;
    default:
        return prefix__is_signed(work->type) && size < (wide ? 8 : 4) &&
                       (size < prefix__size_of(work->output_type) || prefix__is_extremum(work->op))
                   ? PREFIX__CUDA_CONVERT_SIGN
                   : PREFIX__CUDA_CONVERT_NONE;
    }
}

/* What is done to elements when they are read. */
static void choose_map(const struct prefix_scan_work *work, int wide, struct prefix__cuda_scan *params)
{
    const int is_float = prefix__is_float(work->output_type), word = wide ? PREFIX_F64 : PREFIX_F32;
    if (prefix__is_logical(work->op)) {
        params->map = is_float ? PREFIX__CUDA_MAP_TRUTH_FLOAT : PREFIX__CUDA_MAP_TRUTH;
        params->pattern = is_float ? prefix__one_of(word) : 1;
    } else if (is_float && prefix__is_extremum(work->op)) {
        params->map = work->op == PREFIX_MIN ? PREFIX__CUDA_MAP_KEY_MIN : PREFIX__CUDA_MAP_KEY_MAX;
        params->pattern = prefix__infinity_of(word);
    }
}

static uint64_t flip_of(const struct prefix_scan_work *work, uint64_t ones)
{
    const uint64_t sign = ones ^ ones >> 1;
    switch (work->op) {
    case PREFIX_AND:
    case PREFIX_LOGICAL_AND:
        return ones;
    case PREFIX_MIN:
        return prefix__is_signed(work->output_type) ? ones : ones ^ sign;
    case PREFIX_MAX:
        return prefix__is_signed(work->output_type) ? 0 : sign;
    default:
        return 0;
    }
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

const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_lower(const struct prefix_segmented_work *work,
                                                                         struct prefix__cuda_segmented *params)
{
    static const struct prefix__cuda_segmented_kernel *(*const kernels[PREFIX__CUDA_SEGMENTED_OPS])(int) = {
        [PREFIX__CUDA_SEGMENTED_SUM] = prefix__cuda_segmented_sum,
        [PREFIX__CUDA_SEGMENTED_PRODUCT] = prefix__cuda_segmented_product,
        [PREFIX__CUDA_SEGMENTED_MAX] = prefix__cuda_segmented_max,
        [PREFIX__CUDA_SEGMENTED_OR] = prefix__cuda_segmented_or,
        [PREFIX__CUDA_SEGMENTED_XOR] = prefix__cuda_segmented_xor,
        [PREFIX__CUDA_SEGMENTED_SUM_FLOAT] = prefix__cuda_segmented_sum_float,
        [PREFIX__CUDA_SEGMENTED_PRODUCT_FLOAT] = prefix__cuda_segmented_product_float,
    };
    const struct prefix_scan_work *asked = work->scan;
    struct prefix__cuda_scan *scan = &params->scan;
    const int wide = prefix__size_of(asked->output_type) == 8;
    const uint64_t ones = wide ? UINT64_MAX : UINT32_MAX;

    memset(params, 0, sizeof *params);
    scan->in_size = (uint8_t)prefix__size_of(asked->type);
    scan->exclusive = asked->out && asked->kind == PREFIX_EXCLUSIVE;
    scan->reverse = asked->reverse != 0;
    scan->convert = (uint8_t)conversion(asked, wide);
    scan->round = asked->output_type == PREFIX_F16    ? PREFIX__CUDA_ROUND_F16
                  : asked->output_type == PREFIX_BF16 ? PREFIX__CUDA_ROUND_BF16
                                                      : PREFIX__CUDA_ROUND_NONE;
    choose_map(asked, wide, scan);
    params->flip = flip_of(asked, ones);
    scan->carry = carry_word(asked, scan, asked->carry_type == PREFIX_F64 ? UINT64_MAX : ones) ^ params->flip;
    params->heads = work->heads.data;
    params->first = work->heads.first;
    params->segments = work->heads.segments;
    params->mask = work->heads.mask;
    params->range = work->heads.range;
    params->form = (uint8_t)work->heads.form;
    params->head_size = (uint8_t)work->heads.size;
    params->out_size = (uint8_t)prefix__size_of(asked->output_type);
    scan->kernel = (uint8_t)(2 * kernel_operator(asked) + wide);
    return kernels[scan->kernel / 2](wide);
}
