/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators on pairs of numbers: complex ones, and maps x -> a x + b. */
#include <string.h>

#include "api/built_in.h"
#include "shared/types.h"

// clang-format off
PREFIX_TEXT(
    text,
    struct c64 { float re, im; };
    struct c128 { double re, im; };
    static inline struct c128 widened(struct c64 x) {
        struct c128 z = {x.re, x.im};
        return z;
    }
    static inline struct c64 rounded(struct c128 x) {
        struct c64 z = {(float)x.re, (float)x.im};
        return z;
    }
    static inline struct c128 sum(struct c128 x, struct c128 y) {
        struct c128 z = {x.re + y.re, x.im + y.im};
        return z;
    }
    static inline struct c64 product64(struct c64 x, struct c64 y) {
        struct c64 z = {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
        return z;
    }
    static inline struct c128 product128(struct c128 x, struct c128 y) {
        struct c128 z = {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
        return z;
    }
    static inline struct c64 affine64(struct c64 x, struct c64 y) {
        struct c64 z = {x.re * y.re, y.re * x.im + y.im};
        return z;
    }
    static inline struct c128 affine128(struct c128 x, struct c128 y) {
        struct c128 z = {x.re * y.re, y.re * x.im + y.im};
        return z;
    })
// clang-format on

PREFIX__COMBINE(add, struct c128, sum(earlier, later))
PREFIX__COMBINE(multiply64, struct c64, product64(earlier, later))
PREFIX__COMBINE(multiply128, struct c128, product128(earlier, later))
PREFIX__COMBINE(compose64, struct c64, affine64(earlier, later))
PREFIX__COMBINE(compose128, struct c128, affine128(earlier, later))
PREFIX__LOAD(widen, struct c64, struct c128, widened(in))
PREFIX__STORE(narrow, struct c128, struct c64, rounded(element))

/* By the type that is computed in; sums are in c128 alone. */
struct rule {
    prefix_combine_fn combine[2];
    const char *expressions[2];
    struct c128 identity;
};
static const struct rule sums = {{NULL, add}, {NULL, add_text}, {0, 0}};
static const struct rule products = {{multiply64, multiply128}, {multiply64_text, multiply128_text}, {1, 0}};
static const struct rule maps = {{compose64, compose128}, {compose64_text, compose128_text}, {1, 0}};

struct prefix_operator prefix__built_in_complex(int op, int type, int output_type)
{
    static const char *const names[] = {"struct c64", "struct c128"};
    const struct rule *const rule = op == PREFIX_SUM ? &sums : op == PREFIX_PRODUCT ? &products : &maps;
    const int is_wide = prefix__carry_type(op, output_type) == PREFIX_C128,
              element = is_wide ? PREFIX_C128 : PREFIX_C64;
    const struct c64 identity = rounded(rule->identity);
    struct prefix_operator made = {
        .size = prefix__size_of(element),
        .alignment = prefix__alignment_of(element),
        .host = rule->combine[is_wide],
        .cuda_text = text,
        .cuda_element = names[is_wide],
        .cuda_expression = rule->expressions[is_wide],
        .has_identity = 1,
        .in_size = prefix__size_of(type),
        .in_alignment = prefix__alignment_of(type),
        .out_size = prefix__size_of(output_type),
        .out_alignment = prefix__alignment_of(output_type),
    };
    memcpy(made.identity, is_wide ? (const void *)&rule->identity : &identity, made.size);
    if (type != element) {
        made.load = widen;
        made.cuda_in = names[0];
        made.cuda_load = widen_text;
    }
    if (output_type != element) {
        made.store = narrow;
        made.cuda_out = names[0];
        made.cuda_store = narrow_text;
    }
    return made;
}

void prefix__built_in_init(const struct prefix_operator *op, int type, const void *value, void *element)
{
    if (prefix__size_of(type) == op->size)
        memcpy(element, value, op->size);
    else
        widen(NULL, value, NULL, 0, 0, 1, element, 1);
}
