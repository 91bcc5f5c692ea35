/* SPDX-License-Identifier: BSD-3-Clause */
/* Turns a scan into a core and the stages around it. */
#include <string.h>

#include "tile/pipeline.h"
#include "shared/half.h"
#include "shared/order.h"
#include "shared/types.h"

/*
 * An output of more bytes: what comes next is prefetched into the second-level cache. Two Zen 4 cores, GB/s without and
 * with, in cache: 2^20 i64 69 and 80, f64 47 and 53, 2^21 f32 37 and 41; where they have no cache in common 2^19 f64 31
 * and 46. After a rest, 2^20 f64 853 and 799 us.
 */
#define PREFETCHED_FROM ((size_t)1 << 20)

/* The stage that converts type to wider (another type); f16 and bf16 to themselves: to f32. */
static int widening(int type, int wider)
{
    switch (type) {
    case PREFIX_I8:
        return wider == PREFIX_I16   ? PREFIX__OPENMP_I8_I16
               : wider == PREFIX_I32 ? PREFIX__OPENMP_I8_I32
                                     : PREFIX__OPENMP_I8_I64;
    case PREFIX_I16:
        return wider == PREFIX_I32 ? PREFIX__OPENMP_I16_I32 : PREFIX__OPENMP_I16_I64;
    case PREFIX_I32:
        return PREFIX__OPENMP_I32_I64;
    case PREFIX_U8:
        return wider == PREFIX_U16   ? PREFIX__OPENMP_U8_U16
               : wider == PREFIX_U32 ? PREFIX__OPENMP_U8_U32
                                     : PREFIX__OPENMP_U8_U64;
    case PREFIX_U16:
        return wider == PREFIX_U32 ? PREFIX__OPENMP_U16_U32 : PREFIX__OPENMP_U16_U64;
    case PREFIX_U32:
        return PREFIX__OPENMP_U32_U64;
    case PREFIX_F16:
        return wider == PREFIX_F64 ? PREFIX__OPENMP_F16_F64 : PREFIX__OPENMP_F16_F32;
    case PREFIX_BF16:
        return wider == PREFIX_F64 ? PREFIX__OPENMP_BF16_F64 : PREFIX__OPENMP_BF16_F32;
    default:
        return PREFIX__OPENMP_F32_F64;
    }
}

/* A float carry as bits of the output type, of f32 for f16 and bf16 unless narrow. */
static uint64_t float_bits(const struct prefix_scan_work *work, int narrow)
{
    if (work->carry_type == PREFIX_F64)
        return prefix__f64_bits(work->carry.d);
    if (narrow && work->output_type == PREFIX_F16)
        return prefix__f16_from_f64(work->carry.f);
    if (narrow && work->output_type == PREFIX_BF16)
        return prefix__bf16_from_f64(work->carry.f);
    return prefix__f32_bits(work->carry.f);
}

/* A negative float's bits but the sign inverted: an integer of the same order. Its own inverse. */
static uint64_t flip(uint64_t bits, size_t size)
{
    uint64_t sign = 1ull << (8 * size - 1);
    return bits & sign ? bits ^ (sign - 1) : bits;
}

/* Extended by its sign, as the identity is. */
uint64_t prefix__openmp_key(const struct prefix__openmp_core *core, uint64_t bits)
{
    const uint64_t sign = 1ull << (8 * core->size - 1);
    if (!core->rotation)
        return bits;
    return (((flip(bits, core->size) + core->rotation) & (2 * sign - 1)) ^ sign) - sign;
}

uint64_t prefix__openmp_bits(const struct prefix__openmp_core *core, uint64_t key)
{
    return core->rotation ? flip(key - core->rotation, core->size) : key;
}

static int integer_op(int op, int type)
{
    int is_signed = prefix__is_signed(type);
    switch (op) {
    case PREFIX_SUM:
        return PREFIX__OPENMP_SUM;
    case PREFIX_PRODUCT:
        return PREFIX__OPENMP_PRODUCT;
    case PREFIX_MIN:
        return is_signed ? PREFIX__OPENMP_SIGNED_MIN : PREFIX__OPENMP_MIN;
    case PREFIX_MAX:
        return is_signed ? PREFIX__OPENMP_SIGNED_MAX : PREFIX__OPENMP_MAX;
    case PREFIX_AND:
        return PREFIX__OPENMP_AND;
    case PREFIX_OR:
        return PREFIX__OPENMP_OR;
    default:
        return PREFIX__OPENMP_XOR;
    }
}

/* Lets the core read the narrower input, or a stage before it. */
static void widen(struct prefix__openmp_pipeline *p, const struct prefix__openmp_isa *isa,
                  const struct prefix_scan_work *work)
{
    int stage = widening(work->type, work->output_type);
    if (work->op == PREFIX_SUM && isa->widened[stage].scan)
        p->core = isa->widened[stage];
    else
        p->widen = isa->stage[stage];
}

/* Sums and products of floats: the cores that follow the canonical order. */
static void resolve_float(struct prefix__openmp_pipeline *p, const struct prefix__openmp_isa *isa,
                          const struct prefix_scan_work *work)
{
    int sum = work->op == PREFIX_SUM;
    p->ordered = 1;
    switch (work->output_type) {
    case PREFIX_F64:
        p->core = isa->floating[sum ? PREFIX__OPENMP_F64_SUM : PREFIX__OPENMP_F64_PRODUCT];
        break;
    case PREFIX_F32:
        p->core = isa->floating[sum ? PREFIX__OPENMP_F32_SUM : PREFIX__OPENMP_F32_PRODUCT];
        break;
    case PREFIX_F16:
        p->core = isa->floating[sum ? PREFIX__OPENMP_F16_SUM : PREFIX__OPENMP_F32_PRODUCT];
        p->unmap = sum ? NULL : isa->stage[PREFIX__OPENMP_F32_F16];
        break;
    default:
        p->core = isa->floating[sum ? PREFIX__OPENMP_BF16_SUM : PREFIX__OPENMP_F32_PRODUCT];
        p->unmap = sum ? NULL : isa->stage[PREFIX__OPENMP_F32_BF16];
        break;
    }
    p->carry = float_bits(work, 0);
    if (work->type != work->output_type || p->unmap)
        widen(p, isa, work);
}

/* Everything else: integers, truth values and keys, of the output's width. */
static void resolve_integer(struct prefix__openmp_pipeline *p, const struct prefix__openmp_isa *isa,
                            const struct prefix_scan_work *work)
{
    int width = log2_of(p->out_size), type = work->output_type;
    if (prefix__is_logical(work->op))
        p->core = isa->logical[prefix__is_float(type) ? 4 + type - PREFIX_F16 : width][work->op == PREFIX_LOGICAL_OR];
    else if (prefix__is_float(type))
        p->core = isa->extremum[type - PREFIX_F16][work->op == PREFIX_MAX];
    else
        p->core = isa->integer[width][integer_op(work->op, type)];
    p->wraps = work->op == PREFIX_SUM;
    p->carry = prefix__openmp_key(&p->core, prefix__is_float(type) ? float_bits(work, 1) : work->carry.u);
    if (work->type != type)
        widen(p, isa, work);
}

void prefix__openmp_resolve(struct prefix__openmp_pipeline *p, const struct prefix__openmp_isa *isa,
                            const struct prefix_scan_work *work, size_t cache_bytes)
{
    memset(p, 0, sizeof *p);
    p->in_size = prefix__size_of(work->type);
    p->out_size = prefix__size_of(work->output_type);
    p->out_type = work->output_type;
    p->exclusive = work->kind == PREFIX_EXCLUSIVE;
    p->reverse = work->reverse;
    if (prefix__is_float(work->output_type) && !prefix__is_logical(work->op) && !prefix__is_extremum(work->op))
        resolve_float(p, isa, work);
    else
        resolve_integer(p, isa, work);
    if (work->reverse) {
        p->mirror_in = isa->stage[PREFIX__OPENMP_MIRROR_1 + log2_of(p->in_size)];
        p->mirror_out = isa->stage[PREFIX__OPENMP_MIRROR_1 + log2_of(p->out_size)];
        p->stream_mirror = isa->stream_mirror[log2_of(p->out_size)];
    }
    p->tile = PREFIX__TILE_BYTES / p->core.size;
    p->isa = isa;
    prefix__openmp_aim(p, work, cache_bytes);
}

void prefix__openmp_aim(struct prefix__openmp_pipeline *p, const struct prefix_scan_work *work, size_t cache_bytes)
{
    p->in = work->in;
    p->out = work->out;
    p->n = work->n;
    p->prefetches = work->n > PREFETCHED_FROM / p->out_size;
    p->large = work->n > cache_bytes / p->out_size;
    p->past_cache = p->large && work->in != work->out;
}

/* Writes the carry behind the last element as the work's total. */
void prefix__openmp_total(const struct prefix_scan_work *work, const struct prefix__openmp_pipeline *p, uint64_t carry)
{
    uint16_t u16;
    uint32_t u32;
    uint8_t u8 = (uint8_t)carry;
    carry = prefix__openmp_bits(&p->core, carry);
    if (prefix__is_float(work->output_type) && !prefix__is_extremum(work->op) && !prefix__is_logical(work->op)) {
        double value = work->carry_type == PREFIX_F64 ? 0 : prefix__f32_from_bits((uint32_t)carry);
        if (work->carry_type == PREFIX_F64)
            memcpy(&value, &carry, sizeof value);
        if (work->total_type == PREFIX_F16)
            carry = prefix__f16_from_f64(value);
        else if (work->total_type == PREFIX_BF16)
            carry = prefix__bf16_from_f64(value);
        else if (work->total_type == PREFIX_F32)
            carry = prefix__f32_bits((float)value);
        else
            carry = prefix__f64_bits(value);
    }
    u16 = (uint16_t)carry;
    u32 = (uint32_t)carry;
    switch (prefix__size_of(work->total_type)) {
    case 1:
        memcpy(work->total, &u8, sizeof u8);
        break;
    case 2:
        memcpy(work->total, &u16, sizeof u16);
        break;
    case 4:
        memcpy(work->total, &u32, sizeof u32);
        break;
    default:
        memcpy(work->total, &carry, sizeof carry);
        break;
    }
}
