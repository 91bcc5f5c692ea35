/* SPDX-License-Identifier: BSD-3-Clause */
/* Means: sums in f64, and how many there are; the division comes last. */
#include <stdint.h>

#include "api/built_in.h"
#include "shared/half.h"
#include "shared/types.h"

// clang-format off
PREFIX_TEXT(
    text,
    struct sum { double sum; uint64_t count; };
    static inline struct sum one(double x) {
        struct sum s = {x, 1};
        return s;
    }
    static inline struct sum both(struct sum x, struct sum y) {
        struct sum s = {x.sum + y.sum, x.count + y.count};
        return s;
    })
// clang-format on

PREFIX__COMBINE(combine, struct sum, both(earlier, later))
PREFIX__STORE(store, struct sum, double, element.sum / (double)element.count)

PREFIX__LOAD(load_i8, int8_t, struct sum, one(in))
PREFIX__LOAD(load_i16, int16_t, struct sum, one(in))
PREFIX__LOAD(load_i32, int32_t, struct sum, one(in))
PREFIX__LOAD(load_i64, int64_t, struct sum, one((double)in))
PREFIX__LOAD(load_u8, uint8_t, struct sum, one(in))
PREFIX__LOAD(load_u16, uint16_t, struct sum, one(in))
PREFIX__LOAD(load_u32, uint32_t, struct sum, one(in))
PREFIX__LOAD(load_u64, uint64_t, struct sum, one((double)in))
PREFIX__LOAD(load_f16, uint16_t, struct sum, one(prefix__f16_to_f32(in)))
PREFIX__LOAD(load_bf16, uint16_t, struct sum, one(prefix__bf16_to_f32(in)))
PREFIX__LOAD(load_f32, float, struct sum, one(in))
PREFIX__LOAD(load_f64, double, struct sum, one(in))

static const struct {
    const char *name;
    prefix_load_fn load;
    const char *text;
} inputs[PREFIX__TYPES] = {
    [PREFIX__TYPE(PREFIX_I8)] = {"int8_t", load_i8, load_i8_text},
    [PREFIX__TYPE(PREFIX_I16)] = {"int16_t", load_i16, load_i16_text},
    [PREFIX__TYPE(PREFIX_I32)] = {"int32_t", load_i32, load_i32_text},
    [PREFIX__TYPE(PREFIX_I64)] = {"int64_t", load_i64, load_i64_text},
    [PREFIX__TYPE(PREFIX_U8)] = {"uint8_t", load_u8, load_u8_text},
    [PREFIX__TYPE(PREFIX_U16)] = {"uint16_t", load_u16, load_u16_text},
    [PREFIX__TYPE(PREFIX_U32)] = {"uint32_t", load_u32, load_u32_text},
    [PREFIX__TYPE(PREFIX_U64)] = {"uint64_t", load_u64, load_u64_text},
    [PREFIX__TYPE(PREFIX_F16)] = {"uint16_t", load_f16, load_f16_text},
    [PREFIX__TYPE(PREFIX_BF16)] = {"uint16_t", load_bf16, load_bf16_text},
    [PREFIX__TYPE(PREFIX_F32)] = {"float", load_f32, load_f32_text},
    [PREFIX__TYPE(PREFIX_F64)] = {"double", load_f64, load_f64_text},
};

struct prefix_operator prefix__built_in_mean(int type)
{
    return (struct prefix_operator){
        .size = sizeof(struct sum),
        .alignment = sizeof(double),
        .host = combine,
        .cuda_text = text,
        .cuda_element = "struct sum",
        .cuda_expression = combine_text,
        .load = inputs[PREFIX__TYPE(type)].load,
        .store = store,
        .in_size = prefix__size_of(type),
        .in_alignment = prefix__size_of(type),
        .out_size = sizeof(double),
        .out_alignment = sizeof(double),
        .cuda_in = inputs[PREFIX__TYPE(type)].name,
        .cuda_load = inputs[PREFIX__TYPE(type)].text,
        .cuda_out = "double",
        .cuda_store = store_text,
    };
}
