/* SPDX-License-Identifier: BSD-3-Clause */
/* Turns a scan into a kernel and the stages around it. */
#include <string.h>

#include "tile/pipeline.h"
#include "shared/carry.h"
#include "shared/half.h"
#include "shared/order.h"
#include "shared/types.h"

/* An output of more bytes is worth prefetching what comes next. */
#define PREFETCHED_FROM ((size_t)1 << 20)

/* The stage from a type to a wider one; from f16 and bf16 to themselves: to f32, in which products of them are. */
#define TO(wider, stage) [PREFIX__TYPE(PREFIX_##wider)] = PREFIX__OPENMP_STAGE_##stage
static const uint8_t widening[PREFIX__TYPES][PREFIX__TYPES] = {
    [PREFIX__TYPE(PREFIX_I8)] = {TO(I16, i8_i16), TO(I32, i8_i32), TO(I64, i8_i64)},
    [PREFIX__TYPE(PREFIX_I16)] = {TO(I32, i16_i32), TO(I64, i16_i64)},
    [PREFIX__TYPE(PREFIX_I32)] = {TO(I64, i32_i64)},
    [PREFIX__TYPE(PREFIX_U8)] = {TO(U16, u8_u16), TO(U32, u8_u32), TO(U64, u8_u64)},
    [PREFIX__TYPE(PREFIX_U16)] = {TO(U32, u16_u32), TO(U64, u16_u64)},
    [PREFIX__TYPE(PREFIX_U32)] = {TO(U64, u32_u64)},
    [PREFIX__TYPE(PREFIX_F16)] = {TO(F16, f16_f32), TO(F32, f16_f32), TO(F64, f16_f64)},
    [PREFIX__TYPE(PREFIX_BF16)] = {TO(BF16, bf16_f32), TO(F32, bf16_f32), TO(F64, bf16_f64)},
    [PREFIX__TYPE(PREFIX_F32)] = {TO(F64, f32_f64)},
};
#undef TO

static uint64_t carry_bits(const struct prefix_scan_work *work, int type)
{
    uint64_t bits = 0;
    prefix__carry_store(work->carry_type, work->carry, &bits, type);
    return bits;
}

/* A negative float's bits but the sign inverted: an integer of the same order. Its own inverse. */
static uint64_t flip(uint64_t bits, size_t size)
{
    uint64_t sign = 1ull << (8 * size - 1);
    return bits & sign ? bits ^ (sign - 1) : bits;
}

uint64_t prefix__openmp_key(const struct prefix__openmp_kernel *kernel, uint64_t bits)
{
    const uint64_t sign = 1ull << (8 * kernel->size - 1);
    if (kernel->lowering.rotation)
        bits = flip(bits, kernel->size) + kernel->lowering.rotation;
    bits = (bits ^ kernel->lowering.mask) & (2 * sign - 1);
    return kernel->is_signed ? (bits ^ sign) - sign : bits;
}

uint64_t prefix__openmp_bits(const struct prefix__openmp_kernel *kernel, uint64_t key)
{
    key ^= kernel->lowering.mask;
    return kernel->lowering.rotation ? flip(key - kernel->lowering.rotation, kernel->size) : key;
}

/*
 * An operator whose order does not matter, by a kernel on integers: minima are maxima of what is inverted, and so on.
 *
 * A float's bits, those of a negative number but the sign inverted, are an integer of the same order, with -0 < +0.
 * NaN stands at both ends of it, beyond the infinities: turned by the rotation, which wraps round, all NaN stand at the
 * one end where they win.
 */
static struct prefix__openmp_kernel lower(const struct prefix__openmp_isa *isa, int op, int type)
{
    static const uint8_t kernels[] = {
        [PREFIX__OP(PREFIX_SUM)] = PREFIX__OPENMP_SUM,       [PREFIX__OP(PREFIX_PRODUCT)] = PREFIX__OPENMP_PRODUCT,
        [PREFIX__OP(PREFIX_MIN)] = PREFIX__OPENMP_MAX,       [PREFIX__OP(PREFIX_MAX)] = PREFIX__OPENMP_MAX,
        [PREFIX__OP(PREFIX_AND)] = PREFIX__OPENMP_OR,        [PREFIX__OP(PREFIX_OR)] = PREFIX__OPENMP_OR,
        [PREFIX__OP(PREFIX_XOR)] = PREFIX__OPENMP_XOR,       [PREFIX__OP(PREFIX_LOGICAL_AND)] = PREFIX__OPENMP_OR,
        [PREFIX__OP(PREFIX_LOGICAL_OR)] = PREFIX__OPENMP_OR,
    };
    const size_t size = prefix__size_of(type);
    const uint64_t sign = 1ull << (8 * size - 1);
    const int is_float = prefix__is_float(type), is_extremum = prefix__is_extremum(op);
    const int index = is_float && is_extremum ? PREFIX__OPENMP_FLOAT_MAX : kernels[PREFIX__OP(op)];
    struct prefix__openmp_kernel kernel = isa->integers->of[prefix__log2_of(size)][index];
    if (op == PREFIX_MIN || op == PREFIX_AND || op == PREFIX_LOGICAL_AND)
        kernel.lowering.mask = UINT64_MAX;
    if (is_extremum && !prefix__is_signed(type))
        kernel.lowering.mask ^= sign;
    if (is_extremum && is_float) {
        const uint64_t turns = sign - 1 - prefix__infinity_of(type);
        kernel.lowering.rotation = op == PREFIX_MIN ? turns : -turns;
    }
    if (prefix__is_logical(op)) {
        kernel.lowering.magnitude = is_float ? ~sign : UINT64_MAX;
        kernel.lowering.one = prefix__one_of(type);
    }
    return kernel;
}

/* Sums and products of floats: the kernels that follow the canonical order. */
static void resolve_float(struct prefix__openmp_pipeline *p, const struct prefix__openmp_isa *isa,
                          const struct prefix_scan_work *work)
{
    static const uint8_t sums[] = {[PREFIX__TYPE(PREFIX_F16)] = PREFIX__OPENMP_F16_SUM,
                                   [PREFIX__TYPE(PREFIX_BF16)] = PREFIX__OPENMP_BF16_SUM,
                                   [PREFIX__TYPE(PREFIX_F32)] = PREFIX__OPENMP_F32_SUM,
                                   [PREFIX__TYPE(PREFIX_F64)] = PREFIX__OPENMP_F64_SUM};
    const int type = work->output_type;
    p->ordered = 1;
    p->carry = carry_bits(work, work->carry_type);
    if (work->op == PREFIX_SUM) {
        p->kernel = isa->floats->of[sums[PREFIX__TYPE(type)]];
        return;
    }
    p->kernel =
        prefix__openmp_floats_base.of[type == PREFIX_F64 ? PREFIX__OPENMP_F64_PRODUCT : PREFIX__OPENMP_F32_PRODUCT];
    if (p->out_size == 2)
        p->narrow =
            isa->convert->stage[type == PREFIX_F16 ? PREFIX__OPENMP_STAGE_f32_f16 : PREFIX__OPENMP_STAGE_f32_bf16];
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
    if (prefix__is_float(work->output_type) && !prefix__is_logical(work->op) && !prefix__is_extremum(work->op)) {
        resolve_float(p, isa, work);
    } else {
        p->kernel = lower(isa, work->op, work->output_type);
        p->wraps = work->op == PREFIX_SUM;
        p->carry = prefix__openmp_key(&p->kernel, carry_bits(work, work->output_type));
    }
    if (work->type != work->output_type || p->narrow)
        p->widen = isa->convert->stage[widening[PREFIX__TYPE(work->type)][PREFIX__TYPE(work->output_type)]];
    if (work->reverse) {
        p->mirror_in = isa->convert->stage[PREFIX__OPENMP_STAGE_mirror_1 + prefix__log2_of(p->in_size)];
        p->mirror_out = isa->convert->stage[PREFIX__OPENMP_STAGE_mirror_1 + prefix__log2_of(p->out_size)];
        p->stream_mirror = isa->convert->stream_mirror[prefix__log2_of(p->out_size)];
    }
    p->tile = PREFIX__TILE_BYTES / p->kernel.size;
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

/* Writes the carry behind the last element as a total of the work. */
void prefix__openmp_total(const struct prefix_scan_work *work, const struct prefix__openmp_pipeline *p, uint64_t carry,
                          void *to)
{
    union prefix_carry total = {.u = prefix__openmp_bits(&p->kernel, carry)};
    if (!p->ordered) { /* an element */
        store_bits(to, total.u, prefix__size_of(work->total_type));
        return;
    }
    if (work->carry_type != PREFIX_F64)
        total.f = prefix__f32_from_bits((uint32_t)total.u);
    prefix__carry_store(work->carry_type, total, to, work->total_type);
}
